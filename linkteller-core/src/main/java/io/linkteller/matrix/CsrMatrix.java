package io.linkteller.matrix;

import io.linkteller.parallel.Workers;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.Arrays;
import org.ejml.data.DMatrixRMaj;
import org.jspecify.annotations.Nullable;

/**
 * A sparse matrix S in compressed sparse row format: the entries of row r have the indices {@code
 * offset(r)} to {@code offset(r + 1) - 1}, with ascending columns. Immutable and thread-safe.
 */
public final class CsrMatrix implements LeftOperand {

  private static final int BLOCK_ROWS = 64;

  private final int cols;
  private final int[] offsets;
  private final int[] columns;
  private final double[] values;
  private volatile @Nullable CsrMatrix transpose;

  private CsrMatrix(int cols, int[] offsets, int[] columns, double[] values) {
    this.cols = cols;
    this.offsets = offsets;
    this.columns = columns;
    this.values = values;
  }

  /**
   * Returns a matrix with copies of the given arrays.
   *
   * @param cols the number of columns, at least 0
   * @param offsets the row offsets: rows + 1 non-decreasing numbers, from 0 to the number of
   *     entries
   * @param columns the columns of the entries, strictly ascending within a row, in [0, cols)
   * @param values the entries, finite
   * @return the matrix
   * @throws IllegalArgumentException if the arrays do not represent such a matrix; the message
   *     locates the error
   */
  public static CsrMatrix of(int cols, int[] offsets, int[] columns, double[] values) {
    check(cols, offsets, columns, values);
    return new CsrMatrix(cols, offsets.clone(), columns.clone(), values.clone());
  }

  private static void check(int cols, int[] offsets, int[] columns, double[] values) {
    if (cols < 0) {
      throw new IllegalArgumentException("cols = " + cols + " is negative");
    }
    if (offsets.length == 0
        || offsets[0] != 0
        || offsets[offsets.length - 1] != columns.length
        || values.length != columns.length) {
      throw new IllegalArgumentException(
          "row offsets must ascend from 0 to the number of entries, the length of columns and"
              + " values; got "
              + offsets.length
              + " offsets, "
              + columns.length
              + " columns and "
              + values.length
              + " values");
    }
    for (int row = 0; row + 1 < offsets.length; row++) {
      if (offsets[row + 1] < offsets[row] || offsets[row + 1] > columns.length) {
        throw new IllegalArgumentException(
            "offset " + offsets[row + 1] + " at the end of row " + row + " is out of order");
      }
      for (int e = offsets[row]; e < offsets[row + 1]; e++) {
        if (columns[e] < 0 || columns[e] >= cols) {
          throw new IllegalArgumentException(
              "column " + columns[e] + " in row " + row + " is outside [0, " + cols + ")");
        }
        if (e > offsets[row] && columns[e] <= columns[e - 1]) {
          throw new IllegalArgumentException(
              "columns of row " + row + " are not strictly ascending at column " + columns[e]);
        }
        if (!Double.isFinite(values[e])) {
          throw new IllegalArgumentException(
              "value at row " + row + ", column " + columns[e] + " is " + values[e]);
        }
      }
    }
  }

  @Override
  public int rows() {
    return offsets.length - 1;
  }

  @Override
  public int cols() {
    return cols;
  }

  /** {@return the number of stored entries} */
  public int entryCount() {
    return columns.length;
  }

  /**
   * Returns the index of the first entry of a row.
   *
   * @param row in [0, rows]; the offset of the number of rows is the number of entries
   * @return the index of the row's first entry
   */
  public int offset(int row) {
    return offsets[row];
  }

  /**
   * Returns the index of the first entry of a row at or after a column. Takes time logarithmic in
   * the number of entries in the row.
   *
   * @param row in [0, rows)
   * @param column the lowest column
   * @return the index of that entry, or of the next row's first entry if there is none
   */
  public int firstFrom(int row, int column) {
    int at = Arrays.binarySearch(columns, offsets[row], offsets[row + 1], column);
    return at < 0 ? -at - 1 : at;
  }

  /**
   * Returns the column of an entry.
   *
   * @param entry the index of the entry, in [0, entryCount)
   * @return its column
   */
  public int column(int entry) {
    return columns[entry];
  }

