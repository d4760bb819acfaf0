package io.linkteller.attack.chosen;

import io.linkteller.matrix.DenseKernels;
import java.util.Arrays;
import org.ejml.data.DMatrixRMaj;

/**
 * Rows for lazy aggregation: I + N and I + augmented N, where P_vv is at least 1/2.
 *
 * <p>When s_v rises from -π_v, node v is the first of the first layer to change sign, at μ = 1/P_vv
 * - 1, at most 1. A neighbor w follows at 1/P_wv - 1: 2d_w - 1 for first-order normalization, 2 d_w
 * + 1 with the identity on top of the augmented one. So between 1 and 3 only v has changed, or
 * leaves of v as well, which reach nothing but v and themselves: the bend is P^(k-1) e_v. For two
 * layers that is v's row itself; for three it holds 2 A_uv plus two-hop terms below that.
 *
 * <p>Takes two queries per target: one on either side of the change.
 */
final class LazyRows {

  /**
   * The smallest and the largest distance past the change of sign at which three layers are
   * queried. The bend grows with it, but so does the number of units of layer 2 that change sign as
   * well.
   */
  private static final double LEAST_PAST = 1e-4;

  private static final double MOST_PAST = 0.1;

  /**
   * The distance over the relative error of answers and the largest degree, within these bounds: an
   * edge of a node of degree d shows with a weight of 1/d.
   */
  private static final double ABOVE_ERROR = 1e3;

  private static final double NOISE = 1e-6;

  /** By how much a bend at μ = 2 amplifies the errors of the three answers that it is made of. */
  private static final double AMPLIFICATION = 6;

  /** The largest relative difference of equal weights. */
  private static final double UNEVEN = 0.02;

  /** What an edge scores at least in three layers, less a margin for units that follow. */
  private static final double EDGE = 1.9;

  private final Reconnaissance model;
  private final int[] targetRows;

  LazyRows(Reconnaissance model, int[] targetRows) {
    this.model = model;
    this.targetRows = targetRows;
  }

  /**
   * The row of a node v from two layers: P e_v at the targets, times a factor that depends on v.
   */
  record OneHop(SparseRow row, RowStanding standing) {}

  /** Edges are what is neither 0 nor rounding. */
  OneHop ofTwoLayers(int v) {
    double[] low = model.response(v, 0);
    DMatrixRMaj response = model.base().response(v, 2);
    double[] error = model.errorOf(response);
    double[] bend = LogitRows.along(response, model.direction());
    DenseKernels.add(-3, low, low.length, bend);
    for (int u = 0; u < bend.length; u++) {
      error[u] = Math.max(NOISE * Math.abs(bend[v]), AMPLIFICATION * error[u]);
      bend[u] = u == v || Math.abs(bend[u]) > error[u] ? bend[u] : 0;
    }
    return new OneHop(SparseRow.atTargets(targetRows, v, 0, bend), standing(v, bend, error));
  }

  /**
   * P_uv π_u² is the same for all neighbors u of v, as Â_uv is 1 / (π_u π_v) for each but for a
   * factor; leaves that changed sign as well show twice as much. Two-hop terms are not even.
   */
  private RowStanding standing(int v, double[] bend, double[] error) {
    double[] weights = new double[bend.length];
    int count = 0;
    for (int u = 0; u < bend.length; u++) {
      if (u != v && bend[u] != 0) {
        weights[count++] = weight(bend, u);
      }
    }
    if (count == 0) {
      return RowStanding.of(false, false);
    }
    weights = Arrays.copyOf(weights, count);
    Arrays.sort(weights);
    double middle = weights[count / 2];
    double all = 0;
    double uneven = 0;
    for (int u = 0; u < bend.length; u++) {
      if (u != v && bend[u] != 0) {
        double of = weight(bend, u) / middle;
        double off = Math.min(Math.abs(of - 1), Math.min(Math.abs(of - 2), Math.abs(of - 0.5)));
        all += Math.abs(weight(bend, u));
        uneven += off < UNEVEN + error[u] / Math.abs(bend[u]) ? 0 : Math.abs(weight(bend, u));
      }
    }
    return RowStanding.of(true, middle > 0 && uneven <= UNEVEN * all);
  }

  private double weight(double[] bend, int u) {
    return bend[u] * model.base().pi(u) * model.base().pi(u);
  }

  /** The row of a node v from three layers. */
  static final class TwoHops {

    private static final TwoHops NONE =
        new TwoHops(SparseRow.EMPTY, new int[0], new double[0], RowStanding.SILENT);

    private static final TwoHops WRONG =
        new TwoHops(SparseRow.EMPTY, new int[0], new double[0], RowStanding.REFUTED);

