package io.linkteller.cli;

import io.linkteller.attack.AttackListener;
import io.linkteller.attack.AttackWarning;
import it.unimi.dsi.fastutil.ints.IntList;
import java.io.PrintWriter;
import java.util.stream.Collectors;

/** Says on standard error, once, which targets have no features that a probe could scale. */
final class FeaturelessNotice {

  private static final int NAMED = 10;

  private final PrintWriter err;
  private boolean said;

  FeaturelessNotice(PrintWriter err) {
    this.err = err;
  }

  /** Returns a listener that passes all events on to another. */
  AttackListener before(AttackListener listener) {
    return new AttackListener() {
      @Override
      public void onAnswer(int answered, int total) {
        listener.onAnswer(answered, total);
      }

      @Override
      public void onWarning(AttackWarning warning) {
        listener.onWarning(warning);
        if (warning.kind() == AttackWarning.Kind.NO_FEATURES_TO_SCALE) {
          say(warning.nodes());
        }
      }
    };
  }

  private void say(IntList targets) {
    if (said) {
      return;
    }
    said = true;
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
            + " no features to scale, so that probing "
            + (targets.size() == 1 ? "it" : "them")
            + " shows nothing: "
            + (targets.size() == 1 ? "node " : "nodes ")
            + names
            + (unnamed > 0 ? " and " + unnamed + " more" : ""));
    err.flush();
  }
}
