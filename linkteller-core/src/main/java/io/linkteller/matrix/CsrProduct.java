package io.linkteller.matrix;

import io.linkteller.parallel.Workers;
import java.util.Arrays;
import org.ejml.data.DMatrixRMaj;

/**
 * Computes the product of a sparse matrix and a dense one. Divides its rows among threads and its
 * columns into panels ({@link RowPanel}).
 */
final class CsrProduct {

  /** Denotes factors that are all 1. */
  static final double[] NO_FACTORS = new double[0];

  private static final int BLOCK_ROWS = 64;

  /** With fewer columns than this, vector instructions do not pay off. */
  private static final int NARROW = 8;

  private final int cols;
  private final int[] offsets;
  private final int[] columns;
  private final double[] values;

  /** Uses the arrays of a {@link CsrMatrix} without copying them. */
  CsrProduct(int cols, int[] offsets, int[] columns, double[] values) {
    this.cols = cols;
    this.offsets = offsets;
    this.columns = columns;
    this.values = values;
  }

  private int rows() {
    return offsets.length - 1;
  }

  /** See {@link CsrMatrix#multiplyColumns}. */
  void multiplyColumns(DMatrixRMaj w, int first, int count, DMatrixRMaj out, Workers workers) {
    if (w.numRows != cols || out.numRows != rows() || out.numCols != w.numCols) {
      throw new IllegalArgumentException(
          "a "
              + rows()
              + " x "
              + cols
              + " matrix times a "
              + w.numRows
              + " x "
              + w.numCols
              + " one is not "
              + out.numRows
              + " x "
              + out.numCols);
    }
    if (first < 0 || count < 0 || first + count > w.numCols) {
      throw new IllegalArgumentException(
          count + " columns from " + first + " are outside [0, " + w.numCols + ")");
    }
    double[] none = new double[count];
    if (count < NARROW) {
      workers.forRows(
          rows(),
          BLOCK_ROWS,
          (from, to) ->
              CsrKernels.multiplyNarrowColumns(
                  from, to, offsets, columns, values, w.data, w.numCols, first, count, out.data));
      return;
    }
    RowPanel panel = RowPanel.borrow();
    for (int at = 0; at < count; at += RowPanel.WIDTH) {
      int size = Math.min(RowPanel.WIDTH, count - at);
      multiplyPanel(w, NO_FACTORS, none, out, workers, panel, first + at, size, at);
    }
    panel.release();
  }

  /**
   * Computes out = S W + a rᵀ.
   *
   * @param w cols x c
   * @param factors a, one number per row, or {@link #NO_FACTORS}
   * @param row r, at least c numbers
   * @param out receives the result; reshaped to rows x c
   */
  void multiplyPlus(
      DMatrixRMaj w, double[] factors, double[] row, DMatrixRMaj out, Workers workers) {
    int width = w.numCols;
    if (w.numRows != cols || row.length < width) {
      throw new IllegalArgumentException(
          "a matrix with "
              + cols
              + " columns cannot be multiplied by one with "
              + w.numRows
              + " rows, or a row of "
              + row.length
              + " numbers cannot be added to rows of "
              + width
              + " numbers");
    }
    if (out == w) {
      throw new IllegalArgumentException("out must not be the operand w");
    }
    out.reshape(rows(), width);
    if (width < NARROW) {
      workers.forRows(
          rows(),
          BLOCK_ROWS,
          (from, to) ->
              CsrKernels.multiplyNarrow(
                  from, to, offsets, columns, values, w.data, width, factors, row, out.data));
      return;
    }
    RowPanel panel = RowPanel.borrow();
    for (int first = 0; first < width; first += RowPanel.WIDTH) {
      int size = Math.min(RowPanel.WIDTH, width - first);
      multiplyPanel(w, factors, row, out, workers, panel, first, size, first);
    }
    panel.release();
  }

  private void multiplyPanel(
      DMatrixRMaj w,
      double[] factors,
      double[] row,
      DMatrixRMaj out,
      Workers workers,
      RowPanel panel,
      int first,
      int size,
      int firstOfRow) {
    int width = w.numCols;
    double[][] b = panel.load(w, first, size, workers);
    double[] r = Arrays.copyOfRange(row, firstOfRow, firstOfRow + size);
    workers.forRows(
        rows(),
        BLOCK_ROWS,
        (from, to) ->
            CsrKernels.multiplyPanel(
                from,
                to,
                offsets,
                columns,
                values,
                b,
                size,
                factors,
                r,
                new double[RowPanel.WIDTH],
                out.data,
                width,
                first));
  }
}
