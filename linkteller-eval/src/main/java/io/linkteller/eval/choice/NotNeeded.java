package io.linkteller.eval.choice;

import io.linkteller.eval.audit.AttackOutcome;
import io.linkteller.eval.audit.LeakageAuditReport;
import java.util.List;
import java.util.OptionalDouble;

/**
 * What was not needed to decide on a candidate. Immutable.
 *
 * @param ended the attacks that were not run since one before them exceeded the limit: the measured
 *     leakage is a lower bound
 * @param bounded the attacks that were not run since the guarantee bounds what they find below the
 *     limit
 * @param guaranteed the largest expected share of the edges that the guarantee allows any attack to
 *     find, in [0, 1], if pairs are independent given the features; empty without a guarantee, or
 *     if δ is positive
 */
public record NotNeeded(List<String> ended, List<String> bounded, OptionalDouble guaranteed) {

  /** Every attack was run, and there is no guarantee. */
  public static final NotNeeded NONE = new NotNeeded(List.of(), List.of(), OptionalDouble.empty());

  /**
   * Copies the lists.
   *
   * @param ended the attacks that were not run since one before them exceeded the limit
   * @param bounded the attacks that were not run since the guarantee bounds what they find
   * @param guaranteed the largest expected share of the edges that any attack finds, in [0, 1]
   */
  public NotNeeded {
    ended = List.copyOf(ended);
    bounded = List.copyOf(bounded);
  }

  static NotNeeded of(ProtectedModel model, LeakageAuditReport audit) {
    return new NotNeeded(
        named(audit, AttackOutcome.Status.DECIDED),
        named(audit, AttackOutcome.Status.BOUNDED),
        model.pureEpsilon().stream().map(audit::boundOf).findFirst());
  }

  private static List<String> named(LeakageAuditReport audit, AttackOutcome.Status status) {
    return audit.attacks().stream()
        .filter(outcome -> outcome.status() == status)
        .map(AttackOutcome::attack)
        .toList();
  }

  /**
   * Returns whether a result decides under a limit, too. Without one, what is known of the leakage
   * is its upper end: all edges if attacks were ended, and what the guarantee allows.
   *
   * @param recall the measured recall of the strongest attack that was run
   * @param limit the largest acceptable recall, if there is one
   * @return whether no attack that was not run could change the outcome
   */
  public boolean decides(double recall, OptionalDouble limit) {
    return limit.isEmpty()
        || ((ended.isEmpty() || recall > limit.getAsDouble())
            && (bounded.isEmpty() || guaranteed.orElse(1) <= limit.getAsDouble()));
  }

  /** Returns the number of attacks that were not needed. */
  int count() {
    return ended.size() + bounded.size();
  }
}
