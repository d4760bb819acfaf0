package io.linkteller.eval.audit;

import io.linkteller.attack.Access;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The result of one attack in an audit.
 *
 * @param attack the name of the attack
 * @param status whether it was run
 * @param access the access that it declares, with the answers that the audit allows
 * @param queries the number of queries that it sent
 * @param atTrueCount its findings if it predicts as many pairs as there are edges; empty if it was
 *     not run, or failed
 * @param atBestBelief its findings at the belief that maximizes its F1; empty if it was not run, or
 *     failed
 * @param auc the area under the ROC curve of its ranking, if it was run
 * @param remark why it failed or was not run, or a limitation of its result, if any
 */
public record AttackOutcome(
    String attack,
    Status status,
    Access access,
    long queries,
    Optional<MeasuredCut> atTrueCount,
    Optional<MeasuredCut> atBestBelief,
    OptionalDouble auc,
    Optional<String> remark) {

  /** Whether an attack was run and, if not, why not. */
  public enum Status {
    /** It was run. */
    RAN,
    /** It needs more than the audit allows. */
    NOT_ALLOWED,
    /** The model does not suit it, or a guard refused its queries. */
    UNSUITED,
    /** It failed, so its findings are unknown. */
    FAILED,
    /** Another attack with no more access found every edge. */
    DOMINATED,
    /** An earlier attack exceeded the limit. */
    DECIDED
  }

  static AttackOutcome notRun(
      String attack, Status status, Access access, long queries, String reason) {
    return new AttackOutcome(
        attack,
        status,
        access,
        queries,
        Optional.empty(),
        Optional.empty(),
        OptionalDouble.empty(),
        Optional.of(reason));
  }

  /** {@return whether the attack was run and has findings} */
  public boolean fits() {
    return status == Status.RAN;
  }

  /** {@return why it has no result, such as "not allowed: needs to know the density"} */
  public String reason() {
    String why =
        switch (status) {
          case RAN -> "ran";
          case NOT_ALLOWED -> "not allowed";
          case UNSUITED -> "does not suit the model";
          case FAILED -> "failed";
          case DOMINATED -> "not needed";
          case DECIDED -> "not run, since the verdict is decided";
        };
    return remark.map(said -> why + ": " + said).orElse(why);
  }

  /**
   * Returns the number of edges that it finds if it predicts as many pairs as there are edges, or
   * -1 if it has no findings.
   */
  long foundAtTrueCount() {
    return atTrueCount.map(cut -> cut.found().truePositives()).orElse(-1L);
  }
}
