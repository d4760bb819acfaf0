package io.linkteller.attack;

import it.unimi.dsi.fastutil.ints.IntList;

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

  /**
   * Called before the first query of an attack that scales features, if some targets have none to
   * scale: their influence comes out as zero, so that of their edges only what the other end's
   * probe shows is found. {@link LinkTeller.Builder#adding} probes them too. Does nothing unless
   * overridden.
   *
   * @param targets the ids of targets whose features are all zero
   */
  default void onUnscalable(IntList targets) {}
}
