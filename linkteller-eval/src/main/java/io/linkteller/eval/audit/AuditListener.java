package io.linkteller.eval.audit;

/** Receives the progress of an audit. */
@FunctionalInterface
public interface AuditListener {

  /** A listener that ignores all events. */
  AuditListener SILENT = (attack, done) -> {};

  /**
   * Called when an attack starts, after each answer, and when it has finished; calls do not
   * overlap.
   *
   * @param attack the name of the attack
   * @param done the share of the work of the whole audit that is done, in [0, 1], never decreasing
   */
  void onProgress(String attack, double done);

  /**
   * Called after an attack was run. The default implementation does nothing.
   *
   * @param outcome its findings, or why it failed
   */
  default void onAttack(AttackOutcome outcome) {}
}
