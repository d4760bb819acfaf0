package io.linkteller.models.train;

import it.unimi.dsi.fastutil.ints.IntList;
import org.ejml.data.DMatrixRMaj;

/**
 * The evaluation of logits against labels on some nodes.
 *
 * @param loss the training loss, without class weights
 * @param score the accuracy for single labels, where the first of equal largest logits is the
 *     predicted class and a node with a NaN logit counts as wrong; the micro-averaged F1 score for
 *     multiple labels, where positive logits are predictions, or 0 if there is neither a prediction
 *     nor a label
 */
public record Evaluation(double loss, double score) {

  /**
   * Evaluates logits.
   *
   * @param logits n x c
   * @param labels the labels of n nodes with c classes
   * @param nodes the nodes to evaluate, at least one, each with a known label
   * @return the evaluation
   */
  public static Evaluation of(DMatrixRMaj logits, Labels labels, IntList nodes) {
    double loss = Loss.evaluate(logits, labels, nodes, new DMatrixRMaj(0, 0));
    return new Evaluation(loss, score(logits, labels, nodes));
  }

  static double score(DMatrixRMaj logits, Labels labels, IntList nodes) {
    return labels instanceof SingleLabels single
        ? accuracy(logits, single, nodes)
        : microF1(logits, (MultiLabels) labels, nodes);
  }

  private static double accuracy(DMatrixRMaj logits, SingleLabels labels, IntList nodes) {
    int right = 0;
    for (int i = 0; i < nodes.size(); i++) {
      int node = nodes.getInt(i);
      right += largest(logits, node) == labels.classOf(node) ? 1 : 0;
    }
    return (double) right / nodes.size();
  }

  /** Returns the column of the largest logit of a node, or an invalid column if a logit is NaN. */
  private static int largest(DMatrixRMaj logits, int node) {
    int best = 0;
    for (int c = 0; c < logits.numCols; c++) {
      double logit = logits.unsafe_get(node, c);
      if (Double.isNaN(logit)) {
        return logits.numCols;
      }
      if (logit > logits.unsafe_get(node, best)) {
        best = c;
      }
    }
    return best;
  }

  private static double microF1(DMatrixRMaj logits, MultiLabels labels, IntList nodes) {
    long both = 0;
    long either = 0;
    for (int i = 0; i < nodes.size(); i++) {
      int node = nodes.getInt(i);
      for (int c = 0; c < logits.numCols; c++) {
        boolean predicted = logits.unsafe_get(node, c) > 0;
        boolean member = labels.has(node, c);
        both += predicted && member ? 2 : 0;
        either += (predicted ? 1 : 0) + (member ? 1 : 0);
      }
    }
    return either == 0 ? 0 : (double) both / either;
  }
}
