package io.linkteller.attack;

/** Counts answered queries, and tells a listener of each, one call at a time. */
final class AnswerCount {

  private final AttackListener listener;
  private final int total;
  private int answered;

  /**
   * Starts at none.
   *
   * @param total how many there will be
   */
  AnswerCount(AttackListener listener, int total) {
    this.listener = listener;
    this.total = total;
  }

  /** Counts one more. The listener may throw; it is counted all the same. */
  synchronized void increment() {
    answered++;
    listener.onAnswer(answered, total);
  }

  synchronized int answered() {
    return answered;
  }
}
