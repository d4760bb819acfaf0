package io.linkteller.testkit.arbitrary;

import io.linkteller.graph.Graph;
import io.linkteller.graph.NodePairs;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Tuple;

/**
 * Arbitrary graphs. Empty, sparse, dense and complete graphs are all frequent; graphs shrink to
 * fewer nodes and edges. Generating a graph takes O(n²) time.
 */
public final class GraphArbitraries {

  /** The possible densities, as the average number of edges per ten pairs of nodes. */
  private static final List<Integer> DENSITIES = List.of(0, 1, 2, 5, 8, 10);

  private GraphArbitraries() {}

  /**
   * Returns graphs.
   *
   * @param minNodes the minimum number of nodes, at least 0
   * @param maxNodes the maximum number of nodes
   * @return simple undirected graphs
   * @throws IllegalArgumentException if {@code minNodes} is negative or above {@code maxNodes}
   */
  public static Arbitrary<Graph> graphs(int minNodes, int maxNodes) {
    return nodeCounts(minNodes, maxNodes).flatMap(GraphArbitraries::onNodes);
  }

  /**
   * Returns graphs on n nodes.
   *
   * @param nodes n, at least 0
   * @return simple undirected graphs
   */
  public static Arbitrary<Graph> onNodes(int nodes) {
    int cells = Math.toIntExact(NodePairs.count(nodes));
    return Arbitraries.of(DENSITIES)
        .flatMap(
            density ->
                Arbitraries.frequency(Tuple.of(10 - density, false), Tuple.of(density, true))
                    .list()
                    .ofSize(cells))
        .map(present -> graph(nodes, present))
        .withoutEdgeCases();
  }

  /**
   * Returns pairs of graphs that differ in one edge.
   *
   * @param minNodes the minimum number of nodes, at least 2
   * @param maxNodes the maximum number of nodes
   * @return neighboring graphs
   * @throws IllegalArgumentException if {@code minNodes} is below 2 or above {@code maxNodes}
   */
  public static Arbitrary<NeighboringGraphPair> neighbors(int minNodes, int maxNodes) {
    if (minNodes < 2) {
      throw new IllegalArgumentException("minNodes = " + minNodes + " is below 2");
    }
    return graphs(minNodes, maxNodes).flatMap(GraphArbitraries::neighborsOf);
  }

  private static Arbitrary<NeighboringGraphPair> neighborsOf(Graph graph) {
    return Arbitraries.integers()
        .between(1, graph.nodeCount() - 1)
        .flatMap(
            v ->
                Arbitraries.integers()
                    .between(0, v - 1)
                    .map(u -> NeighboringGraphPair.of(graph, u, v)));
  }

  static Arbitrary<Integer> nodeCounts(int minNodes, int maxNodes) {
    if (minNodes < 0 || minNodes > maxNodes) {
      throw new IllegalArgumentException(
          "minNodes = " + minNodes + " is outside [0, " + maxNodes + "]");
    }
    return Arbitraries.integers().between(minNodes, maxNodes);
  }

  /**
   * Returns a graph, given for each cell of the upper triangle, in row order, whether it is an
   * edge.
   */
  private static Graph graph(int nodes, List<Boolean> present) {
    Graph.Builder graph = Graph.builder(nodes);
    int cell = 0;
    for (int u = 0; u < nodes; u++) {
      for (int v = u + 1; v < nodes; v++) {
        if (present.get(cell++)) {
          graph.addEdge(u, v);
        }
      }
    }
    return graph.build();
  }
}
