package io.linkteller.attack.own;

import java.util.function.BooleanSupplier;

/** All sums of a fixed number of values, in buckets of equal width. */
final class SumBuckets {

  private final double[] values;
  private final int terms;
  private final double first;
  private final double width;
  private final int[] begins;
  private final int[] sets;
  private final double[] sums;
  private final double[] unsorted;
  private final int[] unsortedSets;
  private int filled;

  SumBuckets(double[] values, int terms, int count, double error) {
    this.values = values;
    this.terms = terms;
    unsorted = new double[count];
    unsortedSets = new int[count];
    fill(terms, 0, 0, 0);
    first = terms * SubsetSums.MIN_NUMBER;
    // Buckets contain about one sum, and no interval of length 2 τ spans more than two buckets.
    width = Math.max(terms * (1 - SubsetSums.MIN_NUMBER) / Math.max(1, count), 2 * error);
    int buckets = (int) (terms * (1 - SubsetSums.MIN_NUMBER) / width) + 2;
    begins = new int[buckets + 1];
    for (double sum : unsorted) {
      begins[bucket(sum) + 1]++;
    }
    for (int b = 0; b < buckets; b++) {
      begins[b + 1] += begins[b];
    }
    int[] next = begins.clone();
    sums = new double[count];
    sets = new int[count];
    for (int s = 0; s < count; s++) {
      int at = next[bucket(unsorted[s])]++;
      sums[at] = unsorted[s];
      sets[at] = unsortedSets[s];
    }
  }

  /** Returns the number of sets of candidates with a given size. */
  static long count(int candidates, int size) {
    long sets = 1;
    for (int i = 0; i < size; i++) {
      sets = sets * (candidates - i) / (i + 1);
    }
    return sets;
  }

  /**
   * Returns twice the largest density of sums of k numbers, whose standard deviation is √(k/12)/4:
   * a bound on the probability, per unit of error, that a sum lies within an error of a given
   * value.
   */
  static double density(int k) {
    return 2 / (1 - SubsetSums.MIN_NUMBER) * Math.sqrt(12 / (2 * Math.PI * k));
  }

  /** Adds the sums of all sets. A set is packed as a number whose base is the number of values. */
  private void fill(int missing, int from, double sum, int packed) {
    if (missing == 0) {
      unsorted[filled] = sum;
      unsortedSets[filled++] = packed;
      return;
    }
    for (int c = from; c <= values.length - missing; c++) {
      fill(missing - 1, c + 1, sum + values[c], packed * values.length + c);
    }
  }

  private int bucket(double sum) {
    return (int) ((sum - first) / width);
  }

  /**
   * Writes each set whose sum is within {@code error} of {@code wanted} to the start of {@code
   * set}.
   *
   * @param search called after each set; returns whether to continue
   */
  void lookUp(double wanted, double error, int[] set, BooleanSupplier search) {
    int from = Math.max(0, (int) Math.floor((wanted - error - first) / width));
    int to = Math.min(begins.length - 2, (int) Math.floor((wanted + error - first) / width));
    for (int s = from <= to ? begins[from] : 0; from <= to && s < begins[to + 1]; s++) {
      if (Math.abs(sums[s] - wanted) <= error) {
        int packed = sets[s];
        for (int t = 0; t < terms; t++) {
          set[t] = packed % values.length;
          packed /= values.length;
        }
        if (!search.getAsBoolean()) {
          return;
        }
      }
    }
  }
}
