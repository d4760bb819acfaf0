package io.linkteller.eval.choice;

import java.util.Locale;

/**
 * What the owner of a graph should do after a choice, in words that name neither a method nor an
 * option: whatever shows a step adds those that take it.
 *
 * @param kind what kind of step it is
 * @param text a sentence or two
 */
public record ProtectionStep(Kind kind, String text) {

  /** A kind of step. */
  public enum Kind {
    /** Release with the mechanism and ε that were chosen. */
    RELEASE,
    /** Serve the model without edges. */
    SERVE_WITHOUT_EDGES,
    /** Decide whether what is still found is acceptable. */
    JUDGE_THE_REST,
    /** Try a larger or smaller ε, too. */
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
