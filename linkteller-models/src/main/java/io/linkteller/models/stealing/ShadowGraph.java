package io.linkteller.models.stealing;

import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceApi;

/**
 * A graph that the attacker knows, served by a model of his own: the shadow dataset D' of He et al.
 *
 * @param graph the graph, with at least one edge
 * @param features the features of its nodes
 * @param api a model on this graph, such as one that was trained on it
 */
public record ShadowGraph(Graph graph, FeatureMatrix features, InferenceApi api) {

  /**
   * Checks the shapes.
   *
   * @param graph the graph, with at least one edge
   * @param features the features of its nodes
   * @param api a model on this graph, such as one that was trained on it
   * @throws IllegalArgumentException if the graph has no edge, or there is not one row of features
   *     per node
   */
  public ShadowGraph {
    graph.requireSimple("link stealing");
    if (graph.edgeCount() == 0) {
      throw new IllegalArgumentException("a shadow graph without edges teaches nothing");
    }
    if (features.rows() != graph.nodeCount()) {
      throw new IllegalArgumentException(
          "features has " + features.rows() + " rows for " + graph.nodeCount() + " nodes");
    }
  }
}
