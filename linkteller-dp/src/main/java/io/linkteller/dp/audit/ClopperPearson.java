package io.linkteller.dp.audit;

import org.apache.commons.math3.distribution.BetaDistribution;

/**
 * Exact bounds on a probability after {@code hits} successes in {@code runs} independent trials
 * (Clopper and Pearson 1934), one side at a time, as quantiles of beta distributions. Commons Math
 * gives the interval [0, 0] for no successes, but then an audit needs the upper bound.
 */
public final class ClopperPearson {

  /** The accuracy of quantiles, by which the bounds are moved outwards. */
  private static final double ACCURACY = 1e-14;

  private ClopperPearson() {}

  /**
   * Returns a lower bound of the probability.
   *
   * @param hits the number of successes, in [0, runs], whole or not
   * @param runs the number of trials, positive
   * @param alpha the maximum probability that the bound is wrong, in (0, 1)
   * @return the bound, in [0, 1]
   */
  public static double lower(double hits, double runs, double alpha) {
    return hits <= 0 ? 0 : Math.max(0, quantile(hits, runs - hits + 1, alpha) - ACCURACY);
  }

  /**
   * Returns an upper bound of the probability.
   *
   * @param hits the number of successes, in [0, runs], whole or not
   * @param runs the number of trials, positive
   * @param alpha the maximum probability that the bound is wrong, in (0, 1)
   * @return the bound, in [0, 1]
   */
  public static double upper(double hits, double runs, double alpha) {
    return hits >= runs ? 1 : Math.min(1, quantile(hits + 1, runs - hits, 1 - alpha) + ACCURACY);
  }

  private static double quantile(double alpha, double beta, double probability) {
    return new BetaDistribution(null, alpha, beta, ACCURACY)
        .inverseCumulativeProbability(probability);
  }

  /**
   * Returns a lower bound of ln((p - δ)/p') for the probabilities of two events that occurred
   * {@code hits} and {@code otherHits} times in {@code runs} trials each; wrong with probability at
   * most {@code alpha}. Negative infinity if p may be δ.
   */
  static double logRatio(int hits, int otherHits, int runs, double alpha, double delta) {
    double beyond = Math.max(0, lower(hits, runs, alpha / 2) - delta);
    return Math.log(beyond / upper(otherHits, runs, alpha / 2));
  }
}
