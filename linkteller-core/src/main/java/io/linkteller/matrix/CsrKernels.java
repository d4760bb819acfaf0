package io.linkteller.matrix;

import java.util.Arrays;

/**
 * Products of compressed sparse rows with dense matrices, on plain arrays. These methods neither
 * allocate nor check anything; {@link CsrMatrix} does both.
 *
 * <p>Each row of a product is a sum over the entries of the sparse row in storage order, regardless
 * of which rows or columns are computed, so any partition of the work gives bit-identical results.
 */
public final class CsrKernels {

  private CsrKernels() {}

  /**
   * Computes some columns of the rows {@code from} to {@code to - 1} of out = S B + a rᵀ, where B
   * is given as one array per row. Takes time proportional to {@code size} times the number of
   * entries in those rows.
   *
   * @param from the first row of S
   * @param to one past the last row of S
   * @param offsets row offsets of S
   * @param columns columns of the entries of S
   * @param values entries of S
   * @param b the rows of B, {@code size} numbers each
   * @param size the number of columns to compute
   * @param a one factor per row of the product, or empty if all factors are 1
   * @param r the row that is added to each row of the product, multiplied by that row's factor;
   *     {@code size} numbers
   * @param sum scratch of {@code size} numbers
   * @param out the product, row-major; only the computed rows and columns are written
   * @param width the length of a row of {@code out}
   * @param first the first column to compute
   */
  static void multiplyPanel(
      int from,
      int to,
      int[] offsets,
      int[] columns,
      double[] values,
      double[][] b,
      int size,
      double[] a,
      double[] r,
      double[] sum,
      double[] out,
      int width,
      int first) {
    // Processes four entries at a time; the last one to three are padded with rows of zeros.
    double[] zeros = RowPanel.ZEROS;
    for (int row = from; row < to; row++) {
      DenseKernels.scale(a.length == 0 ? 1 : a[row], r, size, sum);
      int e = offsets[row];
      int end = offsets[row + 1];
      for (; e + 3 < end; e += 4) {
        DenseKernels.addFour(
            values[e],
            b[columns[e]],
            values[e + 1],
            b[columns[e + 1]],
            values[e + 2],
            b[columns[e + 2]],
            values[e + 3],
            b[columns[e + 3]],
            size,
            sum);
      }
      if (e < end) {
        boolean two = e + 1 < end;
        boolean three = e + 2 < end;
        DenseKernels.addFour(
            values[e],
            b[columns[e]],
            two ? values[e + 1] : 0,
            two ? b[columns[e + 1]] : zeros,
            three ? values[e + 2] : 0,
            three ? b[columns[e + 2]] : zeros,
            0,
            zeros,
            size,
            sum);
      }
      System.arraycopy(sum, 0, out, row * width + first, size);
    }
  }

  /**
   * Computes the rows {@code from} to {@code to - 1} of out = S B + a rᵀ for a B with few columns.
   * Takes time proportional to {@code width} times the number of entries in those rows.
   *
   * @param from the first row of S
   * @param to one past the last row of S
   * @param offsets row offsets of S
   * @param columns columns of the entries of S
   * @param values entries of S
   * @param b B, row-major
   * @param width the number of columns of B and out
   * @param a one factor per row of the product, or empty if all factors are 1
   * @param r the row that is added to each row of the product, multiplied by that row's factor;
   *     {@code width} numbers
   * @param out the product, row-major; only the computed rows are written
   */
  static void multiplyNarrow(
      int from,
      int to,
      int[] offsets,
      int[] columns,
      double[] values,
      double[] b,
      int width,
      double[] a,
      double[] r,
      double[] out) {
    if (width == 1) {
      multiplyVector(from, to, offsets, columns, values, b, a, r[0], out);
      return;
    }
    if (width == 2) {
      multiplyTwo(from, to, offsets, columns, values, b, a, r, out);
      return;
    }
    for (int row = from; row < to; row++) {
      int at = row * width;
      double factor = a.length == 0 ? 1 : a[row];
      for (int i = 0; i < width; i++) {
        out[at + i] = factor * r[i];
      }
      for (int e = offsets[row]; e < offsets[row + 1]; e++) {
        add(values[e], b, columns[e] * width, width, out, at);
      }
    }
  }

  /**
   * Computes a few columns of the rows {@code from} to {@code to - 1} of out = S B.
   *
   * @param from the first row of S
   * @param to one past the last row of S
   * @param offsets row offsets of S
   * @param columns columns of the entries of S
   * @param values entries of S
   * @param b B, row-major
   * @param width the number of columns of B and out
   * @param first the first column to compute
   * @param count the number of columns to compute
   * @param out the product, row-major; only the computed rows and columns are written
   */
  static void multiplyNarrowColumns(
      int from,
      int to,
      int[] offsets,
      int[] columns,
      double[] values,
      double[] b,
      int width,
      int first,
      int count,
      double[] out) {
    for (int row = from; row < to; row++) {
      int at = row * width + first;
      Arrays.fill(out, at, at + count, 0.0);
      for (int e = offsets[row]; e < offsets[row + 1]; e++) {
        add(values[e], b, columns[e] * width + first, count, out, at);
      }
    }
  }

  /**
   * Multiplies some entries of a row of S by B and adds the result to an array, entry by entry.
   *
   * @param from the index of the first entry
   * @param to one past the index of the last entry
   * @param columns columns of the entries of S
   * @param values entries of S
   * @param b B, row-major
   * @param width the number of columns of B
   * @param out the array to add to, at least {@code width} numbers
   */
  static void addRowProduct(
      int from, int to, int[] columns, double[] values, double[] b, int width, double[] out) {
    if (width == 2) {
      double one = out[0];
      double two = out[1];
      for (int e = from; e < to; e++) {
        int at = 2 * columns[e];
        one += values[e] * b[at];
        two += values[e] * b[at + 1];
      }
      out[0] = one;
      out[1] = two;
      return;
    }
    for (int e = from; e < to; e++) {
      add(values[e], b, columns[e] * width, width, out, 0);
    }
  }

  private static void multiplyVector(
      int from,
      int to,
      int[] offsets,
      int[] columns,
      double[] values,
      double[] b,
      double[] a,
      double r,
      double[] out) {
    for (int row = from; row < to; row++) {
      double sum = (a.length == 0 ? 1 : a[row]) * r;
      for (int e = offsets[row]; e < offsets[row + 1]; e++) {
        sum += values[e] * b[columns[e]];
      }
      out[row] = sum;
    }
  }

  private static void multiplyTwo(
      int from,
      int to,
      int[] offsets,
      int[] columns,
      double[] values,
      double[] b,
      double[] a,
      double[] r,
      double[] out) {
    for (int row = from; row < to; row++) {
      double factor = a.length == 0 ? 1 : a[row];
      double one = factor * r[0];
      double two = factor * r[1];
      for (int e = offsets[row]; e < offsets[row + 1]; e++) {
        int at = 2 * columns[e];
        one += values[e] * b[at];
        two += values[e] * b[at + 1];
      }
      out[2 * row] = one;
      out[2 * row + 1] = two;
    }
  }

  /**
   * Adds a multiple of one array range to another: y += a x.
   *
   * @param a the factor
   * @param x the array that contains x
   * @param xFrom the index of x's first number
   * @param size the length of x and y
   * @param y the array that contains y
   * @param yFrom the index of y's first number
   */
  public static void add(double a, double[] x, int xFrom, int size, double[] y, int yFrom) {
    for (int i = 0; i < size; i++) {
      y[yFrom + i] += a * x[xFrom + i];
    }
  }
}
