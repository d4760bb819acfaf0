package io.linkteller.matrix;

import io.linkteller.parallel.Workers;
import org.ejml.data.DMatrixRMaj;

/**
 * A matrix H (n x d) known by its products H W and Hᵀ G. A layer of a network needs no more of its
 * input than that, so sparse and standardized features never have to be written out.
 */
public interface LeftOperand {

  /**
   * Returns the number of rows.
   *
   * @return n
   */
  int rows();

  /**
   * Returns the number of columns.
   *
   * @return d
   */
  int cols();

  /**
   * Computes out = H W.
   *
   * @param w d x c
   * @param out receives the product; reshaped to n x c
   * @param workers who shares the rows of the product
   * @throws IllegalArgumentException if {@code w} does not have d rows
   */
  void multiply(DMatrixRMaj w, DMatrixRMaj out, Workers workers);

  /**
   * Computes out = Hᵀ G.
   *
   * @param g n x c
   * @param out receives the product; reshaped to d x c
   * @param workers who shares the rows of the product
   * @throws IllegalArgumentException if {@code g} does not have n rows
   */
  void multiplyTransposed(DMatrixRMaj g, DMatrixRMaj out, Workers workers);

  /**
   * Returns the number of stored numbers: what a product costs for each column of the other matrix.
   *
   * @return nd for a matrix that is written out, the number of entries for a sparse one
   */
  long storedCount();

  /**
   * Writes a row out.
   *
   * @param row in [0, n)
   * @param out receives the d numbers of the row
   */
  void copyRow(int row, double[] out);

  /**
   * Computes out = S H, written out.
   *
   * @param left S, m x n
   * @param out receives the product; reshaped to m x d
   * @param workers who shares the rows of the product
   * @throws IllegalArgumentException if {@code left} does not have n columns
   */
  void multiplyBy(CsrMatrix left, DMatrixRMaj out, Workers workers);
}
