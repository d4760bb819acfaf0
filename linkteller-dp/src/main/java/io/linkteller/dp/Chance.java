package io.linkteller.dp;

import java.math.BigInteger;

/**
 * Everything a mechanism may leave to chance. The tests put an exhaustive search in the place of
 * random bits: it follows every course that the code can take and adds up their probabilities, and
 * so finds the law of a mechanism from the mechanism itself.
 */
interface Chance {

  /** An event of exactly this probability, independent of all before. */
  boolean happens(Probability probability);

  /**
   * A uniform integer in [0, bound), independent of all before.
   *
   * @param bound at least 1
   */
  long below(long bound);

  /**
   * A uniform integer in [0, bound), independent of all before.
   *
   * @param bound at least 1
   */
  BigInteger below(BigInteger bound);
}
