package io.linkteller.cli;

import io.linkteller.experiment.reproduce.ExperimentProvider;
import io.linkteller.experiment.reproduce.Reproduction;
import java.util.List;
import java.util.Locale;

/**
 * The estimated remaining time of some experiments: the time so far, multiplied by the ratio of the
 * efforts of what is missing and of what was computed in this time.
 */
final class RemainingTime {

  private static final int SECONDS = 60;
  private static final int LEAST_MINUTES = 2;
  private static final int MOST_MINUTES = 120;

  private final Reproduction run;
  private final List<ExperimentProvider> experiments;
  private final double effort;
  private final long start = System.nanoTime();

  private RemainingTime(Reproduction run, List<ExperimentProvider> experiments) {
    this.run = run;
    this.experiments = experiments;
    this.effort = run.effort(experiments);
  }

  /** Starts the clock. */
  static RemainingTime of(Reproduction run, List<ExperimentProvider> experiments) {
    return new RemainingTime(run, experiments);
  }

  /** Returns the time after an experiment, or nothing if it can't be told or none remains. */
  String after(ExperimentProvider experiment) {
    int next = experiments.indexOf(experiment) + 1;
    double missing = run.effort(experiments.subList(next, experiments.size()));
    double done = effort - run.effort(experiments);
    if (missing <= 0 || done <= 0) {
      return "";
    }
    return ", about " + duration((System.nanoTime() - start) / 1e9 * missing / done) + " left";
  }

  /** Returns seconds in seconds below two minutes, in minutes below two hours, in hours above. */
  static String duration(double seconds) {
    if (seconds < LEAST_MINUTES * SECONDS) {
      return String.format(Locale.ROOT, "%.0f s", seconds);
    }
    double minutes = seconds / SECONDS;
    return minutes < MOST_MINUTES
        ? String.format(Locale.ROOT, "%.0f min", minutes)
        : String.format(Locale.ROOT, "%.1f h", minutes / SECONDS);
  }
}
