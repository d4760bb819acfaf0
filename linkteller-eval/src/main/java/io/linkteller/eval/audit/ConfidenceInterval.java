package io.linkteller.eval.audit;

import org.apache.commons.math3.distribution.BetaDistribution;

/**
 * An interval that contains a share with a given probability.
 *
 * @param low its lower end, in [0, 1]
 * @param high its upper end, in [low, 1]
 * @param confidence the probability, in (0, 1)
 */
public record ConfidenceInterval(double low, double high, double confidence) {

  /** How exactly quantiles are found, and by how much the ends are moved outwards for it. */
  private static final double ACCURACY = 1e-14;

  /**
   * Returns the Clopper-Pearson interval (Biometrika 1934) for a share of independent draws, which
   * contains the share with at least the given probability.
   *
   * @param hits the number of hits, in [0, draws]
   * @param draws the number of draws, at least 1
   * @param confidence the probability, in (0, 1)
   * @return the interval
   * @throws IllegalArgumentException if an argument is out of range
   */
  public static ConfidenceInterval clopperPearson(long hits, long draws, double confidence) {
    if (draws < 1 || hits < 0 || hits > draws) {
      throw new IllegalArgumentException(hits + " hits in " + draws + " draws");
    }
    if (!(confidence > 0 && confidence < 1)) {
      throw new IllegalArgumentException("confidence = " + confidence + " is outside (0, 1)");
    }
    double tail = (1 - confidence) / 2;
    return new ConfidenceInterval(
        low((double) hits, (double) draws, tail),
        high((double) hits, (double) draws, tail),
        confidence);
  }

  /** Returns the lower end for any numbers of hits and draws, whole or not. */
  static double low(double hits, double draws, double tail) {
    return hits <= 0 ? 0 : Math.max(0, quantile(hits, draws - hits + 1, tail) - ACCURACY);
  }

  /** Returns the upper end for any numbers of hits and draws, whole or not. */
  static double high(double hits, double draws, double tail) {
    return hits >= draws ? 1 : Math.min(1, quantile(hits + 1, draws - hits, 1 - tail) + ACCURACY);
  }

  private static double quantile(double alpha, double beta, double probability) {
    return new BetaDistribution(null, alpha, beta, ACCURACY)
        .inverseCumulativeProbability(probability);
  }
}
