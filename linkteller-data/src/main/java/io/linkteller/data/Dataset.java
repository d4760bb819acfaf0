package io.linkteller.data;

import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.graph.NodeNames;
import io.linkteller.models.train.Labels;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.Optional;

/**
 * A graph whose nodes have features and labels. Immutable.
 *
 * <p>In the transductive setting, a model is trained and attacked on one graph, and {@link #split}
 * divides the nodes into training, validation and test nodes. In the inductive setting, there are
 * two graphs, an {@link InductivePair}.
 *
 * @param name the name in tables, for example {@code twitch-RU}
 * @param graph A, on n nodes
 * @param features X, n x d
 * @param labels the labels of the n nodes
 * @param split the nodes for training, validation and test, if the authors of the data define them
 * @param names the names of the nodes
 */
public record Dataset(
    String name,
    Graph graph,
    FeatureMatrix features,
    Labels labels,
    Optional<NodeSplit> split,
    NodeNames names) {

  /**
   * Validates the parts.
   *
   * @param name the name in tables, for example {@code twitch-RU}
   * @param graph A, on n nodes
   * @param features X, n x d
   * @param labels the labels of the n nodes
   * @param split the nodes for training, validation and test, if the authors of the data define
   *     them
   * @param names the names of the nodes
   * @throws IllegalArgumentException if the parts differ in their number of nodes, or the split
   *     contains a node out of range
   */
  public Dataset {
    if (features.rows() != graph.nodeCount() || labels.nodeCount() != graph.nodeCount()) {
      throw new IllegalArgumentException(
          "%s has %s nodes in the graph, %s in the features and %s in the labels"
              .formatted(name, graph.nodeCount(), features.rows(), labels.nodeCount()));
    }
    if (names.nodeCount() != graph.nodeCount()) {
      throw new IllegalArgumentException(
          name + " has " + graph.nodeCount() + " nodes and " + names.nodeCount() + " names");
    }
    split.ifPresent(parts -> parts.requireWithin(graph.nodeCount()));
  }

  /**
   * Creates a data set without a split, in which the names of the nodes are their numbers.
   *
   * @param name the name in tables
   * @param graph A, on n nodes
   * @param features X, n x d
   * @param labels the labels of the n nodes
   * @throws IllegalArgumentException if the parts differ in their number of nodes
   */
  public Dataset(String name, Graph graph, FeatureMatrix features, Labels labels) {
    this(name, graph, features, labels, Optional.empty(), NodeNames.numbers(graph.nodeCount()));
  }

  /**
   * Returns a copy of this data set with other features, for example normalized ones.
   *
   * @param other X, n x d
   * @return the data set
   * @throws IllegalArgumentException if there are not n rows
   */
  public Dataset withFeatures(FeatureMatrix other) {
    return new Dataset(name, graph, other, labels, split, names);
  }

  /**
   * Returns a copy of this data set with another graph, for example a perturbed one.
   *
   * @param other A, on the same n nodes
   * @return the data set
   * @throws IllegalArgumentException if there are not n nodes
   */
  public Dataset withGraph(Graph other) {
    return new Dataset(name, other, features, labels, split, names);
  }

  /**
   * Returns a copy of this data set with a split.
   *
   * @param other the nodes for training, validation and test
   * @return the data set
   * @throws IllegalArgumentException if the split contains a node out of range
   */
  public Dataset withSplit(NodeSplit other) {
    return new Dataset(name, graph, features, labels, Optional.of(other), names);
  }

  /**
   * Returns a copy of this data set with other labels.
   *
   * @param other the labels of the n nodes
   * @return the data set
   * @throws IllegalArgumentException if there are not n labels
   */
  public Dataset withLabels(Labels other) {
    return new Dataset(name, graph, features, other, split, names);
  }

  /**
   * Returns a copy of this data set with other node names.
   *
   * @param other the names of the n nodes
   * @return the data set
   * @throws IllegalArgumentException if there are not n names
   */
  public Dataset withNames(NodeNames other) {
    return new Dataset(name, graph, features, labels, split, other);
  }

  /**
   * Returns the data of given nodes: the induced subgraph, the features, the labels and the names,
   * without a split.
   *
   * @param newName the name in tables
   * @param nodes distinct nodes; node i of the result is node {@code nodes.getInt(i)} of this data
   *     set
   * @return the data set
   * @throws IllegalArgumentException if a node is out of range or repeated
   */
  public Dataset inducedOn(String newName, IntList nodes) {
    return new Dataset(
            newName, graph.inducedSubgraph(nodes), features.selectRows(nodes), labels.select(nodes))
        .withNames(names.select(nodes));
  }
}
