package io.linkteller.matrix;

import io.linkteller.parallel.Workers;
import java.util.Arrays;
import org.ejml.data.DMatrixRMaj;

/**
 * Products with S = diag(d) + diag(l) P diag(r), where P is a dense symmetric pattern of zeros and
 * ones without diagonal: the normalized adjacency matrix of a graph in which a considerable share
 * of all pairs are edges, such as one that hides its edges among random ones.
 *
 * <p>P is stored as bits. Rows of the right factor are taken in groups of six; the 64 sums over the
 * subsets of a group are tabulated, and every row of the product adds one of them per group
 * ("method of the four Russians", V. L. Arlazarov et al., 1970). That takes a sixth of n additions
 * per number of the product whatever P is, and the tables stay in the first two levels of the
 * cache, which the rows that a sparse product gathers do not.
 *
 * <p>The order of additions depends on n only, so results are bit-identical for any number of
 * threads. They differ from those of a {@link CsrMatrix} by rounding: each number by at most n
 * 2<sup>-52</sup> times the sum of the absolute values of its terms. Immutable.
 */
public final class PatternProduct {

  /** The neighbors in one table. */
  static final int TABLE = 6;

  static final int TABLE_ROWS = 1 << TABLE;

  /** The neighbors in one code, which selects a sum of each of four tables. */
  private static final int GROUP = 4 * TABLE;

  /** With fewer columns than this, vector instructions do not pay off. */
  private static final int NARROW = 8;

  /** The columns that are computed together, so that their tables stay in the cache. */
  private static final int WIDTH = 64;

  private static final ScratchPool<RowPanel> SCRATCH = new ScratchPool<>(() -> new RowPanel(WIDTH));

  /** The rows of a block, which share the tables of a group. */
  private static final int BLOCK_ROWS = 2560;

  /** With fewer rows, sparse products gather from the first-level caches as well. */
  private static final int LEAST_ROWS = 512;

  /** The least share of ones for which looking sums up is cheaper than gathering rows. */
  private static final double LEAST_DENSITY = 0.1;

  private final int rows;

  /** For each group of 24 columns and each row, the 24 bits of the row. */
  private final int[] codes;

  private final double[] diagonal;
  private final double[] left;
  private final double[] right;

  private PatternProduct(int rows, int[] codes, double[] diagonal, double[] left, double[] right) {
    this.rows = rows;
    this.codes = codes;
    this.diagonal = diagonal;
    this.left = left;
    this.right = right;
  }

  /**
   * Returns whether products by tables are cheaper than sparse ones.
   *
   * @param rows n
   * @param entries the number of ones in P
   * @return true for a large dense P
   */
  public static boolean isCheaper(int rows, long entries) {
    return rows >= LEAST_ROWS && entries >= LEAST_DENSITY * rows * rows && fitsArray(rows);
  }

  /**
   * Returns the product with a pattern and its factors. O(n² / 24 + entries).
   *
   * @param pattern a symmetric n x n matrix, whose entries outside the diagonal are the ones of P;
   *     the values are not used
   * @param diagonal d, n numbers
   * @param left l, n numbers
   * @param right r, n numbers
   * @return the product
   * @throws IllegalArgumentException if the pattern is not square, an array does not have n
   *     numbers, or the codes of n rows, n² / 6, exceed what an array holds
   */
  public static PatternProduct of(
      CsrMatrix pattern, double[] diagonal, double[] left, double[] right) {
    int n = pattern.rows();
    if (pattern.cols() != n || diagonal.length != n || left.length != n || right.length != n) {
      throw new IllegalArgumentException(
          "a "
              + n
              + " x "
              + pattern.cols()
              + " pattern with "
              + diagonal.length
              + " diagonal entries, "
              + left.length
              + " left and "
              + right.length
              + " right factors is not square");
    }
    if (!fitsArray(n)) {
      throw new IllegalArgumentException(
          "a pattern of "
              + n
              + " rows exceeds what an array holds, "
              + GROUP
              + " entries per code");
    }
    int[] codes = new int[groups(n) * n];
    for (int row = 0; row < n; row++) {
      for (int e = pattern.offset(row); e < pattern.offset(row + 1); e++) {
        int column = pattern.column(e);
        if (column != row) {
          codes[column / GROUP * n + row] |= 1 << column % GROUP;
        }
      }
    }
    return new PatternProduct(n, codes, diagonal.clone(), left.clone(), right.clone());
  }

  private static boolean fitsArray(int rows) {
    return (long) groups(rows) * rows <= Integer.MAX_VALUE - 9;
  }

  private static int groups(int rows) {
    return (rows + GROUP - 1) / GROUP;
  }

  /** {@return the product with Sᵀ = diag(d) + diag(r) P diag(l)} */
  public PatternProduct transposed() {
    return new PatternProduct(rows, codes, diagonal, right, left);
  }

