package io.linkteller.eval.sample;

import it.unimi.dsi.fastutil.ints.IntImmutableList;
import it.unimi.dsi.fastutil.ints.IntList;
import org.apache.commons.math3.random.MersenneTwister;

/**
 * The pseudorandom numbers that {@code numpy.random.RandomState(seed)} draws, so that node samples
 * equal those of experiments written in Python. NumPy froze this generator in 2019 (NEP 19):
 * MT19937 seeded by Knuth's linear recurrence, bounded integers by masking and rejection,
 * permutations by Fisher-Yates from the last place down.
 *
 * <p>Not thread-safe.
 */
public final class NumpyRandom {

  private final MersenneTwister twister;

  private NumpyRandom(MersenneTwister twister) {
    this.twister = twister;
  }

  /**
   * Returns the generator of {@code RandomState(seed)}.
   *
   * @param seed at least 0; NumPy's seeds from 2<sup>31</sup> to 2<sup>32</sup> - 1 are not
   *     supported
   * @return a generator in its initial state
   * @throws IllegalArgumentException if {@code seed} is negative
   */
  public static NumpyRandom seeded(int seed) {
    if (seed < 0) {
      throw new IllegalArgumentException("seed = " + seed + " is negative");
    }
    return new NumpyRandom(new MersenneTwister(seed));
  }

  /**
   * Draws a permutation as {@code RandomState.permutation(n)} does. Takes O(n) time.
   *
   * @param n the number of integers, at least 0
   * @return the integers 0 to n-1 in random order
   * @throws IllegalArgumentException if {@code n} is negative
   */
  public int[] permutation(int n) {
    if (n < 0) {
      throw new IllegalArgumentException("n = " + n + " is negative");
    }
    int[] order = new int[n];
    for (int i = 0; i < n; i++) {
      order[i] = i;
    }
    for (int i = n - 1; i > 0; i--) {
      int j = atMost(i);
      int swapped = order[i];
      order[i] = order[j];
      order[j] = swapped;
    }
    return order;
  }

  /**
   * Draws without replacement as {@code RandomState.choice(pool, count, replace=False)} does: the
   * first {@code count} places of a permutation of the whole pool. Takes time proportional to the
   * size of the pool.
   *
   * @param pool the items to draw from; their order matters
   * @param count the number of items to draw, in [0, pool size]
   * @return the drawn elements in the order drawn, unmodifiable
   * @throws IllegalArgumentException if {@code count} is out of range
   */
  public IntList choice(IntList pool, int count) {
    if (count < 0 || count > pool.size()) {
      throw new IllegalArgumentException(
          "count = " + count + " is outside [0, " + pool.size() + "], the size of the pool");
    }
    int[] order = permutation(pool.size());
    int[] drawn = new int[count];
    for (int i = 0; i < count; i++) {
      drawn[i] = pool.getInt(order[i]);
    }
    return new IntImmutableList(drawn);
  }

  /**
   * Draws an integer as {@code RandomState.choice(n)} and {@code RandomState.randint(n)} do.
   *
   * @param n the number of integers, at least 1
   * @return one of 0 to n-1
   * @throws IllegalArgumentException if {@code n} is below 1
   */
  public int below(int n) {
    if (n < 1) {
      throw new IllegalArgumentException("n = " + n + " is below 1");
    }
    return n == 1 ? 0 : atMost(n - 1);
  }

  /** Draws a uniform integer in [0, max], where max is at least 1. */
  private int atMost(int max) {
    int mask = -1 >>> Integer.numberOfLeadingZeros(max);
    int drawn;
    do {
      drawn = twister.nextInt() & mask;
    } while (drawn > max);
    return drawn;
  }
}
