package io.linkteller.models.train;

import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.models.architecture.GnnModel;
import io.linkteller.models.parameter.Parameters;
import io.linkteller.models.parameter.Tensor;
import io.linkteller.models.program.Program;
import io.linkteller.parallel.Workers;
import io.linkteller.privacy.Provenance;
import it.unimi.dsi.fastutil.doubles.DoubleArrayList;
import it.unimi.dsi.fastutil.doubles.DoubleLists;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.ejml.data.DMatrixRMaj;

/**
 * Full-batch training with {@link Adam}. The same settings and data produce bit-identical
 * parameters with any number of threads. Immutable.
 *
 * <pre>{@code
 * GnnModel trained =
 *     Trainer.builder().epochs(200).learningRate(0.01).weightDecay(5e-4).build()
 *         .train(model, alice.trainingData(x, labels))
 *         .model();
 * }</pre>
 */
public final class Trainer {

  private final int epochs;
  private final double learningRate;
  private final double weightDecay;
  private final long seed;
  private final Workers workers;
  private final Consumer<Epoch> listener;

  private Trainer(Builder builder) {
    this.epochs = builder.epochs;
    this.learningRate = builder.learningRate;
    this.weightDecay = builder.weightDecay;
    this.seed = builder.seed;
    this.workers = builder.workers;
    this.listener = builder.listener;
  }

