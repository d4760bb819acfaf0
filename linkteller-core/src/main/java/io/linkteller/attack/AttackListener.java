package io.linkteller.attack;

/** Is told how far an attack has come. */
@FunctionalInterface
public interface AttackListener {

  /** Says nothing to nobody. */
  AttackListener SILENT = (answered, total) -> {};

  /**
   * Called after each answered query, from the thread that asked it, one call at a time.
   *
   * @param answered how many queries have been answered
   * @param total how many there will be
   */
  void onAnswer(int answered, int total);
}
