package io.linkteller.feature;

import java.util.Arrays;

/** The range of each column of X. Immutable. */
public final class FeatureRange {

  private final double[] least;
  private final double[] most;

  private FeatureRange(double[] least, double[] most) {
    this.least = least;
    this.most = most;
  }

  /**
   * Computes the range of each column in O(n d) time.
   *
   * @param features X, at least one row
   * @return the smallest and the largest number of each column
   */
  public static FeatureRange of(FeatureMatrix features) {
    double[] least = new double[features.cols()];
    double[] most = new double[features.cols()];
    Arrays.fill(least, Double.POSITIVE_INFINITY);
    Arrays.fill(most, Double.NEGATIVE_INFINITY);
    double[] row = new double[features.cols()];
    for (int at = 0; at < features.rows(); at++) {
      features.copyRow(at, row);
      for (int col = 0; col < row.length; col++) {
        least[col] = Math.min(least[col], row[col]);
        most[col] = Math.max(most[col], row[col]);
      }
    }
    return new FeatureRange(least, most);
  }

  /**
   * Widens the ranges.
   *
   * @param share the share of a range to add at each end, at least 0
   * @return the wider ranges
   */
  public FeatureRange widened(double share) {
    double[] lower = least.clone();
    double[] higher = most.clone();
    for (int col = 0; col < lower.length; col++) {
      double margin = share * (most[col] - least[col]);
      lower[col] -= margin;
      higher[col] += margin;
    }
    return new FeatureRange(lower, higher);
  }

  /** {@return the number of columns} */
  public int cols() {
    return least.length;
  }

  /**
   * {@return the smallest number of a column}
   *
   * @param col its index, from 0
   */
  public double least(int col) {
    return least[col];
  }

  /**
   * {@return the largest number of a column}
   *
   * @param col its index, from 0
   */
  public double most(int col) {
    return most[col];
  }

  /**
   * {@return the first column with a number out of range, or -1 if there is none}
   *
   * @param row one number for each column
   */
  public int firstOutside(double[] row) {
    for (int col = 0; col < row.length; col++) {
      if (!(row[col] >= least[col] && row[col] <= most[col])) {
        return col;
      }
    }
    return -1;
  }
}
