package io.linkteller.eval.audit;

import io.linkteller.attack.score.PairScores;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.models.aggregate.AggregateModel;
import io.linkteller.models.aggregate.Aggregates;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.ArrayList;
import java.util.List;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.factory.LinearSolverFactory_DDRM;
import org.ejml.interfaces.linsol.LinearSolverDense;

/**
 * Scores pairs by the released sums of an {@link AggregateModel}, for an attacker who has the
 * model, the features and the release. Answers are functions of these, so an audit of the answers
 * alone would overestimate the protection.
 *
 * <p>The sum of u is y_u = sum of A_uv m_v plus noise, with known rows m_v, a linear problem with
 * binary unknowns. Each A_uv has a probability p_uv, initialized from numbers of neighbors
 * estimated from the sums. In each round, the other unknowns are assumed to be independent. With
 * the residual r_u = y_u - sum p_uv m_v, and S_u = σ² I + sum p_uv (1 - p_uv) m_v m_v', the log
 * likelihood ratio of A_uv follows from r_u and S_u without the part of v. Ratios of all hops add
 * up, and of both directions among targets. The score of a pair is its log odds after the last
 * round.
 *
 * <p>O(n N m² K) time per round for n targets of N nodes and sums of width m.
 */
public final class ReleasedSums {

  private static final double FEWEST_NEIGHBORS = 0.5;
  private static final int ROUNDS = 6;

  private ReleasedSums() {}

  /**
   * Scores all pairs of targets.
   *
   * @param model the model
   * @param x X, one row per node of the release
   * @param aggregates the release
   * @param deviation σ, the standard deviation of the noise on each number, positive
   * @param targets the targets
   * @return one score per pair of targets
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
    List<Hop> hops = new ArrayList<>();
    for (int hop = 0; hop < rows.size(); hop++) {
      hops.add(new Hop(rows.get(hop), aggregates.hop(hop + 1), deviation));
    }
    int n = targets.size();
    int all = aggregates.nodeCount();
    double[] neighbors = new double[all];
    double total = 0;
    for (int v = 0; v < all; v++) {
      neighbors[v] = hops.get(0).neighbors(v);
      total += neighbors[v];
    }
    double[][] prior = new double[n][all];
    for (int i = 0; i < n; i++) {
      double ofTarget = neighbors[targets.getInt(i)] / total;
      for (int v = 0; v < all; v++) {
        double p = Math.min(0.5, ofTarget * neighbors[v]);
        prior[i][v] = Math.log(p) - Math.log1p(-p);
      }
    }
    double[][] odds = prior;
    double[][] p = new double[n][all];
    for (int round = 0; round < ROUNDS; round++) {
      double[][] ratios = new double[n][all];
      for (int i = 0; i < n; i++) {
        int u = targets.getInt(i);
        for (int v = 0; v < all; v++) {
          double sure = v == u ? 0 : 1 / (1 + Math.exp(-odds[i][v]));
          p[i][v] = round == 0 ? sure : (p[i][v] + sure) / 2;
        }
        for (Hop hop : hops) {
          hop.add(u, p[i], ratios[i]);
        }
      }
      odds = combined(prior, ratios, targets);
    }
    double[][] last = odds;
    return PairScores.ofAll(n, (i, j) -> last[i][targets.getInt(j)]);
  }

  /** Adds the evidence from the sum of the other node if that is also a target. */
  private static double[][] combined(double[][] prior, double[][] ratios, IntList targets) {
    int n = prior.length;
    double[][] odds = new double[n][];
    for (int i = 0; i < n; i++) {
      odds[i] = prior[i].clone();
      for (int v = 0; v < odds[i].length; v++) {
        odds[i][v] += ratios[i][v];
      }
      for (int j = 0; j < n; j++) {
        odds[i][targets.getInt(j)] += ratios[j][targets.getInt(i)];
      }
    }
    return odds;
  }

  /** The evidence from one release. */
  private static final class Hop {

    private final DMatrixRMaj rows;
    private final DMatrixRMaj sums;
    private final double noise;
    private final int width;
    private final double[] mean;
    private final double meanNeighbors;
    private final double meanSquare;

    Hop(DMatrixRMaj rows, DMatrixRMaj sums, double deviation) {
      this.rows = rows;
      this.sums = sums;
      this.noise = deviation * deviation;
      this.width = rows.numCols;
      this.mean = mean(rows);
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

    /**
     * Returns the number of neighbors for which the mean row best fits the sum of a node, shrunk
     * towards the mean number according to the noise.
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
      // The standard deviation of numbers of neighbors is taken to be their mean.
      double spread = meanNeighbors * meanNeighbors;
      double shrunk = (estimate * spread + meanNeighbors * error) / (spread + error);
      return Math.max(FEWEST_NEIGHBORS, shrunk);
    }

    /** Adds the log likelihood ratio of each node as a neighbor of u. */
    void add(int u, double[] p, double[] ratios) {
      double[] spread = new double[width * width];
      DMatrixRMaj rest = new DMatrixRMaj(width, 1);
      System.arraycopy(sums.data, u * width, rest.data, 0, width);
      for (int c = 0; c < width; c++) {
        spread[c * width + c] = noise;
      }
      for (int v = 0; v < p.length; v++) {
        double variance = p[v] * (1 - p[v]);
        int from = v * width;
        for (int a = 0; a < width; a++) {
          double m = rows.data[from + a];
          rest.data[a] -= p[v] * m;
          double left = variance * m;
          for (int b = 0; b <= a; b++) {
            spread[a * width + b] += left * rows.data[from + b];
          }
        }
      }
      for (int a = 0; a < width; a++) {
        for (int b = 0; b < a; b++) {
          spread[b * width + a] = spread[a * width + b];
        }
      }
      DMatrixRMaj inverse = new DMatrixRMaj(width, width);
      LinearSolverDense<DMatrixRMaj> solver = LinearSolverFactory_DDRM.symmPosDef(width);
      if (!solver.setA(DMatrixRMaj.wrap(width, width, spread))) {
        throw new ArithmeticException("the covariance of the sums is singular to rounding");
      }
      solver.invert(inverse);
      DMatrixRMaj weighted = new DMatrixRMaj(width, 1);
      CommonOps_DDRM.mult(inverse, rest, weighted);
      for (int v = 0; v < p.length; v++) {
        if (v != u) {
          ratios[v] += ratio(v * width, p[v], inverse, weighted);
        }
      }
    }

    private double ratio(int from, double p, DMatrixRMaj inverse, DMatrixRMaj weighted) {
      double match = 0;
      double square = 0;
      for (int a = 0; a < width; a++) {
        double m = rows.data[from + a];
        if (m != 0) {
          match += m * weighted.data[a];
          double inner = 0;
          for (int b = 0; b < width; b++) {
            inner += inverse.data[a * width + b] * rows.data[from + b];
          }
          square += m * inner;
        }
      }
      // Removes the contribution of v itself to the residual and the covariance.
      double without = Math.max(1e-9, 1 - p * (1 - p) * square);
      return (match + (p - 0.5) * square) / without;
    }
  }
}
