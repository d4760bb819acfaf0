package io.linkteller.cli;

import io.linkteller.attack.AttackListener;
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

  /** A listener that tells another of all that it hears. */
  AttackListener before(AttackListener listener) {
    return new AttackListener() {
      @Override
      public void onAnswer(int answered, int total) {
        listener.onAnswer(answered, total);
      }

      @Override
      public void onUnscalable(IntList targets) {
        listener.onUnscalable(targets);
        say(targets);
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
