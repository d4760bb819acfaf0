package io.linkteller.models.gcn;

import io.linkteller.graph.Graph;
import io.linkteller.matrix.CsrMatrix;
import io.linkteller.matrix.PatternProduct;
import io.linkteller.parallel.Workers;
import java.util.Optional;
import org.ejml.data.DMatrixRMaj;

/**
 * The normalized adjacency matrix Â of a graph and its products with dense matrices: by sums over
 * neighbors, or by tables of partial sums if the graph is so dense that these are cheaper.
 * Immutable; the layers of a network share it.
 */
final class Propagation {

  private final CsrMatrix adjacency;
  private final Optional<PatternProduct> tabulated;
  private final Optional<PatternProduct> tabulatedTranspose;

  private Propagation(CsrMatrix adjacency, Optional<PatternProduct> tabulated) {
    this.adjacency = adjacency;
    this.tabulated = tabulated;
    this.tabulatedTranspose = tabulated.map(PatternProduct::transposed);
  }

  /** Normalizes the adjacency matrix of a graph. O(n + |E|), or O(n²) for a dense graph. */
  static Propagation of(Graph graph, Normalization normalization) {
    CsrMatrix adjacency = normalization.of(graph);
    return new Propagation(
        adjacency,
        PatternProduct.isCheaper(graph.nodeCount(), 2L * graph.edgeCount())
            ? Optional.of(tabulated(graph, normalization, adjacency))
            : Optional.empty());
  }

  private static PatternProduct tabulated(
      Graph graph, Normalization normalization, CsrMatrix adjacency) {
    int n = graph.nodeCount();
    double[] diagonal = new double[n];
    double[] left = new double[n];
    double[] right = new double[n];
    for (int u = 0; u < n; u++) {
      int degree = graph.degree(u);
      diagonal[u] = normalization.own(degree);
      left[u] = normalization.left(degree);
      right[u] = normalization.right(degree);
    }
    return PatternProduct.of(adjacency, diagonal, left, right);
  }

  /** Returns Â as a sparse matrix. */
  CsrMatrix adjacency() {
    return adjacency;
  }

  /** Computes out = Â B + 1 rᵀ. */
  void multiplyPlusRow(DMatrixRMaj b, double[] row, DMatrixRMaj out, Workers workers) {
    if (tabulated.isPresent()) {
      tabulated.get().multiplyPlusRow(b, row, out, workers);
    } else {
      adjacency.multiplyPlusRow(b, row, out, workers);
    }
  }

  /** Computes out = Âᵀ G. */
  void multiplyTransposed(DMatrixRMaj g, DMatrixRMaj out, Workers workers) {
    if (tabulatedTranspose.isPresent()) {
      tabulatedTranspose.get().multiplyPlusRow(g, new double[g.numCols], out, workers);
    } else {
      adjacency.multiplyTransposed(g, out, workers);
    }
  }
}
