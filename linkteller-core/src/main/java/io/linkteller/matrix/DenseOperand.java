package io.linkteller.matrix;

import io.linkteller.parallel.Workers;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.CommonOps_MT_DDRM;

/**
 * A dense matrix as an operand. A view: it sees later changes of the matrix it was made from.
 *
 * <p>The products are EJML's. Its parallel variants split the rows of the product and leave each
 * row's sum as the sequential ones compute it, so the bits do not depend on the number of threads.
 */
public final class DenseOperand implements LeftOperand {

  /** Below this many multiplications the hand-over to other threads costs more than it saves. */
  private static final long WORTH_SHARING = 1 << 16;

  private final DMatrixRMaj matrix;

  private DenseOperand(DMatrixRMaj matrix) {
    this.matrix = matrix;
  }

  /**
   * Returns a view of a matrix.
   *
   * @param matrix n x d, not copied
   * @return the operand
   */
  public static DenseOperand view(DMatrixRMaj matrix) {
    return new DenseOperand(matrix);
  }

  @Override
  public int rows() {
    return matrix.numRows;
  }

  @Override
  public int cols() {
    return matrix.numCols;
  }

  @Override
  public void multiply(DMatrixRMaj w, DMatrixRMaj out, Workers workers) {
    checkRows("w", w, cols());
    if (shared(w, workers)) {
      CommonOps_MT_DDRM.mult(matrix, w, out);
    } else {
      CommonOps_DDRM.mult(matrix, w, out);
    }
  }

  @Override
  public void multiplyTransposed(DMatrixRMaj g, DMatrixRMaj out, Workers workers) {
    checkRows("g", g, rows());
    if (shared(g, workers)) {
      CommonOps_MT_DDRM.multTransA(matrix, g, out);
    } else {
      CommonOps_DDRM.multTransA(matrix, g, out);
    }
  }

  private boolean shared(DMatrixRMaj right, Workers workers) {
    return workers.threads() > 1
        && (long) matrix.numRows * matrix.numCols * right.numCols >= WORTH_SHARING;
  }

  private static void checkRows(String name, DMatrixRMaj matrix, int expected) {
    if (matrix.numRows != expected) {
      throw new IllegalArgumentException(
          name + " has " + matrix.numRows + " rows, not the expected " + expected);
    }
  }
}
