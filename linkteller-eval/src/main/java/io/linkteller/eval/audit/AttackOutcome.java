package io.linkteller.eval.audit;

import io.linkteller.eval.metric.EdgeMetrics;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What one attack of an audit found.
 *
 * @param attack the name of the attack
 * @param whiteBox whether it was computed from the model instead of asked
 * @param counts whether the attackers of the audit could run it, so that it counts for the
 *     strongest
 * @param queries how many queries it asked; of a white-box score, how many an attacker would ask
 * @param found what it found at the audit's belief k̂, if it fits
 * @param auc the area under the ROC curve of its ranking, if it fits and some but not all pairs are
 *     edges
 * @param remark why it does not fit, or what limits what it found, if there is something to say
 */
public record AttackOutcome(
    String attack,
    boolean whiteBox,
    boolean counts,
    long queries,
    Optional<EdgeMetrics> found,
    OptionalDouble auc,
    Optional<String> remark) {

  /** {@return whether the attack could be run} */
  public boolean fits() {
    return found.isPresent();
  }
}
