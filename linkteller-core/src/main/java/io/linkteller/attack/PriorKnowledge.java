package io.linkteller.attack;

import io.linkteller.graph.Graph;
import io.linkteller.graph.NodePairs;
import it.unimi.dsi.fastutil.ints.IntList;
import it.unimi.dsi.fastutil.longs.Long2DoubleOpenHashMap;
import java.util.Arrays;

/**
 * The pairs that an attacker knows to be edges or non-edges before the attack (appendix D.3 of the
 * paper). Immutable.
 *
 * @param edges the pairs known to be connected, as a graph on the ids of all nodes
 * @param nonEdges the pairs known not to be, as a graph on the same ids
 */
public record PriorKnowledge(Graph edges, Graph nonEdges) {

  /**
   * Checks that no pair is known to be both.
   *
   * @param edges the pairs known to be connected, as a graph on the ids of all nodes
   * @param nonEdges the pairs known not to be, as a graph on the same ids
   * @throws IllegalArgumentException if a pair is in both, or the graphs differ in their number of
   *     nodes
   */
  public PriorKnowledge {
    edges.requireUnweighted("knowledge of pairs");
    nonEdges.requireUnweighted("knowledge of pairs");
    if (edges.isDirected() != nonEdges.isDirected()) {
      throw new IllegalArgumentException(
          "edges are "
              + (edges.isDirected() ? "directed" : "undirected")
              + " and non-edges are not alike");
    }
    if (edges.nodeCount() != nonEdges.nodeCount()) {
      throw new IllegalArgumentException(
          "edges of "
              + edges.nodeCount()
              + " nodes and non-edges of "
              + nonEdges.nodeCount()
              + " are not of the same ids");
    }
    Graph others = nonEdges;
    edges.forEachEdge(
        (u, v) -> {
          if (others.hasEdge(u, v)) {
            throw new IllegalArgumentException(
                "pair (" + u + ", " + v + ") is known both as an edge and as none");
          }
        });
  }

  /**
   * Returns knowledge of edges only.
   *
   * @param edges the pairs known to be connected, as a graph on the ids of all nodes
   * @return the knowledge
   */
  public static PriorKnowledge ofEdges(Graph edges) {
    Graph.Builder none = Graph.builder(edges.nodeCount());
    return new PriorKnowledge(edges, (edges.isDirected() ? none.directed() : none).build());
  }

  /**
   * Returns the knowledge of the pairs of some nodes, by position.
   *
   * @param targets V^(C), distinct nodes
   * @return the knowledge of the pairs of some nodes, by position
   */
  public PriorKnowledge among(IntList targets) {
    return new PriorKnowledge(edges.inducedSubgraph(targets), nonEdges.inducedSubgraph(targets));
  }

  /**
   * Returns scores with known edges above and known non-edges below all others.
   *
   * @param scores the scores of the pairs among the targets
   * @return scores with known edges above and known non-edges below all others
   */
  public PairScores rank(PairScores scores) {
    if (scores.isOrdered() != edges.isDirected()) {
      throw new IllegalArgumentException(
          scores.isOrdered()
              ? "knowledge of arcs must be a directed graph"
              : "knowledge of unordered pairs must be an undirected graph");
    }
    double[] range = {0, 0};
    scores.forEachStored(
        (i, j, score) -> {
          range[0] = Math.min(range[0], score);
          range[1] = Math.max(range[1], score);
        });
    double first = beyond(range[1]);
    double last = -beyond(-range[0]);
    Long2DoubleOpenHashMap known = new Long2DoubleOpenHashMap(scores.storedCount());
    scores.forEachStored((i, j, score) -> known.put(NodePairs.pack(i, j), score));
    edges.forEachEdge((i, j) -> known.put(NodePairs.pack(i, j), first));
    nonEdges.forEachEdge((i, j) -> known.put(NodePairs.pack(i, j), last));
    long[] pairs = known.keySet().toLongArray();
    Arrays.sort(pairs);
    return PairScores.ofStored(
        scores.targetCount(),
        scores.isOrdered(),
        pairs,
        Arrays.stream(pairs).mapToDouble(known::get).toArray());
  }

  /** Returns a number greater than {@code largest}, which is not negative. */
  private static double beyond(double largest) {
    double doubled = largest == 0 ? 1 : 2 * largest;
    if (!Double.isFinite(doubled) || doubled <= largest) {
      throw new IllegalArgumentException(
          "scores reach " + largest + ", which leaves no room for scores of known pairs");
    }
    return doubled;
  }
}
