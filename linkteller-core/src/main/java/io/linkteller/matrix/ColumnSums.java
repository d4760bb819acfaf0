package io.linkteller.matrix;

import io.linkteller.parallel.Workers;
import java.util.Arrays;
import org.ejml.data.DMatrixRMaj;

/** Sums over the rows of a dense matrix: 1ᵀ G. */
public final class ColumnSums {

  private static final int BLOCK_COLUMNS = 32;

  private ColumnSums() {}

  /**
   * Computes the sum of each column, adding from the first row to the last. O(n c).
   *
   * @param matrix n x c
   * @param out receives c sums
   * @param workers the executor
   */
  public static void of(DMatrixRMaj matrix, double[] out, Workers workers) {
    int width = matrix.numCols;
    double[] data = matrix.data;
    workers.forRows(
        width,
        BLOCK_COLUMNS,
        (from, to) -> {
          Arrays.fill(out, from, to, 0.0);
          for (int row = 0; row < matrix.numRows; row++) {
            CsrKernels.add(1, data, row * width + from, to - from, out, from);
          }
        });
  }
}
