package io.linkteller.dp.noise;

import io.linkteller.graph.Graph;
import java.util.Arrays;
import org.ejml.data.DMatrixRMaj;

/** Common to all aggregations: sums over neighbors, in integers. */
final class Aggregations {

  /** Units per 1: what rows are truncated to is far below any useful noise. */
  static final long UNITS = 1 << 10;

  /** The largest deviation: its variance in units stays below 2^60. */
  static final double MOST = 1 << 19;

  private Aggregations() {}

  /** Requires a number between a unit and the largest deviation. */
  static void requireRange(String name, double value) {
    if (!(value >= 1.0 / UNITS && value <= MOST)) {
      throw new IllegalArgumentException(name + " = " + value + " is outside [2^-10, 2^19]");
    }
  }

  static void requireDelta(double delta) {
    if (!(delta > 0 && delta < 1)) {
      throw new IllegalArgumentException("delta = " + delta + " is outside (0, 1)");
    }
  }

  static void requireRowPerNode(Graph graph, DMatrixRMaj rows) {
    graph.requireSimple("the mechanism");
    if (rows.numRows != graph.nodeCount()) {
      throw new IllegalArgumentException(
          "M has " + rows.numRows + " rows for " + graph.nodeCount() + " nodes");
    }
  }

  /** Adds up the rows of the first neighbors of a node, in the order of their numbers. */
  static void sumOfNeighbors(
      Graph graph, int neighbors, long[] rows, int width, int node, long[] sum) {
    Arrays.fill(sum, 0);
    for (int i = 0; i < Math.min(graph.degree(node), neighbors); i++) {
      int from = graph.neighbor(node, i) * width;
      for (int c = 0; c < width; c++) {
        sum[c] += rows[from + c];
      }
    }
  }

  /**
   * Returns rows in units, truncated to integers.
   *
   * @param rows one row per node; rows that are not finite become zeros
   * @param norm the Euclidean norm to which longer rows are shortened, up to roundings
   * @param units the number of units per 1
   */
  static long[] onGrid(DMatrixRMaj rows, double norm, double units) {
    int width = rows.numCols;
    long[] grid = new long[rows.getNumElements()];
    for (int from = 0; from < grid.length; from += width) {
      double largest = 0;
      for (int c = 0; c < width; c++) {
        // NaN stays NaN.
        largest = Math.max(largest, Math.abs(rows.data[from + c]));
      }
      if (largest == 0 || !Double.isFinite(largest)) {
        continue;
      }
      // Divided by the largest number first, so that no square overflows.
      double squares = 0;
      for (int c = 0; c < width; c++) {
        double ratio = rows.data[from + c] / largest;
        squares += ratio * ratio;
      }
      double longest = norm / Math.sqrt(squares);
      for (int c = 0; c < width; c++) {
        double value = rows.data[from + c];
        // Truncation towards zero: no number grows.
        grid[from + c] = (long) (units * (largest > longest ? value / largest * longest : value));
      }
    }
    return grid;
  }
}
