package io.linkteller.cli;

import io.linkteller.eval.audit.AttackOutcome;
import io.linkteller.eval.audit.AuditListener;
import io.linkteller.eval.metric.EdgeMetrics;
import io.linkteller.graph.EdgeKind;
import java.util.Locale;

/** Prints what each attack of an audit found, and an upper bound on the remaining time. */
final class AttackProgress implements AuditListener, AutoCloseable {

  private final Remarks remarks;
  private final EdgeKind kind;
  private final Progress bar;
  private final long start = System.nanoTime();
  private double done;

  AttackProgress(Remarks remarks, EdgeKind kind) {
    this.remarks = remarks;
    this.kind = kind;
    this.bar = remarks.percentage("auditing");
  }

  @Override
  public synchronized void onProgress(String attack, double share) {
    done = share;
    bar.stepTo(attack, share);
  }

  @Override
  public synchronized void onAttack(AttackOutcome outcome) {
    double seconds = (System.nanoTime() - start) / 1e9;
    remarks.print(
        String.format(
            Locale.ROOT,
            "%s: %s; queries: %,d%s",
            outcome.attack(),
            outcome
                .atTrueCount()
                .map(cut -> found(cut.found()))
                .orElseGet(() -> "no result: " + outcome.remark().orElse("")),
            outcome.queries(),
            done > 0 && done < 1
                ? "; at most " + Output.duration(seconds * (1 - done) / done) + " left"
                : ""));
  }

  private String found(EdgeMetrics found) {
    return kind.format("%,d of %,d {edges}", found.truePositives(), found.actual());
  }

  @Override
  public void close() {
    bar.close();
  }
}
