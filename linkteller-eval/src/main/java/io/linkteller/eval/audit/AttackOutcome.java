package io.linkteller.eval.audit;

import io.linkteller.eval.metric.EdgeMetrics;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The result of one attack of an audit.
 *
 * @param attack the name of the attack
 * @param whiteBox whether it was computed from the model instead of by queries
 * @param counts whether the attackers of the audit could run it, so that it may be the strongest
 * @param queries the number of its queries; for a white-box score, the number that an attacker
 *     would need
 * @param found its predictions at the audit's belief k̂, if it is applicable
 * @param auc the area under the ROC curve of its ranking, if it is applicable and some but not all
 *     pairs are edges
 * @param remark the reason why it is not applicable, or a limitation of its result, if any
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
