package io.linkteller.defense;

import io.linkteller.feature.FeatureEdit;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.inference.InferenceQuery;
import java.util.Map;
import java.util.WeakHashMap;

/**
 * Two fingerprints of each row of features: one of the numbers, and one of their direction, which a
 * factor does not change. Beside them a weighted sum of the numbers, which tells how far they
 * moved: a fingerprint of rounded numbers would not, as numbers at the edge of rounding tip over.
 * Base features of queries are read once; an edit costs its rows.
 *
 * <p>A direction is the row over its entry of largest magnitude, in single precision: what rounding
 * adds in double precision does not show, except with a chance of about 1e-8 an entry.
 */
final class FeaturePrints {

  /** The direction of a row of zeros, which is none. */
  static final long NO_DIRECTION = 0;

  /** How far features may move and still count as the same, relative to their size. */
  static final double NEAR = 1e-6;

  /**
   * Fingerprints of n rows.
   *
   * @param numbers one a row
   * @param directions one a row, {@link #NO_DIRECTION} where all features are zero
   * @param sums one a row, of the numbers with weights in [1, 2)
   * @param sizes one a row, the same of their magnitudes
   */
  @SuppressWarnings("ArrayRecordComponent") // Arrays of one owner, never handed out.
  record Prints(long[] numbers, long[] directions, double[] sums, double[] sizes) {

    Prints copy() {
      return new Prints(numbers.clone(), directions.clone(), sums.clone(), sizes.clone());
    }

    void set(int row, double[] values) {
      numbers[row] = numbersOf(values);
      directions[row] = directionOf(values);
      double sum = 0;
      double size = 0;
      for (int col = 0; col < values.length; col++) {
        double weighted = (1 + (mixed(col) >>> 11) * 0x1p-53) * values[col];
        sum += weighted;
        size += Math.abs(weighted);
      }
      sums[row] = sum;
      sizes[row] = size;
    }

    /** Tells whether a row is within {@link #NEAR} of one that had another sum. */
    boolean isNear(int row, double otherSum) {
      return Math.abs(sums[row] - otherSum) <= NEAR * sizes[row];
    }
  }

  private final Map<FeatureMatrix, Prints> seen = new WeakHashMap<>();

  /** Fingerprints of the base features, which are read once, with those of the edited rows. */
  Prints of(InferenceQuery query) {
    Prints base = of(query.base());
    FeatureEdit edit = query.edit();
    if (edit.isEmpty()) {
      return base;
    }
    Prints edited = base.copy();
    double[] values = new double[query.base().cols()];
    for (int i = 0; i < edit.rows().size(); i++) {
      edit.copyRow(query.base(), i, values);
      edited.set(edit.rows().getInt(i), values);
    }
    return edited;
  }

  private Prints of(FeatureMatrix x) {
    synchronized (seen) {
      Prints known = seen.get(x);
      if (known != null) {
        return known;
      }
    }
    Prints prints =
        new Prints(
            new long[x.rows()], new long[x.rows()], new double[x.rows()], new double[x.rows()]);
    double[] values = new double[x.cols()];
    for (int row = 0; row < x.rows(); row++) {
      x.copyRow(row, values);
      prints.set(row, values);
    }
    synchronized (seen) {
      seen.put(x, prints);
    }
    return prints;
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
