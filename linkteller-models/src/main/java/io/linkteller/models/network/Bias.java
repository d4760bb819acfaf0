package io.linkteller.models.network;

import io.linkteller.matrix.ColumnSums;
import io.linkteller.matrix.CsrKernels;
import io.linkteller.parallel.Workers;
import org.ejml.data.DMatrixRMaj;

/**
 * The same numbers added to every row of a layer's output.
 *
 * @param tensor b, a row of d'
 */
public record Bias(Tensor tensor) {

  private static final int BLOCK_ROWS = 64;

  /**
   * Adds b to each row.
   *
   * @param out n x d', changed in place
   * @param workers who shares the rows
   */
  public void addTo(DMatrixRMaj out, Workers workers) {
    double[] b = tensor.value().data;
    workers.forRows(
        out.numRows,
        BLOCK_ROWS,
        (from, to) -> {
          for (int row = from; row < to; row++) {
            CsrKernels.add(1, b, 0, out.numCols, out.data, row * out.numCols);
          }
        });
  }

  /**
   * Writes the gradient of b: the sum of the rows.
   *
   * @param gradOut dL/dZ, n x d'
   * @param workers who shares the rows
   */
  public void backward(DMatrixRMaj gradOut, Workers workers) {
    tensor.gradient().reshape(1, gradOut.numCols);
    ColumnSums.of(gradOut, tensor.gradient().data, workers);
  }
}
