package io.linkteller.attack.compressed;

import io.linkteller.attack.UnsuitableModelException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * How many entries the rows of M have, if each has equal ones: on average over random signs, the
 * squares of an answer are those of its row of M, and the sum of the row is known. Their ratio is
 * the number of entries; below 1, no nonnegative M has these answers.
 *
 * @param n the number of rows
 * @param median the number of entries of a typical row
 * @param most the number that nine of ten rows do not exceed
 */
record RowEntries(int n, double median, double most) {

  /** Rows that have one entry, give or take this, belong to nodes without neighbors. */
  private static final double ALONE = 0.4;

  /** The share of entries at and above which M is not sparse. */
  private static final double DENSE = 0.4;

  /** The number of nodes below which it costs little to measure as many numbers as nodes. */
  private static final int SMALL = 100;

  /**
   * Counts the entries of each row.
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
   * @throws UnsuitableModelException if answers depend on most nodes alike
   */
  void requireSparse() {
    if (n > SMALL && median > DENSE * n) {
      throw new UnsuitableModelException(
          String.format(
              Locale.ROOT,
              "the influences are not sparse: answers depend on some %.0f of %d nodes alike",
              median,
              n));
    }
  }

  /**
   * Returns whether so many numbers per row determine M, if it is sparse and some nodes have
   * neighbors: about 2 s ln(n / s) numbers determine s nonnegative entries among n (Donoho and
   * Tanner, 2005, <a href="https://doi.org/10.1073/pnas.0502269102">Sparse nonnegative solution of
   * underdetermined linear equations by linear programming</a>). If nearly all nodes are alone, a
   * large λ hides the few edges that exist.
   */
  boolean areDetermined(int numbers) {
    double s = Math.max(1, most);
    return Math.abs(most - 1) > ALONE && numbers > 2 * s * Math.log(n / s);
  }
}
