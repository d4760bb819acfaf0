package io.linkteller.attack.chosen;

import io.linkteller.matrix.DenseKernels;
import java.util.Arrays;
import org.ejml.data.DMatrixRMaj;

/**
 * Recovers rows under lazy aggregation (I + N and I + augmented N), where P_vv is at least 1/2.
 *
 * <p>As s_v rises from -π_v, v is the first node to change sign in the first layer, at μ = 1/P_vv -
 * 1, which is at most 1. A neighbor w follows at μ = 1/P_wv - 1, which is 2 d_w - 1 for first-order
 * normalization and 2 d_w + 1 for augmented normalization plus the identity. Between μ = 1 and μ =
 * 3, therefore, only v has changed sign, and possibly leaves of v, which affect only v and
 * themselves. The bend, which is the deviation of the answer at μ = 2 from the straight line
 * through μ = -1 and μ = 0, is then v's row P e_v.
 *
 * <p>Takes two queries per target, one on either side of the change of sign.
 */
final class LazyRows {

  /** The size of a bend, relative to that of v itself, up to which it counts as rounding. */
  private static final double NOISE = 1e-6;

  /** The factor by which a bend at μ = 2 amplifies the errors of its three answers. */
  private static final double AMPLIFICATION = 6;

  /**
   * The largest relative difference between weights that count as equal, and the largest share of
   * weights that may differ.
   */
  private static final double UNEVEN = 0.02;

  private final Reconnaissance model;
  private final int[] targetRows;

  LazyRows(Reconnaissance model, int[] targetRows) {
    this.model = model;
    this.targetRows = targetRows;
  }

  /** The row of a node v: P e_v at the targets, times a factor that depends on v. */
  record OneHop(SparseRow row, RowStanding standing) {}

  /** Recovers the row of v. Entries above rounding errors are edges. */
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
   * Checks that P_uv π_u² is the same for all neighbors u of v, because Â_uv is 1 / (π_u π_v) up to
   * a common factor. Leaves that have also changed sign show twice as much. Two-hop terms do not
   * pass this check.
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
}
