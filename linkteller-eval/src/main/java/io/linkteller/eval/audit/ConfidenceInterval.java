package io.linkteller.eval.audit;

import java.util.Locale;

/**
 * An interval that contains a share with a given probability.
 *
 * @param low its lower end, in [0, 1]
 * @param high its upper end, in [low, 1]
 * @param confidence the probability, in (0, 1)
 */
public record ConfidenceInterval(double low, double high, double confidence) {

  /**
   * Returns a share with this interval, in words.
   *
   * @param share the measured share
   * @return text such as {@code 13.7 % (95 % interval 10.0 % to 18.2 %)}
   */
  public String around(double share) {
    return String.format(
        Locale.ROOT,
        "%s (%.0f %% interval %s to %s)",
        LeakageVerdict.percent(share),
        100 * confidence,
        LeakageVerdict.percent(low),
        LeakageVerdict.percent(high));
  }
}
