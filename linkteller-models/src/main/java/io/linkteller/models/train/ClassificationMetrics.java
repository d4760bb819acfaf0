package io.linkteller.models.train;

import it.unimi.dsi.fastutil.ints.IntList;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;

/**
 * Accuracy, precision, recall and F1 of predicted classes, by the definitions of scikit-learn: a
 * ratio whose denominator is 0 is 0. Nodes of unknown class are left out.
 *
 * <pre>{@code
 * double f1 = ClassificationMetrics.of(logits, labels, testNodes).macroF1();
 * }</pre>
 */
public final class ClassificationMetrics {

  /** The prediction for a node whose logits are not all numbers. */
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
   * Returns the metrics of the classes that logits predict: for labels of one class per node the
   * class of the {@linkplain #argMax largest logit}, otherwise all classes of {@linkplain
   * #positiveLogits positive logit}. O(n c).
   *
   * @param logits n x c
   * @param truth the classes
   * @param nodes the nodes that count
   * @return the metrics
   * @throws IllegalArgumentException if the numbers of nodes or classes differ, a node is out of
   *     range, or a logit is NaN; the message names row and column
   */
  public static ClassificationMetrics of(DMatrixRMaj logits, Labels truth, IntList nodes) {
    requireSameNodes(logits.numRows, truth);
    if (logits.numCols != truth.classCount()) {
      throw new IllegalArgumentException(
          logits.numCols + " logits per node, but there are " + truth.classCount() + " classes");
    }
    for (int row = 0; row < logits.numRows; row++) {
      for (int col = 0; col < logits.numCols; col++) {
        requireNumber(logits, row, col);
      }
    }
    nodes.forEach(node -> requireNode(node, truth));
    return count(logits, truth, nodes);
  }

  /**
   * Counts without checks. A node with a NaN logit is predicted wrong, so that a training run that
   * diverges gets a score, and a low one.
   */
  static ClassificationMetrics count(DMatrixRMaj logits, Labels truth, IntList nodes) {
    boolean singleLabel = !truth.isMultiLabel();
    ClassificationMetrics metrics = new ClassificationMetrics(singleLabel, truth.classCount());
    if (singleLabel) {
      SingleLabels classes = truth.requireSingle();
      nodes.forEach(node -> metrics.add(largest(logits, node), classes.classOf(node)));
    } else {
      nodes.forEach(
          node ->
              metrics.add(
                  label -> logits.unsafe_get(node, label) > 0, label -> truth.has(node, label)));
    }
    return metrics;
  }

  /** Adds a node of one class. */
  private void add(int guess, int truth) {
    if (truth == Labels.UNKNOWN) {
      return;
    }
    nodes++;
    actual[truth]++;
    if (guess != NO_CLASS) {
      predicted[guess]++;
    }
    if (guess == truth) {
      truePositives[truth]++;
      exactNodes++;
    }
  }

  /** Adds a node of any number of classes. */
  private void add(IntPredicate guess, IntPredicate truth) {
    boolean exact = true;
    for (int label = 0; label < actual.length; label++) {
      boolean guessed = guess.test(label);
      boolean is = truth.test(label);
      predicted[label] += guessed ? 1 : 0;
      actual[label] += is ? 1 : 0;
      truePositives[label] += guessed && is ? 1 : 0;
      exact &= guessed == is;
    }
    nodes++;
    exactNodes += exact ? 1 : 0;
  }

  /** The column of the first largest logit of a node, or {@link #NO_CLASS} if a logit is NaN. */
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
   * Returns the metrics of one predicted class per node. O(n).
   *
   * @param predicted for each node its predicted class, in [0, classCount)
   * @param truth the classes
   * @return the metrics
   * @throws IllegalArgumentException if the numbers of nodes differ, or a predicted class is out of
   *     range; the message names the node
   */
  public static ClassificationMetrics of(int[] predicted, SingleLabels truth) {
    return of(predicted, truth, everyNode(predicted.length, truth));
  }

  /**
   * Returns the metrics over some of the nodes, for example those of one range of degrees.
   *
   * @param predicted for each node its predicted class, in [0, classCount)
   * @param truth the classes
   * @param nodes the nodes that count
   * @return the metrics
   * @throws IllegalArgumentException if the numbers of nodes differ, a node is out of range, or a
   *     predicted class is out of range; the message names the node
   */
  public static ClassificationMetrics of(int[] predicted, SingleLabels truth, IntList nodes) {
    requireSameNodes(predicted.length, truth);
    ClassificationMetrics metrics = new ClassificationMetrics(true, truth.classCount());
    for (int i = 0; i < nodes.size(); i++) {
      int node = requireNode(nodes.getInt(i), truth);
      int guess = predicted[node];
      if (guess < 0 || guess >= truth.classCount()) {
        throw new IllegalArgumentException(
            "predicted class "
                + guess
                + " of node "
                + node
                + " is outside [0, "
                + truth.classCount()
                + ")");
      }
      metrics.add(guess, truth.classOf(node));
    }
    return metrics;
  }

  /**
   * Returns the metrics of any number of predicted classes per node. O(n c).
   *
   * @param predicted for each node and class, whether it is predicted
   * @param truth the classes
   * @return the metrics
   * @throws IllegalArgumentException if the numbers of nodes or classes differ
   */
  public static ClassificationMetrics of(boolean[][] predicted, MultiLabels truth) {
    return of(predicted, truth, everyNode(predicted.length, truth));
  }

  /**
   * Returns the metrics over some of the nodes.
   *
   * @param predicted for each node and class, whether it is predicted
   * @param truth the classes
   * @param nodes the nodes that count
   * @return the metrics
   * @throws IllegalArgumentException if the numbers of nodes or classes differ, or a node is out of
   *     range
   */
  public static ClassificationMetrics of(boolean[][] predicted, MultiLabels truth, IntList nodes) {
    requireSameNodes(predicted.length, truth);
    ClassificationMetrics metrics = new ClassificationMetrics(false, truth.classCount());
    for (int i = 0; i < nodes.size(); i++) {
      int node = requireNode(nodes.getInt(i), truth);
      boolean[] guess = predicted[node];
      if (guess.length != truth.classCount()) {
        throw new IllegalArgumentException(
            "node "
                + node
                + " has "
                + guess.length
                + " predictions, but there are "
                + truth.classCount()
                + " classes");
      }
      metrics.add(label -> guess[label], label -> truth.has(node, label));
    }
    return metrics;
  }

  /**
   * Returns the class of the largest logit of each node, the first of them where several are equal.
   *
   * @param logits n x c
   * @return n classes
   * @throws IllegalArgumentException if there is no column, or a logit is NaN; the message names
   *     row and column
   */
  public static int[] argMax(DMatrixRMaj logits) {
    if (logits.numCols == 0) {
      throw new IllegalArgumentException("logits without columns have no largest one");
    }
    int[] classes = new int[logits.numRows];
    for (int row = 0; row < logits.numRows; row++) {
      for (int col = 0; col < logits.numCols; col++) {
        requireNumber(logits, row, col);
      }
      classes[row] = largest(logits, row);
    }
    return classes;
  }

  /**
   * Returns the classes that a multi-label network predicts: those whose probability, the logistic
   * function of the logit, exceeds one half, which is to say whose logit exceeds 0.
   *
   * @param logits n x c
   * @return for each node and class, whether it is predicted
   * @throws IllegalArgumentException if a logit is NaN; the message names row and column
   */
  public static boolean[][] positiveLogits(DMatrixRMaj logits) {
    boolean[][] predicted = new boolean[logits.numRows][logits.numCols];
    for (int row = 0; row < logits.numRows; row++) {
      for (int col = 0; col < logits.numCols; col++) {
        predicted[row][col] = requireNumber(logits, row, col) > 0;
      }
    }
    return predicted;
  }

  /**
   * Returns the F1 score of the rarer class, the paper's measure of utility on twitch (section VI).
   *
   * @param predicted for each node its predicted class
   * @param truth the classes
   * @param rareClass the class, in [0, classCount)
   * @return its F1, in [0, 1]; 0 if it neither occurs nor is predicted
   * @throws IllegalArgumentException if the numbers of nodes differ, or a class is out of range
   */
  public static double rareClassF1(int[] predicted, SingleLabels truth, int rareClass) {
    return of(predicted, truth).f1(rareClass);
  }

  /**
   * Returns the class with the fewest nodes, the first of them where several are equal; classes
   * without nodes do not count.
   *
   * @param truth the classes
   * @return the rarest class
   * @throws IllegalArgumentException if no node has a known class
   */
  public static int rarestClass(SingleLabels truth) {
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
      throw new IllegalArgumentException("no node has a known class, so none is the rarest");
    }
    return rarest;
  }

