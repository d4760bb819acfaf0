package io.linkteller.attack.compressed;

import io.linkteller.attack.UnsuitableModelException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Estimates how many entries the rows of M have if the entries of each row are equal. On average
 * over random signs, the square of a node's answer is the sum of the squares in its row of M, and
 * the sum of the row is known. The squared sum divided by the sum of squares is the number of
 * entries; if it is below 1, no nonnegative M has these answers.
 *
 * @param n the number of rows
 * @param median the median number of entries per row
 * @param most the number of entries that nine of ten rows do not exceed
 */
record RowEntries(int n, double median, double most) {

  /**
   * A row belongs to a node without neighbors if its estimate differs from one entry by at most
   * this.
   */
  private static final double ALONE = 0.4;

  /** The share of entries above which M is not sparse. */
  private static final double DENSE = 0.4;

  /** The number of nodes up to which it is cheap to measure as many numbers as there are nodes. */
  private static final int SMALL = 100;

  /**
   * Estimates the number of entries in each row.
   *
   * @param sums the sum of each row
   */
  static RowEntries of(List<Columns.Column> columns, double[] sums) {
    int n = sums.length;
    double[] entries = new double[n];
    for (int v = 0; v < n; v++) {
      double squares = 0;
      double moves = 0;
      for (Columns.Column column : columns) {
        squares += column.y()[v] * column.y()[v];
        moves += column.r()[v] * column.r()[v];
      }
      entries[v] = squares == 0 ? 0 : sums[v] * sums[v] * moves / squares;
    }
    Arrays.sort(entries);
    return new RowEntries(n, entries[n / 2], entries[9 * n / 10]);
  }

  /**
   * Checks that M is sparse.
   *
   * @throws UnsuitableModelException if M is not sparse
   */
  void requireSparse() {
    if (n > SMALL && median > DENSE * n) {
      throw new UnsuitableModelException(
          String.format(
              Locale.ROOT,
              "the influences are not sparse: answers depend about equally on %.0f of %d nodes",
              median,
              n));
    }
  }

  /**
   * Returns whether the given count of numbers per row determines M, if M is sparse and some nodes
   * have neighbors. About 2 s ln(n / s) numbers determine s nonnegative entries among n (Donoho and
   * Tanner, 2005, <a href="https://doi.org/10.1073/pnas.0502269102">Sparse nonnegative solution of
   * underdetermined linear equations by linear programming</a>). If nearly all nodes are isolated,
   * M does not count as determined, because a large λ hides the few edges.
   */
  boolean areDetermined(int numbers) {
    double s = Math.max(1, most);
    return Math.abs(most - 1) > ALONE && numbers > 2 * s * Math.log(n / s);
  }
}
