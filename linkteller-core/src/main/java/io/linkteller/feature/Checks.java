package io.linkteller.feature;

/** Checks shared by feature matrices and their edits. */
final class Checks {

  private Checks() {}

  static void row(FeatureMatrix x, int row) {
    if (row < 0 || row >= x.rows()) {
      throw outside("row", row, x.rows());
    }
  }

  static void cell(FeatureMatrix x, int row, int col) {
    row(x, row);
    if (col < 0 || col >= x.cols()) {
      throw outside("col", col, x.cols());
    }
  }

  static void finite(int row, int col, double value) {
    if (!Double.isFinite(value)) {
      throw notFinite(row, col, value);
    }
  }

  static IllegalArgumentException notFinite(int row, int col, double value) {
    return new IllegalArgumentException(
        "feature at row " + row + ", column " + col + " is " + value + ", not a finite number");
  }

  static IllegalArgumentException outside(String name, int value, int size) {
    return new IllegalArgumentException(name + " = " + value + " is outside [0, " + size + ")");
  }
}