  /**
   * Computes out = S B + 1 rᵀ. O(n² c / 6).
   *
   * @param b B, n x c
   * @param row r, at least c numbers
   * @param out receives the result; reshaped to n x c
   * @param workers the executor
   * @throws IllegalArgumentException if {@code b} does not have n rows, {@code row} has fewer
   *     numbers than {@code b} has columns, or {@code out} is {@code b}
   */
  public void multiplyPlusRow(DMatrixRMaj b, double[] row, DMatrixRMaj out, Workers workers) {
    int width = b.numCols;
    if (b.numRows != rows || row.length < width) {
      throw new IllegalArgumentException(
          "a matrix of "
              + rows
              + " columns cannot be multiplied by one of "
              + b.numRows
              + " rows, or a row of "
              + row.length
              + " numbers added to rows of "
              + width);
    }
    if (out == b) {
      throw new IllegalArgumentException("out must not be the operand b");
    }
    out.reshape(rows, width);
    int blocks = (rows + BLOCK_ROWS - 1) / BLOCK_ROWS;
    if (width < NARROW) {
      workers.forRows(
          blocks,
          1,
          (from, to) -> {
            int first = from * BLOCK_ROWS;
            multiplyNarrow(b.data, width, row, first, Math.min(rows, to * BLOCK_ROWS), out.data);
          });
      return;
    }
    int panels = (width + WIDTH - 1) / WIDTH;
    workers.forRows(
        blocks * panels,
        1,
        (from, to) -> {
          RowPanel scratch = SCRATCH.borrow();
          for (int task = from; task < to; task++) {
            int first = task % panels * WIDTH;
            int size = Math.min(WIDTH, width - first);
            int start = task / panels * BLOCK_ROWS;
            int end = Math.min(rows, start + BLOCK_ROWS);
            multiplyPanel(b.data, width, first, size, row, start, end, scratch, out.data);
          }
          SCRATCH.release(scratch);
        });
  }

  private void multiplyPanel(
      double[] b,
      int width,
      int first,
      int size,
      double[] row,
      int start,
      int end,
      RowPanel scratch,
      double[] out) {
    // The arrays of the scratch panel: four tables, then one sum for each row of the block.
    int tables = 4 * TABLE_ROWS;
    double[][] arrays = scratch.rows(tables + end - start);
    for (int u = start; u < end; u++) {
      Arrays.fill(arrays[tables + u - start], 0, size, 0.0);
    }
    for (int table = 0; table < tables; table += TABLE_ROWS) {
      Arrays.fill(arrays[table], 0, size, 0.0);
    }
    for (int group = 0; group < groups(rows); group++) {
      for (int i = 0; i < GROUP; i++) {
        tabulate(b, width, first, size, group * GROUP + i, i, arrays);
      }
      PatternKernels.addLookups(codes, group * rows + start, end - start, arrays, tables, size);
    }
    for (int u = start; u < end; u++) {
      PatternKernels.finish(
          diagonal[u], b, left[u], arrays[tables + u - start], row, first, size, u * width, out);
    }
  }

  /** Enters row w of the right factor, times its factor, as neighbor i of the current group. */
  private void tabulate(
      double[] b, int width, int first, int size, int w, int i, double[][] arrays) {
    int table = i / TABLE * TABLE_ROWS;
    int added = 1 << i % TABLE;
    double[] single = arrays[table + added];
    if (w < rows) {
      System.arraycopy(b, w * width + first, single, 0, size);
      DenseKernels.scale(right[w], single, size, single);
    } else {
      Arrays.fill(single, 0, size, 0.0);
    }
    for (int subset = 1; subset < added; subset++) {
      PatternKernels.add(arrays[table + subset], single, size, arrays[table + added + subset]);
    }
  }

  private void multiplyNarrow(
      double[] b, int width, double[] row, int start, int end, double[] out) {
    double[] tables = new double[4 * TABLE_ROWS * width];
    double[] sums = new double[(end - start) * width];
    for (int group = 0; group < groups(rows); group++) {
      for (int i = 0; i < GROUP; i++) {
        int w = group * GROUP + i;
        int base = i / TABLE * TABLE_ROWS;
        int added = 1 << i % TABLE;
        for (int subset = 0; subset < added; subset++) {
          for (int c = 0; c < width; c++) {
            double single = w < rows ? right[w] * b[w * width + c] : 0;
            tables[(base + added + subset) * width + c] =
                tables[(base + subset) * width + c] + single;
          }
        }
      }
      PatternKernels.addNarrowLookups(
          codes, group * rows + start, end - start, tables, width, sums);
    }
    for (int u = start; u < end; u++) {
      for (int c = 0; c < width; c++) {
        out[u * width + c] =
            diagonal[u] * b[u * width + c] + left[u] * sums[(u - start) * width + c] + row[c];
      }
    }
  }
}
