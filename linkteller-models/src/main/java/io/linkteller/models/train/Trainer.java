package io.linkteller.models.train;

import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.models.network.GnnModel;
import io.linkteller.models.network.Network;
import io.linkteller.models.network.Parameters;
import io.linkteller.parallel.Workers;
import it.unimi.dsi.fastutil.doubles.DoubleArrayList;
import it.unimi.dsi.fastutil.doubles.DoubleLists;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.time.Duration;
import org.ejml.data.DMatrixRMaj;

/**
 * Full-batch training with Adam. Immutable; the same settings on the same data give the same
 * parameters whatever the number of threads.
 *
 * <pre>{@code
 * Gcn trained =
 *     Trainer.builder().epochs(200).learningRate(0.01).weightDecay(5e-4).build()
 *         .train(model, alice.view(), x, labels)
 *         .model();
 * }</pre>
 */
public final class Trainer {

  private final int epochs;
  private final double learningRate;
  private final double weightDecay;
  private final long seed;
  private final Workers workers;
  private final EpochListener listener;

  private Trainer(Builder builder) {
    this.epochs = builder.epochs;
    this.learningRate = builder.learningRate;
    this.weightDecay = builder.weightDecay;
    this.seed = builder.seed;
    this.workers = builder.workers;
    this.listener = builder.listener;
  }

  /**
   * Starts from 200 epochs at learning rate 0.01, without weight decay.
   *
   * @return a builder
   */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Trains a model on all nodes whose label is known.
   *
   * @param <M> the type of the model
   * @param model the model to start from
   * @param graph A on n nodes
   * @param features X, n x d
   * @param labels of n nodes
   * @return the trained model and how it came about
   * @throws IllegalArgumentException if shapes do not fit or no label is known
   * @throws ArithmeticException if the loss becomes NaN or infinite; the message names the epoch
   */
  public <M extends GnnModel<M>> TrainingRun<M> train(
      M model, Graph graph, FeatureMatrix features, Labels labels) {
    IntArrayList known = new IntArrayList();
    for (int node = 0; node < labels.nodeCount(); node++) {
      if (isKnown(labels, node)) {
        known.add(node);
      }
    }
    return train(model, graph, features, labels, known);
  }

  /**
   * Trains a model on some nodes of a graph: the transductive setting. Messages flow between all
   * nodes; only the given ones count in the loss.
   *
   * @param <M> the type of the model
   * @param model the model to start from
   * @param graph A on n nodes
   * @param features X, n x d
   * @param labels of n nodes
   * @param trainNodes the nodes that count, at least one, each with a known label
   * @return the trained model and how it came about
   * @throws IllegalArgumentException if shapes do not fit, or there is no training node, or one is
   *     out of range or without label
   * @throws ArithmeticException if the loss becomes NaN or infinite; the message names the epoch
   */
  public <M extends GnnModel<M>> TrainingRun<M> train(
      M model, Graph graph, FeatureMatrix features, Labels labels, IntList trainNodes) {
    check(model, graph, features, labels, trainNodes);
    long start = System.nanoTime();
    Network network = model.on(graph, workers);
    Adam adam = new Adam(network.parameters(), learningRate, weightDecay);
    DMatrixRMaj gradient = new DMatrixRMaj(0, 0);
    DoubleArrayList losses = new DoubleArrayList(epochs);
    for (int epoch = 0; epoch < epochs; epoch++) {
      DMatrixRMaj logits = network.predictForTraining(features, seed, epoch);
      double loss = Loss.evaluate(logits, labels, trainNodes, gradient);
      if (!Double.isFinite(loss)) {
        throw new ArithmeticException(
            "the loss is "
                + loss
                + " at epoch "
                + (epoch + 1)
                + ": a smaller learning rate than "
                + learningRate
                + " may help");
      }
      losses.add(loss);
      network.backward(gradient);
      adam.step(workers);
      listener.onEpoch(
          new EpochListener.Epoch(
              epoch + 1, epochs, loss, Duration.ofNanos(System.nanoTime() - start)));
    }
    M trained = model.withParameters(Parameters.of(network.parameters()));
    return new TrainingRun<>(
        trained, DoubleLists.unmodifiable(losses), Duration.ofNanos(System.nanoTime() - start));
  }

