package io.linkteller.attack.compressed;

import io.linkteller.matrix.DenseKernels;

/**
 * Sums of rows that are stored in separate arrays, because only loops that use the same index for
 * all arrays are vectorized. The order of the additions determines the last bits of the results,
 * which do not depend on the number of threads.
 */
final class Rows {

  private Rows() {}

  /** Returns the rows of an n x m matrix. */
  static double[][] of(int n, int m, double[] x) {
    double[][] rows = new double[n][m];
    for (int v = 0; v < n; v++) {
      System.arraycopy(x, v * m, rows[v], 0, m);
    }
    return rows;
  }

  /**
   * Adds rows, each with its factor, to a sum.
   *
   * @param factors the factors; that of the first row is at index {@code at}
   * @param count the number of rows
   * @param size the length of a row
   */
  static void add(double[] factors, int at, double[][] rows, int count, int size, double[] sum) {
    int j = 0;
    for (; j + 3 < count; j += 4) {
      DenseKernels.addFour(
          factors[at + j],
          rows[j],
          factors[at + j + 1],
          rows[j + 1],
          factors[at + j + 2],
          rows[j + 2],
          factors[at + j + 3],
          rows[j + 3],
          size,
          sum);
    }
    for (; j < count; j++) {
      DenseKernels.add(factors[at + j], rows[j], size, sum);
    }
  }
}
