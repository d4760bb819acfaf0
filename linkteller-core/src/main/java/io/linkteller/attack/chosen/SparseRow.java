package io.linkteller.attack.chosen;

import it.unimi.dsi.fastutil.doubles.DoubleArrayList;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;

/** The nonzero entries of a row, in ascending order of columns. */
final class SparseRow {

  static final SparseRow EMPTY = new SparseRow(new int[0], new double[0]);

  private final int[] columns;
  private final double[] values;

  private SparseRow(int[] columns, double[] values) {
    this.columns = columns;
    this.values = values;
  }

  /** Returns the entries that are larger than a threshold. */
  static SparseRow above(double threshold, double[] row) {
    IntArrayList columns = new IntArrayList();
    DoubleArrayList values = new DoubleArrayList();
    for (int i = 0; i < row.length; i++) {
      if (row[i] > threshold) {
        columns.add(i);
        values.add(row[i]);
      }
    }
    return new SparseRow(columns.toIntArray(), values.toDoubleArray());
  }

  /**
   * Returns the entries of the targets, except v itself, that are larger than a threshold.
   *
   * @param row one number per node
   * @return the entries, with {@code targetRows[j]} in column j
   */
  static SparseRow atTargets(int[] targetRows, int v, double threshold, double[] row) {
    double[] at = new double[targetRows.length];
    for (int j = 0; j < at.length; j++) {
      int u = targetRows[j];
      at[j] = u == v ? 0 : row[u];
    }
    return above(threshold, at);
  }

  int size() {
    return columns.length;
  }

  int column(int entry) {
    return columns[entry];
  }

  double value(int entry) {
    return values[entry];
  }

  double at(int column) {
    int entry = Arrays.binarySearch(columns, column);
    return entry < 0 ? 0 : values[entry];
  }
}
