package io.linkteller.eval.dataset;

import io.linkteller.feature.SparseFeatures;
import io.linkteller.graph.Graph;
import io.linkteller.models.train.Labels;

/**
 * A graph whose nodes have features and labels. Immutable.
 *
 * @param name what tables call it, for example {@code twitch-RU}
 * @param graph A, on n nodes
 * @param features X, n x d
 * @param labels what a network learns to predict, for n nodes
 */
public record Dataset(String name, Graph graph, SparseFeatures features, Labels labels) {

  /**
   * Checks that the parts fit.
   *
   * @throws IllegalArgumentException if they differ in their number of nodes
   */
  public Dataset {
    if (features.rows() != graph.nodeCount() || labels.nodeCount() != graph.nodeCount()) {
      throw new IllegalArgumentException(
          name
              + " has a graph of "
              + graph.nodeCount()
              + " nodes, features of "
              + features.rows()
              + " and labels of "
              + labels.nodeCount());
    }
  }
}
