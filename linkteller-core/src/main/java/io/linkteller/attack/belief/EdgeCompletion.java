package io.linkteller.attack.belief;

import io.linkteller.graph.Graph;
import it.unimi.dsi.fastutil.doubles.DoubleArrayList;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * The threshold of a link predictor that completes a part of a graph: the one with which edges held
 * out of it are found again with the best F1.
 *
 * @param threshold pairs that score this or more are predicted; infinite if none is worth it
 * @param recall the share of the held-out edges that are
 */
record EdgeCompletion(double threshold, double recall) {

  private static final int PARTS = 5;

  static EdgeCompletion of(Graph graph, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Graph.Builder kept = Graph.builder(graph.nodeCount());
    Graph.Builder held = Graph.builder(graph.nodeCount());
    int[] left = {graph.edgeCount(), graph.edgeCount() / PARTS};
    // Every subset of that size is as likely: an edge is held out with the share still to hold.
    graph.forEachEdge(
        (u, v) -> {
          if (random.nextInt(left[0]--) < left[1]) {
            left[1]--;
            held.addEdge(u, v);
          } else {
            kept.addEdge(u, v);
          }
        });
    Graph rest = kept.build();
    Graph hidden = held.build();
    DoubleArrayList found = new DoubleArrayList();
    ResourceAllocation.forEachOpenPair(
        rest,
        (u, v, score) -> {
          if (hidden.hasEdge(u, v)) {
            found.add(score);
          }
        });
    double[] ascending = found.toDoubleArray();
    Arrays.sort(ascending);
    long[] others = new long[ascending.length + 1];
    ResourceAllocation.forEachOpenPair(
        rest,
        (u, v, score) -> {
          if (!hidden.hasEdge(u, v)) {
            int at = Arrays.binarySearch(ascending, score);
            others[at < 0 ? -at - 1 : lastEqual(ascending, at) + 1]++;
          }
        });
    return best(ascending, others, hidden.edgeCount());
  }

  private static int lastEqual(double[] ascending, int at) {
    int last = at;
    while (last + 1 < ascending.length && ascending[last + 1] == ascending[at]) {
      last++;
    }
    return last;
  }

  /**
   * others[i] pairs score less than the i-th hidden edge and at least as much as the one before.
   */
  private static EdgeCompletion best(double[] ascending, long[] others, int hidden) {
    EdgeCompletion best = new EdgeCompletion(Double.POSITIVE_INFINITY, 0);
    double bestF1 = 0;
    long wrong = others[ascending.length];
    for (int i = ascending.length - 1; i >= 0; i--) {
      int right = ascending.length - i;
      if (i == 0 || ascending[i - 1] < ascending[i]) {
        double f1 = 2.0 * right / (right + wrong + hidden);
        if (f1 > bestF1) {
          bestF1 = f1;
          best = new EdgeCompletion(ascending[i], (double) right / hidden);
        }
      }
      wrong += others[i];
    }
    return best;
  }
}
