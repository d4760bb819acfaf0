package io.linkteller.attack.chosen;

import io.linkteller.matrix.DenseKernels;
import java.util.Arrays;
import org.ejml.data.DMatrixRMaj;

/**
 * Rows for lazy aggregation: I + N and I + augmented N, where P_vv is at least 1/2.
 *
 * <p>When s_v rises from -π_v, node v is the first of the first layer to change sign, at μ = 1/P_vv
 * - 1, at most 1. A neighbor w follows at 1/P_wv - 1: 2d_w - 1 for first-order normalization, 2 d_w
 * + 1 with the identity on top of the augmented one. So between 1 and 3 only v has changed, and
 * possibly leaves of v, which reach nothing but v and themselves: the bend is v's row P e_v.
 *
 * <p>Takes two queries per target: one on either side of the change.
 */
final class LazyRows {

  private static final double NOISE = 1e-6;

  /** The factor by which a bend at μ = 2 amplifies the errors of its three answers. */
  private static final double AMPLIFICATION = 6;

  /** The largest relative difference of equal weights. */
  private static final double UNEVEN = 0.02;

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

  /** Entries above rounding are edges. */
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
   * P_uv π_u² is the same for all neighbors u of v, as Â_uv is 1 / (π_u π_v) for each up to a
   * factor; leaves that also changed sign show twice as much. Two-hop terms are not even.
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
