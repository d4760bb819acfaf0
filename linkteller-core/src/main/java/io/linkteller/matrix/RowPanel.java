package io.linkteller.matrix;

import io.linkteller.parallel.Workers;
import java.lang.ref.SoftReference;
import java.util.Arrays;
import java.util.concurrent.ConcurrentLinkedDeque;
import org.ejml.data.DMatrixRMaj;

/**
 * Some columns of a dense matrix, every row copied into an array of its own.
 *
 * <p>Two reasons pay for the copy. A stretch of 64 columns of some thousand rows stays in the
 * second-level cache while the whole matrix does not; and the just-in-time compiler turns a loop
 * into vector instructions only where all arrays are read at the same index, which stretches of one
 * long array are not. Together they make products with sparse rows three to four times as fast as
 * they are on the matrix itself.
 *
 * <p>Panels are lent out of a pool that the garbage collector may empty.
 */
final class RowPanel {

  /** Columns of a panel: 512 bytes a row. */
  static final int WIDTH = 64;

  /** What stands in for a row where there is none. Never written. */
  static final double[] ZEROS = new double[WIDTH];

  private static final int BLOCK_ROWS = 128;

  private static final ConcurrentLinkedDeque<SoftReference<RowPanel>> POOL =
      new ConcurrentLinkedDeque<>();

  private final SoftReference<RowPanel> reference = new SoftReference<>(this);
  private double[][] rows = new double[0][];

  private RowPanel() {}

  /** Lends a panel; give it back with {@link #release}. */
  static RowPanel borrow() {
    SoftReference<RowPanel> pooled;
    while ((pooled = POOL.pollFirst()) != null) {
      RowPanel panel = pooled.get();
      if (panel != null) {
        return panel;
      }
    }
    return new RowPanel();
  }

  void release() {
    POOL.addFirst(reference);
  }

  /** Returns at least {@code count} row arrays of arbitrary contents. */
  double[][] rows(int count) {
    if (rows.length < count) {
      double[][] longer = Arrays.copyOf(rows, count);
      for (int row = rows.length; row < count; row++) {
        longer[row] = new double[WIDTH];
      }
      rows = longer;
    }
    return rows;
  }

  /**
   * Copies the columns {@code first} to {@code first + size - 1} of a matrix.
   *
   * @return one array a row
   */
  double[][] load(DMatrixRMaj matrix, int first, int size, Workers workers) {
    double[][] arrays = rows(matrix.numRows);
    double[] data = matrix.data;
    int width = matrix.numCols;
    workers.forRows(
        matrix.numRows,
        BLOCK_ROWS,
        (from, to) -> {
          for (int row = from; row < to; row++) {
            System.arraycopy(data, row * width + first, arrays[row], 0, size);
          }
        });
    return arrays;
  }
}
