package io.linkteller.dp;

import io.linkteller.graph.Graph;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.BiFunction;

/**
 * A limit on the size of a result. Larger results are refused.
 *
 * <p>A refusal is an output of the mechanism, so it may depend on the true graph only through
 * noise. The limit follows only from public properties of the graph and the maximum heap, not from
 * the free memory, which depends on |E|. It is compared with an expected size, which is public or
 * follows from a noisy count, or with the size of the result itself. None of these comparisons
 * reveals more than the quantities compared.
 */
record OutputSize(long maxEdges, String reason) {

  /**
   * An upper bound: six bytes in the upper triangle, whose array may be half again as long as its
   * contents; eight in the result; and eight in the graph that is perturbed, rounded up. The size
   * of the graph that is perturbed must not be used, so it is assumed to equal that of the result.
   */
  static final long BYTES_PER_EDGE = 24;

  /**
   * An upper bound for arcs and relations, which pass through builders: six bytes for the columns,
   * twelve in the list of a builder, and eight in the array that it sorts. Relations need 32 more,
   * because the original and the result store each edge in its relation and in the graph of all
   * relations. The sum, 58, is rounded up.
   */
  private static final long BYTES_PER_ARC = 64;

  /** For the offsets of the triangle and of the graphs, and the fill positions of rows. */
  private static final long BYTES_PER_NODE = 20;

  /** The share of a heap that arrays can use, given that they must be contiguous. */
  private static final double USABLE = 0.6;

  /**
   * Returns the limit in this process for a graph. It depends only on public properties of the
   * graph.
   */
  static OutputSize limit(Graph graph, long moreBytesPerEdge) {
    int relations = graph.relations().size();
    return limit(
        (1L + relations) * graph.nodeCount(),
        (graph.isDirected() || relations > 0 ? BYTES_PER_ARC : BYTES_PER_EDGE) + moreBytesPerEdge,
        Runtime.getRuntime().maxMemory());
  }

  /** Returns the limit for a heap of a given size. */
  static OutputSize limit(long rows, long bytesPerEdge, long heapBytes) {
    double usable = Math.max(0, USABLE * heapBytes - (double) BYTES_PER_NODE * rows);
    long fit = (long) Math.floor(usable / bytesPerEdge);
    return fit >= Graph.MAX_EDGES
        ? new OutputSize(Graph.MAX_EDGES, "a graph can hold no more")
        : new OutputSize(
            fit,
            String.format(Locale.ROOT, "a heap of %,d MB is too small for more", heapBytes >> 20));
  }

  /** Refuses a result that is expected to be too large. */
  void require(GraphMechanism mechanism, int nodeCount, double expectedEdges) {
    if (expectedEdges > maxEdges) {
      throw new PerturbationRefusedException(
          String.format(
              Locale.ROOT,
              "%s on %,d nodes is expected to return %,.0f edges, but at most %,d fit (%s)."
                  + " Use a larger epsilon.",
              mechanism,
              nodeCount,
              expectedEdges,
              maxEdges,
              reason));
    }
  }

  /**
   * Builds a result relation by relation. The number of edges left for a relation follows from the
   * perturbed relations before it. A refusal's exception has no cause, because the place where
   * memory ran out depends on the graph.
   *
   * @param ofOne perturbs a graph without relations; the result may have at most as many edges as
   *     are left
   * @throws IllegalArgumentException if the graph is weighted
   */
  Graph building(
      GraphMechanism mechanism, Graph graph, BiFunction<Graph, OutputSize, Graph> ofOne) {
    graph.requireUnweighted(
        mechanism + " hides edges but not their weights, which are just as private: it");
    try {
      if (graph.relations().isEmpty()) {
        return ofOne.apply(graph, this);
      }
      List<Graph> perturbed = new ArrayList<>();
      long left = maxEdges;
      for (Graph relation : graph.relations()) {
        Graph result = ofOne.apply(relation, new OutputSize(left, reason));
        left -= result.edgeCount();
        perturbed.add(result);
      }
      return Graph.ofRelations(perturbed).withRelationNames(graph.relationNames());
    } catch (OutOfMemoryError e) {
      // The limit is an estimate, because the memory that the rest of the process uses is unknown.
      // A failed allocation does not harm the process; everything built so far is unreachable here.
      throw new PerturbationRefusedException(
          String.format(
              Locale.ROOT,
              "there was not enough memory for %s on %,d nodes. Give the process more, or use a"
                  + " larger epsilon.",
              mechanism,
              graph.nodeCount()));
    }
  }
}