  /**
   * Returns the number of classes.
   *
   * @return c
   */
  public int classCount() {
    return actual.length;
  }

  /**
   * Returns the precision of a class.
   *
   * @param label the class, in [0, c)
   * @return in [0, 1]; 0 if it is never predicted
   * @throws IllegalArgumentException if {@code label} is out of range
   */
  public double precision(int label) {
    requireClass(label);
    return ratio(truePositives[label], predicted[label]);
  }

  /**
   * Returns the recall of a class.
   *
   * @param label the class, in [0, c)
   * @return in [0, 1]; 0 if it never occurs
   * @throws IllegalArgumentException if {@code label} is out of range
   */
  public double recall(int label) {
    requireClass(label);
    return ratio(truePositives[label], actual[label]);
  }

  /**
   * Returns the F1 score of a class.
   *
   * @param label the class, in [0, c)
   * @return in [0, 1]; 0 if it neither occurs nor is predicted
   * @throws IllegalArgumentException if {@code label} is out of range
   */
  public double f1(int label) {
    requireClass(label);
    return ratio(2 * truePositives[label], predicted[label] + actual[label]);
  }

  /**
   * Returns the F1 score of the counts of all classes together. For single labels it equals the
   * accuracy.
   *
   * @return in [0, 1]; 0 if there is nothing to count
   */
  public double microF1() {
    return ratio(2 * sum(truePositives), sum(predicted) + sum(actual));
  }

