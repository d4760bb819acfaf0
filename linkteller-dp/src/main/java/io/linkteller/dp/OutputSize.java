package io.linkteller.dp;

import io.linkteller.graph.Graph;
import java.util.Locale;

/** Refuses a perturbation whose result cannot fit, before it takes the machine down. */
final class OutputSize {

  /** Four bytes for the upper triangle while it grows, eight in the graph. */
  static final long BYTES_PER_EDGE = 12;

  private static final long BYTES_PER_NODE = 16;

  private OutputSize() {}

  /**
   * Checks against the largest graph there can be and the memory this process may use beside the
   * graph that is perturbed.
   *
   * @param mechanism the mechanism, with its parameters
   * @param graph the graph to perturb
   * @param expectedEdges how many edges the result is expected to have
   * @param bytesPerEdge what an edge of the result costs on the way
   */
  static void check(String mechanism, Graph graph, double expectedEdges, long bytesPerEdge) {
    check(mechanism, graph, expectedEdges, bytesPerEdge, Runtime.getRuntime().maxMemory());
  }

  static void check(
      String mechanism, Graph graph, double expectedEdges, long bytesPerEdge, long heapBytes) {
    // The graph itself, and a copy of its upper triangle.
    long held = 12L * graph.edgeCount() + BYTES_PER_NODE * graph.nodeCount();
    double fit =
        Math.min(
            Graph.MAX_EDGES,
            Math.max(0, heapBytes - held - BYTES_PER_NODE * graph.nodeCount())
                / (double) bytesPerEdge);
    // A count of independent cells exceeds its mean by six roots of it about once in 10^9 times.
    if (expectedEdges + 6 * Math.sqrt(expectedEdges) > fit) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "%s on %,d nodes is expected to return %,.0f edges; %,.0f are the most that fit (%s)."
                  + " Take a larger epsilon.",
              mechanism,
              graph.nodeCount(),
              expectedEdges,
              fit,
              fit == Graph.MAX_EDGES
                  ? "a graph holds no more"
                  : String.format(Locale.ROOT, "a heap of %,d MB", heapBytes >> 20)));
    }
  }
}
