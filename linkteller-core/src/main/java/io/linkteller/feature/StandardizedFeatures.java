package io.linkteller.feature;

import io.linkteller.matrix.CsrKernels;
import io.linkteller.matrix.CsrMatrix;
import io.linkteller.parallel.Workers;
import java.util.Arrays;
import org.ejml.data.DMatrixRMaj;

/**
 * Sparse features standardized column by column, never written out: X_std = X D - 1 (Dμ)ᵀ with D =
 * diag(1/σ). Its products cost those of the sparse X plus one row:
 *
 * <pre>
 * X_std W  = (X D) W - 1 ((Dμ)ᵀ W)
 * X_stdᵀ G = (X D)ᵀ G - (Dμ) (1ᵀ G)
 * </pre>
 *
 * <p>Made by {@link FeatureScaler#transform}.
 */
public final class StandardizedFeatures implements FeatureMatrix {

  private static final int BLOCK_ROWS = 256;

  private final CsrMatrix scaled;
  private final double[] shift;

  /**
   * Takes ownership of both.
   *
   * @param scaled X D
   * @param shift Dμ
   */
  StandardizedFeatures(CsrMatrix scaled, double[] shift) {
    this.scaled = scaled;
    this.shift = shift;
  }

  @Override
  public int rows() {
    return scaled.rows();
  }

  @Override
  public int cols() {
    return scaled.cols();
  }

  @Override
  public double get(int row, int col) {
    Checks.cell(this, row, col);
    return scaled.get(row, col) - shift[col];
  }

  @Override
  public boolean isZeroRow(int row) {
    Checks.row(this, row);
    for (int col = 0; col < cols(); col++) {
      if (scaled.get(row, col) != shift[col]) {
        return false;
      }
    }
    return true;
  }

  @Override
  public DMatrixRMaj toDense() {
    DMatrixRMaj dense = SparseFeatures.of(scaled).toDense();
    for (int row = 0; row < rows(); row++) {
      for (int col = 0; col < cols(); col++) {
        dense.data[row * cols() + col] -= shift[col];
      }
    }
    return dense;
  }

  @Override
  public void multiply(DMatrixRMaj w, DMatrixRMaj out, Workers workers) {
    scaled.multiply(w, out, workers);
    int width = w.numCols;
    double[] common = new double[width];
    for (int col = 0; col < shift.length; col++) {
      CsrKernels.add(shift[col], w.data, col * width, width, common, 0);
    }
    workers.forRows(
        rows(),
        BLOCK_ROWS,
        (from, to) -> {
          for (int row = from; row < to; row++) {
            CsrKernels.add(-1, common, 0, width, out.data, row * width);
          }
        });
  }

  @Override
  public void multiplyTransposed(DMatrixRMaj g, DMatrixRMaj out, Workers workers) {
    scaled.multiplyTransposed(g, out, workers);
    int width = g.numCols;
    double[] total = new double[width];
    for (int row = 0; row < rows(); row++) {
      CsrKernels.add(1, g.data, row * width, width, total, 0);
    }
    workers.forRows(
        cols(),
        BLOCK_ROWS,
        (from, to) -> {
          for (int col = from; col < to; col++) {
            CsrKernels.add(-shift[col], total, 0, width, out.data, col * width);
          }
        });
  }

  @Override
  public String toString() {
    return "StandardizedFeatures[rows = "
        + rows()
        + ", cols = "
        + cols()
        + ", mean shift = "
        + Arrays.stream(shift).average().orElse(0)
        + "]";
  }
}