    private final SparseRow scores;
    private final int[] neighbors;
    private final double[] weights;
    private final RowStanding standing;

    private TwoHops(SparseRow scores, int[] neighbors, double[] weights, RowStanding standing) {
      this.scores = scores;
      this.neighbors = neighbors;
      this.weights = weights;
      this.standing = standing;
    }

    RowStanding standing() {
      return standing;
    }

    /** 2 A_uv plus the sum of 1/d_w over common neighbors w, for every node u but v. */
    SparseRow scores() {
      return scores;
    }

    /**
     * How many neighbors v is taken to have: those of the d_v highest scores that an edge may have.
     */
    int degree() {
      return neighbors.length;
    }

    int neighbor(int i) {
      return neighbors[i];
    }

    /** 1/d_w of neighbor i, or 1/(d_w + 1) where that is what weighs it. */
    double weight(int i) {
      return weights[i];
    }
  }

  TwoHops ofThreeLayers(int v) {
    if (model.base().isIsolated(v)) {
      return TwoHops.NONE;
    }
    boolean identity = model.diagnosis().aggregation() == Aggregation.AUGMENTED_WITH_IDENTITY;
    int loop = identity ? 1 : 0;
    double[] low = model.response(v, 0);
    double scale = ComponentScale.of(model.base(), low, loop);
    double own = scale * model.base().pi(v) * model.base().pi(v);
    double[] bend = bend(low, v, change(identity, own) + past(model.base()));
    // P² e_v: what is left of scale is fixed by π² being the stationary law of P.
    double one = identity ? model.base().total(bend, v) : model.bendOfOne();
    if (!(one > 0)) {
      return TwoHops.WRONG;
    }
    double unit = 4 * scale / one;
    for (int u = 0; u < bend.length; u++) {
      bend[u] *= unit * model.base().pi(u) * model.base().pi(u);
    }
    bend[v] = 0;
    int degree = (int) Math.round(own) - loop;
    double[] eligible = new double[bend.length];
    int edges = 0;
    for (int u = 0; u < bend.length; u++) {
      // A leaf is nobody's common neighbor, and what it shows is out of line.
      boolean leaf = Math.round(scale * model.base().pi(u) * model.base().pi(u)) - loop <= 1;
      eligible[u] = leaf || bend[u] < EDGE ? 0 : bend[u];
      edges += bend[u] >= EDGE || (leaf && bend[u] > NOISE) ? 1 : 0;
    }
    int[] neighbors = largest(eligible, Math.max(0, Math.min(bend.length - 1, degree)));
    double[] weights = new double[neighbors.length];
    for (int i = 0; i < weights.length; i++) {
      double p = model.base().pi(neighbors[i]);
      weights[i] = 1 / Math.max(1, Math.rint(scale * p * p));
    }
    SparseRow scores = SparseRow.above(NOISE, bend);
    RowStanding standing = RowStanding.of(degree > 0 && scores.size() > 0, edges >= degree);
    return new TwoHops(scores, neighbors, weights, standing);
  }

  /** The distance past the change of sign at which three layers are queried. */
  static double past(BaseAnswers base) {
    double least = Double.POSITIVE_INFINITY;
    double most = 0;
    for (int u = 0; u < base.pi().length; u++) {
      if (!base.isIsolated(u)) {
        least = Math.min(least, base.pi(u));
        most = Math.max(most, base.pi(u));
      }
    }
    double degree = most > 0 ? most * most / (least * least) : 1;
    return Math.max(LEAST_PAST, Math.min(MOST_PAST, ABOVE_ERROR * degree * base.precision()));
  }

  /** The μ at which v changes sign, d' for its degree (with the identity on top: plus 1). */
  static double change(boolean identity, double degree) {
    return identity ? (degree - 1) / (degree + 1) : 1;
  }

  /** How far the response at μ is from where a straight line through base and μ = 0 leads. */
  private double[] bend(double[] low, int v, double mu) {
    double[] high = model.response(v, mu);
    DenseKernels.add(-(mu + 1), low, low.length, high);
    return high;
  }

  /** The indices of the largest numbers, ascending. */
  private static int[] largest(double[] numbers, int count) {
    if (count == 0) {
      return new int[0];
    }
    double[] sorted = numbers.clone();
    Arrays.sort(sorted);
    double threshold = Math.max(NOISE, sorted[sorted.length - count]);
    int[] found = new int[count];
    int size = 0;
    for (int i = 0; i < numbers.length && size < count; i++) {
      if (numbers[i] >= threshold) {
        found[size++] = i;
      }
    }
    return Arrays.copyOf(found, size);
  }
}
