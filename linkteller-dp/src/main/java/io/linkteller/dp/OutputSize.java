package io.linkteller.dp;

import io.linkteller.graph.Graph;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.BiFunction;

/**
 * The largest permitted result, and the refusal of larger ones.
 *
 * <p>A refusal is an output of the mechanism, so it may depend on the true graph only through
 * noise. The limit follows only from n and the maximum heap, not from the free memory, which
 * depends on |E|. It is compared with the expected size of a noisy count, or with the size of the
 * result itself; either comparison is post-processing of a private quantity.
 */
record OutputSize(long maxEdges, String reason) {

  /**
   * Four bytes for the upper triangle, six while it grows, eight in the graph, and eight for the
   * graph that is perturbed; its size must not be used, so the size of the result stands in for it.
   */
  static final long BYTES_PER_EDGE = 24;

  /**
   * Arcs and relations go through builders: including the growth of their lists, twelve bytes for
   * the columns and eight for a packed edge, twelve while it is sorted; and an edge is stored both
   * in its relation and in the graph of all relations, before and after.
   */
  private static final long BYTES_PER_ARC = 64;

  /** Offsets of the triangle and of the graphs, and the fill positions of rows. */
  private static final long BYTES_PER_NODE = 20;

  /** The share of a heap that arrays can use, since they must be contiguous. */
  private static final double USABLE = 0.6;

  /** Returns the limit in this process for a kind of graph, which is public. */
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
        ? new OutputSize(Graph.MAX_EDGES, "a graph holds no more")
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
              "%s on %,d nodes is expected to return %,.0f edges; %,d are the most that fit (%s)."
                  + " Take a larger epsilon.",
              mechanism,
              nodeCount,
              expectedEdges,
              maxEdges,
              reason));
    }
  }

  /**
   * Builds a result, relation by relation: the number of edges left for one follows from the
   * perturbed ones before it. A refusal has no cause, since the place where memory ran out would
   * reveal the graph.
   *
   * @param ofOne perturbs a graph without relations; its result may have as many edges as are left
   * @throws IllegalArgumentException if the graph is weighted
   */
  Graph building(
      GraphMechanism mechanism, Graph graph, BiFunction<Graph, OutputSize, Graph> ofOne) {
    graph.requireUnweighted(
        mechanism + " hides edges and not their weights, which are as private: it");
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
      // A refused array does no harm to the process; everything built so far is unreachable here.
      throw new PerturbationRefusedException(
          String.format(
              Locale.ROOT,
              "there was not enough memory for %s on %,d nodes. Give the process more, or take a"
                  + " larger epsilon.",
              mechanism,
              graph.nodeCount()));
    }
  }
}