  /**
   * Returns the value of an entry.
   *
   * @param entry the index of the entry, in [0, entryCount)
   * @return its value
   */
  public double value(int entry) {
    return values[entry];
  }

  /**
   * Returns the value at a row and column. Takes time logarithmic in the number of entries in the
   * row.
   *
   * @param row in [0, rows)
   * @param col in [0, cols)
   * @return the value, 0 if there is no entry
   */
  public double get(int row, int col) {
    int at = Arrays.binarySearch(columns, offsets[row], offsets[row + 1], col);
    return at < 0 ? 0 : values[at];
  }

  /**
   * Returns a copy of this matrix with each column multiplied by a factor.
   *
   * @param factors one factor per column
   * @return S diag(factors)
   */
  public CsrMatrix withColumnsScaled(double[] factors) {
    double[] scaled = new double[values.length];
    for (int e = 0; e < scaled.length; e++) {
      scaled[e] = values[e] * factors[columns[e]];
    }
    return new CsrMatrix(cols, offsets, columns, scaled);
  }

  /** {@return a copy of the row offsets, rows + 1 numbers} */
  public int[] copyOffsets() {
    return offsets.clone();
  }

  /** {@return a copy of the columns of the entries, row by row} */
  public int[] copyColumns() {
    return columns.clone();
  }

  /**
   * Returns the permutation of the entries under transposition: entry e of the transpose is entry
   * {@code transposedEntries()[e]} of this matrix. Takes O(rows + cols + entries) time.
   *
   * @return one index per entry
   */
  public int[] transposedEntries() {
    double[] numbers = new double[values.length];
    for (int e = 0; e < numbers.length; e++) {
      numbers[e] = e;
    }
    CsrMatrix numbered = sharing(numbers).transpose();
    int[] origin = new int[values.length];
    for (int e = 0; e < origin.length; e++) {
      origin[e] = (int) numbered.values[e];
    }
    return origin;
  }

  /** Returns a matrix with the same pattern whose entries are a live view of an array. */
  CsrMatrix sharing(double[] live) {
    return new CsrMatrix(cols, offsets, columns, live);
  }

  /** {@return a copy of the values of the entries, row by row} */
  public double[] copyValues() {
    return values.clone();
  }

  /**
   * Returns some rows of this matrix.
   *
   * @param rows rows of this matrix, in the order of the result; repetitions are allowed
   * @return the matrix whose row i is row {@code rows.getInt(i)} of this matrix
   * @throws IllegalArgumentException if a row is out of range, or the result has more than
   *     2<sup>31</sup> - 1 entries
   */
  public CsrMatrix selectRows(IntList rows) {
    int[] starts = new int[rows.size() + 1];
    for (int i = 0; i < rows.size(); i++) {
      int row = rows.getInt(i);
      if (row < 0 || row >= rows()) {
        throw new IllegalArgumentException("row = " + row + " is outside [0, " + rows() + ")");
      }
      long next = (long) starts[i] + offsets[row + 1] - offsets[row];
      if (next > Integer.MAX_VALUE) {
        throw new IllegalArgumentException("the selected rows have more than 2^31 - 1 entries");
      }
      starts[i + 1] = (int) next;
    }
    int[] columnsOf = new int[starts[rows.size()]];
    double[] valuesOf = new double[columnsOf.length];
    for (int i = 0; i < rows.size(); i++) {
      int from = offsets[rows.getInt(i)];
      System.arraycopy(columns, from, columnsOf, starts[i], starts[i + 1] - starts[i]);
      System.arraycopy(values, from, valuesOf, starts[i], starts[i + 1] - starts[i]);
    }
    return new CsrMatrix(cols, starts, columnsOf, valuesOf);
  }

  /**
   * {@return the transpose, Sᵀ, which is computed by the first call and cached} The first call
   * takes O(rows + cols + entries) time.
   */
  public CsrMatrix transpose() {
    CsrMatrix known = transpose;
    if (known == null) {
      known = computeTranspose();
      known.transpose = this;
      transpose = known;
    }
    return known;
  }

