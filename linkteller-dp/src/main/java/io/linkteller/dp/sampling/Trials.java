package io.linkteller.dp.sampling;

/**
 * Independent trials that each succeed with the same probability q. Only the successes are visited,
 * so the time depends on the number of successes, not on the number of trials. Not thread-safe.
 *
 * <p>The number G of failures before a success is geometric, P(G = g) = q (1 - q)^g. In binary, g =
 * Σ g_i 2^i, and (1 - q)^g is the product of a_i^(g_i) with a_i = (1 - q)^(2^i). The digits of G
 * are therefore independent: digit i is 1 with probability a_i/(1 + a_i), and the number formed by
 * the digits above the first t is again geometric, continuing with probability a_t. Every digit has
 * an exact {@link Probability}, so the successes have the distribution of trials made one by one,
 * without logarithms and their rounding errors. (Bringmann and Friedrich 2013 achieve the same by
 * rejection.) A success costs about log2(1/q) + 2 decisions.
 */
public final class Trials implements RankCursor {

  private final Probability[] digits;
  private final Probability anotherStride;
  private final long count;
  private final Chance chance;
  private long at;

  /**
   * Prepares the trials. Nothing is drawn yet.
   *
   * @param success q
   * @param count the number of trials, at least 0
   * @param chance the source of the outcomes
   * @throws IllegalArgumentException if {@code count} is negative
   */
  public Trials(Probability success, long count, Chance chance) {
    if (count < 0) {
      throw new IllegalArgumentException("count = " + count + " is negative");
    }
    int t = 0;
    while (t < 61 && 1L << (t + 1) <= count && Math.scalb(success.approximate, t + 1) <= 1) {
      t++;
    }
    this.digits = new Probability[t];
    for (int i = 0; i < t; i++) {
      digits[i] = success.oddsOfNoneOf(i);
    }
    this.anotherStride = success.noneOf(t);
    this.count = count;
    this.chance = chance;
  }

  /**
   * Advances to the next success.
   *
   * @return the index of the trial, ascending from call to call, or {@link #END}
   */
  @Override
  public long next() {
    long left = count - at;
    if (left <= 0) {
      return END;
    }
    long failures = 0;
    while (failures < left && chance.happens(anotherStride)) {
      failures += 1L << digits.length;
    }
    boolean ended = failures >= left;
    for (int i = 0; i < digits.length && !ended; i++) {
      failures += (chance.happens(digits[i]) ? 1L : 0L) << i;
    }
    at += Math.min(failures, left) + 1;
    return failures < left ? at - 1 : END;
  }

  /**
   * Returns the successful trials in ascending order, by drawing the rarer of the two outcomes.
   *
   * @param success q
   * @param count the number of trials, at least 0
   * @param chance the source of the outcomes
   * @return the indices of the successes
   */
  public static RankCursor successes(Probability success, long count, Chance chance) {
    return success.approximate <= 0.5
        ? new Trials(success, count, chance)
        : RankCursor.allBut(new Trials(success.complement(), count, chance), count);
  }

  /**
   * Draws the number of successes, which is binomial. Takes O(count min(q, 1 - q)) decisions and
   * constant memory.
   *
   * @param success q
   * @param count the number of trials, at least 0
   * @param chance the source of the outcomes
   * @return the number of successes
   * @throws IllegalArgumentException if {@code count} is negative
   */
  public static long countSuccesses(Probability success, long count, Chance chance) {
    boolean rare = success.approximate <= 0.5;
    Trials trials = new Trials(rare ? success : success.complement(), count, chance);
    long hits = 0;
    while (trials.next() != END) {
      hits++;
    }
    return rare ? hits : count - hits;
  }
}
