package io.linkteller.matrix;

import java.util.Arrays;

/**
 * Products of compressed sparse rows with dense row-major matrices, on plain arrays. Nothing is
 * allocated and nothing is checked; {@link CsrMatrix} is the layer that does both.
 *
 * <p>A row of the product is a sum over the entries of the sparse row, taken in storage order
 * whatever the range of rows or columns asked for, so any partition of the work gives the same
 * bits.
 */
public final class CsrKernels {

  /**
   * Columns of the dense operand handled at a time. 64 doubles are 512 bytes a row, so the rows in
   * use of a graph of some thousand nodes stay in the second-level cache.
   */
  private static final int PANEL = 64;

  private CsrKernels() {}

  /**
   * Computes the rows {@code from} to {@code to - 1} of out = S B. O(width times the entries of
   * those rows).
   *
   * @param from first row of S
   * @param to one past the last row of S
   * @param offsets row offsets of S
   * @param columns columns of the entries of S
   * @param values entries of S
   * @param b B, row-major
   * @param width the number of columns of B and out
   * @param out the product, row-major; only the rows asked for are written
   */
  public static void multiply(
      int from,
      int to,
      int[] offsets,
      int[] columns,
      double[] values,
      double[] b,
      int width,
      double[] out) {
    if (width == 1) {
      multiplyVector(from, to, offsets, columns, values, b, out);
    } else if (width == 2) {
      multiplyTwo(from, to, offsets, columns, values, b, out);
    } else {
      Arrays.fill(out, from * width, to * width, 0.0);
      for (int panel = 0; panel < width; panel += PANEL) {
        int size = Math.min(PANEL, width - panel);
        for (int row = from; row < to; row++) {
          addRow(
              offsets[row],
              offsets[row + 1],
              columns,
              values,
              b,
              width,
              panel,
              size,
              out,
              row * width + panel);
        }
      }
    }
  }

  private static void multiplyVector(
      int from, int to, int[] offsets, int[] columns, double[] values, double[] b, double[] out) {
    for (int row = from; row < to; row++) {
      double sum = 0;
      for (int e = offsets[row]; e < offsets[row + 1]; e++) {
        sum += values[e] * b[columns[e]];
      }
      out[row] = sum;
    }
  }

  private static void multiplyTwo(
      int from, int to, int[] offsets, int[] columns, double[] values, double[] b, double[] out) {
    for (int row = from; row < to; row++) {
      double first = 0;
      double second = 0;
      for (int e = offsets[row]; e < offsets[row + 1]; e++) {
        int at = 2 * columns[e];
        first += values[e] * b[at];
        second += values[e] * b[at + 1];
      }
      out[2 * row] = first;
      out[2 * row + 1] = second;
    }
  }

  /** Four entries at a time: one load and one store of the sum for four products. */
  private static void addRow(
      int begin,
      int end,
      int[] columns,
      double[] values,
      double[] b,
      int width,
      int panel,
      int size,
      double[] out,
      int at) {
    int e = begin;
    for (; e + 3 < end; e += 4) {
      double v0 = values[e];
      double v1 = values[e + 1];
      double v2 = values[e + 2];
      double v3 = values[e + 3];
      int b0 = columns[e] * width + panel;
      int b1 = columns[e + 1] * width + panel;
      int b2 = columns[e + 2] * width + panel;
      int b3 = columns[e + 3] * width + panel;
      for (int i = 0; i < size; i++) {
        out[at + i] =
            out[at + i] + v0 * b[b0 + i] + v1 * b[b1 + i] + v2 * b[b2 + i] + v3 * b[b3 + i];
      }
    }
    for (; e < end; e++) {
      add(values[e], b, columns[e] * width + panel, size, out, at);
    }
  }

  /**
   * Adds a multiple of one stretch of numbers to another: y += a x.
   *
   * @param a the factor
   * @param x where x lies
   * @param xFrom index of x's first number
   * @param size how many numbers
   * @param y where y lies
   * @param yFrom index of y's first number
   */
  public static void add(double a, double[] x, int xFrom, int size, double[] y, int yFrom) {
    for (int i = 0; i < size; i++) {
      y[yFrom + i] += a * x[xFrom + i];
    }
  }
}
