package io.linkteller.experiment.reproduce;

import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;

/** A program that stands still for good in the midst of an experiment, as if it had been killed. */
final class KilledRun {

  static final int EXIT_CODE = 99;

  private KilledRun() {}

  public static void main(String[] args) {
    AtomicInteger finished = new AtomicInteger();
    SmallEvaluation.in(Path.of(args[0]), 2)
        .report(
            PaperExperiment.DP_UTILITY,
            (cell, done, total) -> {
              if (finished.incrementAndGet() == Integer.parseInt(args[1])) {
                // No hook runs and nothing is flushed.
                Runtime.getRuntime().halt(EXIT_CODE);
              }
            });
  }
}
