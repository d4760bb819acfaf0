package io.linkteller.attack.chosen;

import io.linkteller.attack.UnsuitableModelException;
import java.util.Arrays;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/**
 * The weights of arcs from the influences of k layers. With Â = aI + N, where N holds the arcs and
 * no eigenvalue of N is below -a, Â is the principal k-th root of Â^k, whether it is symmetric or
 * not. A first-order normalization, by in-degrees, is of this kind.
 *
 * <p>Of the roots of each depth only the right one has a constant diagonal and no negative entry: a
 * root too deep subtracts N² where there is no arc. How far entries are below 0, and the diagonal
 * from its median, tells the errors; every entry must be far above them or of their size.
 */
final class ArcRoot {

  private static final int MOST_LAYERS = 4;

  /** Newton's steps, each of which halves the error at an eigenvalue of 0. */
  private static final int MOST_STEPS = 60;

  /** The steps after which no smaller error is expected. */
  private static final int FRUITLESS = 8;

  /** By how much an entry may exceed the known errors, and an arc what it may. */
  private static final double GAP = 10;

  /** What sums of products and inverses lose to rounding, of entries that are about 1. */
  private static final double ROUNDING = 0x1p-42;

  private final DMatrixRMaj root;
  private final double error;

  private ArcRoot(DMatrixRMaj root, double error) {
    this.root = root;
    this.error = error;
  }

  /**
   * Returns a row of weights for each node: that of the arc from u in column u, as a multiple of
   * the diagonal, 0 where there is none.
   *
   * @param power Â^k times any number, n x n; row v is what reaches v
   * @param noise the error of its entries
   * @param linear whether the model is linear, and so k may be 1
   * @throws UnsuitableModelException if it is no power of such a matrix
   */
  static double[][] weights(DMatrixRMaj power, double noise, boolean linear) {
    for (int layers = MOST_LAYERS; layers > (linear ? 0 : 1); layers--) {
      ArcRoot root = of(power, layers, noise);
      if (root.isClear()) {
        return root.arcs();
      }
    }
    throw new UnsuitableModelException(
        "influences are no power of the identity and the weights of arcs, up to "
            + MOST_LAYERS
            + " layers");
  }

  /**
   * Takes a root by Newton's iteration of Iannazzo (SIAM J. Matrix Anal. Appl. 2006), in which the
   * rest of the power, with all eigenvalues going to 1, is stable. Rounding may leave an eigenvalue
   * of 0 slightly negative, of which there is no root: the step with the least error is kept.
   */
  private static ArcRoot of(DMatrixRMaj power, int layers, double noise) {
    int n = power.numRows;
    double size = LogitRows.largest(power.data);
    DMatrixRMaj scaled = power.copy();
    CommonOps_DDRM.divide(scaled, size);
    DMatrixRMaj rest = scaled;
    DMatrixRMaj x = CommonOps_DDRM.identity(n);
    ArcRoot best = new ArcRoot(x, Double.POSITIVE_INFINITY);
    DMatrixRMaj inverse = new DMatrixRMaj(n, n);
    for (int step = 0, last = 0; step < MOST_STEPS && step - last < FRUITLESS; step++) {
      DMatrixRMaj factor = rest.copy();
      for (int v = 0; v < n; v++) {
        factor.add(v, v, layers - 1);
      }
      CommonOps_DDRM.divide(factor, layers);
      x = product(x, factor);
      double error = Math.max(noise / size, error(x, layers, scaled));
      if (error < best.error) {
        best = new ArcRoot(x, error);
        last = step;
      }
      if (!CommonOps_DDRM.invert(factor, inverse)) {
        break;
      }
      for (int i = 0; i < layers; i++) {
        rest = product(rest, inverse);
      }
    }
    return best;
  }

  private static DMatrixRMaj product(DMatrixRMaj a, DMatrixRMaj b) {
    DMatrixRMaj product = new DMatrixRMaj(a.numRows, b.numCols);
    CommonOps_DDRM.mult(a, b, product);
    return product;
  }

  private static double error(DMatrixRMaj x, int layers, DMatrixRMaj scaled) {
    int n = x.numRows;
    double[] diagonal = new double[n];
    DMatrixRMaj power = x;
    for (int i = 1; i < layers; i++) {
      power = product(power, x);
    }
    double error = ROUNDING;
    for (int i = 0; i < x.data.length; i++) {
      error = Math.max(error, Math.max(-x.data[i], Math.abs(power.data[i] - scaled.data[i])));
    }
    for (int v = 0; v < n; v++) {
      diagonal[v] = x.get(v, v);
    }
    Arrays.sort(diagonal);
    double median = diagonal[n / 2];
    error = Math.max(error, Math.max(diagonal[n - 1] - median, median - diagonal[0]));
    return Double.isFinite(error) ? error : Double.POSITIVE_INFINITY;
  }

  /** Returns whether there are arcs, and no entry is between errors and them. */
  private boolean isClear() {
    int n = root.numRows;
    double least = Double.POSITIVE_INFINITY;
    for (int i = 0; i < root.data.length; i++) {
      if (i / n != i % n && root.data[i] > GAP * error) {
        least = Math.min(least, root.data[i]);
      }
    }
    return least > GAP * GAP * error && least < Double.POSITIVE_INFINITY;
  }

  private double[][] arcs() {
    int n = root.numRows;
    double[][] arcs = new double[n][n];
    for (int v = 0; v < n; v++) {
      for (int u = 0; u < n; u++) {
        arcs[v][u] = v != u && root.get(v, u) > GAP * error ? root.get(v, u) / root.get(v, v) : 0;
      }
    }
    return arcs;
  }
}
