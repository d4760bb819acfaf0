package io.linkteller.models.network;

import io.linkteller.matrix.DenseKernels;
import java.util.Arrays;
import org.ejml.data.DMatrixRMaj;

/**
 * A weight laid out for products with single rows, as answering from changes needs them: a copy,
 * one array a row. {@link #multiply} may be called from several threads.
 */
public final class ServedWeight {

  /** Below this many columns the rows of Wᵀ are kept: sums beat vector instructions. */
  private static final int NARROW = 8;

  private double[][] rows = new double[0][];
  private int height;
  private int width;

  /** Returns a weight of no numbers. */
  public ServedWeight() {}

  /**
   * Copies a weight.
   *
   * @param weight W, d x d'
   */
  public void set(DMatrixRMaj weight) {
    height = weight.numRows;
    width = weight.numCols;
    boolean transposed = width < NARROW;
    int count = transposed ? width : height;
    int length = transposed ? height : width;
    if (rows.length != count || (count > 0 && rows[0].length != length)) {
      rows = new double[count][length];
    }
    for (int r = 0; r < height; r++) {
      for (int c = 0; c < width; c++) {
        rows[transposed ? c : r][transposed ? r : c] = weight.data[r * width + c];
      }
    }
  }

  /**
   * Computes out = x W.
   *
   * @param x d numbers
   * @param out receives d' numbers
   */
  public void multiply(double[] x, double[] out) {
    if (width < NARROW) {
      for (int c = 0; c < width; c++) {
        out[c] = DenseKernels.dot(x, 0, rows[c], 0, height);
      }
      return;
    }
    Arrays.fill(out, 0, width, 0.0);
    int r = 0;
    for (; r + 3 < height; r += 4) {
      DenseKernels.addFour(
          x[r],
          rows[r],
          x[r + 1],
          rows[r + 1],
          x[r + 2],
          rows[r + 2],
          x[r + 3],
          rows[r + 3],
          width,
          out);
    }
    for (; r < height; r++) {
      DenseKernels.add(x[r], rows[r], width, out);
    }
  }
}
