package io.linkteller.dp.audit;

import org.apache.commons.math3.distribution.BetaDistribution;

/**
 * Exact bounds on a probability after {@code hits} successes in {@code runs} independent trials
 * (Clopper and Pearson 1934), one side at a time, as quantiles of beta distributions. The interval
 * of Commons Math gives [0, 0] for no successes, where the upper bound is what an audit needs.
 */
public final class ClopperPearson {

  /** How exactly quantiles are found, and by how much the bounds are moved outwards for it. */
  private static final double ACCURACY = 1e-14;

  private ClopperPearson() {}

  /**
   * Returns a lower bound of the probability.
   *
   * @param hits the number of successes, in [0, runs], whole or not
   * @param runs the number of trials, positive
   * @param alpha the probability with which the bound is wrong, at most; in (0, 1)
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
   * @param alpha the probability with which the bound is wrong, at most; in (0, 1)
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
   * A lower bound of ln((p - δ)/p') for two probabilities seen {@code hits} and {@code otherHits}
   * times in {@code runs} trials each; wrong with probability {@code alpha} at most. Negative
   * infinity where p may be δ.
   */
  static double logRatio(int hits, int otherHits, int runs, double alpha, double delta) {
    double beyond = Math.max(0, lower(hits, runs, alpha / 2) - delta);
    return Math.log(beyond / upper(otherHits, runs, alpha / 2));
  }
}
