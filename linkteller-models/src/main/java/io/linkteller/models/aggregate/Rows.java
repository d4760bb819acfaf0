package io.linkteller.models.aggregate;

import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.models.architecture.GnnModel;
import io.linkteller.parallel.Workers;
import it.unimi.dsi.fastutil.ints.IntList;
import org.ejml.data.DMatrixRMaj;

/** Operations on matrices with one row per node. */
final class Rows {

  private Rows() {}

  /** Returns the output of a perceptron, which needs no edges. */
  static DMatrixRMaj of(GnnModel perceptron, FeatureMatrix x) {
    return perceptron.on(Graph.empty(x.rows()), Workers.all()).predict(x).copy();
  }

  /** Returns a copy in which each nonzero row is divided by its Euclidean norm. */
  static DMatrixRMaj normalized(DMatrixRMaj rows) {
    DMatrixRMaj unit = rows.copy();
    for (int from = 0; from < unit.getNumElements(); from += unit.numCols) {
      double squares = 0;
      for (int i = from; i < from + unit.numCols; i++) {
        squares += unit.data[i] * unit.data[i];
      }
      double norm = Math.sqrt(squares);
      for (int i = from; i < from + unit.numCols && norm > 0; i++) {
        unit.data[i] /= norm;
      }
    }
    return unit;
  }

  static DMatrixRMaj selected(DMatrixRMaj rows, IntList nodes) {
    DMatrixRMaj selected = new DMatrixRMaj(nodes.size(), rows.numCols);
    for (int r = 0; r < selected.numRows; r++) {
      int node = nodes.getInt(r);
      if (node < 0 || node >= rows.numRows) {
        throw new IllegalArgumentException(
            "node " + node + " is outside the release, which has " + rows.numRows + " nodes");
      }
      System.arraycopy(
          rows.data, node * rows.numCols, selected.data, r * rows.numCols, rows.numCols);
    }
    return selected;
  }
}
