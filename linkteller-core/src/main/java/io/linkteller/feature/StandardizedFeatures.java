package io.linkteller.feature;

import io.linkteller.matrix.ColumnSums;
import io.linkteller.matrix.CsrKernels;
import io.linkteller.matrix.CsrMatrix;
import io.linkteller.parallel.Workers;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.Arrays;
import org.ejml.data.DMatrixRMaj;

/**
 * Sparse features standardized column by column: X_std = X D - 1 (Dμ)ᵀ with D = diag(1/σ). X_std is
 * dense but never stored. Its products cost as much as those of the sparse X plus one row:
 *
 * <pre>
 * X_std W  = (X D) W - 1 ((Dμ)ᵀ W)
 * X_stdᵀ G = (X D)ᵀ G - (Dμ) (1ᵀ G)
 * </pre>
 *
 * <p>Instances are created by {@link FeatureScaler#transform}.
 */
public final class StandardizedFeatures implements FeatureMatrix {

  private static final int BLOCK_ROWS = 256;

  private final CsrMatrix scaled;
  private final double[] shift;
  private final double[] minusShift;

  /**
   * Takes ownership of both arguments.
   *
   * @param scaled X D
   * @param shift Dμ
   */
  StandardizedFeatures(CsrMatrix scaled, double[] shift) {
    this.scaled = scaled;
    this.shift = shift;
    this.minusShift = new double[shift.length];
    for (int col = 0; col < shift.length; col++) {
      minusShift[col] = -shift[col];
    }
  }

  @Override
  public int rows() {
    return scaled.rows();
  }

  @Override
  public int cols() {
    return scaled.cols();
  }

  /** {@inheritDoc} Stops at the first nonzero value, which is nearly always in column 0. */
  @Override
  public boolean isZeroRow(int row) {
    for (int col = 0; col < shift.length; col++) {
      if (scaled.get(row, col) != shift[col]) {
        return false;
      }
    }
    return true;
  }

  @Override
  public StandardizedFeatures selectRows(IntList rows) {
    return new StandardizedFeatures(scaled.selectRows(rows), shift);
  }

  @Override
  public void multiply(DMatrixRMaj w, DMatrixRMaj out, Workers workers) {
    double[] common = new double[w.numCols];
    ColumnSums.weighted(minusShift, w, common, workers);
    scaled.multiplyPlusRow(w, common, out, workers);
  }

  @Override
  public void multiplyTransposed(DMatrixRMaj g, DMatrixRMaj out, Workers workers) {
    double[] total = new double[g.numCols];
    ColumnSums.of(g, total, workers);
    scaled.transpose().multiplyPlusOuter(g, minusShift, total, out, workers);
  }

  @Override
  public long storedCount() {
    return scaled.storedCount() + cols();
  }

  @Override
  public void copyRow(int row, double[] out) {
    scaled.copyRow(row, out);
    for (int col = 0; col < shift.length; col++) {
      out[col] -= shift[col];
    }
  }

  @Override
  public void multiplyBy(CsrMatrix left, DMatrixRMaj out, Workers workers) {
    scaled.multiplyBy(left, out, workers);
    workers.forRows(
        left.rows(),
        BLOCK_ROWS,
        (from, to) -> {
          for (int row = from; row < to; row++) {
            double total = 0;
            for (int e = left.offset(row); e < left.offset(row + 1); e++) {
              total += left.value(e);
            }
            CsrKernels.add(-total, shift, 0, cols(), out.data, row * cols());
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
