package io.linkteller.inference.output;

import io.linkteller.inference.InferenceApi;

/**
 * The attacker's side of {@link ShownOutputs}: converts a black box that returns probabilities into
 * one that returns logits, so that every attack on logits can be used. Log-ratios equal the logits
 * up to a constant per row, which probabilities do not reveal; influences are those on the logits
 * after that constant is removed.
 */
public final class LogRatios {

  /** The smallest normal double, so that the logarithm of a probability of 0 is finite. */
  private static final double UNROUNDED = Double.MIN_NORMAL;

  private LogRatios() {}

  /**
   * Converts exact probabilities.
   *
   * @param probabilities a black box that returns numbers in [0, 1]
   * @param posterior the function with which they were computed from logits
   * @return a black box that returns logits
   */
  public static InferenceApi of(InferenceApi probabilities, Posterior posterior) {
    return new ConvertedApi(probabilities, shown -> posterior.logits(shown, UNROUNDED));
  }

  /**
   * Converts rounded probabilities. A probability rounded to 0 is replaced by half a unit of the
   * last decimal, and one rounded to 1 by 1 less half a unit.
   *
   * @param probabilities a black box that returns multiples of 10^-d in [0, 1]
   * @param posterior the function with which they were computed from logits
   * @param decimals d, in [1, 15]
   * @return a black box that returns logits
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
