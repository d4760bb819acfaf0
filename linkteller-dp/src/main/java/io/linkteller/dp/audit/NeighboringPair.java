package io.linkteller.dp.audit;

import io.linkteller.graph.Graph;
import io.linkteller.graph.NodePairs;
import java.util.List;

/**
 * Two graphs on the same nodes that differ in one edge.
 *
 * @param without the graph without the edge
 * @param with the graph with it
 * @param u the smaller end of the edge
 * @param v the larger end of the edge
 */
record NeighboringPair(Graph without, Graph with, int u, int v) {

  private static final int SMALL = 8;

  /**
   * Finds the edge in which two graphs differ.
   *
   * @throws IllegalArgumentException if they differ otherwise
   */
  static NeighboringPair of(Graph a, Graph b) {
    Graph without = a.edgeCount() < b.edgeCount() ? a : b;
    Graph with = a.edgeCount() < b.edgeCount() ? b : a;
    if (a.nodeCount() != b.nodeCount() || with.edgeCount() - without.edgeCount() != 1) {
      throw new IllegalArgumentException(a + " and " + b + " do not differ in one edge");
    }
    long[] extra = new long[1];
    int[] differences = new int[1];
    with.forEachEdge(
        (u, v) -> {
          if (!without.hasEdge(u, v)) {
            extra[0] = NodePairs.pack(u, v);
            differences[0]++;
          }
        });
    if (differences[0] != 1) {
      throw new IllegalArgumentException(
          a + " and " + b + " differ in " + (2L * differences[0] - 1) + " edges, not in one");
    }
    return new NeighboringPair(
        without, with, NodePairs.first(extra[0]), NodePairs.second(extra[0]));
  }

  /**
   * Small pairs that between them show what can go wrong: a single cell, nothing against one edge,
   * one edge less than everything, and an edge more on a path.
   */
  static List<NeighboringPair> candidates() {
    return List.of(
        of(Graph.empty(2), path(2)),
        of(Graph.empty(SMALL), Graph.builder(SMALL).addEdge(0, 1).build()),
        of(complete(SMALL, true), complete(SMALL, false)),
        of(path(SMALL), cycle(SMALL)));
  }

  private static Graph path(int n) {
    Graph.Builder path = Graph.builder(n);
    for (int v = 1; v < n; v++) {
      path.addEdge(v - 1, v);
    }
    return path.build();
  }

  private static Graph cycle(int n) {
    Graph.Builder cycle = Graph.builder(n).addEdge(0, n - 1);
    for (int v = 1; v < n; v++) {
      cycle.addEdge(v - 1, v);
    }
    return cycle.build();
  }

  private static Graph complete(int n, boolean butOne) {
    Graph.Builder complete = Graph.builder(n);
    for (int u = 0; u < n; u++) {
      for (int v = u + 1; v < n; v++) {
        if (!(butOne && u == 0 && v == 1)) {
          complete.addEdge(u, v);
        }
      }
    }
    return complete.build();
  }
}
