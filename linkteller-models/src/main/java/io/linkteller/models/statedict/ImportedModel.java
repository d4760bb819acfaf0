package io.linkteller.models.statedict;

import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.models.architecture.GnnModel;
import io.linkteller.parallel.Workers;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.List;
import org.ejml.data.DMatrixRMaj;

/**
 * A model created from a state dict. Only {@link #verifyAgainst} shows whether it computes the same
 * function as the original model.
 *
 * @param model the model
 * @param doubts other ways in which the state dict can be interpreted, one sentence each
 */
public record ImportedModel(GnnModel model, List<String> doubts) {

  /**
   * The tolerated deviation of logits, relative to the largest logit. Single precision has 24
   * significant bits, a few of which are lost in the sums of a pass.
   */
  public static final double TOLERANCE = 1e-5;

  /**
   * Creates an imported model.
   *
   * @param model the model
   * @param doubts other ways in which the state dict can be interpreted; copied
   */
  public ImportedModel {
    doubts = List.copyOf(doubts);
  }

  /**
   * Checks that the model reproduces logits of the original model, within {@link #TOLERANCE} times
   * the largest magnitude among them.
   *
   * @param graph the graph on which the logits were computed
   * @param features the features from which they were computed, preprocessed as the model expects
   * @param nodes the nodes whose logits are given
   * @param logits the logits of the original, one row per node of {@code nodes}, in that order
   * @return the model
   * @throws PortMismatchException if a logit deviates by more, or the widths of features or logits
   *     differ from the model's
   * @throws IllegalArgumentException if there is no node, the number of rows differs from the
   *     number of nodes, or a node is out of range
   */
  public GnnModel verifyAgainst(
      Graph graph, FeatureMatrix features, IntList nodes, DMatrixRMaj logits) {
    if (nodes.isEmpty() || logits.numRows != nodes.size()) {
      throw new IllegalArgumentException(
          logits.numRows + " rows of logits are given for " + nodes.size() + " nodes");
    }
    if (features.cols() != model.inputWidth() || logits.numCols != model.outputWidth()) {
      throw new PortMismatchException(
          "the model maps "
              + model.inputWidth()
              + " features to "
              + model.outputWidth()
              + " logits, not "
              + features.cols()
              + " to "
              + logits.numCols);
    }
    DMatrixRMaj ours = model.on(graph, Workers.all()).predict(features);
    double largest = 0;
    double worst = -1;
    int worstAt = 0;
    for (int i = 0; i < logits.getNumElements(); i++) {
      int node = nodes.getInt(i / logits.numCols);
      if (node < 0 || node >= graph.nodeCount()) {
        throw new IllegalArgumentException(
            "node " + node + " is outside [0, " + graph.nodeCount() + ")");
      }
      double off = Math.abs(ours.get(node, i % logits.numCols) - logits.data[i]);
      largest = Math.max(largest, Math.abs(logits.data[i]));
      // Written as a negation so that a NaN counts as the worst deviation.
      if (!(off <= worst)) {
        worst = off;
        worstAt = i;
      }
    }
    if (!(worst <= TOLERANCE * largest)) {
      int node = nodes.getInt(worstAt / logits.numCols);
      int logit = worstAt % logits.numCols;
      throw new PortMismatchException(
          "logit "
              + logit
              + " of node "
              + node
              + " is "
              + ours.get(node, logit)
              + " but the original has "
              + logits.data[worstAt]
              + ", a deviation of more than "
              + TOLERANCE
              + " times the largest magnitude "
              + largest
              + "; the features or the graph may differ, or the model computes a different"
              + " function: its settings are "
              + model.settings());
    }
    return model;
  }
}
