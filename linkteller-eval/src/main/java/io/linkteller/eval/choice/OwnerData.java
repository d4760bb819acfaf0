package io.linkteller.eval.choice;

import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.models.train.Labels;
import io.linkteller.models.train.TrainingData;
import io.linkteller.privacy.Provenance;
import it.unimi.dsi.fastutil.ints.IntImmutableList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.List;

/**
 * The data of the owner of a private graph: the training data, the served data, and the nodes whose
 * predictions are judged. Immutable.
 *
 * @param training the training data, with the true edges
 * @param served the served data; its training nodes are ignored
 * @param judged the served nodes whose predictions are judged
 */
public record OwnerData(TrainingData training, TrainingData served, IntList judged) {

  /**
   * Checks the data.
   *
   * @param training the training data, with the true edges
   * @param served the served data; its training nodes are ignored
   * @param judged the served nodes whose predictions are judged
   * @throws IllegalArgumentException as described at {@link #of}
   */
  public OwnerData {
    for (TrainingData data : List.of(training, served)) {
      data.graph().requireSimple("the choice of a protection");
      if (data.provenance().origin() == Provenance.Origin.PROTECTED) {
        throw new IllegalArgumentException(
            "the choice of a protection begins with the true edges, but these are from "
                + data.provenance());
      }
    }
    if (judged.isEmpty()) {
      throw new IllegalArgumentException("judged is empty, so no accuracy can be measured");
    }
    judged.forEach(
        (int node) -> {
          if (node < 0 || node >= served.graph().nodeCount() || !served.labels().isKnown(node)) {
            throw new IllegalArgumentException(
                "judged node " + node + " is not a node of the served graph with a known label");
          }
        });
    judged = IntImmutableList.of(judged.toIntArray());
  }

  /**
   * Returns the data of an owner who trains and serves on one graph.
   *
   * @param data A, X, labels and training nodes
   * @param judged the nodes whose predictions are judged; they must not be training nodes if the
   *     accuracy on new nodes is to be measured
   * @return the data
   * @throws IllegalArgumentException if {@code judged} is empty or contains a node that is not in
   *     the graph or has no label, or the graph is directed or weighted, has relations, or is
   *     already protected
   */
  public static OwnerData of(TrainingData data, IntList judged) {
    return new OwnerData(data, data, judged);
  }

  /**
   * Returns the data of an owner who trains on one graph and serves on another that shares no nodes
   * with it. Both are private; each is protected once.
   *
   * @param training the training data
   * @param served the served data; its training nodes are ignored
   * @param judged the served nodes whose predictions are judged
   * @return the data
   * @throws IllegalArgumentException if the numbers of features or classes differ, or as in {@link
   *     #of}
   */
  public static OwnerData servedElsewhere(
      TrainingData training, TrainingData served, IntList judged) {
    // Checks the numbers of features and classes.
    return new OwnerData(training.validatingOn(served), served, judged);
  }

  /** {@return A, the true graph on which models are served} */
  public Graph graph() {
    return served.graph();
  }

  /** {@return X of the served graph} */
  public FeatureMatrix features() {
    return served.features();
  }

  /** {@return the labels of the nodes of the served graph} */
  public Labels labels() {
    return served.labels();
  }

  /** {@return whether models are trained on the graph on which they are served} */
  public boolean isOneGraph() {
    return training.graph().equals(served.graph());
  }
}
