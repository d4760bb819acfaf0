package io.linkteller.spark;

import java.io.Serializable;

/**
 * Classes of equal width into which a range of keys is divided.
 *
 * @param low the lowest key
 * @param high the highest key
 * @param shift the base-2 logarithm of the width of a class
 */
record Histogram(long low, long high, int shift) implements Serializable {

  private static final long serialVersionUID = 1;

  /**
   * Returns at most 2^bits classes of the keys from {@code low} to {@code high}, both at least 0.
   */
  static Histogram of(long low, long high, int bits) {
    int width = 64 - Long.numberOfLeadingZeros(high - low);
    return new Histogram(low, high, Math.max(0, width - bits));
  }

  int size() {
    return (int) ((high - low) >>> shift) + 1;
  }

  /** Returns the class of a key, or -1 if it is out of range. */
  int classOf(long key) {
    return key < low || key > high ? -1 : (int) ((key - low) >>> shift);
  }

  /** Returns the lowest key of a class. */
  long low(int at) {
    return low + ((long) at << shift);
  }

  /** Returns the highest key of a class. */
  long high(int at) {
    return Math.min(high, low(at) + (1L << shift) - 1);
  }
}
