package io.linkteller.experiment;

import io.linkteller.report.table.Metric;
import io.linkteller.report.table.Unit;

/**
 * The metrics of the paper's tables. Their names are those of {@code paper-tables.csv}. Differences
 * are marked above 0.03, because our seeds and samples of targets are not the paper's; above half a
 * unit of the last digit that the paper shows; or above one step of its ε.
 */
final class PaperMetric {

  /** Share of the predicted edges that are edges. */
  static final Metric PRECISION = Metric.marked("precision", Unit.PERCENT, 1, 0.03);

  /** Share of the edges that are predicted. */
  static final Metric RECALL = Metric.marked("recall", Unit.PERCENT, 1, 0.03);

  /** Harmonic mean of an attack's precision and recall. */
  static final Metric ATTACK_F1 = Metric.marked("attack F1", Unit.PERCENT, 1, 0.03);

  /** Area under the ROC curve. */
  static final Metric AUC = Metric.marked("AUC", Unit.FRACTION, 3, 0.03);

  /** F1 of the model's predictions: of the rare class on twitch, micro-averaged on Flickr. */
  static final Metric UTILITY_F1 = Metric.marked("utility F1", Unit.FRACTION, 3, 0.03);

  /** Area under the ROC curve of the model's rare class. Not in the paper. */
  static final Metric UTILITY_AUC = Metric.unmarked("utility AUC", Unit.FRACTION, 3);

  /** Precision of random guesses, which is small and therefore shown with more decimals. */
  static final Metric RANDOM_PRECISION =
      Metric.marked("precision of random guesses", Unit.PERCENT, 3, 0.0005);

  /** The ε that a data owner chooses. */
  static final Metric CHOSEN_EPSILON = Metric.marked("chosen epsilon", Unit.NUMBER, 1, 1);

  /**
   * Running time of an attack. Differences are not marked, since the paper used another machine.
   */
  static final Metric RUNNING_TIME = Metric.unmarked("running time", Unit.SECONDS, 2);

  private PaperMetric() {}
}
