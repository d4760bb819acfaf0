package io.linkteller.eval.choice;

import io.linkteller.attack.PairScores;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.models.aggregate.Aggregates;
import io.linkteller.models.aggregate.Gap;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.math3.special.Erf;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.factory.LinearSolverFactory_DDRM;
import org.ejml.interfaces.linsol.LinearSolverDense;

/**
 * Scores pairs by the released sums of a {@link Gap}, for an attacker who has the model, the
 * features and the release. Answers are functions of these, so an audit of the answers alone would
 * overestimate the protection.
 *
 * <p>The released sum of node u is y_u = sum A_uv m_v plus noise, with known rows m_v. Finding the
 * binary A_uv is a linear problem. Each A_uv has a probability p_uv, initialized from numbers of
 * neighbors that are estimated from the sums. In each round, the other unknowns are assumed to be
 * independent. With the residual r_u = y_u - sum p_uv m_v, and S_u = σ² I + sum p_uv (1 - p_uv) m_v
 * m_v', the log likelihood ratio of A_uv follows from r_u and S_u without the contribution of v.
 * The ratios of all hops are added up, and so are those of both directions between targets. The
 * score of a pair is its log odds after the last round.
 *
 * <p>If the mechanism bounds each number of a sum before it adds noise, the sum is assumed to be
 * Gaussian: r_u is measured from the mean of the bounded number, and m_v and S_u shrink by the
 * probability that the number is within the bound, which is the slope of the best linear
 * approximation.
 *
 * <p>Takes O(n N m² K) time per round for n targets of N nodes, K hops and sums of width m, and O(n
 * N + N m²) memory.
 */
public final class ReleasedSums {

  private static final double MIN_NEIGHBORS = 0.5;
  private static final int ROUNDS = 6;

  private ReleasedSums() {}

  /**
   * Scores all pairs of targets.
   *
   * @param model the model
   * @param x X, one row per node of the release
   * @param aggregates the release
   * @param deviation σ, the standard deviation of the noise on each number, positive
   * @param largestSum the bound on the absolute value of each number before noise is added,
   *     positive; infinity for none
   * @param targets the targets
   * @return one score per pair of targets
   * @throws IllegalArgumentException if {@code deviation} is not positive and finite, {@code
   *     largestSum} is not positive, or shapes do not match
   */
  public static PairScores of(
      Gap model,
      FeatureMatrix x,
      Aggregates aggregates,
      double deviation,
      double largestSum,
      IntList targets) {
    if (!(deviation > 0 && deviation < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "deviation = " + deviation + " is not positive and finite");
    }
    if (!(largestSum > 0)) {
      throw new IllegalArgumentException("largestSum = " + largestSum + " is not positive");
    }
    List<DMatrixRMaj> rows = model.aggregatedRows(x, aggregates);
    List<Hop> hops = new ArrayList<>();
    for (int hop = 0; hop < rows.size(); hop++) {
      hops.add(new Hop(rows.get(hop), aggregates.hop(hop + 1), deviation, largestSum));
    }
    int n = targets.size();
    int all = aggregates.nodeCount();
    double[] neighbors = new double[all];
    double total = 0;
    for (int v = 0; v < all; v++) {
      neighbors[v] = hops.get(0).neighbors(v);
      total += neighbors[v];
    }
    DMatrixRMaj prior = new DMatrixRMaj(n, all);
    for (int i = 0; i < n; i++) {
      double ofTarget = neighbors[targets.getInt(i)] / total;
      for (int v = 0; v < all; v++) {
        double p = Math.min(0.5, ofTarget * neighbors[v]);
        prior.data[i * all + v] = Math.log(p) - Math.log1p(-p);
      }
    }
    DMatrixRMaj odds = prior;
    DMatrixRMaj p = new DMatrixRMaj(n, all);
    for (int round = 0; round < ROUNDS; round++) {
      DMatrixRMaj ratios = new DMatrixRMaj(n, all);
      for (int i = 0; i < n; i++) {
        for (int v = 0; v < all; v++) {
          int at = i * all + v;
          double sure = v == targets.getInt(i) ? 0 : 1 / (1 + Math.exp(-odds.data[at]));
          p.data[at] = round == 0 ? sure : (p.data[at] + sure) / 2;
        }
      }
      for (Hop hop : hops) {
        hop.add(targets, p, ratios);
      }
      odds = combined(prior, ratios, targets);
    }
    DMatrixRMaj last = odds;
    return PairScores.ofAll(n, (i, j) -> last.get(i, targets.getInt(j)));
  }

