package io.linkteller.cli;

import io.linkteller.eval.audit.AuditListener;
import io.linkteller.eval.cell.Cell;
import io.linkteller.eval.cell.CellListener;
import io.linkteller.eval.cell.CellRunner;
import io.linkteller.eval.cell.FinishedCell;
import io.linkteller.eval.cell.ResultKey;
import io.linkteller.eval.choice.Candidate;
import io.linkteller.models.train.Epoch;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Reports each finished candidate, what is running, and how long the rest will take. */
final class CandidateProgress implements CellListener, AutoCloseable {

  /** Receives the progress of one candidate. */
  interface Running extends Consumer<Epoch>, AuditListener {}

  private final Remarks remarks;
  private final Progress bar;
  private final Map<ResultKey, Candidate> named = new HashMap<>();
  private final List<Cell> cells = new ArrayList<>();
  private final Map<Candidate, Double> running = new HashMap<>();
  private final long start = System.nanoTime();
  private double finished;
  private double total;
  private int count;

  CandidateProgress(Remarks remarks) {
    this.remarks = remarks;
    this.bar = remarks.percentage("measuring");
  }

  void add(Candidate candidate, Cell cell) {
    named.put(cell.key(), candidate);
    cells.add(cell);
  }

  List<FinishedCell> run(CellRunner runner) {
    total = runner.effort(cells);
    return runner.reportingTo(this).run(cells);
  }

  /** Returns the receiver of a candidate's progress, given the effort of training and attacks. */
  Running of(Candidate candidate, double training, double attacks) {
    return new Running() {
      @Override
      public void accept(Epoch epoch) {
        step(candidate, "training", training * epoch.number() / epoch.total());
      }

      @Override
      public void onProgress(String attack, double done) {
        step(candidate, attack, training + attacks * done);
      }
    };
  }

  private synchronized void step(Candidate candidate, String what, double effort) {
    running.merge(candidate, effort, Math::max);
    bar.stepTo(candidate.label() + ": " + what, done() / total);
  }

  private double done() {
    return finished + running.values().stream().mapToDouble(effort -> effort).sum();
  }

  @Override
  public synchronized void finished(FinishedCell cell, double done, double all) {
    count++;
    finished = done;
    Candidate candidate = Optional.ofNullable(named.get(cell.key())).orElseThrow();
    running.remove(candidate);
    String left = "";
    if (done > 0 && done < total) {
      bar.stepTo(done() / total);
      double seconds = (System.nanoTime() - start) / 1e9;
      left = "; about " + Output.duration(seconds * (total - done()) / done()) + " left";
    }
    remarks.print(
        String.format(
            Locale.ROOT,
            "%d of %d: %s, %s%s",
            count,
            named.size(),
            candidate.label(),
            done > 0 ? Output.seconds(cell.seconds()) : "kept",
            left));
  }

  @Override
  public void close() {
    bar.close();
  }
}