  private static void check(
      GnnModel<?> model, Graph graph, FeatureMatrix features, Labels labels, IntList trainNodes) {
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
    if (features.cols() != model.inputWidth() || labels.classCount() != model.outputWidth()) {
      throw new IllegalArgumentException(
          "the model maps "
              + model.inputWidth()
              + " features to "
              + model.outputWidth()
              + " logits, but there are "
              + features.cols()
              + " features and "
              + labels.classCount()
              + " classes");
    }
    if (trainNodes.isEmpty()) {
      throw new IllegalArgumentException("there is no node to train on");
    }
    for (int i = 0; i < trainNodes.size(); i++) {
      int node = trainNodes.getInt(i);
      if (node < 0 || node >= n || !isKnown(labels, node)) {
        throw new IllegalArgumentException(
            "training node " + node + " is outside [0, " + n + ") or has no known label");
      }
    }
  }

  private static boolean isKnown(Labels labels, int node) {
    return !(labels instanceof SingleLabels single) || single.classOf(node) != Labels.UNKNOWN;
  }

  /** Settings of training. Not safe for use by several threads. */
  public static final class Builder {

    private int epochs = 200;
    private double learningRate = 0.01;
    private double weightDecay;
    private long seed;
    private Workers workers = Workers.all();
    private EpochListener listener = EpochListener.SILENT;

    private Builder() {}

    /**
     * Sets how often all training nodes are gone through.
     *
     * @param epochs at least 1; default 200
     * @return this builder
     * @throws IllegalArgumentException if {@code epochs} is below 1
     */
    public Builder epochs(int epochs) {
      if (epochs < 1) {
        throw new IllegalArgumentException("epochs = " + epochs + " is below 1");
      }
      this.epochs = epochs;
      return this;
    }

    /**
     * Sets Adam's step size.
     *
     * @param rate positive and finite; default 0.01
     * @return this builder
     * @throws IllegalArgumentException if {@code rate} is out of range
     */
    public Builder learningRate(double rate) {
      if (!(rate > 0 && rate < Double.POSITIVE_INFINITY)) {
        throw new IllegalArgumentException("learningRate = " + rate + " is outside (0, Infinity)");
      }
      this.learningRate = rate;
      return this;
    }

    /**
     * Sets what share of a parameter is added to its gradient.
     *
     * @param decay at least 0 and finite; default 0
     * @return this builder
     * @throws IllegalArgumentException if {@code decay} is out of range
     */
    public Builder weightDecay(double decay) {
      if (!(decay >= 0 && decay < Double.POSITIVE_INFINITY)) {
        throw new IllegalArgumentException("weightDecay = " + decay + " is outside [0, Infinity)");
      }
      this.weightDecay = decay;
      return this;
    }

    /**
     * Sets the seed of the dropout masks.
     *
     * @param seed default 0
     * @return this builder
     */
    public Builder seed(long seed) {
      this.seed = seed;
      return this;
    }

    /**
     * Sets the number of threads. The result does not depend on it.
     *
     * @param threads at least 1; default the number of processors
     * @return this builder
     * @throws IllegalArgumentException if {@code threads} is below 1
     */
    public Builder parallelism(int threads) {
      this.workers = Workers.of(threads);
      return this;
    }

    /**
     * Sets who is told of each epoch.
     *
     * @param listener the listener
     * @return this builder
     */
    public Builder onEpoch(EpochListener listener) {
      this.listener = listener;
      return this;
    }

    /**
     * Builds the trainer.
     *
     * @return an immutable trainer
     */
    public Trainer build() {
      return new Trainer(this);
    }
  }
}
