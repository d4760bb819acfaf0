package io.linkteller.feature;

import io.linkteller.matrix.CsrMatrix;
import io.linkteller.matrix.DenseOperand;
import io.linkteller.matrix.OwnMatrix;
import io.linkteller.parallel.Workers;
import org.ejml.data.DMatrixRMaj;

/** Features stored as a dense n x d matrix. Takes 8 n d bytes of memory. */
public final class DenseFeatures implements FeatureMatrix {

  private final DMatrixRMaj values;

  private DenseFeatures(DMatrixRMaj values) {
    this.values = values;
  }

  /**
   * Returns a copy of a matrix as features.
   *
   * @param values n x d
   * @return the features
   * @throws IllegalArgumentException if a number is NaN or infinite; the message names row and
   *     column
   */
  public static DenseFeatures of(DMatrixRMaj values) {
    return owning(OwnMatrix.of(values));
  }

  /**
   * Returns a copy of some rows as features.
   *
   * @param values n rows of d numbers, n at least 1
   * @return the features
   * @throws IllegalArgumentException if there is no row, rows differ in length, or a number is NaN
   *     or infinite; the message names row and column
   */
  public static DenseFeatures of(double[][] values) {
    if (values.length == 0) {
      throw new IllegalArgumentException(
          "values has no rows, so the number of features is unknown; use FeatureMatrix.zero(0, d)");
    }
    int cols = values[0].length;
    DMatrixRMaj copy = new DMatrixRMaj(values.length, cols);
    for (int row = 0; row < values.length; row++) {
      if (values[row].length != cols) {
        throw new IllegalArgumentException(
            "row " + row + " has " + values[row].length + " features where row 0 has " + cols);
      }
      System.arraycopy(values[row], 0, copy.data, row * cols, cols);
    }
    return owning(copy);
  }

  /** Takes ownership of a matrix that the caller must not keep. */
  static DenseFeatures owning(DMatrixRMaj owned) {
    for (int row = 0; row < owned.numRows; row++) {
      for (int col = 0; col < owned.numCols; col++) {
        if (!Double.isFinite(owned.unsafe_get(row, col))) {
          throw Checks.notFinite(row, col, owned.unsafe_get(row, col));
        }
      }
    }
    return new DenseFeatures(owned);
  }

  @Override
  public int rows() {
    return values.numRows;
  }

  @Override
  public int cols() {
    return values.numCols;
  }

  @Override
  public boolean isZeroRow(int row) {
    if (row < 0 || row >= rows()) {
      throw Checks.outside("row", row, rows());
    }
    for (int col = 0; col < cols(); col++) {
      if (values.unsafe_get(row, col) != 0) {
        return false;
      }
    }
    return true;
  }

  @Override
  public DMatrixRMaj toDense() {
    return values.copy();
  }

  private DenseOperand operand() {
    return DenseOperand.view(values);
  }

  @Override
  public void multiply(DMatrixRMaj w, DMatrixRMaj out, Workers workers) {
    operand().multiply(w, out, workers);
  }

  @Override
  public void multiplyTransposed(DMatrixRMaj g, DMatrixRMaj out, Workers workers) {
    operand().multiplyTransposed(g, out, workers);
  }

  @Override
  public long storedCount() {
    return (long) rows() * cols();
  }

  @Override
  public void copyRow(int row, double[] out) {
    Checks.row(this, row);
    System.arraycopy(values.data, row * cols(), out, 0, cols());
  }

  @Override
  public void multiplyBy(CsrMatrix left, DMatrixRMaj out, Workers workers) {
    operand().multiplyBy(left, out, workers);
  }
}
