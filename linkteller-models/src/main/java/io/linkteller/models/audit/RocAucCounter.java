package io.linkteller.models.audit;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.Arrays;
import java.util.Objects;

/**
 * Computes the exact area under the ROC curve of more items than fit in memory. The scores of the
 * positives are given at the start. Then the scores of all items are added once, in any order and
 * in portions; only their counts between consecutive positives are kept.
 *
 * <pre>{@code
 * RocAucCounter counter = RocAucCounter.ofPositives(scoresOfEdges, edgesWithScoreZero);
 * for (double[] portion : portions) {
 *   counter.add(portion);              // edges and non-edges alike
 * }
 * double auc = counter.addZeros(pairs - stored).value();
 * }</pre>
 *
 * <p>With P positives, adding a score takes O(log P) time; memory is O(P), independent of the
 * number of items. Counts are 64-bit; the count of pairs (positive, negative) is unbounded. Not
 * safe for use by several threads.
 */
public final class RocAucCounter {

  private final double[] thresholds;
  private final long[] positivesAt;
  private final long positives;

  /**
   * Entry i: the items strictly between thresholds i - 1 and i; the last entry: the items above all
   * thresholds.
   */
  private final long[] between;

  private final long[] equal;
  private long items;

  private RocAucCounter(double[] thresholds, long[] positivesAt, long positives) {
    this.thresholds = thresholds;
    this.positivesAt = positivesAt;
    this.positives = positives;
    this.between = new long[thresholds.length + 1];
    this.equal = new long[thresholds.length];
  }

  /**
   * Starts with the scores of the positives.
   *
   * @param scores scores of positives, in any order; copied
   * @param furtherZeros the number of further positives that score 0, at least 0
   * @return a counter without items; the positives must still be added like the other items
   * @throws IllegalArgumentException if a score is NaN (the message names its index), {@code
   *     furtherZeros} is negative, or there are no positives
   */
  public static RocAucCounter ofPositives(double[] scores, long furtherZeros) {
    requireCount("furtherZeros", furtherZeros);
    if (Math.addExact(scores.length, furtherZeros) == 0) {
      throw new IllegalArgumentException("there are no positive items to rank");
    }
    int stored = scores.length;
    double[] sorted = Arrays.copyOf(scores, furtherZeros > 0 ? stored + 1 : stored);
    for (int i = 0; i < stored; i++) {
      requireRank(i, sorted[i]);
      // Adding zero turns -0.0 into 0.0; sorting and binary search distinguish the two.
      sorted[i] += 0.0;
    }
    Arrays.sort(sorted);
    long[] counts = new long[sorted.length];
    int distinct = 0;
    for (double score : sorted) {
      if (distinct == 0 || score != sorted[distinct - 1]) {
        sorted[distinct++] = score;
      }
      counts[distinct - 1]++;
    }
    if (furtherZeros > 0) {
      // One of these zeros has already been counted.
      counts[Arrays.binarySearch(sorted, 0, distinct, 0.0)] += furtherZeros - 1;
    }
    return new RocAucCounter(
        Arrays.copyOf(sorted, distinct), Arrays.copyOf(counts, distinct), stored + furtherZeros);
  }

  /**
   * Adds items, positive or not.
   *
   * @param scores their scores, in any order
   * @return this counter
   * @throws IllegalArgumentException if a score is NaN; the message names its index, and the scores
   *     before it have been added
   */
  public RocAucCounter add(double[] scores) {
    return add(scores, 0, scores.length);
  }

  /**
   * Adds items, positive or not.
   *
   * @param scores scores, in any order
   * @param from the first index to add
   * @param to the index after the last
   * @return this counter
   * @throws IllegalArgumentException if a score is NaN; the message names its index, and the scores
   *     before it have been added
   * @throws IndexOutOfBoundsException if the range leaves the array
   */
  public RocAucCounter add(double[] scores, int from, int to) {
    Objects.checkFromToIndex(from, to, scores.length);
    for (int i = from; i < to; i++) {
      requireRank(i, scores[i]);
      count(scores[i], 1);
    }
    return this;
  }

  /**
   * Adds items that score 0, positive or not.
   *
   * @param count the number of items, at least 0
   * @return this counter
   * @throws IllegalArgumentException if {@code count} is negative
   */
  public RocAucCounter addZeros(long count) {
    requireCount("count", count);
    count(0, count);
    return this;
  }

  /**
   * Returns the area under the ROC curve of the items added so far. Ties count half.
   *
   * @return the area, in [0, 1], rounded once
   * @throws IllegalArgumentException if some positives have not been added as items, or every item
   *     is a positive
   */
  public double value() {
    BigInteger twice = BigInteger.ZERO;
    long below = 0;
    for (int i = 0; i < thresholds.length; i++) {
      below += between[i];
      if (equal[i] < positivesAt[i]) {
        throw new IllegalArgumentException(
            positivesAt[i]
                + " positives score "
                + thresholds[i]
                + ", but only "
                + equal[i]
                + " of all items do; the items must include the positives");
      }
      // Items include the positives. Subtracting them here makes each term a count of negatives:
      // twice those below this score, plus once those equal to it.
      long negativesAt = equal[i] - positivesAt[i];
      long weight = Math.addExact(Math.multiplyExact(2, below), negativesAt);
      twice = twice.add(BigInteger.valueOf(positivesAt[i]).multiply(BigInteger.valueOf(weight)));
      below += negativesAt;
    }
    long negatives = items - positives;
    if (negatives == 0) {
      throw new IllegalArgumentException(
          "all " + items + " items are positive, so there are no negatives to rank them against");
    }
    BigInteger all =
        BigInteger.valueOf(positives).multiply(BigInteger.valueOf(negatives)).shiftLeft(1);
    return new BigDecimal(twice).divide(new BigDecimal(all), MathContext.DECIMAL128).doubleValue();
  }

  private void count(double score, long count) {
    int at = countBelow(thresholds, score);
    if (at < thresholds.length && thresholds[at] == score) {
      equal[at] += count;
    } else {
      between[at] += count;
    }
    items = Math.addExact(items, count);
  }

  /**
   * Returns the number of sorted values below x, by a binary search without unpredictable branches.
   */
  static int countBelow(double[] sorted, double x) {
    int base = 0;
    int length = sorted.length;
    while (length > 1) {
      int half = length >>> 1;
      base += sorted[base + half - 1] < x ? half : 0;
      length -= half;
    }
    return base + (sorted[base] < x ? 1 : 0);
  }

  private static void requireRank(int index, double score) {
    if (Double.isNaN(score)) {
      throw new IllegalArgumentException("score " + index + " is NaN and cannot be ranked");
    }
  }

  private static void requireCount(String name, long count) {
    if (count < 0) {
      throw new IllegalArgumentException(name + " = " + count + " is negative");
    }
  }
}
