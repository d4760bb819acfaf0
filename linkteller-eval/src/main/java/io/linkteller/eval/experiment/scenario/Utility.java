package io.linkteller.eval.experiment.scenario;

import io.linkteller.eval.metric.ClassificationMetrics;
import io.linkteller.models.train.Labels;
import io.linkteller.models.train.MultiLabels;
import io.linkteller.models.train.SingleLabels;
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
}
