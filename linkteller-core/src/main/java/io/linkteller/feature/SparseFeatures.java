package io.linkteller.feature;

import io.linkteller.matrix.CsrMatrix;
import io.linkteller.parallel.Workers;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.Arrays;
import org.ejml.data.DMatrixRMaj;

/**
 * Features that are mostly zero, stored as compressed sparse rows. Takes 12 bytes of memory per
 * entry, and twice as much after the first call to {@link #multiplyTransposed}.
 */
public final class SparseFeatures implements FeatureMatrix {

  private final CsrMatrix matrix;

  private SparseFeatures(CsrMatrix matrix) {
    this.matrix = matrix;
  }

  /**
   * Returns features with the entries of a sparse matrix.
   *
   * @param matrix n x d
   * @return the features
   */
  public static SparseFeatures of(CsrMatrix matrix) {
    return new SparseFeatures(matrix);
  }

  /**
   * Returns features that are 1 in the listed columns and 0 elsewhere.
   *
   * @param cols d
   * @param columnsOfRow for each node, the columns of its ones, strictly ascending, in [0, d)
   * @return the features
   * @throws IllegalArgumentException if a list is not strictly ascending or a column is outside [0,
   *     d); the message names row and column
   */
  public static SparseFeatures ofOnes(int cols, int[][] columnsOfRow) {
    int[] offsets = new int[columnsOfRow.length + 1];
    for (int row = 0; row < columnsOfRow.length; row++) {
      offsets[row + 1] = offsets[row] + columnsOfRow[row].length;
    }
    int[] columns = new int[offsets[columnsOfRow.length]];
    for (int row = 0; row < columnsOfRow.length; row++) {
      System.arraycopy(columnsOfRow[row], 0, columns, offsets[row], columnsOfRow[row].length);
    }
    double[] ones = new double[columns.length];
    Arrays.fill(ones, 1.0);
    return of(CsrMatrix.of(cols, offsets, columns, ones));
  }

  /**
   * Returns the nonzero entries of a dense matrix as sparse features, in O(n d) time.
   *
   * @param values n x d
   * @return the features
   * @throws IllegalArgumentException if a number is NaN or infinite; the message names row and
   *     column
   */
  public static SparseFeatures ofDense(DMatrixRMaj values) {
    int[] offsets = new int[values.numRows + 1];
    for (int row = 0; row < values.numRows; row++) {
      int nonzero = 0;
      for (int i = row * values.numCols; i < (row + 1) * values.numCols; i++) {
        nonzero += values.data[i] != 0 ? 1 : 0;
      }
      offsets[row + 1] = offsets[row] + nonzero;
    }
    int[] columns = new int[offsets[values.numRows]];
    double[] entries = new double[columns.length];
    int at = 0;
    for (int row = 0; row < values.numRows; row++) {
      for (int col = 0; col < values.numCols; col++) {
        double value = values.data[row * values.numCols + col];
        if (value != 0) {
          columns[at] = col;
          entries[at++] = value;
        }
      }
    }
    return of(CsrMatrix.of(values.numCols, offsets, columns, entries));
  }

  /**
   * Returns these features with every row divided by its sum, as T. N. Kipf and M. Welling
   * preprocess citation graphs ("Semi-Supervised Classification with Graph Convolutional Networks",
   * ICLR 2017): k ones become k times 1/k. A row whose sum is zero is left unchanged. Takes
   * O(entries) time.
   *
   * @return the features, in which each row sums to 1 or 0
   * @throws IllegalArgumentException if a quotient is not finite
   */
  public SparseFeatures normalizedByRow() {
    int[] offsets = new int[rows() + 1];
    int[] columns = new int[matrix.entryCount()];
    double[] values = new double[matrix.entryCount()];
    for (int row = 0; row < rows(); row++) {
      offsets[row + 1] = matrix.offset(row + 1);
      double sum = 0;
      for (int e = matrix.offset(row); e < matrix.offset(row + 1); e++) {
        sum += matrix.value(e);
      }
      for (int e = matrix.offset(row); e < matrix.offset(row + 1); e++) {
        columns[e] = matrix.column(e);
        values[e] = sum == 0 ? matrix.value(e) : matrix.value(e) / sum;
      }
    }
    return of(CsrMatrix.of(cols(), offsets, columns, values));
  }

  /** {@return the features as an n x d sparse matrix} */
  public CsrMatrix matrix() {
    return matrix;
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
  public SparseFeatures selectRows(IntList rows) {
    return of(matrix.selectRows(rows));
  }

  @Override
  public void multiply(DMatrixRMaj w, DMatrixRMaj out, Workers workers) {
    matrix.multiply(w, out, workers);
  }

  @Override
  public void multiplyTransposed(DMatrixRMaj g, DMatrixRMaj out, Workers workers) {
    matrix.multiplyTransposed(g, out, workers);
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
  public void multiplyBy(CsrMatrix left, DMatrixRMaj out, Workers workers) {
    matrix.multiplyBy(left, out, workers);
  }
}
