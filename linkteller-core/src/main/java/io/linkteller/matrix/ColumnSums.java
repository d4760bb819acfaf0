package io.linkteller.matrix;

import io.linkteller.parallel.Workers;
import java.util.Arrays;
import org.ejml.data.DMatrixRMaj;

/** Sums over the rows of a dense matrix: 1ᵀ G and fᵀ G. */
public final class ColumnSums {

  private static final int BLOCK_COLUMNS = 128;

  /** With fewer columns than this, vector instructions do not pay off. */
  private static final int NARROW = 8;

  /** Denotes factors that are all 1. */
  private static final double[] ONES = new double[0];

  private ColumnSums() {}

  /**
   * Computes the sum of each column, adding from the first row to the last, in O(n c) time.
   *
   * @param matrix n x c
   * @param out receives c sums
   * @param workers the executor
   */
  public static void of(DMatrixRMaj matrix, double[] out, Workers workers) {
    sum(ONES, matrix, out, workers);
  }

  /**
   * Computes fᵀ G, adding from the first row to the last, in O(n c) time.
   *
   * @param factors f, n numbers
   * @param matrix G, n x c
   * @param out receives c sums
   * @param workers the executor
   * @throws IllegalArgumentException if there is not one factor per row
   */
  public static void weighted(double[] factors, DMatrixRMaj matrix, double[] out, Workers workers) {
    if (factors.length != matrix.numRows) {
      throw new IllegalArgumentException(
          "there are " + factors.length + " factors for " + matrix.numRows + " rows");
    }
    sum(factors, matrix, out, workers);
  }

  private static void sum(double[] factors, DMatrixRMaj matrix, double[] out, Workers workers) {
    int width = matrix.numCols;
    workers.forRows(
        width,
        BLOCK_COLUMNS,
        (from, to) -> {
          Arrays.fill(out, from, to, 0.0);
          if (width < NARROW) {
            for (int row = 0; row < matrix.numRows; row++) {
              double factor = factors.length == 0 ? 1 : factors[row];
              CsrKernels.add(factor, matrix.data, row * width + from, to - from, out, from);
            }
            return;
          }
          for (int first = from; first < to; first += BLOCK_COLUMNS) {
            sumColumns(factors, matrix, first, Math.min(BLOCK_COLUMNS, to - first), out);
          }
        });
  }

  private static void sumColumns(
      double[] factors, DMatrixRMaj matrix, int first, int size, double[] out) {
    // Adds four rows at a time, copied to separate arrays so that the loop over them is vectorized.
    // The last group is padded with zeros. Rows are still added in order.
    double[][] rows = new double[4][size];
    double[] f = new double[4];
    double[] sum = new double[size];
    for (int row = 0; row < matrix.numRows; row += 4) {
      int count = Math.min(4, matrix.numRows - row);
      Arrays.fill(f, 0.0);
      for (int i = 0; i < 4; i++) {
        if (i < count) {
          f[i] = factors.length == 0 ? 1 : factors[row + i];
          System.arraycopy(matrix.data, (row + i) * matrix.numCols + first, rows[i], 0, size);
        } else {
          Arrays.fill(rows[i], 0.0);
        }
      }
      DenseKernels.addFour(f[0], rows[0], f[1], rows[1], f[2], rows[2], f[3], rows[3], size, sum);
    }
    System.arraycopy(sum, 0, out, first, size);
  }
}
