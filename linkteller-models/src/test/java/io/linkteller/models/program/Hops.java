package io.linkteller.models.program;

import io.linkteller.graph.Graph;
import it.unimi.dsi.fastutil.ints.IntArrayFIFOQueue;
import java.util.Arrays;

/** Distances between nodes. */
public final class Hops {

  private Hops() {}

  /** Returns the length of a shortest path to each node, or the largest int if there is none. */
  public static int[] from(Graph graph, int source) {
    int[] hops = new int[graph.nodeCount()];
    Arrays.fill(hops, Integer.MAX_VALUE);
    hops[source] = 0;
    IntArrayFIFOQueue queue = new IntArrayFIFOQueue();
    queue.enqueue(source);
    while (!queue.isEmpty()) {
      int u = queue.dequeueInt();
      for (int w : graph.neighbors(u)) {
        if (hops[w] == Integer.MAX_VALUE) {
          hops[w] = hops[u] + 1;
          queue.enqueue(w);
        }
      }
    }
    return hops;
  }
}
