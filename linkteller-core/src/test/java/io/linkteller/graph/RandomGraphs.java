package io.linkteller.graph;

import java.util.SplittableRandom;

/** Random graphs for properties. */
public final class RandomGraphs {

  private RandomGraphs() {}

  /** Each pair is an edge with probability {@code density}, on nodes that may stay isolated. */
  public static Graph uniform(int nodes, double density, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Graph.Builder graph = Graph.builder(nodes);
    for (int u = 0; u < nodes; u++) {
      for (int v = u + 1; v < nodes; v++) {
        if (random.nextDouble() < density) {
          graph.addEdge(u, v);
        }
      }
    }
    return graph.build();
  }
}
