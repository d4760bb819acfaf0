package io.linkteller.eval.audit;

import io.linkteller.feature.FeatureMatrix;
import java.util.Arrays;

/** The range of each column of X, widened by a tenth of it at both ends. */
final class FeatureRange {

  private static final double MARGIN = 0.1;

  private final double[] least;
  private final double[] most;

  private FeatureRange(double[] least, double[] most) {
    this.least = least;
    this.most = most;
  }

  static FeatureRange of(FeatureMatrix features) {
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
    for (int col = 0; col < row.length; col++) {
      double margin = MARGIN * (most[col] - least[col]);
      least[col] -= margin;
      most[col] += margin;
    }
    return new FeatureRange(least, most);
  }

  /** Returns the first column with a number out of range, or -1 if there is none. */
  int firstOutside(double[] row) {
    for (int col = 0; col < row.length; col++) {
      if (!(row[col] >= least[col] && row[col] <= most[col])) {
        return col;
      }
    }
    return -1;
  }
}
