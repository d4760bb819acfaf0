package io.linkteller.models.gat;

import io.linkteller.graph.Graph;
import io.linkteller.matrix.CsrMatrix;
import java.util.Arrays;

/** The neighborhoods of attention: a node attends to itself and its neighbors. */
final class Neighborhoods {

  private Neighborhoods() {}

  /** Returns A + I. */
  static CsrMatrix of(Graph graph) {
    int n = graph.nodeCount();
    int[] offsets = new int[n + 1];
    int[] columns = new int[n + 2 * graph.edgeCount()];
    for (int u = 0; u < n; u++) {
      int at = offsets[u];
      for (int i = 0; i < graph.degree(u); i++) {
        columns[at++] = graph.neighbor(u, i);
      }
      columns[at++] = u;
      Arrays.sort(columns, offsets[u], at);
      offsets[u + 1] = at;
    }
    double[] ones = new double[columns.length];
    Arrays.fill(ones, 1.0);
    return CsrMatrix.of(n, offsets, columns, ones);
  }
}
