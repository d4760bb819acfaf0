package io.linkteller.cli;

import io.linkteller.attack.AttackListener;
import io.linkteller.attack.AttackWarning;
import it.unimi.dsi.fastutil.ints.IntList;
import java.io.PrintWriter;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Prints the warnings of an attack on standard error, each kind once, and its choices as remarks.
 * The warning about targets without features lists the first ten.
 */
final class WarningNotices {

  private static final int NAMED = 10;

  private final PrintWriter err;
  private final Remarks remarks;
  private final Set<AttackWarning.Kind> said = EnumSet.noneOf(AttackWarning.Kind.class);

  WarningNotices(PrintWriter err, Remarks remarks) {
    this.err = err;
    this.remarks = remarks;
  }

  /** Returns a listener that prints warnings and choices, and forwards all events to another. */
  AttackListener before(AttackListener listener) {
    return new AttackListener() {
      @Override
      public void onAnswer(int answered, int total) {
        listener.onAnswer(answered, total);
      }

      @Override
      public void onWarning(AttackWarning warning) {
        listener.onWarning(warning);
        say(warning);
      }

      @Override
      public void onChoice(String attack, boolean taken, String reason) {
        listener.onChoice(attack, taken, reason);
        remarks.print((taken ? "chose --attack " : "skipped ") + attack + ": " + reason);
      }
    };
  }

  /** Returns whether a warning of this kind was printed. */
  boolean haveSaid(AttackWarning.Kind kind) {
    return said.contains(kind);
  }

  private void say(AttackWarning warning) {
    if (!said.add(warning.kind())) {
      return;
    }
    if (warning.kind() == AttackWarning.Kind.NO_FEATURES_TO_SCALE) {
      sayFeatureless(warning.nodes());
    } else {
      err.println("warning: " + Terminal.printable(warning.message()));
      err.flush();
    }
  }

  private void sayFeatureless(IntList targets) {
    String names =
        targets
            .intStream()
            .limit(NAMED)
            .mapToObj(Integer::toString)
            .collect(Collectors.joining(", "));
    int unnamed = targets.size() - NAMED;
    err.println(
        targets.size()
            + (targets.size() == 1 ? " target has" : " targets have")
            + " no features to scale, so probing "
            + (targets.size() == 1 ? "it" : "them")
            + " shows nothing: "
            + (targets.size() == 1 ? "node " : "nodes ")
            + names
            + (unnamed > 0 ? " and " + unnamed + " more" : ""));
    err.flush();
  }
}
