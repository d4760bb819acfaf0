package io.linkteller.testkit.arbitrary;

import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;

/**
 * A graph with features for its nodes.
 *
 * @param graph A, on n nodes
 * @param features X, n x d
 */
public record AttributedGraph(Graph graph, FeatureMatrix features) {}
