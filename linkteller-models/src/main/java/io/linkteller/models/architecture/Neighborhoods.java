package io.linkteller.models.architecture;

import io.linkteller.graph.Graph;
import io.linkteller.matrix.CsrMatrix;

/** The nodes that a node attends to: itself and its neighbors. */
final class Neighborhoods {

  private Neighborhoods() {}

  /**
   * Returns the edge weights, n x n. A diagonal entry is the mean weight of the node's edges, or 0
   * if it has no edges.
   *
   * @param weighted whether attention depends on edge weights; if not, the graph must be unweighted
   */
  static CsrMatrix of(Graph graph, boolean weighted) {
    if (!weighted) {
      graph.requireUnweighted("GAT without the setting edgeWeights");
    }
    CsrMatrix pattern = Normalization.AUG_NORM_ADJ.of(graph);
    double[] weights = new double[pattern.entryCount()];
    for (int u = 0; u < pattern.rows(); u++) {
      int own = pattern.firstFrom(u, u);
      double total = 0;
      for (int e = pattern.offset(u), i = 0; e < pattern.offset(u + 1); e++) {
        if (e != own) {
          weights[e] = graph.weight(u, i++);
          total += weights[e];
        }
      }
      weights[own] = total / Math.max(1, graph.degree(u));
    }
    return CsrMatrix.of(pattern.cols(), pattern.copyOffsets(), pattern.copyColumns(), weights);
  }
}
