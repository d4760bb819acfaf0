package io.linkteller.defense;

import io.linkteller.feature.FeatureEdit;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.inference.InferenceQuery;
import java.util.Map;
import java.util.WeakHashMap;

/**
 * Computes two fingerprints of each row of features: one of the values and one of their direction,
 * which is invariant under scaling. In addition, a weighted sum of the values measures how far a
 * row has moved. (A fingerprint of rounded values could not, because values close to a rounding
 * boundary change under the smallest perturbation.) Base features of queries are read once; an edit
 * takes time linear in the edited rows.
 *
 * <p>A direction is the row divided by its entry of largest magnitude, in single precision, which
 * hides rounding errors of double precision except with a probability of about 1e-8 per entry.
 */
final class FeatureFingerprints {

  /** Stands for the direction of a row of zeros. */
  static final long NO_DIRECTION = 0;

  /** The change of a row, relative to its size, up to which it counts as unchanged. */
  static final double NEAR = 1e-6;

  /**
   * The fingerprints of n rows.
   *
   * @param numbers the fingerprint of the values of each row
   * @param directions the fingerprint of the direction of each row, {@link #NO_DIRECTION} where all
   *     features are zero
   * @param sums the sum of the values of each row, with weights in [1, 2)
   * @param sizes the sum of their magnitudes, with the same weights
   */
  @SuppressWarnings("ArrayRecordComponent") // The arrays do not leave this package.
  record Fingerprints(long[] numbers, long[] directions, double[] sums, double[] sizes) {

    Fingerprints copy() {
      return new Fingerprints(numbers.clone(), directions.clone(), sums.clone(), sizes.clone());
    }

    void set(int row, double[] values) {
      numbers[row] = numbersOf(values);
      directions[row] = directionOf(values);
      double sum = 0;
      double size = 0;
      for (int col = 0; col < values.length; col++) {
        // The upper 53 bits of a hash of the column, as a fraction in [0, 1).
        double weighted = (1 + (mixed(col) >>> 11) * 0x1p-53) * values[col];
        sum += weighted;
        size += Math.abs(weighted);
      }
      sums[row] = sum;
      sizes[row] = size;
    }

    /** Returns whether a row is within {@link #NEAR} of one with a given sum. */
    boolean isNear(int row, double otherSum) {
      return Math.abs(sums[row] - otherSum) <= NEAR * sizes[row];
    }
  }

  private final Map<FeatureMatrix, Fingerprints> seen = new WeakHashMap<>();

  /** Returns the fingerprints of a query's features. Those of the base are computed once. */
  Fingerprints of(InferenceQuery query) {
    Fingerprints base = of(query.base());
    FeatureEdit edit = query.edit();
    if (edit.isEmpty()) {
      return base;
    }
    Fingerprints edited = base.copy();
    double[] values = new double[query.base().cols()];
    for (int i = 0; i < edit.rows().size(); i++) {
      edit.copyRow(query.base(), i, values);
      edited.set(edit.rows().getInt(i), values);
    }
    return edited;
  }

  private Fingerprints of(FeatureMatrix x) {
    synchronized (seen) {
      Fingerprints known = seen.get(x);
      if (known != null) {
        return known;
      }
    }
    Fingerprints fingerprints =
        new Fingerprints(
            new long[x.rows()], new long[x.rows()], new double[x.rows()], new double[x.rows()]);
    double[] values = new double[x.cols()];
    for (int row = 0; row < x.rows(); row++) {
      x.copyRow(row, values);
      fingerprints.set(row, values);
    }
    synchronized (seen) {
      seen.put(x, fingerprints);
    }
    return fingerprints;
  }

  private static long numbersOf(double[] values) {
    long hash = 1;
    for (int col = 0; col < values.length; col++) {
      if (values[col] != 0) {
        hash = mixed(hash ^ mixed(col) ^ Double.doubleToLongBits(values[col]));
      }
    }
    return hash;
  }

  private static long directionOf(double[] values) {
    double largest = 0;
    for (double value : values) {
      if (Math.abs(value) > Math.abs(largest)) {
        largest = value;
      }
    }
    if (largest == 0) {
      return NO_DIRECTION;
    }
    long hash = 1;
    for (int col = 0; col < values.length; col++) {
      float share = (float) (values[col] / largest);
      if (share != 0) {
        hash = mixed(hash ^ mixed(col) ^ Float.floatToIntBits(share));
      }
    }
    return hash == NO_DIRECTION ? 1 : hash;
  }

  /** The finalizer of D. Lea, G. Steele and S. Vigna's SplitMix64. */
  static long mixed(long x) {
    long z = x + 0x9e3779b97f4a7c15L;
    z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }
}
