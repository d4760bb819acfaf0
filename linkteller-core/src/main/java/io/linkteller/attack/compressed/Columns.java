package io.linkteller.attack.compressed;

import io.linkteller.parallel.Workers;
import java.util.List;

/**
 * Columns of Y = M R, stored row by row. A column contains one number per node: a known linear
 * combination of the influences on that node. Immutable; arrays are not copied.
 *
 * @param n the number of nodes
 * @param count m, the number of columns
 * @param width how many consecutive columns belong to one query, or to one pair of queries for odd
 *     parts
 * @param r R, n x m, row-major
 * @param y Y, n x m, row-major
 * @param error the root mean square error of an entry of Y
 * @param coupling the coupling that was projected out of Y
 */
@SuppressWarnings("ArrayRecordComponent") // The arrays do not leave this package.
record Columns(
    int n, int count, int width, double[] r, double[] y, double error, Coupling coupling) {

  private static final int BLOCK_ROWS = 16;

  /**
   * One column.
   *
   * @param r how far each node moves
   * @param y how far the answer of each node moves
   * @param error the root mean square error of an entry of y
   */
  @SuppressWarnings("ArrayRecordComponent") // The arrays do not leave this package.
  record Column(double[] r, double[] y, double error) {}

  /** Returns these columns as if each belonged to a separate query. */
  Columns apart() {
    return new Columns(n, count, 1, r, y, error, coupling);
  }

  /** Returns M R, n x m, with the coupling projected out, for an n x n matrix M. */
  double[] product(double[] entries, Workers workers) {
    double[] product = new double[n * count];
    double[][] rows = Rows.of(n, count, r);
    workers.forRows(
        n,
        BLOCK_ROWS,
        (from, to) -> {
          double[][] terms = new double[n][];
          double[] factors = new double[n];
          for (int v = from; v < to; v++) {
            int found = 0;
            for (int u = 0; u < n; u++) {
              if (entries[v * n + u] != 0) {
                factors[found] = entries[v * n + u];
                terms[found++] = rows[u];
              }
            }
            double[] sum = new double[count];
            Rows.add(factors, 0, terms, found, count, sum);
            System.arraycopy(sum, 0, product, v * count, count);
          }
        });
    return coupling.away(product, count);
  }

  static Columns of(int n, int width, List<Column> columns, Coupling coupling) {
    int m = columns.size();
    double[] r = new double[n * m];
    double[] y = new double[n * m];
    double errors = 0;
    for (int j = 0; j < m; j++) {
      Column column = columns.get(j);
      errors += column.error() * column.error();
      for (int v = 0; v < n; v++) {
        r[v * m + j] = column.r()[v];
        y[v * m + j] = column.y()[v];
      }
    }
    return new Columns(n, m, width, r, y, Math.sqrt(errors / Math.max(1, m)), coupling);
  }
}
