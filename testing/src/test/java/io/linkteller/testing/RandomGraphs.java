package io.linkteller.testing;

import io.linkteller.graph.Graph;
import java.util.SplittableRandom;

/** Random graphs for tests. */
public final class RandomGraphs {

  private RandomGraphs() {}

  /** Returns a graph in which each pair is an edge with probability {@code density}. */
  public static Graph uniform(int nodes, double density, long seed) {
    return uniform(nodes, density, new SplittableRandom(seed));
  }

  /** Returns a graph in which each pair is an edge with probability {@code density}. */
  public static Graph uniform(int nodes, double density, SplittableRandom random) {
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

  /** Returns a directed graph in which each arc exists with probability {@code density}. */
  public static Graph directed(int nodes, double density, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Graph.Builder graph = Graph.builder(nodes).directed();
    for (int u = 0; u < nodes; u++) {
      for (int v = 0; v < nodes; v++) {
        if (v != u && random.nextDouble() < density) {
          graph.addEdge(u, v);
        }
      }
    }
    return graph.build();
  }
}
