package io.linkteller.models.operator;

import io.linkteller.matrix.ColumnSums;
import io.linkteller.matrix.CsrKernels;
import io.linkteller.parallel.Workers;
import org.ejml.data.DMatrixRMaj;

/** Row vectors, such as biases, that are added to all rows of a matrix. */
final class RowVectors {

  /** The number of rows per block of a parallel loop. */
  static final int BLOCK_ROWS = 64;

  private RowVectors() {}

  /** Adds b to each row of a matrix. */
  static void addTo(DMatrixRMaj out, double[] b, Workers workers) {
    workers.forRows(
        out.numRows,
        BLOCK_ROWS,
        (from, to) -> {
          for (int row = from; row < to; row++) {
            CsrKernels.add(1, b, 0, out.numCols, out.data, row * out.numCols);
          }
        });
  }

  /** Writes the gradient of b, which is the sum of the rows of dL/dZ, if it is wanted. */
  static void backward(DMatrixRMaj gradOut, Gradients gradIn, int input, Workers workers) {
    gradIn.of(input).ifPresent(wanted -> ColumnSums.of(gradOut, wanted.data, workers));
  }
}
