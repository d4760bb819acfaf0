package io.linkteller.attack;

/** Counts answered queries and notifies a listener of each, one call at a time. Thread-safe. */
public final class AnswerCount {

  private final AttackListener listener;
  private final int total;
  private int answered;

  /**
   * Starts at zero.
   *
   * @param listener is notified of each answer
   * @param total how many there will be
   */
  public AnswerCount(AttackListener listener, int total) {
    this.listener = listener;
    this.total = total;
  }

  /** Counts one more. The listener may throw; it is counted all the same. */
  public synchronized void increment() {
    answered++;
    listener.onAnswer(answered, total);
  }

  /** {@return the number of answers so far} */
  public synchronized int answered() {
    return answered;
  }
}
