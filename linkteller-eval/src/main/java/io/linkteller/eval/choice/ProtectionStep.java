package io.linkteller.eval.choice;

import java.util.Locale;

/**
 * A step that the owner of a graph should take after a choice, in words that mention neither Java
 * methods nor command-line options; the output that shows the step adds these.
 *
 * @param kind the kind of step
 * @param text a sentence or two
 */
public record ProtectionStep(Kind kind, String text) {

  /** A kind of step. */
  public enum Kind {
    /** Release with the chosen mechanism and ε. */
    RELEASE,
    /** Serve the model without edges. */
    SERVE_WITHOUT_EDGES,
    /** Decide whether the remaining leakage is acceptable. */
    JUDGE_THE_REST,
    /** Also try a larger or smaller ε. */
    TRY_OTHER_EPSILONS,
    /** Set a limit before choosing. */
    SET_LIMIT,
    /** Accept another limit, or measure other candidates. */
    CHANGE_CANDIDATES,
    /** Do not use candidates that are no better than the model without edges. */
    AVOID,
    /** Find out why attacks failed, and measure again. */
    FIX_FAILURES,
    /** Measure with more targets. */
    TAKE_MORE_TARGETS;

    ProtectionStep of(String format, Object... values) {
      return new ProtectionStep(this, String.format(Locale.ROOT, format, values));
    }
  }
}
