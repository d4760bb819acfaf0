package io.linkteller.models.train;

import it.unimi.dsi.fastutil.ints.IntList;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;

/**
 * Accuracy, precision, recall and F1 score of predicted classes. The definitions are those of
 * scikit-learn, where a ratio with denominator 0 is 0. Nodes of unknown class are ignored.
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
   * largest logit} for single labels, and all classes with {@linkplain #positiveLogits positive
   * logits} for multiple labels. Takes O(n c) time.
   *
   * @param logits n x c
   * @param truth the true classes
   * @param nodes the nodes to evaluate
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
   * Returns the metrics without checking arguments. A node with a NaN logit counts as
   * misclassified, so that diverging training runs have a low score.
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

  /** Adds a node with one class. */
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

  /** Adds a node with any number of classes. */
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

  /**
   * Returns the column of the first largest logit of a node, or {@link #NO_CLASS} if a logit is
   * NaN.
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
   * Returns the metrics for one predicted class per node. Takes O(n) time.
   *
   * @param predicted the predicted class of each node, in [0, classCount)
   * @param truth the true classes
   * @return the metrics
   * @throws IllegalArgumentException if the numbers of nodes differ, or a predicted class is out of
   *     range; the message names the node
   */
  public static ClassificationMetrics of(int[] predicted, SingleLabels truth) {
    return of(predicted, truth, everyNode(predicted.length, truth));
  }

  /**
   * Returns the metrics for one predicted class per node on some of the nodes.
   *
   * @param predicted the predicted class of each node, in [0, classCount)
   * @param truth the true classes
   * @param nodes the nodes to evaluate
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
   * Returns the metrics for any number of predicted classes per node. Takes O(n c) time.
   *
   * @param predicted whether class c is predicted for node u, at index [u][c]
   * @param truth the true classes
   * @return the metrics
   * @throws IllegalArgumentException if the numbers of nodes or classes differ
   */
  public static ClassificationMetrics of(boolean[][] predicted, MultiLabels truth) {
    return of(predicted, truth, everyNode(predicted.length, truth));
  }

  /**
   * Returns the metrics for any number of predicted classes per node on some of the nodes.
   *
   * @param predicted whether class c is predicted for node u, at index [u][c]
   * @param truth the true classes
   * @param nodes the nodes to evaluate
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
   * Returns the class with the largest logit of each node. In case of ties it is the first one.
   *
   * @param logits n x c
   * @return the class of each node
   * @throws IllegalArgumentException if there are no columns, or a logit is NaN; the message names
   *     row and column
   */
  public static int[] argMax(DMatrixRMaj logits) {
    if (logits.numCols == 0) {
      throw new IllegalArgumentException("logits must have at least one column");
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
   * Returns the classes that a multi-label network predicts. These are the classes with positive
   * logits, whose probability, the logistic function of the logit, exceeds one half.
   *
   * @param logits n x c
   * @return whether class c is predicted for node u, at index [u][c]
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
   * Returns the F1 score of a class. For the rarer class, this is the paper's utility on twitch
   * (section VI).
   *
   * @param predicted the predicted class of each node
   * @param truth the true classes
   * @param rareClass the class, in [0, classCount)
   * @return the F1 score, in [0, 1]; 0 if the class neither occurs nor is predicted
   * @throws IllegalArgumentException if the numbers of nodes differ, or a class is out of range
   */
  public static double rareClassF1(int[] predicted, SingleLabels truth, int rareClass) {
    return of(predicted, truth).f1(rareClass);
  }

  /**
   * Returns the class with the fewest nodes, ignoring classes without nodes. In case of ties it is
   * the first one.
   *
   * @param truth the true classes
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
      throw new IllegalArgumentException("no node has a known class");
    }
    return rarest;
  }

  /** {@return c, the number of classes} */
  public int classCount() {
    return actual.length;
  }

  /**
   * Returns the precision of a class.
   *
   * @param label the class, in [0, c)
   * @return the precision, in [0, 1]; 0 if the class is never predicted
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
   * @return the recall, in [0, 1]; 0 if the class never occurs
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
   * @return the F1 score, in [0, 1]; 0 if the class neither occurs nor is predicted
   * @throws IllegalArgumentException if {@code label} is out of range
   */
  public double f1(int label) {
    requireClass(label);
    return ratio(2 * truePositives[label], predicted[label] + actual[label]);
  }

  /**
   * {@return the F1 score of the counts of all classes together, in [0, 1], which equals the
   * accuracy for single labels}
   */
  public double microF1() {
    return ratio(2 * sum(truePositives), sum(predicted) + sum(actual));
  }

  /**
   * Returns the mean F1 score over classes. As in scikit-learn, a class that neither occurs nor is
   * predicted has score 0 with multiple labels, and is ignored with single labels.
   *
   * @return the mean, in [0, 1]; 0 if there is nothing to count
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
   * {@return the fraction of correctly classified nodes, in [0, 1], or 0 without nodes; with
   * multiple labels, all classes of a node must be correct}
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
