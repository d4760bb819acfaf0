package io.linkteller.matrix;

import io.linkteller.parallel.Workers;
import java.util.Arrays;
import org.ejml.data.DMatrixRMaj;

/**
 * Products of dense matrices, out = A B or out = Aᵀ B, computed in blocks that stay in the caches.
 *
 * <p>A tile of the product is computed in strips of {@link #STRIP} rows. A strip stays in the
 * first-level cache while {@link #DEPTH} rows of B, held in the second-level cache, are multiplied
 * into it three at a time. The rows of B and of the strip are copied into separate arrays, for the
 * reasons given in {@link #addProduct}. The numbers of A are also copied, because they are far
 * apart in memory.
 *
 * <p>Each number of the product is a sum in the order of the columns of A, regardless of the tile,
 * so results are bit-identical for any number of threads. With {@link FusedArithmetic}, a term is
 * added with one rounding, otherwise with two. Results therefore differ in the last digits between
 * processors that have the instruction and the few that do not.
 */
final class DenseProduct {

  /** The number of rows of the product that are computed together; they take 25 KiB. */
  private static final int STRIP = 12;

  /** The number of rows of B that are copied together; they take 260 KiB. */
  private static final int DEPTH = 126;

  /** The number of columns of the product that are computed together. */
  private static final int WIDTH = 256;

  /**
   * The length of a row array. With its 16-byte header, an array occupies a multiple of 64 bytes.
   * Arrays allocated in sequence therefore have the same alignment, and so do their vectors at the
   * same index.
   */
  private static final int LENGTH = WIDTH + 6;

  /** The number of rows of the product per task. Every task copies the rows of B again. */
  private static final int TASK_ROWS = 144;

  private static final ScratchPool<DenseProduct> POOL = new ScratchPool<>(DenseProduct::new);

  private final double[] factors = new double[STRIP * DEPTH];
  private final double[][] right;
  private final double[][] strip;

  private DenseProduct() {
    double[][] rows = new double[STRIP + DEPTH][LENGTH];
    strip = Arrays.copyOf(rows, STRIP);
    right = Arrays.copyOfRange(rows, STRIP, STRIP + DEPTH);
  }

  /**
   * Computes out = A B, or out = Aᵀ B.
   *
   * @param a A
   * @param transposed whether to use Aᵀ instead of A
   * @param b B, with as many rows as A, or Aᵀ if transposed, has columns
   * @param fused whether to use {@link Math#fma}
   * @param out receives the product; must have the shape of the product
   */
  static void multiply(
      DMatrixRMaj a,
      boolean transposed,
      DMatrixRMaj b,
      boolean fused,
      DMatrixRMaj out,
      Workers workers) {
    int tasksDown = (out.numRows + TASK_ROWS - 1) / TASK_ROWS;
    int tasksAcross = (out.numCols + WIDTH - 1) / WIDTH;
    workers.forRows(
        tasksDown * tasksAcross,
        1,
        (from, to) -> {
          DenseProduct scratch = POOL.borrow();
          for (int task = from; task < to; task++) {
            scratch.multiplyTile(
                a,
                transposed,
                b,
                fused,
                task / tasksAcross * TASK_ROWS,
                task % tasksAcross * WIDTH,
                out);
          }
          POOL.release(scratch);
        });
  }

  private void multiplyTile(
      DMatrixRMaj a,
      boolean transposed,
      DMatrixRMaj b,
      boolean fused,
      int fromRow,
      int column,
      DMatrixRMaj out) {
    int size = Math.min(WIDTH, b.numCols - column);
    int toRow = Math.min(out.numRows, fromRow + TASK_ROWS);
    if (b.numRows == 0) {
      for (int row = fromRow; row < toRow; row++) {
        int at = row * out.numCols + column;
        Arrays.fill(out.data, at, at + size, 0.0);
      }
    }
    for (int k = 0; k < b.numRows; k += DEPTH) {
      int depth = Math.min(DEPTH, b.numRows - k);
      for (int i = 0; i < depth; i++) {
        System.arraycopy(b.data, (k + i) * b.numCols + column, right[i], 0, size);
      }
      for (int i = depth; i < thirds(depth); i++) {
        Arrays.fill(right[i], 0, size, 0.0);
      }
      for (int row = fromRow; row < toRow; row += STRIP) {
        int rows = Math.min(STRIP, toRow - row);
        if (transposed) {
          loadTransposed(a, row, rows, k, depth);
        } else {
          load(a, row, rows, k, depth);
        }
        for (int i = 0; i < rows; i++) {
          if (k == 0) {
            Arrays.fill(strip[i], 0, size, 0.0);
          } else {
            System.arraycopy(out.data, (row + i) * out.numCols + column, strip[i], 0, size);
          }
        }
        int down = transposed ? 1 : DEPTH;
        int across = transposed ? STRIP : 1;
        multiplyStrip(thirds(rows), thirds(depth), down, across, size, fused);
        for (int i = 0; i < rows; i++) {
          System.arraycopy(strip[i], 0, out.data, (row + i) * out.numCols + column, size);
        }
      }
    }
  }

