package io.linkteller.feature;

import io.linkteller.matrix.CsrMatrix;
import io.linkteller.parallel.Workers;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.Arrays;
import org.ejml.data.DMatrixRMaj;

/**
 * A view of features with one row multiplied by a factor: what Algorithm 1 of the paper asks the
 * black box about. It holds a reference to the features it was made from and nothing else, so a
 * black box that remembers those can answer from what changed.
 */
public final class RowScaledFeatures implements FeatureMatrix {

  private final FeatureMatrix base;
  private final int row;
  private final double factor;

  private RowScaledFeatures(FeatureMatrix base, int row, double factor) {
    this.base = base;
    this.row = row;
    this.factor = factor;
  }

  static RowScaledFeatures of(FeatureMatrix base, int row, double factor) {
    Checks.row(base, row);
    if (!Double.isFinite(factor)) {
      throw new IllegalArgumentException("factor = " + factor + " is not a finite number");
    }
    return new RowScaledFeatures(base, row, factor);
  }

  /**
   * Returns the features without the scaling.
   *
   * @return the features this view was made from
   */
  public FeatureMatrix base() {
    return base;
  }

  /**
   * Returns the row that is scaled.
   *
   * @return in [0, n)
   */
  public int row() {
    return row;
  }

  /**
   * Returns what the row is multiplied by.
   *
   * @return the factor, finite
   */
  public double factor() {
    return factor;
  }

  @Override
  public int rows() {
    return base.rows();
  }

  @Override
  public int cols() {
    return base.cols();
  }

  @Override
  public double get(int row, int col) {
    double value = base.get(row, col);
    return row == this.row ? factor * value : value;
  }

  @Override
  public boolean isZeroRow(int row) {
    return base.isZeroRow(row) || (row == this.row && factor == 0);
  }

  @Override
  public FeatureMatrix selectRows(IntList rows) {
    FeatureMatrix selected = base.selectRows(rows);
    for (int i = 0; i < rows.size(); i++) {
      if (rows.getInt(i) == row) {
        selected = selected.withRowScaled(i, factor);
      }
    }
    return selected;
  }

  @Override
  public DMatrixRMaj toDense() {
    DMatrixRMaj dense = base.toDense();
    scaleRow(dense);
    return dense;
  }

  @Override
  public void multiply(DMatrixRMaj w, DMatrixRMaj out, Workers workers) {
    base.multiply(w, out, workers);
    scaleRow(out);
  }

  @Override
  public void multiplyTransposed(DMatrixRMaj g, DMatrixRMaj out, Workers workers) {
    DMatrixRMaj scaled = g.copy();
    if (scaled.numRows == rows()) {
      scaleRow(scaled);
    }
    base.multiplyTransposed(scaled, out, workers);
  }

  @Override
  public long storedCount() {
    return base.storedCount();
  }

  @Override
  public void copyRow(int row, double[] out) {
    base.copyRow(row, out);
    if (row == this.row) {
      for (int col = 0; col < cols(); col++) {
        out[col] *= factor;
      }
    }
  }

  @Override
  public void multiplyBy(CsrMatrix left, DMatrixRMaj out, Workers workers) {
    double[] factors = new double[left.cols()];
    Arrays.fill(factors, 1.0);
    if (row < factors.length) {
      factors[row] = factor;
    }
    base.multiplyBy(left.withColumnsScaled(factors), out, workers);
  }

  private void scaleRow(DMatrixRMaj matrix) {
    for (int i = row * matrix.numCols; i < (row + 1) * matrix.numCols; i++) {
      matrix.data[i] *= factor;
    }
  }
}
