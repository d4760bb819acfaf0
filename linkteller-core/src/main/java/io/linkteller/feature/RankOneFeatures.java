package io.linkteller.feature;

import io.linkteller.matrix.CsrKernels;
import io.linkteller.matrix.CsrMatrix;
import io.linkteller.parallel.Workers;
import it.unimi.dsi.fastutil.ints.IntList;
import org.ejml.data.DMatrixRMaj;

/**
 * Features X = s x₀ᵀ: the features of node v are the common vector x₀ times the number s_v. Stored
 * as n + d numbers; the product X W = s (x₀ᵀ W) takes d c + n c multiplications.
 *
 * <p>To change some entries of s, send a query with these features as the base and a {@link
 * FeatureEdit}: a black box that has cached the base recomputes only what the edit can change.
 */
public final class RankOneFeatures implements FeatureMatrix {

  private static final int BLOCK_ROWS = 256;

  private final double[] s;
  private final double[] x0;

  private RankOneFeatures(double[] s, double[] x0) {
    this.s = s;
    this.x0 = x0;
  }

  /**
   * Returns the features s x₀ᵀ.
   *
   * @param s one factor per node; copied
   * @param x0 x₀, one number per feature; copied
   * @return the features, s.length x x0.length
   * @throws IllegalArgumentException if a number, or the largest product, is NaN or infinite
   */
  public static RankOneFeatures of(double[] s, double[] x0) {
    int row = requireFinite("s", s);
    int col = requireFinite("x0", x0);
    if (s.length > 0 && x0.length > 0) {
      Checks.finite(row, col, s[row] * x0[col]);
    }
    return new RankOneFeatures(s.clone(), x0.clone());
  }

  /** Checks that all numbers are finite; returns the index of the largest in magnitude. */
  private static int requireFinite(String name, double[] numbers) {
    int largest = 0;
    for (int i = 0; i < numbers.length; i++) {
      if (!Double.isFinite(numbers[i])) {
        throw new IllegalArgumentException(
            name + "[" + i + "] is " + numbers[i] + ", not a finite number");
      }
      largest = Math.abs(numbers[i]) > Math.abs(numbers[largest]) ? i : largest;
    }
    return largest;
  }

  @Override
  public int rows() {
    return s.length;
  }

  @Override
  public int cols() {
    return x0.length;
  }

  @Override
  public double get(int row, int col) {
    Checks.cell(this, row, col);
    return s[row] * x0[col];
  }

  @Override
  public boolean isZeroRow(int row) {
    Checks.row(this, row);
    for (double x : x0) {
      if (s[row] * x != 0) {
        return false;
      }
    }
    return true;
  }

  @Override
  public RankOneFeatures selectRows(IntList rows) {
    double[] selected = new double[rows.size()];
    for (int i = 0; i < selected.length; i++) {
      Checks.row(this, rows.getInt(i));
      selected[i] = s[rows.getInt(i)];
    }
    return new RankOneFeatures(selected, x0);
  }

  @Override
  public DMatrixRMaj toDense() {
    DMatrixRMaj dense = new DMatrixRMaj(rows(), cols());
    for (int row = 0; row < rows(); row++) {
      CsrKernels.add(s[row], x0, 0, cols(), dense.data, row * cols());
    }
    return dense;
  }

  @Override
  public void multiply(DMatrixRMaj w, DMatrixRMaj out, Workers workers) {
    if (w.numRows != cols()) {
      throw new IllegalArgumentException(
          "a matrix of "
              + cols()
              + " columns cannot be multiplied by one of "
              + w.numRows
              + " rows");
    }
    int width = w.numCols;
    double[] common = new double[width];
    for (int col = 0; col < x0.length; col++) {
      CsrKernels.add(x0[col], w.data, col * width, width, common, 0);
    }
    writeOuter(s, common, out, workers);
  }

  @Override
  public void multiplyTransposed(DMatrixRMaj g, DMatrixRMaj out, Workers workers) {
    if (g.numRows != rows()) {
      throw new IllegalArgumentException(
          "the transpose of a matrix of "
              + rows()
              + " rows cannot be multiplied by one of "
              + g.numRows
              + " rows");
    }
    int width = g.numCols;
    double[] total = new double[width];
    for (int row = 0; row < s.length; row++) {
      CsrKernels.add(s[row], g.data, row * width, width, total, 0);
    }
    writeOuter(x0, total, out, workers);
  }

  @Override
  public long storedCount() {
    return (long) rows() + cols();
  }

  @Override
  public void copyRow(int row, double[] out) {
    for (int col = 0; col < x0.length; col++) {
      out[col] = s[row] * x0[col];
    }
  }

  @Override
  public void multiplyBy(CsrMatrix left, DMatrixRMaj out, Workers workers) {
    if (left.cols() != rows()) {
      throw new IllegalArgumentException(
          "a matrix of "
              + left.cols()
              + " columns cannot be multiplied by one of "
              + rows()
              + " rows");
    }
    double[] aggregated = new double[left.rows()];
    for (int row = 0; row < aggregated.length; row++) {
      for (int e = left.offset(row); e < left.offset(row + 1); e++) {
        aggregated[row] += left.value(e) * s[left.column(e)];
      }
    }
    writeOuter(aggregated, x0, out, workers);
  }

  private static void writeOuter(double[] left, double[] right, DMatrixRMaj out, Workers workers) {
    int width = right.length;
    out.reshape(left.length, width);
    workers.forRows(
        left.length,
        BLOCK_ROWS,
        (from, to) -> {
          for (int row = from; row < to; row++) {
            int at = row * width;
            for (int col = 0; col < width; col++) {
              out.data[at + col] = left[row] * right[col];
            }
          }
        });
  }
}