  /**
   * Returns the mean F1 score over classes. As in scikit-learn, a class that neither occurs nor is
   * predicted counts 0 for multi-label truth, and does not count for single-label truth.
   *
   * @return in [0, 1]; 0 if there is nothing to count
   */
  public double macroF1() {
    double sum = 0;
    int counted = 0;
    for (int label = 0; label < classCount(); label++) {
      if (!singleLabel || predicted[label] + actual[label] > 0) {
        sum += f1(label);
        counted++;
      }
    }
    return counted == 0 ? 0 : sum / counted;
  }

  /**
   * Returns the share of nodes predicted right; for multi-label truth, right in every class.
   *
   * @return in [0, 1]; 0 if there are no nodes
   */
  public double accuracy() {
    return ratio(exactNodes, nodes);
  }

  private void requireClass(int label) {
    if (label < 0 || label >= classCount()) {
      throw new IllegalArgumentException(
          "class " + label + " is outside [0, " + classCount() + ")");
    }
  }

  private static double ratio(long part, long whole) {
    return whole == 0 ? 0 : (double) part / whole;
  }

  private static long sum(long[] counts) {
    long sum = 0;
    for (long count : counts) {
      sum += count;
    }
    return sum;
  }

  private static double requireNumber(DMatrixRMaj logits, int row, int col) {
    double logit = logits.unsafe_get(row, col);
    if (Double.isNaN(logit)) {
      throw new IllegalArgumentException("logit at row " + row + ", column " + col + " is NaN");
    }
    return logit;
  }

  private static IntList everyNode(int predictions, Labels truth) {
    requireSameNodes(predictions, truth);
    return IntList.of(IntStream.range(0, predictions).toArray());
  }

  private static void requireSameNodes(int predictions, Labels truth) {
    if (predictions != truth.nodeCount()) {
      throw new IllegalArgumentException(
          predictions + " predictions for labels of " + truth.nodeCount() + " nodes");
    }
  }

  private static int requireNode(int node, Labels truth) {
    if (node < 0 || node >= truth.nodeCount()) {
      throw new IllegalArgumentException(
          "node = " + node + " is outside [0, " + truth.nodeCount() + ")");
    }
    return node;
  }
}
