package io.linkteller.models.layer;

import io.linkteller.matrix.DenseKernels;
import java.util.Arrays;
import org.ejml.data.DMatrixRMaj;

/**
 * A copy of a weight matrix laid out for products with single rows, which incremental queries need.
 * Several threads may call {@link #multiply} at the same time.
 */
public final class ServedWeight {

  /**
   * With fewer columns than this, the copy is transposed: dot products over the long dimension are
   * then faster than additions of short rows.
   */
  private static final int NARROW = 8;

  private double[][] rows = new double[0][];
  private int height;
  private int width;

  /** Creates an empty weight. */
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
   * @param x a vector of length d
   * @param out receives the product, of length d'
   */
  public void multiply(double[] x, double[] out) {
    if (width < NARROW) {
      for (int c = 0; c < width; c++) {
        out[c] = DenseKernels.dot(x, 0, rows[c], 0, height);
      }
      return;
    }
    Arrays.fill(out, 0, width, 0.0);
    // Adding four rows at a time loads and stores each output entry a quarter as often.
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
