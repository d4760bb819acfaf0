package io.linkteller.dp.audit;

import io.linkteller.graph.Graph;
import io.linkteller.privacy.PrivacyGuarantee;
import java.util.Locale;

/**
 * The result of an audit: an event whose frequencies on two neighboring graphs imply that ε is at
 * least {@code measuredEpsilon}.
 *
 * @param claimed the claimed guarantee
 * @param measuredEpsilon ε̂, a lower bound on ε that is wrong with probability at most 1 - {@code
 *     confidence}; 0 if nothing was found
 * @param confidence the confidence of the bound, in (0, 1)
 * @param runs the number of runs on each of the two graphs from which the bound was computed
 * @param likelier the graph under which the search found the event to be more likely
 * @param other its neighbor
 * @param event a description of the event
 * @param hits how often the event occurred under {@code likelier}
 * @param otherHits how often it occurred under {@code other}
 */
public record DpAuditReport(
    PrivacyGuarantee claimed,
    double measuredEpsilon,
    double confidence,
    int runs,
    Graph likelier,
    Graph other,
    String event,
    int hits,
    int otherHits) {

  /**
   * Returns whether the claim is refuted. A true claim is refuted with probability at most 1 -
   * {@code confidence}.
   *
   * @return whether the measured ε is above the claimed ε
   */
  public boolean isViolation() {
    return measuredEpsilon > claimed.epsilon();
  }

  /**
   * Returns the result in one line, such as "LapGraph: claimed ε = 1.0, measured >= 0.9700 ...".
   *
   * @return the line
   */
  public String summary() {
    return String.format(
        Locale.ROOT,
        "%s: claimed ε = %s, measured >= %.4f at confidence %s (%s: %d against %d of %d runs): %s",
        claimed.mechanism(),
        claimed.epsilon(),
        measuredEpsilon,
        confidence,
        event,
        hits,
        otherHits,
        runs,
        isViolation() ? "the claim is refuted" : "consistent with the claim");
  }
}