  /** Rounds a number up to a multiple of three. */
  private static int thirds(int size) {
    return (size + 2) / 3 * 3;
  }

  /** Copies a block of A, row-major. Missing rows and columns are filled with zeros. */
  private void load(DMatrixRMaj a, int row, int rows, int column, int depth) {
    for (int i = 0; i < thirds(rows); i++) {
      int to = i * DEPTH;
      int numbers = i < rows ? depth : 0;
      if (numbers > 0) {
        System.arraycopy(a.data, (row + i) * a.numCols + column, factors, to, numbers);
      }
      Arrays.fill(factors, to + numbers, to + thirds(depth), 0.0);
    }
  }

  /** Copies a block of Aᵀ, column-major. Missing rows and columns are filled with zeros. */
  private void loadTransposed(DMatrixRMaj a, int row, int rows, int column, int depth) {
    for (int k = 0; k < thirds(depth); k++) {
      int to = k * STRIP;
      int numbers = k < depth ? rows : 0;
      if (numbers > 0) {
        System.arraycopy(a.data, (column + k) * a.numCols + row, factors, to, numbers);
      }
      Arrays.fill(factors, to + numbers, to + thirds(rows), 0.0);
    }
  }

  private void multiplyStrip(int rows, int depth, int down, int across, int size, boolean fused) {
    for (int k = 0; k < depth; k += 3) {
      for (int row = 0; row < rows; row += 3) {
        addProduct(
            fused,
            factors,
            row * down + k * across,
            down,
            across,
            right[k],
            right[k + 1],
            right[k + 2],
            size,
            strip[row],
            strip[row + 1],
            strip[row + 2]);
      }
    }
  }

  /**
   * Multiplies a 3 x 3 matrix by three rows and adds the result to three other rows. The numbers of
   * the matrix begin at {@code a[at]} and are {@code down} places apart within a column and {@code
   * across} places apart within a row.
   *
   * <p>The method is written for the JIT compiler of Java 17, which vectorizes a loop over several
   * arrays only if all of them are read at the same index and the loop has at most about 60 nodes
   * in the compiler's graph, six of them per array. Within that limit, six arrays and nine fused
   * multiply-adds do the most arithmetic per load. Because both variants are in one method, it
   * exceeds 325 bytes of bytecode and is never inlined. That is intended: inlined into the loops of
   * its caller, it is not always vectorized.
   */
  private static void addProduct(
      boolean fused,
      double[] a,
      int at,
      int down,
      int across,
      double[] x0,
      double[] x1,
      double[] x2,
      int size,
      double[] sum0,
      double[] sum1,
      double[] sum2) {
    double a00 = a[at];
    double a01 = a[at + across];
    double a02 = a[at + 2 * across];
    double a10 = a[at + down];
    double a11 = a[at + down + across];
    double a12 = a[at + down + 2 * across];
    double a20 = a[at + 2 * down];
    double a21 = a[at + 2 * down + across];
    double a22 = a[at + 2 * down + 2 * across];
    if (fused) {
      for (int i = 0; i < size; i++) {
        double v0 = x0[i];
        double v1 = x1[i];
        double v2 = x2[i];
        double s0 = sum0[i];
        double s1 = sum1[i];
        double s2 = sum2[i];
        sum0[i] = Math.fma(a02, v2, Math.fma(a01, v1, Math.fma(a00, v0, s0)));
        sum1[i] = Math.fma(a12, v2, Math.fma(a11, v1, Math.fma(a10, v0, s1)));
        sum2[i] = Math.fma(a22, v2, Math.fma(a21, v1, Math.fma(a20, v0, s2)));
      }
    } else {
      for (int i = 0; i < size; i++) {
        sum0[i] = sum0[i] + a00 * x0[i] + a01 * x1[i] + a02 * x2[i];
      }
      for (int i = 0; i < size; i++) {
        sum1[i] = sum1[i] + a10 * x0[i] + a11 * x1[i] + a12 * x2[i];
      }
      for (int i = 0; i < size; i++) {
        sum2[i] = sum2[i] + a20 * x0[i] + a21 * x1[i] + a22 * x2[i];
      }
    }
  }
}
