package io.linkteller.feature;

import io.linkteller.matrix.CsrKernels;
import io.linkteller.matrix.CsrMatrix;
import io.linkteller.matrix.OwnMatrix;
import io.linkteller.parallel.Workers;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.Arrays;
import org.ejml.data.DMatrixRMaj;

/**
 * Features X = S B of rank K: the features of node v are a combination of K common vectors, the
 * rows of B, with factors in row v of S. They are stored as (n + d) K numbers, and the product X W
 * = S (B W) with a d x c matrix W takes (d + n) c K multiplications.
 *
 * <p>With K = 1, all rows are multiples of one vector x₀. To change some rows, send a query with
 * these features as the base and a {@link FeatureEdit}: a black box that has cached the base
 * recomputes only what the edit can change.
 */
public final class LowRankFeatures implements FeatureMatrix {

  private static final int BLOCK_ROWS = 256;

  private final int rows;
  private final int cols;
  private final int rank;

  /** S, n x K, row-major. */
  private final double[] factors;

  /** B, K x d, row-major. */
  private final double[] vectors;

  private LowRankFeatures(int rows, int cols, int rank, double[] factors, double[] vectors) {
    this.rows = rows;
    this.cols = cols;
    this.rank = rank;
    this.factors = factors;
    this.vectors = vectors;
  }

  /**
   * Returns the features s x₀ᵀ.
   *
   * @param s one factor per node; copied
   * @param x0 x₀, one number per feature; copied
   * @return the features, s.length x x0.length
   * @throws IllegalArgumentException if a number, or the largest product, is NaN or infinite
   */
  public static LowRankFeatures of(double[] s, double[] x0) {
    int row = requireFinite("s", s);
    int col = requireFinite("x0", x0);
    if (s.length > 0 && x0.length > 0) {
      Checks.finite(row, col, s[row] * x0[col]);
    }
    return new LowRankFeatures(s.length, x0.length, 1, s.clone(), x0.clone());
  }

  /**
   * Returns the features S B.
   *
   * @param factors S, n x K; copied
   * @param vectors B, K x d; copied
   * @return the features, n x d
   * @throws IllegalArgumentException if S does not have as many columns as B has rows, or a number
   *     is NaN, infinite or so large that a product may overflow
   */
  public static LowRankFeatures of(DMatrixRMaj factors, DMatrixRMaj vectors) {
    DMatrixRMaj left = OwnMatrix.of(factors);
    DMatrixRMaj right = OwnMatrix.of(vectors);
    int rank = left.numCols;
    if (rank != right.numRows) {
      throw new IllegalArgumentException(
          "factors of " + rank + " vectors do not fit " + right.numRows + " vectors");
    }
    double[] s = left.data;
    double[] b = right.data;
    int row = requireFinite("factors", s);
    int col = requireFinite("vectors", b);
    if (s.length > 0 && b.length > 0) {
      Checks.finite(row / rank, col % right.numCols, rank * s[row] * b[col]);
    }
    return new LowRankFeatures(left.numRows, right.numCols, rank, s, b);
  }

  /** Checks that all numbers are finite, and returns the index of the largest in magnitude. */
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
    return rows;
  }

  @Override
  public int cols() {
    return cols;
  }

  @Override
  public LowRankFeatures selectRows(IntList selected) {
    double[] of = new double[selected.size() * rank];
    for (int i = 0; i < selected.size(); i++) {
      Checks.row(this, selected.getInt(i));
      System.arraycopy(factors, selected.getInt(i) * rank, of, i * rank, rank);
    }
    return new LowRankFeatures(selected.size(), cols, rank, of, vectors);
  }

  @Override
  public void multiply(DMatrixRMaj w, DMatrixRMaj out, Workers workers) {
    if (w.numRows != cols) {
      throw new IllegalArgumentException(
          "a matrix with "
              + cols
              + " columns cannot be multiplied by one with "
              + w.numRows
              + " rows");
    }
    int width = w.numCols;
    double[] common = new double[rank * width];
    for (int k = 0; k < rank; k++) {
      for (int col = 0; col < cols; col++) {
        CsrKernels.add(vectors[k * cols + col], w.data, col * width, width, common, k * width);
      }
    }
    writeProduct(factors, rows, common, width, out, workers);
  }

  @Override
  public long storedCount() {
    return ((long) rows + cols) * rank;
  }

  @Override
  public void copyRow(int row, double[] out) {
    Arrays.fill(out, 0, cols, 0);
    for (int k = 0; k < rank; k++) {
      CsrKernels.add(factors[row * rank + k], vectors, k * cols, cols, out, 0);
    }
  }

  @Override
  public void multiplyBy(CsrMatrix left, DMatrixRMaj out, Workers workers) {
    if (left.cols() != rows) {
      throw new IllegalArgumentException(
          "a matrix with "
              + left.cols()
              + " columns cannot be multiplied by one with "
              + rows
              + " rows");
    }
    double[] aggregated = new double[left.rows() * rank];
    for (int row = 0; row < left.rows(); row++) {
      for (int e = left.offset(row); e < left.offset(row + 1); e++) {
        for (int k = 0; k < rank; k++) {
          aggregated[row * rank + k] += left.value(e) * factors[left.column(e) * rank + k];
        }
      }
    }
    writeProduct(aggregated, left.rows(), vectors, cols, out, workers);
  }

  /** Writes the product of a height x K matrix and a K x width matrix. */
  private void writeProduct(
      double[] left, int height, double[] right, int width, DMatrixRMaj out, Workers workers) {
    out.reshape(height, width);
    workers.forRows(
        height,
        BLOCK_ROWS,
        (from, to) -> {
          for (int row = from; row < to; row++) {
            int at = row * width;
            Arrays.fill(out.data, at, at + width, 0);
            for (int k = 0; k < rank; k++) {
              CsrKernels.add(left[row * rank + k], right, k * width, width, out.data, at);
            }
          }
        });
  }
}
