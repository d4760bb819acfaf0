package io.linkteller.eval.metric;

import io.linkteller.models.train.ClassificationMetrics;
import io.linkteller.models.train.Labels;
import it.unimi.dsi.fastutil.ints.IntList;
import org.ejml.data.DMatrixRMaj;

/** A measure of the quality of a model's predictions (section VI). */
public enum Utility {
  /** F1 of the class with the fewest nodes, the paper's measure on twitch. */
  RARE_CLASS_F1("rare-class F1", "rareClassF1") {
    @Override
    public double of(DMatrixRMaj logits, Labels labels, IntList nodes) {
      int rare = ClassificationMetrics.rarestClass(labels.requireSingle());
      return ClassificationMetrics.of(logits, labels, nodes).f1(rare);
    }
  },
  /**
   * Area under the ROC curve of the rare class, for models of two classes: the probability that a
   * node of the rare class is ranked above a node of the other class. Unlike F1, it is 1/2 for
   * every constant answer and does not depend on a threshold.
   */
  RARE_CLASS_AUC("rare-class AUC", "rareClassAuc") {
    @Override
    public double of(DMatrixRMaj logits, Labels labels, IntList nodes) {
      Labels single = labels.requireSingle();
      if (labels.classCount() != 2) {
        throw new IllegalArgumentException(
            "AUC of the rare class is defined for 2 classes, not for " + labels.classCount());
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
      return !labels.isMultiLabel()
          && labels.classCount() == 2
          && nodes.intStream().map(labels.requireSingle()::classOf).distinct().count() == 2;
    }
  },
  /** Micro-averaged F1, the measure on PPI, Flickr and the citation graphs. */
  MICRO_F1("micro F1", "microF1") {
    @Override
    public double of(DMatrixRMaj logits, Labels labels, IntList nodes) {
      return ClassificationMetrics.of(logits, labels, nodes).microF1();
    }
  },
  /** The fraction of nodes whose class, or whose set of classes, is predicted correctly. */
  ACCURACY("accuracy", "accuracy") {
    @Override
    public double of(DMatrixRMaj logits, Labels labels, IntList nodes) {
      return ClassificationMetrics.of(logits, labels, nodes).accuracy();
    }
  };

  private final String title;
  private final String field;

  Utility(String title, String field) {
    this.title = title;
    this.field = field;
  }

  /**
   * Returns the default measure for data that is not in the paper.
   *
   * @param labels the labels
   * @return the accuracy, or {@link #MICRO_F1} for labels of several classes per node
   */
  public static Utility of(Labels labels) {
    return labels.isMultiLabel() ? MICRO_F1 : ACCURACY;
  }

  /** {@return the name of the measure in printed text} */
  public String title() {
    return title;
  }

  /** {@return the name of the measure as a JSON field} */
  public String field() {
    return field;
  }

  /**
   * Measures the utility over some nodes.
   *
   * @param logits n x c
   * @param labels the labels of n nodes and c classes; all n determine the rare class
   * @param nodes the evaluation nodes
   * @return the utility, in [0, 1]
   * @throws IllegalArgumentException if shapes do not match, a node is out of range, or the measure
   *     needs labels of one class per node
   */
  public abstract double of(DMatrixRMaj logits, Labels labels, IntList nodes);

  /**
   * Returns whether some nodes have enough classes for the measure. Only the AUC imposes a
   * condition: there must be two classes, and both must occur.
   *
   * @param labels the labels
   * @param nodes the evaluation nodes, all with known labels
   * @return whether the classes of these nodes suffice, regardless of the logits
   */
  public boolean isDefined(Labels labels, IntList nodes) {
    return true;
  }
}
