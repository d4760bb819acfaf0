package io.linkteller.models.train;

import it.unimi.dsi.fastutil.ints.IntList;
import org.ejml.data.DMatrixRMaj;

/**
 * The training loss on given nodes and its derivative with respect to the logits.
 *
 * <p>The loss is the mean softmax cross entropy over the nodes for single labels, and the mean
 * binary cross entropy with logits over all pairs of a node and a class for multiple labels. Both
 * are computed without overflow for large logits and without loss of precision for small
 * probabilities.
 */
public final class Loss {

  private Loss() {}

  /**
   * Computes the loss.
   *
   * @param logits n x c
   * @param labels the labels of the n nodes, with c classes
   * @param nodes the nodes that contribute to the loss, at least one, each with a known label
   * @param gradient receives dL/d logits; reshaped to n x c, zero for all other nodes
   * @return L
   */
  public static double evaluate(
      DMatrixRMaj logits, Labels labels, IntList nodes, DMatrixRMaj gradient) {
    gradient.reshape(logits.numRows, logits.numCols);
    gradient.zero();
    return labels.isMultiLabel()
        ? binaryCrossEntropy(logits, labels, nodes, gradient)
        : softmaxCrossEntropy(logits, labels.requireSingle(), nodes, gradient);
  }

  private static double softmaxCrossEntropy(
      DMatrixRMaj logits, Labels labels, IntList nodes, DMatrixRMaj gradient) {
    int width = logits.numCols;
    double[] z = logits.data;
    double[] g = gradient.data;
    double loss = 0;
    double share = 1.0 / nodes.size();
    for (int i = 0; i < nodes.size(); i++) {
      int from = nodes.getInt(i) * width;
      // Subtracting the largest logit prevents the exponentials from overflowing.
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
      int truth = from + labels.classOf(nodes.getInt(i));
      g[truth] -= share;
      loss += share * (Math.log(total) - (z[truth] - largest));
    }
    return loss;
  }

  private static double binaryCrossEntropy(
      DMatrixRMaj logits, Labels labels, IntList nodes, DMatrixRMaj gradient) {
    int width = logits.numCols;
    double loss = 0;
    double share = 1.0 / ((double) nodes.size() * width);
    for (int i = 0; i < nodes.size(); i++) {
      int node = nodes.getInt(i);
      for (int c = 0; c < width; c++) {
        double z = logits.data[node * width + c];
        double y = labels.has(node, c) ? 1 : 0;
        // Computes log(1 + e^z) - y z using e^(-|z|), which cannot overflow.
        double small = Math.exp(-Math.abs(z));
        loss += Math.max(z, 0) - y * z + Math.log1p(small);
        double probability = z >= 0 ? 1 / (1 + small) : small / (1 + small);
        gradient.data[node * width + c] = share * (probability - y);
      }
    }
    return loss * share;
  }
}
