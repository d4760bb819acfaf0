package io.linkteller.matrix;

import io.linkteller.parallel.Workers;
import org.ejml.data.DMatrixRMaj;

/**
 * A matrix H (n x d) as the left operand of the products H W and Hᵀ G. A layer of a network
 * accesses its input only through these products, so sparse and standardized features need not be
 * stored as dense matrices.
 */
public interface LeftOperand {

  /** {@return the number of rows, n} */
  int rows();

  /** {@return the number of columns, d} */
  int cols();

  /**
   * Computes out = H W.
   *
   * @param w d x c
   * @param out receives the product; reshaped to n x c
   * @param workers the executor
   * @throws IllegalArgumentException if {@code w} does not have d rows
   */
  void multiply(DMatrixRMaj w, DMatrixRMaj out, Workers workers);

  /**
   * Computes out = Hᵀ G.
   *
   * @param g n x c
   * @param out receives the product; reshaped to d x c
   * @param workers the executor
   * @throws IllegalArgumentException if {@code g} does not have n rows
   */
  void multiplyTransposed(DMatrixRMaj g, DMatrixRMaj out, Workers workers);

  /**
   * Returns how many numbers are stored, which is the cost of a product per column of the other
   * matrix.
   *
   * @return nd for a dense matrix, the number of entries for a sparse one
   */
  long storedCount();

  /**
   * Copies a row into an array.
   *
   * @param row in [0, n)
   * @param out receives the d numbers of the row
   */
  void copyRow(int row, double[] out);

  /**
   * Computes out = S H as a dense matrix.
   *
   * @param left S, m x n
   * @param out receives the product; reshaped to m x d
   * @param workers the executor
   * @throws IllegalArgumentException if {@code left} does not have n columns
   */
  void multiplyBy(CsrMatrix left, DMatrixRMaj out, Workers workers);
}
