package io.linkteller.models.architecture;

import io.linkteller.graph.Graph;
import io.linkteller.matrix.CsrMatrix;

/** The nodes that a node attends to: itself and its neighbors. */
final class Neighborhoods {

  private Neighborhoods() {}

  /**
   * Returns the weights of edges, with the mean of each row, 0 if there is none, in the diagonal.
   *
   * @param weighted whether attention depends on the weights; otherwise there may be none
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