  /**
   * Adds the evidence to the prior, including that from the sum of the other node if this is also a
   * target.
   */
  private static DMatrixRMaj combined(DMatrixRMaj prior, DMatrixRMaj ratios, IntList targets) {
    DMatrixRMaj odds = prior.copy();
    CommonOps_DDRM.addEquals(odds, ratios);
    for (int i = 0; i < targets.size(); i++) {
      for (int j = 0; j < targets.size(); j++) {
        odds.add(i, targets.getInt(j), ratios.get(j, targets.getInt(i)));
      }
    }
    return odds;
  }

  /** The evidence from one release. */
  private static final class Hop {

    private final DMatrixRMaj rows;

    /** The lower triangles of m_v m_v', one row per node. */
    private final DMatrixRMaj squares;

    private final DMatrixRMaj sums;
    private final double noise;
    private final double bound;
    private final int width;
    private final double[] mean;
    private final double meanNeighbors;
    private final double meanSquare;

    Hop(DMatrixRMaj rows, DMatrixRMaj sums, double deviation, double bound) {
      this.rows = rows;
      this.sums = sums;
      this.noise = deviation * deviation;
      this.bound = bound;
      this.width = rows.numCols;
      this.squares = squares(rows);
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
      this.meanNeighbors = Math.max(MIN_NEIGHBORS, square > 0 ? along / square : 1);
    }

    private static DMatrixRMaj squares(DMatrixRMaj rows) {
      int m = rows.numCols;
      DMatrixRMaj squares = new DMatrixRMaj(rows.numRows, m * (m + 1) / 2);
      int at = 0;
      for (int from = 0; from < rows.getNumElements(); from += m) {
        for (int a = 0; a < m; a++) {
          for (int b = 0; b <= a; b++) {
            squares.data[at++] = rows.data[from + a] * rows.data[from + b];
          }
        }
      }
      return squares;
    }

    private static double[] mean(DMatrixRMaj matrix) {
      double[] mean = new double[matrix.numCols];
      for (int i = 0; i < matrix.getNumElements(); i++) {
        mean[i % matrix.numCols] += matrix.data[i] / matrix.numRows;
      }
      return mean;
    }

    /**
     * Estimates a node's number of neighbors: the multiple of the mean row closest to its sum,
     * shrunk towards the mean number according to the noise.
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
      // The standard deviation of the numbers of neighbors is assumed to equal their mean.
      double spread = meanNeighbors * meanNeighbors;
      double shrunk = (estimate * spread + meanNeighbors * error) / (spread + error);
      return Math.max(MIN_NEIGHBORS, shrunk);
    }

    /** Adds the log likelihood ratio of each node as a neighbor of each target. */
    void add(IntList targets, DMatrixRMaj p, DMatrixRMaj ratios) {
      int n = p.numRows;
      DMatrixRMaj expected = new DMatrixRMaj(n, width);
      CommonOps_DDRM.mult(p, rows, expected);
      DMatrixRMaj variances = new DMatrixRMaj(n, p.numCols);
      for (int i = 0; i < p.getNumElements(); i++) {
        variances.data[i] = p.data[i] * (1 - p.data[i]);
      }
      DMatrixRMaj spreads = new DMatrixRMaj(n, squares.numCols);
      CommonOps_DDRM.mult(variances, squares, spreads);
      DMatrixRMaj weights = new DMatrixRMaj(n, width);
      DMatrixRMaj inverses = new DMatrixRMaj(n, squares.numCols);
      for (int i = 0; i < n; i++) {
        invert(targets.getInt(i), i, expected, spreads, weights, inverses);
      }
      DMatrixRMaj match = new DMatrixRMaj(n, p.numCols);
      CommonOps_DDRM.multTransB(weights, rows, match);
      DMatrixRMaj square = variances;
      CommonOps_DDRM.multTransB(inverses, squares, square);
      for (int i = 0; i < n; i++) {
        for (int v = 0; v < p.numCols; v++) {
          int at = i * p.numCols + v;
          if (v != targets.getInt(i)) {
            // Removes the contribution of v itself to the residual and the covariance.
            double without = Math.max(1e-9, 1 - p.data[at] * (1 - p.data[at]) * square.data[at]);
            ratios.data[at] += (match.data[at] + (p.data[at] - 0.5) * square.data[at]) / without;
          }
        }
      }
    }

