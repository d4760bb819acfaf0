package io.linkteller.attack;

/** Counts answered queries and notifies a listener of each, one call at a time. Thread-safe. */
public final class AnswerCount {

  private final AttackListener listener;
  private final int total;
  private int answered;

  /**
   * Starts at zero.
   *
   * @param listener receives each answer
   * @param total the number of queries that will be answered
   */
  public AnswerCount(AttackListener listener, int total) {
    this.listener = listener;
    this.total = total;
  }

  /** Counts one more answer. It is counted even if the listener throws. */
  public synchronized void increment() {
    answered++;
    listener.onAnswer(answered, total);
  }

  /** {@return the number of answers so far} */
  public synchronized int answered() {
    return answered;
  }
}
