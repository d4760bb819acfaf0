package io.linkteller.cli;

import io.linkteller.attack.AttackListener;
import io.linkteller.models.train.Epoch;
import java.util.function.Consumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarConsumer;
import me.tongfei.progressbar.ProgressBarStyle;

/**
 * A progress bar on standard error if that is a terminal and the bar is wanted; otherwise prints
 * nothing.
 */
final class Progress implements AutoCloseable {

  private static final int TENTHS = 10;

  private final ProgressBar bar;

  private Progress(ProgressBar bar) {
    this.bar = bar;
  }

  static Progress of(String task, long total, boolean wanted) {
    return of(task, new ProgressBarBuilder().setInitialMax(total), wanted);
  }

  /** Returns a bar that counts tenths of percents. */
  static Progress percentage(String task, boolean wanted) {
    ProgressBarBuilder tenths =
        new ProgressBarBuilder().setInitialMax(100 * TENTHS).setUnit(" %", TENTHS);
    return of(task, tenths, wanted);
  }

  private static Progress of(String task, ProgressBarBuilder counted, boolean wanted) {
    boolean watched = wanted && Terminal.ansi().enabled();
    ProgressBarBuilder builder =
        counted
            .setTaskName(task)
            .setStyle(ProgressBarStyle.ASCII)
            .setUpdateIntervalMillis(100)
            .clearDisplayOnFinish();
    if (!watched) {
      builder.setConsumer(new Nobody());
    }
    return new Progress(builder.build());
  }

  Consumer<Epoch> epochs() {
    return epoch -> bar.stepTo(epoch.number());
  }

  AttackListener queries() {
    return (answered, total) -> {
      bar.stepTo(answered);
      if (answered >= total) {
        // Some scores take longer to compute than the queries for them.
        bar.setExtraMessage(" computing scores");
      }
    };
  }

  void stepTo(int done) {
    bar.stepTo(done);
  }

  /** Shows the share of some tasks that is done, and the task that is running. */
  void stepTo(String running, double share) {
    bar.setExtraMessage(" " + running);
    stepTo(share);
  }

  void stepTo(double share) {
    bar.stepTo(Math.round(100 * TENTHS * share));
  }

  @Override
  public void close() {
    bar.close();
  }

  private static final class Nobody implements ProgressBarConsumer {
    @Override
    public int getMaxRenderedLength() {
      return 0;
    }

    @Override
    public void accept(String rendered) {}

    @Override
    public void close() {}
  }
}
