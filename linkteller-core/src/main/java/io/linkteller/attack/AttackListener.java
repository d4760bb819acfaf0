package io.linkteller.attack;

/** Receives progress and warnings of an attack. */
@FunctionalInterface
public interface AttackListener {

  /** A listener that ignores all events. */
  AttackListener SILENT = (answered, total) -> {};

  /**
   * Called after each answered query, from the thread that asked it, one call at a time.
   *
   * @param answered how many queries have been answered
   * @param total how many there will be
   */
  void onAnswer(int answered, int total);

  /**
   * Called when an attack sees that its result may be worth little. Does nothing unless overridden.
   *
   * @param warning what was seen
   */
  default void onWarning(AttackWarning warning) {}
}
