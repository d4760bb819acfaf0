package io.linkteller.cli;

import io.linkteller.attack.AttackListener;
import io.linkteller.models.train.Epoch;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * Shows the progress of a task on one line of standard error, which is rewritten in place. Prints
 * nothing if standard error is not a terminal or progress is not wanted.
 */
final class Progress implements AutoCloseable {

  /**
   * The minimum time between updates, in nanoseconds: short enough to look alive, and long enough
   * to cost nothing.
   */
  private static final long INTERVAL = 100_000_000;

  /** Erases the line and returns to its beginning. */
  private static final String CLEAR = "\r\u001b[2K";

  private final String task;
  private final long total;
  private final PrintWriter err;
  private final boolean shown;
  private long last = System.nanoTime();

  private Progress(String task, long total, PrintWriter err, boolean wanted) {
    this.task = task;
    this.total = total;
    this.err = err;
    this.shown = wanted && Terminal.ansi().enabled();
  }

  static Progress of(String task, long total, PrintWriter err, boolean wanted) {
    return new Progress(task, total, err, wanted);
  }

  Consumer<Epoch> epochs() {
    return epoch -> stepTo(epoch.number());
  }

  AttackListener queries() {
    return (answered, all) ->
        // Some scores take longer to compute than the queries for them.
        show(
            (double) answered / total,
            answered >= all
                ? "computing scores"
                : String.format(Locale.ROOT, "%,d of %,d", answered, total));
  }

  void stepTo(int done) {
    show((double) done / total, String.format(Locale.ROOT, "%,d of %,d", done, total));
  }

  /** Shows the finished share of several tasks, and the running task. */
  void stepTo(String running, double share) {
    show(share, running);
  }

  void stepTo(double share) {
    show(share, "");
  }

  private synchronized void show(double share, String what) {
    long now = System.nanoTime();
    if (shown && now - last >= INTERVAL) {
      last = now;
      err.print(
          String.format(
              Locale.ROOT,
              "%s%s: %.1f %% %s",
              CLEAR,
              task,
              100 * Math.min(1, share),
              Terminal.printable(what)));
      err.flush();
    }
  }

  @Override
  public synchronized void close() {
    if (shown) {
      err.print(CLEAR);
      err.flush();
    }
  }
}
