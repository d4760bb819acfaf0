package io.linkteller.matrix;

import io.linkteller.parallel.Workers;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/**
 * A view of a dense matrix as the left operand of products. It reflects later changes to the
 * matrix.
 *
 * <p>The order of additions depends only on the shapes, so results are bit-identical for any number
 * of threads. Their last digits depend on whether the processor has fused multiply-adds.
 */
public final class DenseOperand implements LeftOperand {

  private static final int BLOCK_ROWS = 64;

  /** With fewer columns than this, vector instructions do not pay off. */
  private static final int NARROW = 8;

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
  public long storedCount() {
    return (long) matrix.numRows * matrix.numCols;
  }

  @Override
  public void copyRow(int row, double[] out) {
    System.arraycopy(matrix.data, row * matrix.numCols, out, 0, matrix.numCols);
  }

  @Override
  public void multiply(DMatrixRMaj w, DMatrixRMaj out, Workers workers) {
    checkRows("w", w, cols());
    int d = cols();
    int width = w.numCols;
    double[] h = matrix.data;
    out.reshape(rows(), width);
    if (width < NARROW) {
      double[] transposed = CommonOps_DDRM.transpose(w, null).data;
      workers.forRows(
          rows(),
          BLOCK_ROWS,
          (from, to) -> DenseKernels.multiplyNarrow(from, to, h, d, transposed, width, out.data));
      return;
    }
    DenseProduct.multiply(matrix, false, w, FusedArithmetic.AVAILABLE, out, workers);
  }

  @Override
  public void multiplyTransposed(DMatrixRMaj g, DMatrixRMaj out, Workers workers) {
    checkRows("g", g, rows());
    if (g.numCols < NARROW && cols() > g.numCols) {
      // Computed as (Gᵀ H)ᵀ, so that the inner loop runs along the longer dimension.
      DMatrixRMaj transposed = new DMatrixRMaj(g.numCols, cols());
      DenseProduct.multiply(g, true, matrix, FusedArithmetic.AVAILABLE, transposed, workers);
      out.reshape(cols(), g.numCols);
      CommonOps_DDRM.transpose(transposed, out);
    } else {
      out.reshape(cols(), g.numCols);
      DenseProduct.multiply(matrix, true, g, FusedArithmetic.AVAILABLE, out, workers);
    }
  }

  @Override
  public void multiplyBy(CsrMatrix left, DMatrixRMaj out, Workers workers) {
    left.multiply(matrix, out, workers);
  }

  private static void checkRows(String name, DMatrixRMaj matrix, int expected) {
    if (matrix.numRows != expected) {
      throw new IllegalArgumentException(
          name + " has " + matrix.numRows + " rows instead of " + expected);
    }
  }
}
