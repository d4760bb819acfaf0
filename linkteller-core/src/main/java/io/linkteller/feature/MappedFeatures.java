package io.linkteller.feature;

import io.linkteller.file.MappedFile;
import io.linkteller.matrix.CsrKernels;
import io.linkteller.matrix.CsrMatrix;
import io.linkteller.matrix.DenseOperand;
import io.linkteller.parallel.Workers;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import org.ejml.data.DMatrixRMaj;

/**
 * Dense features in a file that is mapped into memory: little-endian numbers in single or double
 * precision, row by row. They take no space on the heap, and products with them are bit-identical
 * to those of {@link DenseFeatures} with the same numbers. Training copies them to the heap.
 *
 * <p>Standardized features are computed whenever a row is read. The file must not change while it
 * is mapped.
 */
public final class MappedFeatures implements FeatureMatrix {

  private static final int BLOCK_ROWS = 256;

  private final MappedFile file;
  private final long start;
  private final int rows;
  private final int cols;
  private final boolean isSingle;

  /** μ, which is subtracted from each row; empty if the features are not standardized. */
  private final double[] mean;

  /** σ, by which the difference is divided; empty if the features are not standardized. */
  private final double[] deviation;

  private MappedFeatures(
      MappedFile file,
      long start,
      int rows,
      int cols,
      boolean isSingle,
      double[] mean,
      double[] deviation) {
    this.file = file;
    this.start = start;
    this.rows = rows;
    this.cols = cols;
    this.isSingle = isSingle;
    this.mean = mean;
    this.deviation = deviation;
  }

  /**
   * Maps features, and reads them once to check them.
   *
   * @param file the file
   * @param start the position of the first number, a multiple of 8
   * @param rows n, at least 0
   * @param cols d, at least 0
   * @param isSingle whether numbers take 4 bytes instead of 8
   * @return the features
   * @throws IOException if the file is missing or cannot be mapped
   * @throws IllegalArgumentException if {@code start}, {@code rows} or {@code cols} is out of
   *     range, the file is too short, or a number is NaN or infinite; the message names row and
   *     column
   */
  public static MappedFeatures open(Path file, long start, int rows, int cols, boolean isSingle)
      throws IOException {
    MappedFile mapped = MappedFile.open(file);
    long bytes = isSingle ? Float.BYTES : Double.BYTES;
    if (start < 0
        || start % Double.BYTES != 0
        || rows < 0
        || cols < 0
        || (mapped.size() - start) / bytes < (long) rows * cols) {
      throw new IllegalArgumentException(
          rows
              + " x "
              + cols
              + " numbers of "
              + bytes
              + " bytes from byte "
              + start
              + " do not fit in the "
              + mapped.size()
              + " bytes of "
              + file);
    }
    MappedFeatures features =
        new MappedFeatures(mapped, start, rows, cols, isSingle, new double[0], new double[0]);
    features.check();
    return features;
  }

  private void check() {
    Workers.all()
        .forRows(
            rows,
            BLOCK_ROWS,
            (from, to) -> {
              for (int row = from; row < to; row++) {
                for (int col = 0; col < cols; col++) {
                  Checks.finite(row, col, number(row, col));
                }
              }
            });
  }

  /** Returns a view of these features that standardizes each row when it is read. */
  MappedFeatures standardized(double[] byMean, double[] byDeviation) {
    if (mean.length > 0) {
      throw new IllegalArgumentException("these features are already standardized");
    }
    MappedFeatures standardized =
        new MappedFeatures(file, start, rows, cols, isSingle, byMean, byDeviation);
    standardized.check();
    return standardized;
  }

  private double number(int row, int col) {
    long at = (long) row * cols + col;
    double stored =
        isSingle
            ? file.getFloat(start + at * Float.BYTES)
            : file.getDouble(start + at * Double.BYTES);
    return mean.length == 0 ? stored : (stored - mean[col]) / deviation[col];
  }

  @Override
  public int rows() {
    return rows;
  }

  @Override
  public int cols() {
    return cols;
  }

  private DMatrixRMaj panel(int from, int to) {
    DMatrixRMaj values = new DMatrixRMaj(to - from, cols);
    for (int row = from; row < to; row++) {
      copyRow(row, values.data, (row - from) * cols);
    }
    return values;
  }

  @Override
  public long storedCount() {
    return (long) rows * cols;
  }

  @Override
  public void copyRow(int row, double[] out) {
    copyRow(row, out, 0);
  }

  private void copyRow(int row, double[] out, int at) {
    for (int col = 0; col < cols; col++) {
      out[at + col] = number(row, col);
    }
  }

  @Override
  public void multiply(DMatrixRMaj w, DMatrixRMaj out, Workers workers) {
    if (w.numRows != cols) {
      throw new IllegalArgumentException("w has " + w.numRows + " rows instead of " + cols);
    }
    int width = w.numCols;
    out.reshape(rows, width);
    // A row of the product depends only on the same row of X, so blocks yield identical results.
    workers.forRows(
        rows,
        BLOCK_ROWS,
        (from, to) -> {
          DMatrixRMaj product = new DMatrixRMaj(0, 0);
          for (int first = from; first < to; first += BLOCK_ROWS) {
            int end = Math.min(to, first + BLOCK_ROWS);
            DenseOperand.view(panel(first, end)).multiply(w, product, Workers.sequential());
            System.arraycopy(product.data, 0, out.data, first * width, product.getNumElements());
          }
        });
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
    out.reshape(left.rows(), cols);
    workers.forRows(
        left.rows(),
        BLOCK_ROWS,
        (from, to) -> {
          double[] row = new double[cols];
          for (int u = from; u < to; u++) {
            int at = u * cols;
            Arrays.fill(out.data, at, at + cols, 0.0);
            for (int e = left.offset(u); e < left.offset(u + 1); e++) {
              copyRow(left.column(e), row);
              CsrKernels.add(left.value(e), row, 0, cols, out.data, at);
            }
          }
        });
  }

  @Override
  public String toString() {
    return "MappedFeatures[rows = " + rows + ", cols = " + cols + ", file = " + file + "]";
  }
}
