package io.linkteller.attack.prior;

import io.linkteller.graph.Graph;
import it.unimi.dsi.fastutil.ints.IntArrayList;

/**
 * The link predictor of T. Zhou, L. Lü, Y.-C. Zhang ("Predicting missing links via local
 * information", Eur. Phys. J. B 71, 2009): the score of a pair is the sum of 1/d_w over its common
 * neighbors w.
 */
final class ResourceAllocation {

  /** Receives each unconnected pair that has a common neighbor. */
  @FunctionalInterface
  interface Visitor {
    void visit(int u, int v, double score);
  }

  private ResourceAllocation() {}

  /** Visits pairs u &lt; v. Takes time proportional to the sum of squared degrees. */
  static void forEachOpenPair(Graph graph, Visitor visitor) {
    int n = graph.nodeCount();
    double[] score = new double[n];
    IntArrayList reached = new IntArrayList();
    for (int u = 0; u < n; u++) {
      for (int a = 0; a < graph.degree(u); a++) {
        int w = graph.neighbor(u, a);
        double share = 1.0 / graph.degree(w);
        for (int b = graph.degree(w) - 1; b >= 0 && graph.neighbor(w, b) > u; b--) {
          int v = graph.neighbor(w, b);
          if (score[v] == 0) {
            reached.add(v);
          }
          score[v] += share;
        }
      }
      for (int i = 0; i < reached.size(); i++) {
        int v = reached.getInt(i);
        if (!graph.hasEdge(u, v)) {
          visitor.visit(u, v, score[v]);
        }
        score[v] = 0;
      }
      reached.clear();
    }
  }
}
