package io.linkteller.attack.prior;

import io.linkteller.graph.Graph;
import it.unimi.dsi.fastutil.doubles.DoubleArrayList;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * The threshold of a link predictor that finds held-out edges of a partial graph with the highest
 * F1.
 *
 * @param threshold the least score of a predicted pair; infinite if no prediction improves F1
 * @param recall the share of the held-out edges that are predicted
 */
record EdgeCompletion(double threshold, double recall) {

  private static final int PARTS = 5;

  static EdgeCompletion of(Graph graph, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Graph.Builder kept = Graph.builder(graph.nodeCount());
    Graph.Builder held = Graph.builder(graph.nodeCount());
    int[] left = {graph.edgeCount(), graph.edgeCount() / PARTS};
    // Selection sampling: each edge is held out with probability (still to hold out) / (still to
    // visit), so every subset of that size is equally likely.
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
   * Finds the best threshold. {@code others[i]} pairs score less than the i-th hidden edge and at
   * least as much as the previous one.
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
