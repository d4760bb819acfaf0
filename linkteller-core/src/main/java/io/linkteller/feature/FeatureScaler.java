package io.linkteller.feature;

import io.linkteller.matrix.CsrMatrix;
import java.util.Arrays;
import org.ejml.data.DMatrixRMaj;

/**
 * Standardizes features column by column: x becomes (x - μ) / σ, where μ is the mean and σ the
 * population standard deviation of the column in the features to which the scaler was fitted. A
 * constant column gets σ = 1. Immutable.
 *
 * <p>Fit a scaler to the training features and apply it to the features of every later query, as in
 * the paper's experiments.
 */
public final class FeatureScaler {

  private final double[] mean;
  private final double[] deviation;

  private FeatureScaler(double[] mean, double[] deviation) {
    this.mean = mean;
    this.deviation = deviation;
  }

  /**
   * Returns a scaler with a given mean and standard deviation.
   *
   * @param mean μ, d finite numbers
   * @param deviation σ, d finite positive numbers
   * @return the scaler
   * @throws IllegalArgumentException if the lengths differ or a value is out of range
   */
  public static FeatureScaler of(double[] mean, double[] deviation) {
    if (mean.length != deviation.length) {
      throw new IllegalArgumentException(
          "mean has " + mean.length + " columns, deviation " + deviation.length);
    }
    for (int col = 0; col < mean.length; col++) {
      if (!Double.isFinite(mean[col])) {
        throw new IllegalArgumentException("mean of column " + col + " is " + mean[col]);
      }
      if (!(deviation[col] >= Double.MIN_NORMAL && deviation[col] < Double.POSITIVE_INFINITY)) {
        throw new IllegalArgumentException(
            "deviation of column "
                + col
                + " is "
                + deviation[col]
                + ", outside ["
                + Double.MIN_NORMAL
                + ", Infinity)");
      }
    }
    return new FeatureScaler(mean.clone(), deviation.clone());
  }

  /**
   * Fits a scaler to features. Takes O(entries + d) time for sparse features and O(n d) for all
   * others.
   *
   * @param features n x d, n at least 1
   * @return the scaler
   * @throws IllegalArgumentException if there is no row, or the values of a column are so large
   *     that its mean or standard deviation is not finite
   */
  public static FeatureScaler fit(FeatureMatrix features) {
    if (features.rows() == 0) {
      throw new IllegalArgumentException("a scaler cannot be fitted to 0 rows");
    }
    FeatureScaler fitted =
        features instanceof SparseFeatures sparse ? fitSparse(sparse.matrix()) : fitRows(features);
    return of(fitted.mean, fitted.deviation);
  }

  private static FeatureScaler fitRows(FeatureMatrix x) {
    int n = x.rows();
    int d = x.cols();
    double[] row = new double[d];
    double[] mean = new double[d];
    for (int u = 0; u < n; u++) {
      x.copyRow(u, row);
      for (int col = 0; col < d; col++) {
        mean[col] += row[col];
      }
    }
    for (int col = 0; col < d; col++) {
      mean[col] /= n;
    }
    double[] deviation = new double[d];
    for (int u = 0; u < n; u++) {
      x.copyRow(u, row);
      for (int col = 0; col < d; col++) {
        double distance = row[col] - mean[col];
        deviation[col] += distance * distance;
      }
    }
    for (int col = 0; col < d; col++) {
      double variance = deviation[col] / n;
      deviation[col] = isConstant(variance, mean[col], n) ? 1 : Math.sqrt(variance);
    }
    return new FeatureScaler(mean, deviation);
  }

  private static FeatureScaler fitSparse(CsrMatrix x) {
    int n = x.rows();
    double[] mean = new double[x.cols()];
    int[] stored = new int[x.cols()];
    for (int e = 0; e < x.entryCount(); e++) {
      mean[x.column(e)] += x.value(e);
      stored[x.column(e)]++;
    }
    for (int col = 0; col < mean.length; col++) {
      mean[col] /= n;
    }
    // Two-pass variance: stored entries are summed here; the zeros, all at distance |mean| from the
    // mean, are added in closed form below.
    double[] squares = new double[x.cols()];
    for (int e = 0; e < x.entryCount(); e++) {
      double distance = x.value(e) - mean[x.column(e)];
      squares[x.column(e)] += distance * distance;
    }
    double[] deviation = new double[x.cols()];
    for (int col = 0; col < deviation.length; col++) {
      double variance = (squares[col] + (n - stored[col]) * mean[col] * mean[col]) / n;
      deviation[col] = isConstant(variance, mean[col], n) ? 1 : Math.sqrt(variance);
    }
    return new FeatureScaler(mean, deviation);
  }

  /**
   * Returns whether a column is constant. Its computed variance may then be a rounding error rather
   * than exactly zero, because the computed mean of n equal numbers is off by at most n ulp.
   */
  private static boolean isConstant(double variance, double mean, int n) {
    double rounding = Math.max(10, n) * Math.ulp(mean);
    return variance <= rounding * rounding;
  }

  /** {@return a copy of the column means μ, d numbers} */
  public double[] mean() {
    return mean.clone();
  }

  /** {@return a copy of the column standard deviations σ, d numbers} */
  public double[] deviation() {
    return deviation.clone();
  }

  /**
   * Standardizes features. Sparse features become {@link StandardizedFeatures}, which stay sparse
   * in memory, and mapped ones stay mapped; all others become dense.
   *
   * @param features n x d
   * @return the standardized features
   * @throws IllegalArgumentException if {@code features} does not have the scaler's d columns, or a
   *     standardized value is not finite
   */
  public FeatureMatrix transform(FeatureMatrix features) {
    if (features instanceof MappedFeatures mapped) {
      requireColumns(features);
      return mapped.standardized(mean(), deviation());
    }
    return features instanceof SparseFeatures sparse ? transform(sparse) : transformDense(features);
  }

  /**
   * Standardizes sparse features, which stay sparse in memory.
   *
   * @param features n x d
   * @return the standardized features
   * @throws IllegalArgumentException if {@code features} does not have the scaler's d columns
   */
  public StandardizedFeatures transform(SparseFeatures features) {
    requireColumns(features);
    double[] scale = new double[mean.length];
    double[] shift = new double[mean.length];
    for (int col = 0; col < scale.length; col++) {
      scale[col] = 1 / deviation[col];
      shift[col] = mean[col] / deviation[col];
    }
    return new StandardizedFeatures(features.matrix().withColumnsScaled(scale), shift);
  }

  private DenseFeatures transformDense(FeatureMatrix features) {
    requireColumns(features);
    DMatrixRMaj x = features.toDense();
    int d = x.numCols;
    for (int row = 0; row < x.numRows; row++) {
      for (int col = 0; col < d; col++) {
        x.data[row * d + col] = (x.data[row * d + col] - mean[col]) / deviation[col];
      }
    }
    return DenseFeatures.owning(x);
  }

  private void requireColumns(FeatureMatrix features) {
    if (features.cols() != mean.length) {
      throw new IllegalArgumentException(
          "features has " + features.cols() + " columns where the scaler has " + mean.length);
    }
  }

  @Override
  public String toString() {
    return "FeatureScaler[columns = "
        + mean.length
        + ", mean = "
        + Arrays.stream(mean).average().orElse(0)
        + " on average]";
  }
}
