package io.linkteller.eval.audit;

import io.linkteller.attack.AttackListener;
import io.linkteller.attack.AttackWarning;
import java.util.Collection;

/** Estimates the completed share of an audit from the queries that attacks declare. */
final class AuditProgress {

  /** The work of an attack besides its queries, expressed as a number of queries. */
  private static final double OVERHEAD = 50;

  /**
   * The maximum number of queries to count. Attacks with more queries send only two nodes in each.
   */
  private static final double MAX_COUNTED = 2000;

  /** The share of the work of an attack that is done when its last query is answered. */
  private static final double ASKED = 0.5;

  private final AuditListener listener;
  private double total = 1;
  private double before;
  private double current;
  private double shown;
  private String attack = "";

  AuditProgress(AuditListener listener) {
    this.listener = listener;
  }

  void plan(Collection<Long> queries) {
    // One more for the link predictor.
    total = OVERHEAD + queries.stream().mapToDouble(AuditProgress::work).sum();
  }

  private static double work(long queries) {
    return Math.min((double) queries, MAX_COUNTED) + OVERHEAD;
  }

  synchronized void start(String name, long queries) {
    attack = name;
    current = work(queries);
    show(0);
  }

  synchronized void finish() {
    before += current;
    current = 0;
    show(0);
  }

  private void show(double share) {
    shown = Math.max(shown, Math.min(1, (before + share * current) / total));
    listener.onProgress(attack, shown);
  }

  private synchronized void answered(int count, int of) {
    show(ASKED * Math.min(1, count / (double) Math.max(1, of)));
  }

  /** Returns a listener that counts answers and passes on all events. */
  AttackListener passingOn(AttackListener other) {
    return new AttackListener() {
      @Override
      public void onAnswer(int count, int of) {
        answered(count, of);
        other.onAnswer(count, of);
      }

      @Override
      public void onWarning(AttackWarning warning) {
        other.onWarning(warning);
      }

      @Override
      public void onChoice(String name, boolean taken, String reason) {
        other.onChoice(name, taken, reason);
      }
    };
  }
}
