package io.linkteller.models.train;

import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.privacy.Provenance;
import it.unimi.dsi.fastutil.ints.IntImmutableList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Training data: a graph with features and labels, the training nodes that contribute to the loss,
 * and optional validation nodes. Immutable.
 *
 * <p>In the transductive setting, training and validation nodes belong to the same graph, and
 * messages are passed between all nodes. In the inductive setting, they belong to different graphs.
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
  private final Provenance provenance;

  private TrainingData(
      Graph graph,
      FeatureMatrix features,
      Labels labels,
      IntList nodes,
      Optional<TrainingData> validation,
      Provenance provenance) {
    this.graph = graph;
    this.features = features;
    this.labels = labels;
    this.nodes = nodes;
    this.validation = validation;
    this.provenance = provenance;
  }

  /**
   * Returns data of unknown provenance in which all nodes with a known label are training nodes. To
   * record the guarantee of the graph, use a graph owner's {@code trainingData} instead.
   *
   * @param graph A, on n nodes
   * @param features X, n x d
   * @param labels the labels of the n nodes
   * @return the data
   * @throws IllegalArgumentException if there are not n rows of features and n labels
   */
  public static TrainingData of(Graph graph, FeatureMatrix features, Labels labels) {
    int n = graph.nodeCount();
    if (features.rows() != n || labels.nodeCount() != n) {
      throw new IllegalArgumentException(
          "a graph with "
              + n
              + " nodes needs the same number of feature rows and labels, not "
              + features.rows()
              + " and "
              + labels.nodeCount());
    }
    int[] known = IntStream.range(0, n).filter(labels::isKnown).toArray();
    return new TrainingData(
        graph, features, labels, IntImmutableList.of(known), Optional.empty(), Provenance.UNKNOWN);
  }

  /**
   * Returns a copy with different training nodes.
   *
   * @param some the nodes, distinct, at least one, each with a known label
   * @return the data
   * @throws IllegalArgumentException if there are no nodes, or a node is out of range, repeated or
   *     without a known label
   */
  public TrainingData trainingOn(IntList some) {
    return new TrainingData(graph, features, labels, checked(some), validation, provenance);
  }

  /**
   * Returns a copy with validation nodes of the same graph.
   *
   * @param some the nodes, distinct, at least one, each with a known label
   * @return the data
   * @throws IllegalArgumentException if there are no nodes, or a node is out of range, repeated or
   *     without a known label
   */
  public TrainingData validatingOn(IntList some) {
    return validatingOn(
        new TrainingData(graph, features, labels, checked(some), Optional.empty(), provenance));
  }

  /**
   * Returns a copy with separate validation data.
   *
   * @param other the validation data, with the same numbers of features and classes
   * @return the data
   * @throws IllegalArgumentException if the numbers of features or classes differ
   */
  public TrainingData validatingOn(TrainingData other) {
    if (other.features.cols() != features.cols()
        || other.labels.classCount() != labels.classCount()) {
      throw new IllegalArgumentException(
          "the validation data have "
              + other.features.cols()
              + " features and "
              + other.labels.classCount()
              + " classes, but the training data have "
              + features.cols()
              + " and "
              + labels.classCount());
    }
    return new TrainingData(graph, features, labels, nodes, Optional.of(other), provenance);
  }

  /**
   * Returns a copy that states the kind of the training graph and other uses of the private graph.
   * Models trained on the data record this provenance.
   *
   * @param known the provenance, such as {@link Provenance#PUBLIC}
   * @return the data
   */
  public TrainingData withProvenance(Provenance known) {
    return new TrainingData(graph, features, labels, nodes, validation, known);
  }

  /**
   * Returns a copy that states an additional use of the private graph, which no guarantee covers.
   *
   * @param use the use, such as labels derived from edges
   * @return the data
   */
  public TrainingData alsoUsing(Provenance.Use use) {
    return withProvenance(provenance.with(use));
  }

  private IntList checked(IntList some) {
    if (some.isEmpty()) {
      throw new IllegalArgumentException("at least one training or validation node is required");
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

  /** {@return the kind of the training graph, and other uses of the private graph} */
  public Provenance provenance() {
    return provenance;
  }

  /** {@return A, the graph} */
  public Graph graph() {
    return graph;
  }

  /** {@return X, the features} */
  public FeatureMatrix features() {
    return features;
  }

  /** {@return the labels of all nodes} */
  public Labels labels() {
    return labels;
  }

  /** {@return the training nodes, unmodifiable} */
  public IntList nodes() {
    return nodes;
  }

  /** {@return the validation data, empty if there are none} */
  public Optional<TrainingData> validation() {
    return validation;
  }
}
