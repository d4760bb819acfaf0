package io.linkteller.models.operator;

import io.linkteller.parallel.Workers;

/**
 * Inverted dropout: each number is set to zero with probability p and otherwise divided by 1 - p.
 * The mask depends only on a key and on positions, so it can be recomputed in the backward pass and
 * does not depend on the number of threads.
 *
 * <p>Each 64-bit draw is used for four numbers, so p is rounded to a multiple of 2<sup>-16</sup> (0
 * and 0.5 are exact; the error at 0.6 is 6e-6). Kept numbers are divided by 1 minus the rounded p,
 * so the expected value is preserved exactly.
 */
public final class Dropout {

  /** The number of elements per block of a parallel loop. */
  private static final int BLOCK = 1 << 14;

  /** The increment of SplitMix64. */
  private static final long GOLDEN_GAMMA = 0x9e3779b97f4a7c15L;

  /** The number of possible values of the 16 bits that are drawn for each number. */
  private static final int STEPS = 1 << 16;

  private Dropout() {}

  /**
   * Checks a dropout rate.
   *
   * @param name the name of the argument in the error message
   * @param rate p
   * @return p
   * @throws IllegalArgumentException if {@code rate} is outside [0, 1 - 2<sup>-16</sup>]
   */
  public static double checkRate(String name, double rate) {
    if (!(rate >= 0 && rate <= 1 - 1.0 / STEPS)) {
      throw new IllegalArgumentException(name + " = " + rate + " is outside [0, 1)");
    }
    return rate;
  }

  /** Returns a key derived from another key, different for each branch. */
  static long subkey(long key, int branch) {
    return mix(key + GOLDEN_GAMMA * (branch + 1L));
  }

  /**
   * Applies a mask to numbers in the forward pass or to their derivatives in the backward pass.
   *
   * @param numbers the numbers, modified in place
   * @param count the number of leading elements to mask
   * @param rate p, in [0, 1)
   * @param key the key of the mask
   * @param workers the executor
   */
  public static void apply(double[] numbers, int count, double rate, long key, Workers workers) {
    workers.forRows(count, BLOCK, (from, to) -> apply(numbers, from, to, rate, key));
  }

  /** Applies a mask to the numbers at indices {@code from} to {@code to - 1}. */
  static void apply(double[] numbers, int from, int to, double rate, long key) {
    int threshold = (int) Math.round(rate * STEPS);
    if (threshold == 0) {
      return;
    }
    long kept = Double.doubleToRawLongBits((double) STEPS / (STEPS - threshold));
    int i = from;
    // One draw provides 16 bits for each of four consecutive numbers, wherever the range begins.
    while (i < to) {
      long bits = mix(key + GOLDEN_GAMMA * (i >>> 2));
      if ((i & 3) == 0 && i + 3 < to) {
        numbers[i] *= factor(bits & 0xffff, threshold, kept);
        numbers[i + 1] *= factor((bits >>> 16) & 0xffff, threshold, kept);
        numbers[i + 2] *= factor((bits >>> 32) & 0xffff, threshold, kept);
        numbers[i + 3] *= factor(bits >>> 48, threshold, kept);
        i += 4;
      } else {
        numbers[i] *= factor((bits >>> (16 * (i & 3))) & 0xffff, threshold, kept);
        i++;
      }
    }
  }

  /**
   * Returns 0 if the draw is below the threshold, otherwise the double with the bits {@code kept}.
   * This is branch-free because a branch would be unpredictable.
   */
  private static double factor(long draw, long threshold, long kept) {
    return Double.longBitsToDouble(kept & ~((draw - threshold) >> 63));
  }

  /** The finalizer of SplitMix64 (Steele, Lea, Flood, OOPSLA 2014). */
  private static long mix(long z) {
    long a = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    long b = (a ^ (a >>> 27)) * 0x94d049bb133111ebL;
    return b ^ (b >>> 31);
  }
}