  /** {@return a builder with 200 epochs at learning rate 0.01, without weight decay} */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Trains a model on all nodes with a known label.
   *
   * @param model the initial model
   * @param graph A, on n nodes
   * @param features X, n x d
   * @param labels the labels of the n nodes
   * @return the trained model and the record of its training
   * @throws IllegalArgumentException if shapes do not match or no label is known
   * @throws ArithmeticException under the conditions of {@link #train(GnnModel, TrainingData)}
   */
  public TrainingRun train(GnnModel model, Graph graph, FeatureMatrix features, Labels labels) {
    return train(model, TrainingData.of(graph, features, labels));
  }

  /**
   * Trains a model. The parameters of the result record the provenance of the data and of the
   * initial model.
   *
   * @param model the initial model
   * @param data the training data
   * @return the trained model and the record of its training; if the thread is interrupted, the
   *     model trained so far. The interrupt status is checked before each epoch and remains set
   * @throws IllegalArgumentException if the widths of the model and the data differ, or there are
   *     no training nodes
   * @throws ArithmeticException if a training or validation loss or a parameter becomes NaN or
   *     infinite; the message gives the epoch
   */
  public TrainingRun train(GnnModel model, TrainingData data) {
    check(model, data);
    return new Run(model, data).result();
  }

  private void check(GnnModel model, TrainingData data) {
    if (data.features().cols() != model.inputWidth()
        || data.labels().classCount() != model.outputWidth()) {
      throw new IllegalArgumentException(
          "the model maps "
              + model.inputWidth()
              + " features to "
              + model.outputWidth()
              + " logits, but there are "
              + data.features().cols()
              + " features and "
              + data.labels().classCount()
              + " classes");
    }
    if (data.nodes().isEmpty()) {
      throw new IllegalArgumentException("there are no training nodes");
    }
  }

  /** One training run. */
  private final class Run {

    private final long start = System.nanoTime();
    private final GnnModel model;
    private final TrainingData data;
    private final Program program;

    /**
     * The program on the graph of the validation nodes, or {@link #program} if it is the same
     * graph.
     */
    private final Program validating;

    private final Adam adam;
    private final DMatrixRMaj gradient = new DMatrixRMaj(0, 0);
    private final DoubleArrayList losses = new DoubleArrayList(epochs);
    private final List<Evaluation> validations = new ArrayList<>();

    Run(GnnModel model, TrainingData data) {
      this.model = model;
      this.data = data;
      this.program = model.on(data.graph(), workers);
      this.validating =
          data.validation()
              .filter(other -> !other.graph().equals(data.graph()))
              .map(other -> model.on(other.graph(), workers))
              .orElse(program);
      List<Tensor> trained = program.parameters().stream().filter(Tensor::trained).toList();
      this.adam = new Adam(trained, learningRate, weightDecay);
    }

    TrainingRun result() {
      run();
      checkTrained();
      return new TrainingRun(
          model.withParameters(Parameters.of(program.parameters()).withProvenance(provenance())),
          DoubleLists.unmodifiable(losses),
          List.copyOf(validations),
          elapsed());
    }

    private Provenance provenance() {
      return model.parameters().provenance().then(data.provenance());
    }

    /** Checks the loss after the last step, which no later epoch computes. */
    private void checkTrained() {
      if (!losses.isEmpty()) {
        requireFiniteParameters(losses.size());
        DMatrixRMaj logits = program.predict(data.features());
        requireFinite(
            "loss after training",
            Loss.evaluate(logits, data.labels(), data.nodes(), gradient),
            losses.size());
      }
    }

    private void requireFiniteParameters(int epoch) {
      for (Tensor tensor : program.parameters()) {
        String what = "parameter " + tensor.name();
        for (int i = 0; i < tensor.value().getNumElements(); i++) {
          requireFinite(what, tensor.value().data[i], epoch);
        }
      }
    }

    private void requireFinite(String what, double number, int epoch) {
      if (!Double.isFinite(number)) {
        throw new ArithmeticException(
            "the "
                + what
                + " is "
                + number
                + " at epoch "
                + epoch
                + "; try a smaller learning rate than that of "
                + adam);
      }
    }

    private void run() {
      for (int epoch = 0; epoch < epochs && !Thread.currentThread().isInterrupted(); epoch++) {
        double loss = step(epoch);
        Optional<Evaluation> validation = data.validation().map(this::evaluate);
        if (validation.isPresent()) {
          requireFinite("validation loss", validation.get().loss(), epoch + 1);
        }
        validation.ifPresent(validations::add);
        listener.accept(new Epoch(epoch + 1, epochs, loss, validation, elapsed()));
      }
    }

    /** Evaluates the current parameters on the validation nodes. */
    private Evaluation evaluate(TrainingData nodes) {
      for (int t = 0; validating != program && t < program.parameters().size(); t++) {
        validating.parameters().get(t).value().setTo(program.parameters().get(t).value());
      }
      return Evaluation.of(validating.predict(nodes.features()), nodes.labels(), nodes.nodes());
    }

    private double step(int epoch) {
      DMatrixRMaj logits = program.predictForTraining(data.features(), seed, epoch);
      double loss = Loss.evaluate(logits, data.labels(), data.nodes(), gradient);
      requireFinite("loss", loss, epoch + 1);
      losses.add(loss);
      program.backward(gradient);
      adam.next(workers);
      return loss;
    }

    private Duration elapsed() {
      return Duration.ofNanos(System.nanoTime() - start);
    }
  }

  /** Builds a {@link Trainer}. Not safe for use by several threads. */
  public static final class Builder {

    private int epochs = 200;
    private double learningRate = 0.01;
    private double weightDecay;
    private long seed;
    private Workers workers = Workers.all();
    private Consumer<Epoch> listener = epoch -> {};

    private Builder() {}

    /**
     * Sets the number of epochs, which are passes over all training nodes.
     *
     * @param epochs the number of epochs, at least 1; default 200
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
     * Sets the learning rate of Adam.
     *
     * @param rate η, positive and finite; default 0.01
     * @return this builder
     * @throws IllegalArgumentException if {@code rate} is out of range
     */
    public Builder learningRate(double rate) {
      this.learningRate = Adam.checkLearningRate(rate);
      return this;
    }

    /**
     * Sets the weight decay of Adam, the multiple of a parameter that is added to its gradient.
     *
     * @param decay λ, at least 0 and finite; default 0
     * @return this builder
     * @throws IllegalArgumentException if {@code decay} is out of range
     */
    public Builder weightDecay(double decay) {
      this.weightDecay = Adam.checkWeightDecay(decay);
      return this;
    }

    /**
     * Sets the seed of the dropout masks.
     *
     * @param seed the seed; default 0
     * @return this builder
     */
    public Builder seed(long seed) {
      this.seed = seed;
      return this;
    }

    /**
     * Sets the number of threads. The result does not depend on it.
     *
     * @param threads the number of threads, at least 1; default the number of processors
     * @return this builder
     * @throws IllegalArgumentException if {@code threads} is below 1
     */
    public Builder parallelism(int threads) {
      this.workers = Workers.of(threads);
      return this;
    }

    /**
     * Sets a listener that is called after each epoch, from the training thread.
     *
     * @param listener the listener
     * @return this builder
     */
    public Builder onEpoch(Consumer<Epoch> listener) {
      this.listener = listener;
      return this;
    }

    /** {@return a trainer with the current settings} */
    public Trainer build() {
      return new Trainer(this);
    }
  }
}
