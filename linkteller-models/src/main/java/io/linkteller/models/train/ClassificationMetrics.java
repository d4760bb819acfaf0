package io.linkteller.models.train;

import it.unimi.dsi.fastutil.ints.IntList;
import java.util.stream.LongStream;
import org.ejml.data.DMatrixRMaj;

/**
 * Accuracy and F1 scores of predicted classes. The definitions are those of scikit-learn, in which
 * a ratio with denominator 0 is 0. Nodes of unknown class are ignored.
 *
 * <pre>{@code
 * double f1 = ClassificationMetrics.of(logits, labels, testNodes).macroF1();
 * }</pre>
 */
public final class ClassificationMetrics {

  /** The prediction for a node with a NaN logit. */
  private static final int NO_CLASS = -1;

  private final boolean singleLabel;
  private final long[] truePositives;
  private final long[] predicted;
  private final long[] actual;
  private long nodes;
  private long exactNodes;

  private ClassificationMetrics(boolean singleLabel, int classCount) {
    this.singleLabel = singleLabel;
    this.truePositives = new long[classCount];
    this.predicted = new long[classCount];
    this.actual = new long[classCount];
  }

  /**
   * Returns the metrics of the classes that logits predict: the class with the {@linkplain #argMax
   * largest logit} for single labels, and all classes with positive logits, which are more likely
   * than not, for multiple labels. Takes O(n c) time.
   *
   * @param logits n x c
   * @param truth the true classes
   * @param nodes the nodes to evaluate
   * @return the metrics
   * @throws IllegalArgumentException if the numbers of nodes or classes differ, a node is out of
   *     range, or a logit is NaN; the message gives the row and column
   */
  public static ClassificationMetrics of(DMatrixRMaj logits, Labels truth, IntList nodes) {
    if (logits.numRows != truth.nodeCount() || logits.numCols != truth.classCount()) {
      throw new IllegalArgumentException(
          "the logits are "
              + logits.numRows
              + " x "
              + logits.numCols
              + ", but the labels are for "
              + truth.nodeCount()
              + " nodes and "
              + truth.classCount()
              + " classes");
    }
    requireNumbers(logits);
    for (int node : nodes) {
      if (node < 0 || node >= truth.nodeCount()) {
        throw new IllegalArgumentException(
            "node = " + node + " is outside [0, " + truth.nodeCount() + ")");
      }
    }
    return count(logits, truth, nodes);
  }

  /**
   * Returns the metrics without checking arguments. A node with a NaN logit counts as
   * misclassified, so that diverging training runs have a low score.
   */
  static ClassificationMetrics count(DMatrixRMaj logits, Labels truth, IntList nodes) {
    ClassificationMetrics metrics =
        new ClassificationMetrics(!truth.isMultiLabel(), truth.classCount());
    for (int node : nodes) {
      if (truth.isKnown(node)) {
        metrics.add(node, logits, truth);
      }
    }
    return metrics;
  }

  private void add(int node, DMatrixRMaj logits, Labels truth) {
    int largest = singleLabel ? largest(logits, node) : NO_CLASS;
    boolean exact = true;
    for (int label = 0; label < actual.length; label++) {
      boolean guessed = singleLabel ? label == largest : logits.unsafe_get(node, label) > 0;
      boolean is = truth.has(node, label);
      predicted[label] += guessed ? 1 : 0;
      actual[label] += is ? 1 : 0;
      truePositives[label] += guessed && is ? 1 : 0;
      exact &= guessed == is;
    }
    nodes++;
    exactNodes += exact ? 1 : 0;
  }

  /**
   * Returns the column of the largest logit of a node (the first if several are equal), or {@link
   * #NO_CLASS} if a logit is NaN.
   */
  private static int largest(DMatrixRMaj logits, int node) {
    int best = 0;
    for (int col = 0; col < logits.numCols; col++) {
      double logit = logits.unsafe_get(node, col);
      if (Double.isNaN(logit)) {
        return NO_CLASS;
      }
      if (logit > logits.unsafe_get(node, best)) {
        best = col;
      }
    }
    return best;
  }

  /**
   * Returns the class with the largest logit of each node. In case of a tie, the first class is
   * returned.
   *
   * @param logits n x c
   * @return the class of each node
   * @throws IllegalArgumentException if there are no columns, or a logit is NaN; the message states
   *     the row and column
   */
  public static int[] argMax(DMatrixRMaj logits) {
    if (logits.numCols == 0) {
      throw new IllegalArgumentException("logits must have at least one column");
    }
    requireNumbers(logits);
    int[] classes = new int[logits.numRows];
    for (int row = 0; row < logits.numRows; row++) {
      classes[row] = largest(logits, row);
    }
    return classes;
  }

  /**
   * Returns the class with the fewest nodes, ignoring classes without nodes. In case of a tie, the
   * first class is returned.
   *
   * @param truth the true classes
   * @return the rarest class
   * @throws IllegalArgumentException if no node has a known class
   */
  public static int rarestClass(Labels truth) {
    long[] sizes = new long[truth.classCount()];
    for (int node = 0; node < truth.nodeCount(); node++) {
      if (truth.classOf(node) != Labels.UNKNOWN) {
        sizes[truth.classOf(node)]++;
      }
    }
    int rarest = -1;
    for (int label = 0; label < sizes.length; label++) {
      if (sizes[label] > 0 && (rarest < 0 || sizes[label] < sizes[rarest])) {
        rarest = label;
      }
    }
    if (rarest < 0) {
      throw new IllegalArgumentException("no node has a known class");
    }
    return rarest;
  }

  /**
   * Returns the F1 score of a class.
   *
   * @param label the class, in [0, c)
   * @return the F1 score, in [0, 1]; 0 if the class neither occurs nor is predicted
   * @throws IllegalArgumentException if {@code label} is out of range
   */
  public double f1(int label) {
    if (label < 0 || label >= actual.length) {
      throw new IllegalArgumentException(
          "class " + label + " is outside [0, " + actual.length + ")");
    }
    return ratio(2 * truePositives[label], predicted[label] + actual[label]);
  }

  /**
   * {@return the F1 score computed from the counts of all classes together, in [0, 1]; for single
   * labels, it equals the accuracy}
   */
  public double microF1() {
    long named = LongStream.of(predicted).sum() + LongStream.of(actual).sum();
    return ratio(2 * LongStream.of(truePositives).sum(), named);
  }

  /**
   * Returns the mean F1 score over classes. As in scikit-learn, a class that neither occurs nor is
   * predicted has score 0 with multiple labels, and is ignored with single labels.
   *
   * @return the mean, in [0, 1]; 0 if no class is counted
   */
  public double macroF1() {
    double sum = 0;
    int counted = 0;
    for (int label = 0; label < actual.length; label++) {
      if (!singleLabel || predicted[label] + actual[label] > 0) {
        sum += f1(label);
        counted++;
      }
    }
    return counted == 0 ? 0 : sum / counted;
  }

  /**
   * {@return the fraction of correctly classified nodes, in [0, 1], or 0 if there are no nodes;
   * with multiple labels, all classes of a node must be correct}
   */
  public double accuracy() {
    return ratio(exactNodes, nodes);
  }

  private static double ratio(long part, long whole) {
    return whole == 0 ? 0 : (double) part / whole;
  }

  private static void requireNumbers(DMatrixRMaj logits) {
    for (int i = 0; i < logits.getNumElements(); i++) {
      if (Double.isNaN(logits.data[i])) {
        throw new IllegalArgumentException(
            "logit at row " + i / logits.numCols + ", column " + i % logits.numCols + " is NaN");
      }
    }
  }
}
