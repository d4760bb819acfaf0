package io.linkteller.models.train;

import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntImmutableList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.Optional;

/**
 * What a model is trained on: a graph with features and labels, the nodes that count in the loss,
 * and, if wanted, nodes to validate on. Immutable.
 *
 * <p>Transductive: some nodes of a graph are trained on, others of the same graph validate, and
 * messages flow between all. Inductive: all nodes of one graph are trained on, those of another
 * validate.
 *
 * <pre>{@code
 * TrainingData.of(cora, x, labels).trainingOn(train).validatingOn(validation)
 * TrainingData.of(es, x, labels).validatingOn(TrainingData.of(ru, xOfRu, labelsOfRu))
 * }</pre>
 */
public final class TrainingData {

  private final Graph graph;
  private final FeatureMatrix features;
  private final Labels labels;
  private final IntList nodes;
  private final Optional<TrainingData> validation;

  private TrainingData(
      Graph graph,
      FeatureMatrix features,
      Labels labels,
      IntList nodes,
      Optional<TrainingData> validation) {
    this.graph = graph;
    this.features = features;
    this.labels = labels;
    this.nodes = nodes;
    this.validation = validation;
  }

  /**
   * Returns data of which every node with a known label counts.
   *
   * @param graph A on n nodes
   * @param features X, n x d
   * @param labels of n nodes
   * @return the data
   * @throws IllegalArgumentException if there are not n rows of features and n labels
   */
  public static TrainingData of(Graph graph, FeatureMatrix features, Labels labels) {
    int n = graph.nodeCount();
    if (features.rows() != n || labels.nodeCount() != n) {
      throw new IllegalArgumentException(
          "a graph of "
              + n
              + " nodes needs as many rows of features and labels, not "
              + features.rows()
              + " and "
              + labels.nodeCount());
    }
    IntArrayList known = new IntArrayList();
    for (int node = 0; node < n; node++) {
      if (labels.isKnown(node)) {
        known.add(node);
      }
    }
    return new TrainingData(
        graph, features, labels, IntImmutableList.of(known.toIntArray()), Optional.empty());
  }

  /**
   * Returns the same data of which only some nodes count.
   *
   * @param some distinct nodes, at least one, each with a known label
   * @return the data
   * @throws IllegalArgumentException if there is no node, or one is out of range, repeated or
   *     without label
   */
  public TrainingData trainingOn(IntList some) {
    return new TrainingData(graph, features, labels, checked(some), validation);
  }

  /**
   * Returns the same data with nodes of the same graph to validate on.
   *
   * @param some distinct nodes, at least one, each with a known label
   * @return the data
   * @throws IllegalArgumentException if there is no node, or one is out of range, repeated or
   *     without label
   */
  public TrainingData validatingOn(IntList some) {
    return validatingOn(new TrainingData(graph, features, labels, checked(some), Optional.empty()));
  }

  /**
   * Returns the same data with the nodes of other data to validate on.
   *
   * @param other other data of as many features and classes
   * @return the data
   * @throws IllegalArgumentException if the numbers of features or classes differ
   */
  public TrainingData validatingOn(TrainingData other) {
    if (other.features.cols() != features.cols()
        || other.labels.classCount() != labels.classCount()) {
      throw new IllegalArgumentException(
          "validation has "
              + other.features.cols()
              + " features and "
              + other.labels.classCount()
              + " classes where training has "
              + features.cols()
              + " and "
              + labels.classCount());
    }
    return new TrainingData(graph, features, labels, nodes, Optional.of(other));
  }

  private IntList checked(IntList some) {
    if (some.isEmpty()) {
      throw new IllegalArgumentException("there is no node to train on or to validate on");
    }
    boolean[] seen = new boolean[graph.nodeCount()];
    for (int i = 0; i < some.size(); i++) {
      int node = some.getInt(i);
      if (node < 0 || node >= seen.length || !labels.isKnown(node)) {
        throw new IllegalArgumentException(
            "node " + node + " is outside [0, " + seen.length + ") or has no known label");
      }
      if (seen[node]) {
        throw new IllegalArgumentException("node " + node + " is repeated at position " + i);
      }
      seen[node] = true;
    }
    return IntImmutableList.of(some.toIntArray());
  }

  /**
   * Returns the graph.
   *
   * @return A
   */
  public Graph graph() {
    return graph;
  }

  /**
   * Returns the features.
   *
   * @return X
   */
  public FeatureMatrix features() {
    return features;
  }

  /**
   * Returns the labels of all nodes.
   *
   * @return the labels
   */
  public Labels labels() {
    return labels;
  }

  /**
   * Returns the nodes that count in the loss.
   *
   * @return the nodes, unmodifiable
   */
  public IntList nodes() {
    return nodes;
  }

  /**
   * Returns what is validated on.
   *
   * @return the data, empty if there is none
   */
  public Optional<TrainingData> validation() {
    return validation;
  }
}
