package io.linkteller.data;

import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.models.train.Labels;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.Optional;

/**
 * A graph whose nodes have features and labels. Immutable.
 *
 * <p>In the transductive setting one graph is trained on and attacked, and {@link #split} says
 * whose labels are for what. In the inductive setting they are two graphs, an {@link
 * InductivePair}.
 *
 * @param name what tables call it, for example {@code twitch-RU}
 * @param graph A, on n nodes
 * @param features X, n x d
 * @param labels what a network learns to predict, for n nodes
 * @param split which nodes are for training, validation and test, where the set's authors say so
 */
public record Dataset(
    String name, Graph graph, FeatureMatrix features, Labels labels, Optional<NodeSplit> split) {

  /**
   * Checks that the parts fit.
   *
   * @param name what tables call it, for example {@code twitch-RU}
   * @param graph A, on n nodes
   * @param features X, n x d
   * @param labels what a network learns to predict, for n nodes
   * @param split which nodes are for training, validation and test, where the set's authors say so
   * @throws IllegalArgumentException if they differ in their number of nodes, or the split names
   *     other nodes
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
    split.ifPresent(parts -> parts.requireWithin(graph.nodeCount()));
  }

  /**
   * Makes a data set without a split.
   *
   * @param name what tables call it
   * @param graph A, on n nodes
   * @param features X, n x d
   * @param labels what a network learns to predict, for n nodes
   * @throws IllegalArgumentException if the parts differ in their number of nodes
   */
  public Dataset(String name, Graph graph, FeatureMatrix features, Labels labels) {
    this(name, graph, features, labels, Optional.empty());
  }

  /**
   * Returns this data set with other features, for example normalized ones.
   *
   * @param other X, a row a node
   * @return the data set
   * @throws IllegalArgumentException if there are not n rows
   */
  public Dataset withFeatures(FeatureMatrix other) {
    return new Dataset(name, graph, other, labels, split);
  }

  /**
   * Returns this data set with another graph, for example a perturbed one.
   *
   * @param other A, on the same n nodes
   * @return the data set
   * @throws IllegalArgumentException if there are not n nodes
   */
  public Dataset withGraph(Graph other) {
    return new Dataset(name, other, features, labels, split);
  }

  /**
   * Returns this data set with a split.
   *
   * @param other which nodes are for what
   * @return the data set
   * @throws IllegalArgumentException if it names other nodes
   */
  public Dataset withSplit(NodeSplit other) {
    return new Dataset(name, graph, features, labels, Optional.of(other));
  }

  /**
   * Returns what is left when only some nodes are: the graph they induce, their features and their
   * labels, without a split.
   *
   * @param newName what tables call it
   * @param nodes distinct nodes; node i of the result is {@code nodes.getInt(i)} of this
   * @return the data set
   * @throws IllegalArgumentException if a node is out of range or repeated
   */
  public Dataset inducedOn(String newName, IntList nodes) {
    return new Dataset(
        newName, graph.inducedSubgraph(nodes), features.selectRows(nodes), labels.select(nodes));
  }
}
