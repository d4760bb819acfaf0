package io.linkteller.eval.audit;

import io.linkteller.attack.score.PairScores;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.models.aggregate.AggregateModel;
import io.linkteller.models.aggregate.Aggregates;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.Arrays;
import java.util.List;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.factory.LinearSolverFactory_DDRM;
import org.ejml.interfaces.linsol.LinearSolverDense;

/**
 * Scores pairs by the released sums of an {@link AggregateModel}, as an attacker does who has the
 * model, the features and the release itself. Answers follow from these, so an audit of answers
 * alone would take a defence for stronger than it is.
 *
 * <p>If u and v are neighbors, the sum y_u contains the known row m_v. The score of a pair is an
 * estimate of the log odds: over hops and both directions, m_v' S_u^-1 (y_u - d_u m) - m_v' S_u^-1
 * m_v/2, plus ln d_u + ln d_v. Here m is the mean of all rows and C their covariance, d_u the number
 * of neighbors of u that best explains y_u, and S_u = σ² I + d_u C the covariance of the noise and
 * of the other neighbors, taken for draws of all nodes.
 *
 * <p>O(n m² K) time for n targets and sums of width m, besides O(n² m K) for the scores.
 */
public final class ReleasedSums {

  private static final double FEWEST_NEIGHBORS = 0.5;

  private ReleasedSums() {}

  /**
   * Scores all pairs of targets.
   *
   * @param model the model
   * @param x X, one row per node of the release
   * @param aggregates the release
   * @param deviation σ, the standard deviation of the noise on each number, positive
   * @param targets the targets
   * @return a score per pair of targets
   * @throws IllegalArgumentException if {@code deviation} is not positive and finite, or shapes do
   *     not match
   */
  public static PairScores of(
      AggregateModel model,
      FeatureMatrix x,
      Aggregates aggregates,
      double deviation,
      IntList targets) {
    if (!(deviation > 0 && deviation < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "deviation = " + deviation + " is not positive and finite");
    }
    List<DMatrixRMaj> rows = model.aggregatedRows(x, aggregates);
    int n = targets.size();
    double[] neighbors = new double[n];
    double[][] odds = new double[n][n];
    for (int hop = 0; hop < rows.size(); hop++) {
      Hop read = new Hop(rows.get(hop), aggregates.hop(hop + 1), deviation);
      for (int i = 0; i < n; i++) {
        if (hop == 0) {
          neighbors[i] = read.neighbors(targets.getInt(i));
        }
        read.add(targets.getInt(i), neighbors[i], targets, odds[i]);
      }
    }
    return PairScores.ofAll(
        n,
        (i, j) -> odds[i][j] + odds[j][i] + Math.log(neighbors[i]) + Math.log(neighbors[j]));
  }

  /** What one release tells. */
  private static final class Hop {

    private final DMatrixRMaj rows;
    private final DMatrixRMaj sums;
    private final double noise;
    private final int width;
    private final double[] mean;
    private final DMatrixRMaj covariance;
    private final double meanNeighbors;
    private final double meanSquare;

    Hop(DMatrixRMaj rows, DMatrixRMaj sums, double deviation) {
      this.rows = rows;
      this.sums = sums;
      this.noise = deviation * deviation;
      this.width = rows.numCols;
      this.mean = mean(rows);
      this.covariance = covariance();
      double square = 0;
      double along = 0;
      double[] meanSum = mean(sums);
      for (int c = 0; c < width; c++) {
        square += mean[c] * mean[c];
        along += mean[c] * meanSum[c];
      }
      this.meanSquare = square;
      // The noise averages out over all nodes.
      this.meanNeighbors = Math.max(FEWEST_NEIGHBORS, square > 0 ? along / square : 1);
    }

    private static double[] mean(DMatrixRMaj matrix) {
      double[] mean = new double[matrix.numCols];
      for (int i = 0; i < matrix.getNumElements(); i++) {
        mean[i % matrix.numCols] += matrix.data[i] / matrix.numRows;
      }
      return mean;
    }

    private DMatrixRMaj covariance() {
      DMatrixRMaj covariance = new DMatrixRMaj(width, width);
      for (int row = 0; row < rows.numRows; row++) {
        for (int a = 0; a < width; a++) {
          double left = (rows.data[row * width + a] - mean[a]) / rows.numRows;
          for (int b = 0; b < width; b++) {
            covariance.data[a * width + b] += left * (rows.data[row * width + b] - mean[b]);
          }
        }
      }
      return covariance;
    }

    /**
     * The number of neighbors by which the mean row best explains the sum of a node, shrunk towards
     * the mean number by how much of it is noise.
     */
    double neighbors(int node) {
      if (meanSquare == 0) {
        return meanNeighbors;
      }
      double along = 0;
      for (int c = 0; c < width; c++) {
        along += mean[c] * sums.data[node * width + c];
      }
      double estimate = along / meanSquare;
      double error = noise / meanSquare;
      // Numbers of neighbors vary by about their mean.
      double spread = meanNeighbors * meanNeighbors;
      double shrunk = (estimate * spread + meanNeighbors * error) / (spread + error);
      return Math.max(FEWEST_NEIGHBORS, shrunk);
    }

    /** Adds what the sum of a node tells about each target. */
    void add(int node, double neighbors, IntList targets, double[] odds) {
      DMatrixRMaj spread = covariance.copy();
      CommonOps_DDRM.scale(neighbors, spread);
      for (int c = 0; c < width; c++) {
        spread.data[c * width + c] += noise;
      }
      DMatrixRMaj rest = new DMatrixRMaj(width, 1);
      for (int c = 0; c < width; c++) {
        rest.data[c] = sums.data[node * width + c] - neighbors * mean[c];
      }
      LinearSolverDense<DMatrixRMaj> solver = LinearSolverFactory_DDRM.symmPosDef(width);
      DMatrixRMaj inverse = new DMatrixRMaj(width, width);
      if (!solver.setA(spread)) {
        throw new ArithmeticException(
            "the covariance of the sums is singular to rounding: "
                + Arrays.toString(spread.data));
      }
      solver.invert(inverse);
      DMatrixRMaj weighted = new DMatrixRMaj(width, 1);
      CommonOps_DDRM.mult(inverse, rest, weighted);
      for (int j = 0; j < targets.size(); j++) {
        int from = targets.getInt(j) * width;
        double match = 0;
        double square = 0;
        for (int a = 0; a < width; a++) {
          double m = rows.data[from + a];
          match += m * weighted.data[a];
          if (m != 0) {
            double inner = 0;
            for (int b = 0; b < width; b++) {
              inner += inverse.data[a * width + b] * rows.data[from + b];
            }
            square += m * inner;
          }
        }
        odds[j] += match - square / 2;
      }
    }
  }
}
