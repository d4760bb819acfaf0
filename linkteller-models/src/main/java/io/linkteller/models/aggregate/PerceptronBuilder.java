package io.linkteller.models.aggregate;

import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.models.architecture.GnnModel;
import io.linkteller.models.architecture.Mlp;
import io.linkteller.models.operator.Dropout;
import io.linkteller.models.train.Labels;
import io.linkteller.models.train.Trainer;
import io.linkteller.models.train.TrainingData;
import io.linkteller.privacy.NeighborAggregation;
import io.linkteller.privacy.NoisySums;
import io.linkteller.privacy.PrivateGraph;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.function.Supplier;

/**
 * The settings of the perceptrons of a model on released sums. Not thread-safe.
 *
 * @param <M> the type of the model
 * @param <B> the builder itself
 */
abstract class PerceptronBuilder<M extends AggregateModel, B extends PerceptronBuilder<M, B>> {

  private int hops = 2;
  private int hidden = 64;
  private double dropout = 0.5;
  private long seed;
  private Trainer trainer = Trainer.builder().weightDecay(5e-4).build();

  PerceptronBuilder() {}

  abstract B self();

  /**
   * Sets K, the number of releases: hops, or stages after the first perceptron.
   *
   * @param count at least 1; default 2
   * @return this builder
   * @throws IllegalArgumentException if {@code count} is below 1
   */
  public final B hops(int count) {
    this.hops = positive("hops", count);
    return self();
  }

  final int hops() {
    return hops;
  }

  /**
   * Sets the width of the hidden layer of each perceptron that classifies.
   *
   * @param width at least 1; default 64
   * @return this builder
   * @throws IllegalArgumentException if {@code width} is below 1
   */
  public final B hidden(int width) {
    this.hidden = positive("hidden", width);
    return self();
  }

  /**
   * Sets the dropout rate of hidden layers.
   *
   * @param rate in [0, 1); default 0.5
   * @return this builder
   * @throws IllegalArgumentException if {@code rate} is outside [0, 1)
   */
  public final B dropout(double rate) {
    this.dropout = Dropout.checkRate("dropout", rate);
    return self();
  }

  /**
   * Sets the seed of the initial parameters.
   *
   * @param initial any number; default 0
   * @return this builder
   */
  public final B seed(long initial) {
    this.seed = initial;
    return self();
  }

  /**
   * Sets how the perceptrons are trained.
   *
   * @param with the trainer; default Adam, 200 epochs, learning rate 0.01, weight decay 5e-4
   * @return this builder
   */
  public final B trainer(Trainer with) {
    this.trainer = with;
    return self();
  }

  static int positive(String name, int value) {
    if (value < 1) {
      throw new IllegalArgumentException(name + " = " + value + " is below 1");
    }
    return value;
  }

  /**
   * Trains a model. The edges are used by the K releases only.
   *
   * @param graph A on n nodes
   * @param x X, n x d
   * @param labels the labels of n nodes, which must not depend on the edges
   * @param nodes the training nodes
   * @param mechanism the noise
   * @return the model and what was released about the graph
   * @throws IllegalArgumentException if shapes do not match, there is no training node, or one has
   *     no known label
   */
  public final AggregateTraining<M> train(
      PrivateGraph graph,
      FeatureMatrix x,
      Labels labels,
      IntList nodes,
      NeighborAggregation mechanism) {
    if (x.rows() != graph.nodeCount()) {
      throw new IllegalArgumentException(
          "x has " + x.rows() + " rows, the graph has " + graph.nodeCount() + " nodes");
    }
    return trained(() -> graph.sums(mechanism, hops), x, labels, nodes);
  }

  /** Trains a model with sums that are charged when they are asked for, once. */
  abstract AggregateTraining<M> trained(
      Supplier<NoisySums> sums, FeatureMatrix x, Labels labels, IntList nodes);

  /** Trains a classifier of rows, without any edges. The number in order is added to the seed. */
  final GnnModel classifier(FeatureMatrix inputs, Labels labels, IntList nodes, int number) {
    return perceptron(inputs, hidden, labels, nodes, number);
  }

  /** Trains a perceptron with a hidden layer of a given width. */
  final GnnModel perceptron(
      FeatureMatrix inputs, int width, Labels labels, IntList nodes, int number) {
    return trainer
        .train(
            Mlp.builder()
                .layers(inputs.cols(), width, labels.classCount())
                .dropout(dropout)
                .seed(seed + number)
                .build(),
            TrainingData.of(Graph.empty(inputs.rows()), inputs, labels).trainingOn(nodes))
        .model();
  }
}
