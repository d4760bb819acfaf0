package io.linkteller.attack.belief;

import java.util.OptionalDouble;

/**
 * A density belief and what it rests on (appendix D.2 of the paper). Immutable.
 *
 * @param kHat k̂, in (0, 1]: the share of pairs that are called edges
 * @param basis what the attacker knew
 * @param threshold pairs that score at least this much are called edges: influence for {@link
 *     Basis#KNOWN_PAIRS} and {@link Basis#KNOWN_EDGES}, the link predictor's score for {@link
 *     Basis#LINK_PREDICTION}
 * @param knownEdges how many edges were known
 * @param knownNonEdges how many pairs were known to be none
 * @param recall the share of the known edges that reach the threshold, of those held out for {@link
 *     Basis#LINK_PREDICTION}, in [0, 1]
 * @param falseAlarm the share of the known non-edges that reach the threshold, where some are known
 */
public record DensityEstimate(
    double kHat,
    Basis basis,
    double threshold,
    int knownEdges,
    int knownNonEdges,
    double recall,
    OptionalDouble falseAlarm) {

  /** What an attacker may know. */
  public enum Basis {
    /** Some pairs that are connected and some that are not. */
    KNOWN_PAIRS,
    /** Some edges. */
    KNOWN_EDGES,
    /** A part of the graph, completed by a link predictor. */
    LINK_PREDICTION
  }

  /**
   * Returns the density that explains {@link #kHat} when known pairs are typical of all: of the k
   * edges a share {@code recall} is called so, of the others a share {@code falseAlarm}, so k = (k̂
   * - falseAlarm) / (recall - falseAlarm), the estimate of W. J. Rogan and B. Gladen ("Estimating
   * prevalence from the results of a screening test", Am. J. Epidemiology 107, 1978).
   *
   * @return in (0, 1]; {@code kHat} itself where no non-edges are known, or the threshold tells
   *     nothing or less than no edge would be left
   */
  public double corrected() {
    if (falseAlarm.isEmpty() || recall <= falseAlarm.getAsDouble()) {
      return kHat;
    }
    double alarm = falseAlarm.getAsDouble();
    double density = (kHat - alarm) / (recall - alarm);
    return density > 0 ? Math.min(1, density) : kHat;
  }
}
