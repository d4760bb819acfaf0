package io.linkteller.attack;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The result of an attack before k̂ determines how many pairs are predicted: the scores of all
 * pairs and the evidence for them. Immutable.
 *
 * <p>A pair has evidence if its score exceeds {@link #evidenceAbove}. By default, this threshold is
 * 0, the score of pairs that are not stored. If any score is negative, the default is negative
 * infinity, so that every pair has evidence.
 *
 * @param scores the scores of all pairs of targets, by position
 * @param evidenceAbove the score that a pair with evidence exceeds; negative infinity if every pair
 *     has evidence
 * @param density the attack's own estimate of the density, if any, in [0, 1]
 * @param loss the loss on held-out measurements, at least 0; empty if there were none
 * @param attack the name of the attack that produced the finding, if not the one that was run
 * @param notes additional results by name, in display order; usually none; copied
 */
public record Finding(
    PairScores scores,
    double evidenceAbove,
    OptionalDouble density,
    OptionalDouble loss,
    Optional<String> attack,
    Map<String, Object> notes) {

  /**
   * Validates the numbers.
   *
   * @param scores the scores of all pairs of targets, by position
   * @param evidenceAbove the score that a pair with evidence exceeds; negative infinity if every
   *     pair has evidence
   * @param density the attack's own estimate of the density, if any, in [0, 1]
   * @param loss the loss on held-out measurements, at least 0; empty if there were none
   * @param attack the name of the attack that produced the finding, if not the one that was run
   * @param notes additional results by name, in display order; usually none; copied
   * @throws IllegalArgumentException if a number is out of range
   */
  public Finding {
    if (Double.isNaN(evidenceAbove)) {
      throw new IllegalArgumentException("evidenceAbove is NaN");
    }
    double share = density.orElse(0);
    if (!(share >= 0 && share <= 1)) {
      throw new IllegalArgumentException("density = " + share + " is outside [0, 1]");
    }
    if (!(loss.orElse(0) >= 0)) {
      throw new IllegalArgumentException("loss = " + loss.orElse(0) + " is negative or NaN");
    }
    notes = Collections.unmodifiableMap(new LinkedHashMap<>(notes));
  }

  /**
   * Returns the finding of an attack that only ranks pairs.
   *
   * @param scores the scores of all pairs of targets, by position
   * @return the finding
   */
  public static Finding of(PairScores scores) {
    return new Finding(
        scores,
        scores.countStored(score -> score < 0) > 0 ? Double.NEGATIVE_INFINITY : 0,
        OptionalDouble.empty(),
        OptionalDouble.empty(),
        Optional.empty(),
        Map.of());
  }

  /**
   * Returns this finding with a different evidence threshold.
   *
   * @param score the score that a pair with evidence exceeds; negative infinity if every pair has
   *     evidence
   * @return the finding
   * @throws IllegalArgumentException if {@code score} is NaN
   */
  public Finding withEvidenceAbove(double score) {
    return new Finding(scores, score, density, loss, attack, notes);
  }

  /**
   * Returns this finding with an estimate of the density that does not use k̂.
   *
   * @param ownDensity the estimated share of pairs that are edges, in [0, 1]
   * @return the finding
   * @throws IllegalArgumentException if {@code ownDensity} is out of range
   */
  public Finding withDensity(double ownDensity) {
    return new Finding(scores, evidenceAbove, OptionalDouble.of(ownDensity), loss, attack, notes);
  }

  /**
   * Returns this finding with its density set to the share of pairs that have evidence, for attacks
   * that decide every pair without k̂.
   *
   * @return the finding
   */
  public Finding withOwnDensity() {
    return withDensity(evidentCount() / (double) Math.max(1, scores.pairCount()));
  }

  /**
   * Returns this finding with the loss of the predicted graph on held-out measurements.
   *
   * @param heldBack the share of the sum of squared measurements that the predicted graph does not
   *     explain, at least 0
   * @return the finding
   * @throws IllegalArgumentException if {@code heldBack} is negative or NaN
   */
  public Finding withLoss(double heldBack) {
    return new Finding(scores, evidenceAbove, density, OptionalDouble.of(heldBack), attack, notes);
  }

  /**
   * Returns this finding attributed to the attack that produced it.
   *
   * @param name the display name of the attack
   * @return the finding
   */
  public Finding foundBy(String name) {
    return new Finding(scores, evidenceAbove, density, loss, Optional.of(name), notes);
  }

  /**
   * Returns this finding with additional results, such as properties of the model, the certainty of
   * the finding, or the cost of the attack.
   *
   * @param said numbers, booleans and strings in display order, by name; a name is a lower-case
   *     phrase such as {@code "open pairs"}; copied
   * @return the finding
   */
  public Finding withNotes(Map<String, ?> said) {
    return new Finding(
        scores, evidenceAbove, density, loss, attack, Collections.unmodifiableMap(said));
  }

  /**
   * Returns this finding with different scores and everything else unchanged.
   *
   * @param others the new scores
   * @return the finding
   */
  public Finding withScores(PairScores others) {
    return new Finding(others, evidenceAbove, density, loss, attack, notes);
  }

  /** {@return the number of pairs with evidence} */
  public long evidentCount() {
    return evidenceAbove < 0
        ? scores.pairCount() - scores.countStored(score -> score <= evidenceAbove)
        : scores.countStored(score -> score > evidenceAbove);
  }
}
