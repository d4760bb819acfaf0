package io.linkteller.matrix;

import io.linkteller.parallel.Workers;
import org.ejml.data.DMatrixRMaj;

/**
 * A sparse matrix with a fixed pattern and mutable entries, such as features under dropout. Write
 * the entries to {@link #values()}, then multiply; neither step allocates memory in proportion to
 * the size of the matrix. Not thread-safe.
 */
public final class ReweightedCsr implements LeftOperand {

  private static final int BLOCK = 1 << 14;

  private final double[] values;
  private final CsrMatrix matrix;

  /** For each entry of the transpose, the index of the same entry in the matrix. */
  private final int[] origin;

  private final double[] transposedValues;
  private final CsrMatrix transpose;

  private ReweightedCsr(CsrMatrix pattern) {
    this.values = pattern.copyValues();
    this.matrix = pattern.sharing(values);
    this.origin = pattern.transposedEntries();
    this.transposedValues = new double[values.length];
    this.transpose = pattern.transpose().sharing(transposedValues);
  }

  /**
   * Returns a matrix with the pattern of another and, initially, its entries.
   *
   * @param pattern the pattern and the initial entries
   * @return the matrix
   */
  public static ReweightedCsr of(CsrMatrix pattern) {
    return new ReweightedCsr(pattern);
  }

  /** {@return the entries, row by row; changes to the array change the matrix} */
  public double[] values() {
    return values;
  }

  @Override
  public int rows() {
    return matrix.rows();
  }

  @Override
  public int cols() {
    return matrix.cols();
  }

  @Override
  public long storedCount() {
    return matrix.storedCount();
  }

  @Override
  public void copyRow(int row, double[] out) {
    matrix.copyRow(row, out);
  }

  @Override
  public void multiply(DMatrixRMaj w, DMatrixRMaj out, Workers workers) {
    matrix.multiply(w, out, workers);
  }

  /**
   * Computes some columns of out = S W, as {@link CsrMatrix#multiplyColumns} does.
   *
   * @param w cols x c
   * @param first the first column to compute
   * @param count the number of columns to compute
   * @param out receives the columns, rows x c
   * @param workers the executor
   * @throws IllegalArgumentException if a matrix has the wrong shape or the columns are out of
   *     range
   */
  public void multiplyColumns(
      DMatrixRMaj w, int first, int count, DMatrixRMaj out, Workers workers) {
    matrix.multiplyColumns(w, first, count, out, workers);
  }

  /**
   * Computes some columns of out = Sᵀ G, as {@link CsrMatrix#multiplyColumns} does.
   *
   * @param g rows x c
   * @param first the first column to compute
   * @param count the number of columns to compute
   * @param out receives the columns, cols x c
   * @param workers the executor
   * @throws IllegalArgumentException if a matrix has the wrong shape or the columns are out of
   *     range
   */
  public void multiplyTransposedColumns(
      DMatrixRMaj g, int first, int count, DMatrixRMaj out, Workers workers) {
    transposeValues(workers);
    transpose.multiplyColumns(g, first, count, out, workers);
  }

  @Override
  public void multiplyTransposed(DMatrixRMaj g, DMatrixRMaj out, Workers workers) {
    transposeValues(workers);
    transpose.multiply(g, out, workers);
  }

  private void transposeValues(Workers workers) {
    workers.forRows(
        origin.length,
        BLOCK,
        (from, to) -> {
          for (int e = from; e < to; e++) {
            transposedValues[e] = values[origin[e]];
          }
        });
  }

  @Override
  public void multiplyBy(CsrMatrix left, DMatrixRMaj out, Workers workers) {
    matrix.multiplyBy(left, out, workers);
  }
}
