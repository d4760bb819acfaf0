package io.linkteller.eval.audit;

import io.linkteller.dp.audit.ClopperPearson;

/**
 * An interval that contains a share with a given probability.
 *
 * @param low its lower end, in [0, 1]
 * @param high its upper end, in [low, 1]
 * @param confidence the probability, in (0, 1)
 */
public record ConfidenceInterval(double low, double high, double confidence) {

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
        ClopperPearson.lower((double) hits, (double) draws, tail),
        ClopperPearson.upper((double) hits, (double) draws, tail),
        confidence);
  }
}
