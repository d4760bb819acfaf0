package io.linkteller.experiment.scenario;

import io.linkteller.eval.metric.ClassificationMetrics;
import io.linkteller.eval.metric.RankingMetrics;
import io.linkteller.models.train.Labels;
import io.linkteller.models.train.MultiLabels;
import io.linkteller.models.train.SingleLabels;
import io.linkteller.report.Metric;
import it.unimi.dsi.fastutil.ints.IntList;
import org.ejml.data.DMatrixRMaj;

/** How well a model does what it was trained for (section VI): what privacy costs. */
public enum Utility {
  /** F1 of the class that has the fewest nodes of all those looked at: the measure on twitch. */
  RARE_CLASS_F1 {
    @Override
    public double of(DMatrixRMaj logits, Labels labels, IntList nodes) {
      if (!(labels instanceof SingleLabels single)) {
        throw new IllegalArgumentException("F1 of the rare class needs one class a node");
      }
      return ClassificationMetrics.of(ClassificationMetrics.argMax(logits), single, nodes)
          .f1(ClassificationMetrics.rarestClass(single));
    }
  },
  /**
   * Area under the ROC curve of the rare class, for models of two classes: how well nodes of it are
   * ranked above the others. Unlike F1, it is 1/2 for every constant answer, and no threshold
   * between the classes decides it.
   */
  RARE_CLASS_AUC {
    @Override
    public double of(DMatrixRMaj logits, Labels labels, IntList nodes) {
      if (!(labels instanceof SingleLabels single) || labels.classCount() != 2) {
        throw new IllegalArgumentException(
            "AUC of the rare class needs one of two classes a node, not of " + labels.classCount());
      }
      int rare = ClassificationMetrics.rarestClass(single);
      boolean[] positive = new boolean[nodes.size()];
      double[] scores = new double[nodes.size()];
      for (int i = 0; i < scores.length; i++) {
        int node = nodes.getInt(i);
        positive[i] = single.classOf(node) == rare;
        scores[i] = logits.get(node, rare) - logits.get(node, 1 - rare);
      }
      return RankingMetrics.rocAuc(positive, scores);
    }

    @Override
    public boolean isDefined(Labels labels, IntList nodes) {
      return labels instanceof SingleLabels single
          && labels.classCount() == 2
          && nodes.intStream().map(single::classOf).distinct().count() == 2;
    }

    @Override
    public Metric metric() {
      return Metric.UTILITY_AUC;
    }
  },
  /** F1 of all classes' counts together: the measure on PPI, Flickr and the citation graphs. */
  MICRO_F1 {
    @Override
    public double of(DMatrixRMaj logits, Labels labels, IntList nodes) {
      return labels instanceof SingleLabels single
          ? ClassificationMetrics.of(ClassificationMetrics.argMax(logits), single, nodes).microF1()
          : ClassificationMetrics.of(
                  ClassificationMetrics.positiveLogits(logits), (MultiLabels) labels, nodes)
              .microF1();
    }
  };

  /**
   * Measures the utility over some nodes.
   *
   * @param logits n x c
   * @param labels of n nodes and c classes; which class is rare is decided by all n
   * @param nodes the nodes that count
   * @return in [0, 1]
   * @throws IllegalArgumentException if shapes do not fit, a node is out of range, or there is more
   *     than one class a node where one is needed
   */
  public abstract double of(DMatrixRMaj logits, Labels labels, IntList nodes);

  /**
   * Tells whether the measure says anything of some nodes: F1 always does, the AUC where both
   * classes occur.
   *
   * @param labels the labels
   * @param nodes the nodes that would count, all of known label
   * @return false if {@link #of} refuses them, whatever the logits
   */
  public boolean isDefined(Labels labels, IntList nodes) {
    return true;
  }

  /**
   * Returns what tables call the measure.
   *
   * @return {@link Metric#UTILITY_F1} or {@link Metric#UTILITY_AUC}
   */
  public Metric metric() {
    return Metric.UTILITY_F1;
  }
}
