package io.linkteller.cli;

import io.linkteller.eval.metric.ClassificationMetrics;
import io.linkteller.models.train.Labels;
import io.linkteller.models.train.MultiLabels;
import io.linkteller.models.train.SingleLabels;
import org.ejml.data.DMatrixRMaj;

/** How good a model's predictions are: one number, which depends on the kind of labels. */
enum Utility {
  /** F1 of the class with the fewest nodes, as the paper measures utility on twitch. */
  RARE_CLASS_F1("rare-class F1", "rareClassF1"),
  /** The share of nodes whose class is predicted. */
  ACCURACY("accuracy", "accuracy"),
  /** F1 over all pairs of a node and a class, for labels of several classes a node. */
  MICRO_F1("micro F1", "microF1");

  private final String title;
  private final String field;

  Utility(String title, String field) {
    this.title = title;
    this.field = field;
  }

  static Utility of(Labels labels) {
    return labels instanceof MultiLabels ? MICRO_F1 : ACCURACY;
  }

  /** For people. */
  String title() {
    return title;
  }

  /** For machines. */
  String field() {
    return field;
  }

  /** In [0, 1], over the nodes that the data are judged by. */
  double measure(ServedData data, DMatrixRMaj logits) {
    Labels labels = data.served().labels();
    if (labels instanceof MultiLabels multi) {
      return ClassificationMetrics.of(
              ClassificationMetrics.positiveLogits(logits), multi, data.judged())
          .microF1();
    }
    SingleLabels single = (SingleLabels) labels;
    ClassificationMetrics metrics =
        ClassificationMetrics.of(ClassificationMetrics.argMax(logits), single, data.judged());
    return this == RARE_CLASS_F1
        ? metrics.f1(ClassificationMetrics.rarestClass(single))
        : metrics.accuracy();
  }
}
