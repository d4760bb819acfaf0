package io.linkteller.dp.noise;

import io.linkteller.dp.sampling.Chance;
import io.linkteller.graph.Graph;
import java.util.Arrays;
import java.util.OptionalLong;
import org.ejml.data.DMatrixRMaj;

/** What aggregations have in common: sums over neighbors, in integers. */
final class Aggregations {

  private Aggregations() {}

  /**
   * Returns the source of noise: secure, or from a seed and the rows, so that the hops of an
   * experiment have noise of their own.
   */
  static Chance chance(OptionalLong seed, DMatrixRMaj rows) {
    return seed.isEmpty()
        ? Chance.secure()
        : Chance.forExperiments(
            seed.getAsLong() + 0x9E3779B97F4A7C15L * Arrays.hashCode(rows.data));
  }

  static void requireRowPerNode(Graph graph, DMatrixRMaj rows) {
    if (rows.numRows != graph.nodeCount()) {
      throw new IllegalArgumentException(
          "M has " + rows.numRows + " rows for " + graph.nodeCount() + " nodes");
    }
  }

  static void sumOfNeighbors(Graph graph, long[] rows, int width, int node, long[] sum) {
    Arrays.fill(sum, 0);
    for (int i = 0; i < graph.degree(node); i++) {
      int from = graph.neighbor(node, i) * width;
      for (int c = 0; c < width; c++) {
        sum[c] += rows[from + c];
      }
    }
  }
}