    /**
     * Computes G S^-1 r and G S^-1 G for a target, with S the covariance of its released sum, r the
     * residual, and G the diagonal of the slopes of the bounds.
     */
    private void invert(
        int u,
        int i,
        DMatrixRMaj expected,
        DMatrixRMaj spreads,
        DMatrixRMaj weights,
        DMatrixRMaj inverses) {
      DMatrixRMaj rest = new DMatrixRMaj(width, 1);
      DMatrixRMaj spread = new DMatrixRMaj(width, width);
      double[] slopes = new double[width];
      int at = i * spreads.numCols;
      for (int a = 0; a < width; a++) {
        double variance = spreads.data[at + a];
        Bounded number = Bounded.of(expected.get(i, a), variance, bound);
        slopes[a] = number.slope();
        rest.data[a] = sums.get(u, a) - number.mean();
        for (int b = 0; b < a; b++) {
          double covariance = slopes[a] * slopes[b] * spreads.data[at + b];
          spread.set(a, b, covariance);
          spread.set(b, a, covariance);
        }
        spread.set(a, a, noise + number.variance());
        at += a + 1;
      }
      DMatrixRMaj inverse = new DMatrixRMaj(width, width);
      LinearSolverDense<DMatrixRMaj> solver = LinearSolverFactory_DDRM.symmPosDef(width);
      if (!solver.setA(spread)) {
        throw new ArithmeticException("the covariance of the sums is singular to rounding");
      }
      solver.invert(inverse);
      DMatrixRMaj weighted = new DMatrixRMaj(width, 1);
      CommonOps_DDRM.mult(inverse, rest, weighted);
      at = i * spreads.numCols;
      for (int a = 0; a < width; a++) {
        weights.set(i, a, slopes[a] * weighted.data[a]);
        for (int b = 0; b <= a; b++) {
          double element = slopes[a] * slopes[b] * inverse.get(a, b);
          // An element of the triangle represents both halves.
          inverses.data[at++] = a == b ? element : 2 * element;
        }
      }
    }
  }

  /**
   * The distribution of a Gaussian number that was clipped to a bound.
   *
   * @param mean its mean
   * @param variance its variance
   * @param slope the slope of its best linear approximation by the Gaussian number
   */
  private record Bounded(double mean, double variance, double slope) {

    static Bounded of(double mean, double variance, double bound) {
      double deviation = Math.sqrt(variance);
      if (bound == Double.POSITIVE_INFINITY || deviation == 0) {
        boolean within = Math.abs(mean) <= bound;
        double nearest = Math.max(-bound, Math.min(bound, mean));
        return new Bounded(nearest, variance, within ? 1 : 0);
      }
      double low = (-bound - mean) / deviation;
      double high = (bound - mean) / deviation;
      double below = cumulative(low);
      double above = cumulative(-high);
      if (below + above == 0) {
        // Also reached if the square of the bound would overflow.
        return new Bounded(mean, variance, 1);
      }
      double within = Math.max(0, 1 - below - above);
      double atLow = density(low);
      double atHigh = density(high);
      double bounded = bound * (above - below) + mean * within + deviation * (atLow - atHigh);
      double square =
          bound * bound * (above + below)
              + (mean * mean + variance) * within
              + 2 * mean * deviation * (atLow - atHigh)
              + variance * (low * atLow - high * atHigh);
      return new Bounded(bounded, Math.max(0, square - bounded * bounded), within);
    }

    private static double cumulative(double z) {
      return 0.5 * Erf.erfc(-z / Math.sqrt(2));
    }

    private static double density(double z) {
      return Math.exp(-z * z / 2) / Math.sqrt(2 * Math.PI);
    }
  }
}
