package io.linkteller.attack.chosen;

import java.util.Arrays;
import org.ejml.data.DMatrixRMaj;

/** Elementary operations on rows of logits. */
final class LogitRows {

  private LogitRows() {}

  /**
   * Returns the dot product, added up in index order: parallel partial sums would change the order
   * of pairs that tie up to rounding.
   */
  static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += a[i] * b[i];
    }
    return sum;
  }

  static double norm(double[] a) {
    return Math.sqrt(dot(a, a));
  }

  /** Returns the sum of the rows, each times its weight. */
  static double[] weightedSum(DMatrixRMaj rows, double[] weights) {
    double[] sum = new double[rows.numCols];
    for (int u = 0; u < rows.numRows; u++) {
      for (int c = 0; c < sum.length; c++) {
        sum[c] += weights[u] * rows.data[u * sum.length + c];
      }
    }
    return sum;
  }

  /** Returns row u as a multiple of a direction, by least squares, for every u. */
  static double[] along(DMatrixRMaj rows, double[] direction) {
    int width = direction.length;
    double square = dot(direction, direction);
    double[] out = new double[rows.numRows];
    for (int u = 0; u < out.length; u++) {
      double sum = 0;
      for (int c = 0; c < width; c++) {
        sum += rows.data[u * width + c] * direction[c];
      }
      out[u] = sum / square;
    }
    return out;
  }

  static double largest(double[] numbers) {
    double largest = 0;
    for (double number : numbers) {
      largest = Math.max(largest, Math.abs(number));
    }
    return largest;
  }

  static double[] filled(int size, double value) {
    double[] out = new double[size];
    Arrays.fill(out, value);
    return out;
  }
}
