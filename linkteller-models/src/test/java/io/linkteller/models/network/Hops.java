package io.linkteller.models.network;

import io.linkteller.graph.Graph;
import it.unimi.dsi.fastutil.ints.IntArrayFIFOQueue;
import java.util.Arrays;

/** How far apart nodes are. */
public final class Hops {

  private Hops() {}

  /** The length of a shortest path to each node; the largest int where there is none. */
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
