package io.linkteller.models.train;

import it.unimi.dsi.fastutil.ints.IntList;
import org.ejml.data.DMatrixRMaj;

/**
 * The evaluation of logits against the labels of given nodes.
 *
 * @param loss the value of the training loss
 * @param score the {@linkplain ClassificationMetrics#accuracy accuracy} for single labels, or the
 *     {@linkplain ClassificationMetrics#microF1 micro-averaged F1 score} for multiple labels. With
 *     single labels, a node with a NaN logit counts as misclassified; with multiple labels, a NaN
 *     logit counts as a negative prediction
 */
public record Evaluation(double loss, double score) {

  /**
   * Evaluates logits.
   *
   * @param logits n x c
   * @param labels the labels of the n nodes, with c classes
   * @param nodes the nodes to evaluate, at least one, each with a known label
   * @return the evaluation
   */
  public static Evaluation of(DMatrixRMaj logits, Labels labels, IntList nodes) {
    double loss = Loss.evaluate(logits, labels, nodes, new DMatrixRMaj(0, 0));
    ClassificationMetrics metrics = ClassificationMetrics.count(logits, labels, nodes);
    return new Evaluation(loss, labels.isMultiLabel() ? metrics.microF1() : metrics.accuracy());
  }
}
