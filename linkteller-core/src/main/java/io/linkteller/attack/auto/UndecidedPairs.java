package io.linkteller.attack.auto;

import io.linkteller.attack.AttackListener;
import io.linkteller.attack.AttackWarning;
import java.util.Optional;

/**
 * Keeps the warning that pairs are undecided, instead of passing it on: another attack follows.
 * Passes on all else.
 */
final class UndecidedPairs implements AttackListener {

  private final AttackListener listener;
  private Optional<AttackWarning> warning = Optional.empty();

  UndecidedPairs(AttackListener listener) {
    this.listener = listener;
  }

  Optional<AttackWarning> warning() {
    return warning;
  }

  @Override
  public void onAnswer(int answered, int total) {
    listener.onAnswer(answered, total);
  }

  @Override
  public void onWarning(AttackWarning found) {
    if (found.kind() == AttackWarning.Kind.PAIRS_UNDECIDED) {
      warning = Optional.of(found);
    } else {
      listener.onWarning(found);
    }
  }

  @Override
  public void onChoice(String attack, boolean taken, String reason) {
    listener.onChoice(attack, taken, reason);
  }
}
