package io.linkteller.testkit.arbitrary;

import io.linkteller.graph.Graph;

/**
 * Two graphs on the same nodes that differ in one edge, as in Definition 1 of the paper.
 *
 * @param without the graph without the edge
 * @param with the graph with the edge
 * @param u the smaller end of the edge
 * @param v the larger end of the edge
 */
public record NeighboringGraphPair(Graph without, Graph with, int u, int v) {

  /**
   * Returns a graph and the neighbor that differs from it in a given edge.
   *
   * @param graph either of the two graphs
   * @param u one node
   * @param v another node
   * @return the graph with and without the edge between the nodes
   * @throws IllegalArgumentException if the nodes are equal or out of range
   */
  public static NeighboringGraphPair of(Graph graph, int u, int v) {
    int first = Math.min(u, v);
    int second = Math.max(u, v);
    Graph.Builder without = Graph.builder(graph.nodeCount());
    Graph.Builder with = Graph.builder(graph.nodeCount()).addEdge(first, second);
    graph.forEachEdge(
        (a, b) -> {
          if (a != first || b != second) {
            without.addEdge(a, b);
            with.addEdge(a, b);
          }
        });
    return new NeighboringGraphPair(without.build(), with.build(), first, second);
  }
}
