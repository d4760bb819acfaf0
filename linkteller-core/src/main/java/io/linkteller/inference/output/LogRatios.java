package io.linkteller.inference.output;

import io.linkteller.inference.InferenceApi;

/**
 * Bob's side: turns a black box that answers with probabilities into one that answers with logits,
 * so that every attack on logits works on it. The influences measured on log-ratios are those on
 * the logits less what all logits of a row have in common, which no probability shows.
 */
public final class LogRatios {

  /** The smallest normal double: a probability of exactly 0 stays finite. */
  private static final double UNROUNDED = Double.MIN_NORMAL;

  private LogRatios() {}

  /**
   * Reads exact probabilities.
   *
   * @param probabilities a black box that answers with numbers in [0, 1]
   * @param posterior how they were made
   * @return a black box that answers with logits
   */
  public static InferenceApi of(InferenceApi probabilities, Posterior posterior) {
    return new ConvertedApi(probabilities, shown -> posterior.logits(shown, UNROUNDED));
  }

  /**
   * Reads rounded probabilities: those that were rounded to 0 are taken for half a unit of the last
   * decimal, those rounded to 1 for half a unit less.
   *
   * @param probabilities a black box that answers with multiples of 10^-d in [0, 1]
   * @param posterior how they were made
   * @param decimals d, in [1, 15]
   * @return a black box that answers with logits
   * @throws IllegalArgumentException if {@code decimals} is out of range
   */
  public static InferenceApi ofRounded(
      InferenceApi probabilities, Posterior posterior, int decimals) {
    if (decimals < 1 || decimals > 15) {
      throw new IllegalArgumentException("decimals = " + decimals + " is outside [1, 15]");
    }
    double floor = 0.5 * Math.pow(10, -decimals);
    return new ConvertedApi(probabilities, shown -> posterior.logits(shown, floor));
  }
}
