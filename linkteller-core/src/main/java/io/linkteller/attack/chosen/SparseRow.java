package io.linkteller.attack.chosen;

import it.unimi.dsi.fastutil.doubles.DoubleArrayList;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;

/** The entries of a row that are not 0, by ascending column. */
final class SparseRow {

  static final SparseRow EMPTY = new SparseRow(new int[0], new double[0]);

  private final int[] columns;
  private final double[] values;

  private SparseRow(int[] columns, double[] values) {
    this.columns = columns;
    this.values = values;
  }

  /** Keeps the entries that are larger than a threshold. */
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
   * Keeps the entries of some nodes, but not that of v itself, that are larger than a threshold.
   *
   * @param row one number per node
   * @return the entries, column j that of {@code targetRows[j]}
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
