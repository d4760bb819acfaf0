package io.linkteller.models.layer;

import io.linkteller.matrix.ColumnSums;
import io.linkteller.matrix.CsrKernels;
import io.linkteller.models.parameter.Tensor;
import io.linkteller.parallel.Workers;
import org.ejml.data.DMatrixRMaj;

/**
 * A bias: a row vector that is added to every row of the output of a layer.
 *
 * @param tensor b, 1 x d'
 */
public record Bias(Tensor tensor) {

  private static final int BLOCK_ROWS = 64;

  /**
   * Adds b to each row of a matrix.
   *
   * @param out n x d', modified in place
   * @param workers the executor
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
   * Writes the gradient of b, which is the sum of the rows of dL/dZ.
   *
   * @param gradOut dL/dZ, n x d'
   * @param workers the executor
   */
  public void backward(DMatrixRMaj gradOut, Workers workers) {
    tensor.gradient().reshape(1, gradOut.numCols);
    ColumnSums.of(gradOut, tensor.gradient().data, workers);
  }
}
