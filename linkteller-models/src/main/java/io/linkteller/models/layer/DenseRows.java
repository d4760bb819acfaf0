package io.linkteller.models.layer;

import io.linkteller.matrix.LeftOperand;
import io.linkteller.parallel.Workers;
import org.ejml.data.DMatrixRMaj;

/** Operations on the rows of dense matrices. */
public final class DenseRows {

  /** The number of rows per block of a parallel loop. */
  static final int BLOCK_ROWS = 64;

  private DenseRows() {}

  /**
   * Copies an operand to a dense matrix.
   *
   * @param in the operand, n x d
   * @param out receives the matrix; reshaped to n x d
   * @param workers the executor
   */
  public static void copy(LeftOperand in, DMatrixRMaj out, Workers workers) {
    int width = in.cols();
    out.reshape(in.rows(), width);
    workers.forRows(
        in.rows(),
        BLOCK_ROWS,
        (from, to) -> {
          double[] row = new double[width];
          for (int u = from; u < to; u++) {
            in.copyRow(u, row);
            System.arraycopy(row, 0, out.data, u * width, width);
          }
        });
  }

  /**
   * Adds one matrix to another.
   *
   * @param added the matrix to add, n x d
   * @param sum n x d, modified in place
   * @param workers the executor
   */
  public static void add(DMatrixRMaj added, DMatrixRMaj sum, Workers workers) {
    workers.forRows(
        sum.getNumElements(),
        1 << 12,
        (from, to) -> {
          for (int i = from; i < to; i++) {
            sum.data[i] += added.data[i];
          }
        });
  }
}
