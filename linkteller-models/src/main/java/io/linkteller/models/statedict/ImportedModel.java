package io.linkteller.models.statedict;

import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.models.network.GnnModel;
import io.linkteller.parallel.Workers;
import it.unimi.dsi.fastutil.ints.IntList;
import org.ejml.data.DMatrixRMaj;

/**
 * A model made of a state dict. Whether it computes what the original did is not known before
 * {@link #verifyAgainst}.
 *
 * @param model the model
 */
public record ImportedModel(GnnModel<?> model) {

  /**
   * How far logits may be off, as a share of the largest: single precision has 24 bits, of which
   * the sums of a pass lose a few.
   */
  public static final double TOLERANCE = 1e-5;

  /**
   * Compares with logits of the original, to {@link #TOLERANCE} times the largest of them.
   *
   * @param graph the graph that they were computed on
   * @param features the features that they were computed from, as the model takes them
   * @param nodes the nodes whose logits are known
   * @param logits a row per node of {@code nodes}, in that order
   * @return the model
   * @throws PortMismatchException if a logit is further off, or there are other than the model
   *     gives
   * @throws IllegalArgumentException if there is not a row for each node, no node, or a node is out
   *     of range
   */
  public GnnModel<?> verifyAgainst(
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
      // Not the other way round: NaN counts as worst.
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
              + " where the original gives "
              + logits.data[worstAt]
              + ", off by more than "
              + TOLERANCE
              + " of the largest, "
              + largest
              + ": the model computes something else than the original, or the features or the graph"
              + " differ; its settings are "
              + model.settings());
    }
    return model;
  }
}
