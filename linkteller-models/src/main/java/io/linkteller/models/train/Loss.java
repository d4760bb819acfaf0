package io.linkteller.models.train;

import it.unimi.dsi.fastutil.ints.IntList;
import org.ejml.data.DMatrixRMaj;

/**
 * The training loss and its derivative with respect to the logits, over some nodes.
 *
 * <p>Single labels: mean softmax cross entropy over the nodes. Multiple labels: mean binary cross
 * entropy with logits over all cells of the nodes. Both are computed from differences of logits, so
 * large logits neither overflow nor lose the small probabilities.
 */
public final class Loss {

  private Loss() {}

  /**
   * Computes the loss.
   *
   * @param logits n x c
   * @param labels of n nodes and c classes
   * @param nodes the nodes that count, at least one, each with a known label
   * @param gradient receives dL/d logits; reshaped to n x c, zero for nodes that do not count
   * @return L
   */
  public static double evaluate(
      DMatrixRMaj logits, Labels labels, IntList nodes, DMatrixRMaj gradient) {
    return evaluate(logits, labels, nodes, ClassWeights.EQUAL, gradient);
  }

  /**
   * Computes the loss under class weights.
   *
   * @param logits n x c
   * @param labels of n nodes and c classes
   * @param nodes the nodes that count, at least one, each with a known label
   * @param weights how much each class counts
   * @param gradient receives dL/d logits; reshaped to n x c, zero for nodes that do not count
   * @return L
   * @throws IllegalArgumentException if there are weights for another number of classes
   */
  public static double evaluate(
      DMatrixRMaj logits,
      Labels labels,
      IntList nodes,
      ClassWeights weights,
      DMatrixRMaj gradient) {
    weights.check(labels);
    gradient.reshape(logits.numRows, logits.numCols);
    gradient.zero();
    return labels.loss(logits, nodes, weights, gradient);
  }

  static double softmaxCrossEntropy(
      DMatrixRMaj logits,
      SingleLabels labels,
      IntList nodes,
      ClassWeights weights,
      DMatrixRMaj gradient) {
    int width = logits.numCols;
    double[] z = logits.data;
    double[] g = gradient.data;
    double loss = 0;
    double totalWeight = 0;
    for (int i = 0; i < nodes.size(); i++) {
      totalWeight += weights.of(labels.classOf(nodes.getInt(i)));
    }
    for (int i = 0; i < nodes.size(); i++) {
      int label = labels.classOf(nodes.getInt(i));
      double share = weights.of(label) / totalWeight;
      int from = nodes.getInt(i) * width;
      double largest = Double.NEGATIVE_INFINITY;
      for (int c = 0; c < width; c++) {
        largest = Math.max(largest, z[from + c]);
      }
      double total = 0;
      for (int c = 0; c < width; c++) {
        g[from + c] = Math.exp(z[from + c] - largest);
        total += g[from + c];
      }
      for (int c = 0; c < width; c++) {
        g[from + c] *= share / total;
      }
      int truth = from + label;
      g[truth] -= share;
      loss += share * (Math.log(total) - (z[truth] - largest));
    }
    return loss;
  }

  static double binaryCrossEntropy(
      DMatrixRMaj logits,
      MultiLabels labels,
      IntList nodes,
      ClassWeights weights,
      DMatrixRMaj gradient) {
    int width = logits.numCols;
    double loss = 0;
    double share = 1.0 / ((double) nodes.size() * width);
    for (int i = 0; i < nodes.size(); i++) {
      int node = nodes.getInt(i);
      for (int c = 0; c < width; c++) {
        double z = logits.data[node * width + c];
        double y = labels.has(node, c) ? 1 : 0;
        // log(1 + e^z) - y z, with the exponential of a number that is never positive.
        double small = Math.exp(-Math.abs(z));
        loss += weights.of(c) * (Math.max(z, 0) - y * z + Math.log1p(small));
        double probability = z >= 0 ? 1 / (1 + small) : small / (1 + small);
        gradient.data[node * width + c] = share * weights.of(c) * (probability - y);
      }
    }
    return loss * share;
  }
}
