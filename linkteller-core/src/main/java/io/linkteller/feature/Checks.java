package io.linkteller.feature;

import it.unimi.dsi.fastutil.ints.IntImmutableList;
import it.unimi.dsi.fastutil.ints.IntList;
import it.unimi.dsi.fastutil.ints.IntLists;

/** Checks that feature matrices and their edits share. */
final class Checks {

  private Checks() {}

  static void row(FeatureMatrix x, int row) {
    if (row < 0 || row >= x.rows()) {
      throw new IllegalArgumentException("row = " + row + " is outside [0, " + x.rows() + ")");
    }
  }

  static void cell(FeatureMatrix x, int row, int col) {
    row(x, row);
    if (col < 0 || col >= x.cols()) {
      throw new IllegalArgumentException("col = " + col + " is outside [0, " + x.cols() + ")");
    }
  }

  static void finite(int row, int col, double value) {
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException(
          "feature at row " + row + ", column " + col + " is " + value + ", not a finite number");
    }
  }

  /** Returns a copy of strictly ascending rows. */
  static IntList ascending(IntList rows) {
    int before = -1;
    for (int i = 0; i < rows.size(); i++) {
      int row = rows.getInt(i);
      if (row < 0) {
        throw new IllegalArgumentException("row = " + row + " is negative");
      }
      if (row <= before) {
        throw new IllegalArgumentException(
            "rows must be strictly ascending: " + row + " follows " + before);
      }
      before = row;
    }
    return rows.size() == 1 ? IntLists.singleton(before) : IntImmutableList.of(rows.toIntArray());
  }

  /** Checks that ascending rows exist in x: only the last, the largest, needs a look. */
  static void lastRow(FeatureMatrix x, IntList rows) {
    if (!rows.isEmpty()) {
      row(x, rows.getInt(rows.size() - 1));
    }
  }
}
