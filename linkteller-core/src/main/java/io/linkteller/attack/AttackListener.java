package io.linkteller.attack;

/** Receives the progress and the warnings of an attack. */
@FunctionalInterface
public interface AttackListener {

  /**
   * Called after each answered query, from the thread that sent it, one call at a time.
   *
   * @param answered the number of queries answered so far
   * @param total the expected total number of queries, at least {@code answered}
   */
  void onAnswer(int answered, int total);

  /**
   * Called when an attack finds that its result may be unreliable. Does nothing by default.
   *
   * @param warning the warning
   */
  default void onWarning(AttackWarning warning) {}

  /**
   * Called when an attack that chooses among other attacks has accepted or rejected one of them.
   * Does nothing by default.
   *
   * @param attack the name of the attack that was tried
   * @param taken whether its result was accepted
   * @param reason why it was accepted or rejected
   */
  default void onChoice(String attack, boolean taken, String reason) {}
}
