package io.linkteller.dp.audit;

import org.apache.commons.math3.distribution.BetaDistribution;

/**
 * Exact bounds on a probability after {@code hits} successes in {@code runs} independent trials
 * (Clopper and Pearson 1934), one side at a time, as quantiles of beta distributions. The interval
 * of Commons Math gives [0, 0] for no successes, where the upper bound is what an audit needs.
 */
final class ClopperPearson {

  private static final double ACCURACY = 1e-14;

  private ClopperPearson() {}

  /** A lower bound of the probability, wrong with probability {@code alpha} at most. */
  static double lower(int hits, int runs, double alpha) {
    if (hits == 0) {
      return 0;
    }
    double quantile =
        new BetaDistribution(null, hits, runs - hits + 1.0, ACCURACY)
            .inverseCumulativeProbability(alpha);
    return Math.max(0, quantile - ACCURACY);
  }

  /** An upper bound of the probability, wrong with probability {@code alpha} at most. */
  static double upper(int hits, int runs, double alpha) {
    if (hits == runs) {
      return 1;
    }
    double quantile =
        new BetaDistribution(null, hits + 1.0, runs - hits, ACCURACY)
            .inverseCumulativeProbability(1 - alpha);
    return Math.min(1, quantile + ACCURACY);
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
