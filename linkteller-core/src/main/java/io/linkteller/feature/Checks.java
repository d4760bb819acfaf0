package io.linkteller.feature;

/** Range checks that every kind of feature matrix shares. */
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
}
