package io.linkteller.matrix;

/** The inner loops of {@link PatternProduct}. These methods neither allocate nor check anything. */
final class PatternKernels {

  private PatternKernels() {}

  /** Computes z = x + y. */
  static void add(double[] x, double[] y, int size, double[] z) {
    for (int i = 0; i < size; i++) {
      z[i] = x[i] + y[i];
    }
  }

  /**
   * Adds to the sum of each row the four tabulated sums that its code selects.
   *
   * @param codes one number per row, with the places of its sums in the four tables
   * @param at the index of the first row's code
   * @param count the number of rows
   * @param arrays four tables, and one sum per row
   * @param sums the index of the first row's sum
   * @param size the length of the sums
   */
  static void addLookups(int[] codes, int at, int count, double[][] arrays, int sums, int size) {
    int bits = PatternProduct.TABLE;
    int mask = PatternProduct.TABLE_ROWS - 1;
    for (int row = 0; row < count; row++) {
      int code = codes[at + row];
      addFour(
          arrays[code & mask],
          arrays[mask + 1 + ((code >>> bits) & mask)],
          arrays[2 * (mask + 1) + ((code >>> (2 * bits)) & mask)],
          arrays[3 * (mask + 1) + ((code >>> (3 * bits)) & mask)],
          size,
          arrays[sums + row]);
    }
  }

  /** Adds four arrays to a fifth. */
  private static void addFour(
      double[] x0, double[] x1, double[] x2, double[] x3, int size, double[] sum) {
    for (int i = 0; i < size; i++) {
      sum[i] = sum[i] + ((x0[i] + x1[i]) + (x2[i] + x3[i]));
    }
  }

  /**
   * Adds to the sum of each row the four tabulated sums that its code selects.
   *
   * @param codes one number per row, with the places of its sums in the four tables
   * @param at the index of the first row's code
   * @param count the number of rows
   * @param tables four tables with rows of {@code width} numbers
   * @param width the number of columns
   * @param sums the sums, row-major
   */
  static void addNarrowLookups(
      int[] codes, int at, int count, double[] tables, int width, double[] sums) {
    int bits = PatternProduct.TABLE;
    int mask = PatternProduct.TABLE_ROWS - 1;
    for (int row = 0; row < count; row++) {
      int code = codes[at + row];
      int t0 = (code & mask) * width;
      int t1 = (mask + 1 + ((code >>> bits) & mask)) * width;
      int t2 = (2 * (mask + 1) + ((code >>> (2 * bits)) & mask)) * width;
      int t3 = (3 * (mask + 1) + ((code >>> (3 * bits)) & mask)) * width;
      for (int c = 0; c < width; c++) {
        sums[row * width + c] +=
            (tables[t0 + c] + tables[t1 + c]) + (tables[t2 + c] + tables[t3 + c]);
      }
    }
  }

  /**
   * Computes some columns of a row of the product: d b + l sum + r.
   *
   * @param d the diagonal entry of the row
   * @param b B, row-major
   * @param l the left factor of the row
   * @param sum the sum of the row, {@code size} numbers
   * @param r the row that is added
   * @param first the first column
   * @param size the number of columns
   * @param at the index of the row in {@code b} and {@code out}
   * @param out the product, row-major
   */
  static void finish(
      double d,
      double[] b,
      double l,
      double[] sum,
      double[] r,
      int first,
      int size,
      int at,
      double[] out) {
    for (int i = 0; i < size; i++) {
      out[at + first + i] = d * b[at + first + i] + l * sum[i] + r[first + i];
    }
  }
}