  private CsrMatrix computeTranspose() {
    // Counting sort by column; rows are visited in order, so they ascend within each column.
    int[] starts = new int[cols + 1];
    for (int column : columns) {
      starts[column + 1]++;
    }
    Arrays.parallelPrefix(starts, Integer::sum);
    int[] at = Arrays.copyOf(starts, cols);
    int[] rowsOf = new int[columns.length];
    double[] valuesOf = new double[columns.length];
    for (int row = 0; row < rows(); row++) {
      for (int e = offsets[row]; e < offsets[row + 1]; e++) {
        int slot = at[columns[e]]++;
        rowsOf[slot] = row;
        valuesOf[slot] = values[e];
      }
    }
    return new CsrMatrix(rows(), starts, rowsOf, valuesOf);
  }

  @Override
  public long storedCount() {
    return columns.length;
  }

  @Override
  public void copyRow(int row, double[] out) {
    Arrays.fill(out, 0, cols, 0.0);
    for (int e = offsets[row]; e < offsets[row + 1]; e++) {
      out[columns[e]] = values[e];
    }
  }

  @Override
  public void multiply(DMatrixRMaj w, DMatrixRMaj out, Workers workers) {
    product().multiplyPlus(w, CsrProduct.NO_FACTORS, new double[w.numCols], out, workers);
  }

  @Override
  public void multiplyTransposed(DMatrixRMaj g, DMatrixRMaj out, Workers workers) {
    transpose().multiply(g, out, workers);
  }

  /**
   * Adds a row of S B to an array, in the order of the entries of S. Takes time proportional to c
   * times the number of entries in the row.
   *
   * @param row a row of S
   * @param b B, cols x c, row-major; the array may be longer
   * @param width c
   * @param out the array to add to, at least c numbers
   */
  public void addRowProduct(int row, double[] b, int width, double[] out) {
    CsrKernels.addRowProduct(offsets[row], offsets[row + 1], columns, values, b, width, out);
  }

  /**
   * Computes out = S W + 1 rᵀ, that is, adds the same row r to each row of the product.
   *
   * @param w cols x c
   * @param row r, c numbers
   * @param out receives the result; reshaped to rows x c
   * @param workers the executor
   * @throws IllegalArgumentException if {@code w} does not have as many rows as this matrix has
   *     columns, or {@code row} has fewer numbers than {@code w} has columns
   */
  public void multiplyPlusRow(DMatrixRMaj w, double[] row, DMatrixRMaj out, Workers workers) {
    product().multiplyPlus(w, CsrProduct.NO_FACTORS, row, out, workers);
  }

  /**
   * Computes out = S W + a rᵀ, that is, adds a multiple of r to each row of the product.
   *
   * @param w cols x c
   * @param factors a, one number per row of this matrix
   * @param row r, c numbers
   * @param out receives the result; reshaped to rows x c
   * @param workers the executor
   * @throws IllegalArgumentException if {@code w} does not have as many rows as this matrix has
   *     columns, or {@code factors} or {@code row} has the wrong length
   */
  public void multiplyPlusOuter(
      DMatrixRMaj w, double[] factors, double[] row, DMatrixRMaj out, Workers workers) {
    if (factors.length != rows()) {
      throw new IllegalArgumentException(
          "factors has " + factors.length + " numbers for " + rows() + " rows");
    }
    product().multiplyPlus(w, factors, row, out, workers);
  }

  /**
   * Computes some columns of out = S W. The other columns of {@code out} are not changed.
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
    product().multiplyColumns(w, first, count, out, workers);
  }

  private CsrProduct product() {
    return new CsrProduct(cols, offsets, columns, values);
  }

  @Override
  public void multiplyBy(CsrMatrix left, DMatrixRMaj out, Workers workers) {
    if (left.cols() != rows()) {
      throw new IllegalArgumentException(
          "a matrix with "
              + left.cols()
              + " columns cannot be multiplied by one with "
              + rows()
              + " rows");
    }
    out.reshape(left.rows(), cols);
    workers.forRows(
        left.rows(),
        BLOCK_ROWS,
        (from, to) -> {
          Arrays.fill(out.data, from * cols, to * cols, 0.0);
          for (int u = from; u < to; u++) {
            for (int e = left.offsets[u]; e < left.offsets[u + 1]; e++) {
              int row = left.columns[e];
              for (int f = offsets[row]; f < offsets[row + 1]; f++) {
                out.data[u * cols + columns[f]] += left.values[e] * values[f];
              }
            }
          }
        });
  }
}
