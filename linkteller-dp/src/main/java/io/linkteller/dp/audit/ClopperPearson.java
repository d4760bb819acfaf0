package io.linkteller.dp.audit;

import org.apache.commons.math3.distribution.BetaDistribution;

/**
 * Exact one-sided bounds on a probability after {@code hits} successes in {@code runs} independent
 * trials (Clopper and Pearson 1934), computed as quantiles of beta distributions. Commons Math
 * returns the interval [0, 0] if there are no successes, but an audit needs the upper bound even
 * then.
 */
public final class ClopperPearson {

  /** The accuracy of the quantiles; bounds are widened by this amount. */
  private static final double ACCURACY = 1e-14;

  private ClopperPearson() {}

  /**
   * Returns a lower bound on the probability.
   *
   * @param hits the number of successes, in [0, runs], not necessarily an integer
   * @param runs the number of trials, positive
   * @param alpha the maximum probability that the bound is wrong, in (0, 1)
   * @return the bound, in [0, 1]
   */
  public static double lower(double hits, double runs, double alpha) {
    return hits <= 0 ? 0 : Math.max(0, quantile(hits, runs - hits + 1, alpha) - ACCURACY);
  }

  /**
   * Returns an upper bound on the probability.
   *
   * @param hits the number of successes, in [0, runs], not necessarily an integer
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
   * Returns a lower bound on ln((p - δ)/p') for the probabilities p and p' of two events that
   * occurred {@code hits} and {@code otherHits} times in {@code runs} trials each. The bound is
   * wrong with probability at most {@code alpha}; it is negative infinity if p may be as small as
   * δ.
   */
  static double logRatio(int hits, int otherHits, int runs, double alpha, double delta) {
    double beyond = Math.max(0, lower(hits, runs, alpha / 2) - delta);
    return Math.log(beyond / upper(otherHits, runs, alpha / 2));
  }
}
