package io.linkteller.models.mlp;

import io.linkteller.graph.Graph;
import io.linkteller.models.network.Activation;
import io.linkteller.models.network.Dropout;
import io.linkteller.models.network.GnnModel;
import io.linkteller.models.network.Initialization;
import io.linkteller.models.network.LinearLayer;
import io.linkteller.models.network.Network;
import io.linkteller.models.network.Parameters;
import io.linkteller.models.network.Settings;
import io.linkteller.models.network.Stage;
import io.linkteller.models.network.Tensor;
import io.linkteller.models.network.Widths;
import io.linkteller.parallel.Workers;
import it.unimi.dsi.fastutil.ints.IntImmutableList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.ejml.data.DMatrixRMaj;

/**
 * A multilayer perceptron: layer l computes H_l = relu(H_(l-1) W_l + b_l), the last layer without
 * relu. It looks at each node by itself and at no edge, which makes it the paper's baseline of
 * perfect privacy: every influence between two nodes is zero. Parameters are named {@code W1},
 * {@code b1}, {@code W2}, ... Immutable.
 *
 * <pre>{@code
 * Mlp model = Mlp.builder().layers(3170, 256, 2).dropout(0.5).build();
 * }</pre>
 */
public final class Mlp implements GnnModel<Mlp> {

  /** The name of the architecture in settings. */
  public static final String ARCHITECTURE = "mlp";

  private final IntList widths;
  private final double inputDropout;
  private final double dropout;
  private final Parameters parameters;

  private Mlp(IntList widths, double inputDropout, double dropout, Parameters parameters) {
    this.widths = widths;
    this.inputDropout = inputDropout;
    this.dropout = dropout;
    this.parameters = parameters;
  }

  /**
   * Starts a model.
   *
   * @return a builder
   */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Starts a model of the architecture that settings describe.
   *
   * @param settings what {@link #settings()} returned
   * @return a builder
   * @throws IllegalArgumentException if a setting is missing, malformed or unknown
   */
  public static Builder builder(Settings settings) {
    settings.requireArchitecture(ARCHITECTURE);
    settings.requireOnly("layers", "inputDropout", "dropout");
    return builder()
        .layers(settings.integers("layers"))
        .inputDropout(settings.number("inputDropout"))
        .dropout(settings.number("dropout"));
  }

  @Override
  public Settings settings() {
    return Settings.of(ARCHITECTURE)
        .with("layers", widths.toIntArray())
        .with("inputDropout", inputDropout)
        .with("dropout", dropout);
  }

  /**
   * Returns the number of layers.
   *
   * @return k
   */
  public int depth() {
    return widths.size() - 1;
  }

  @Override
  public int inputWidth() {
    return widths.getInt(0);
  }

  @Override
  public int outputWidth() {
    return widths.getInt(depth());
  }

  @Override
  public Parameters parameters() {
    return parameters;
  }

  @Override
  public Mlp withParameters(Parameters other) {
    Map<String, DMatrixRMaj> checked = new LinkedHashMap<>();
    for (int l = 1; l <= depth(); l++) {
      checked.put("W" + l, other.get("W" + l, widths.getInt(l - 1), widths.getInt(l)));
      checked.put("b" + l, other.get("b" + l, 1, widths.getInt(l)));
    }
    other.requireOnly(checked.keySet());
    return new Mlp(widths, inputDropout, dropout, Parameters.of(checked));
  }

  @Override
  public Network on(Graph graph, Workers workers) {
    List<Stage> stages = new ArrayList<>();
    for (int l = 1; l <= depth(); l++) {
      stages.add(
          new Stage(
              l == 1 ? inputDropout : dropout,
              new LinearLayer(
                  Tensor.startingAt("W" + l, parameters.get("W" + l)),
                  Tensor.startingAt("b" + l, parameters.get("b" + l))),
              l < depth() ? Activation.RELU : Activation.IDENTITY));
    }
    return new Network(stages, workers);
  }

  @Override
  public String toString() {
    return "Mlp" + settings();
  }

  /** Settings of a model. Not safe for use by several threads. */
  public static final class Builder {

    private IntList widths = IntImmutableList.of();
    private double inputDropout;
    private double dropout;
    private Initialization initialization = Initialization.UNIFORM;
    private long seed;

    private Builder() {}

    /**
     * Sets the widths: d features, the hidden widths, c logits. One number more than there are
     * layers.
     *
     * @param widths at least two numbers, each at least 1
     * @return this builder
     * @throws IllegalArgumentException if there are fewer than two numbers or one is below 1
     */
    public Builder layers(int... widths) {
      this.widths = Widths.of(widths);
      return this;
    }

    /**
     * Sets the share of hidden activations dropped in training.
     *
     * @param rate p, in [0, 1); default 0
     * @return this builder
     * @throws IllegalArgumentException if {@code rate} is out of range
     */
    public Builder dropout(double rate) {
      this.dropout = Dropout.checkRate("dropout", rate);
      return this;
    }

    /**
     * Sets the share of input features dropped in training.
     *
     * @param rate p, in [0, 1); default 0. Above 0 the features to train on must be sparse or
     *     dense, not standardized
     * @return this builder
     * @throws IllegalArgumentException if {@code rate} is out of range
     */
    public Builder inputDropout(double rate) {
      this.inputDropout = Dropout.checkRate("inputDropout", rate);
      return this;
    }

    /**
     * Sets how initial parameters are drawn.
     *
     * @param initialization default {@link Initialization#UNIFORM}
     * @return this builder
     */
    public Builder initialization(Initialization initialization) {
      this.initialization = initialization;
      return this;
    }

    /**
     * Sets the seed of the initial parameters.
     *
     * @param seed default 0
     * @return this builder
     */
    public Builder seed(long seed) {
      this.seed = seed;
      return this;
    }

    /**
     * Builds the model.
     *
     * @return an untrained model
     * @throws IllegalStateException if {@link #layers} was not called
     */
    public Mlp build() {
      if (widths.isEmpty()) {
        throw new IllegalStateException("layers(...) was not called");
      }
      SplittableRandom random = new SplittableRandom(seed);
      Map<String, DMatrixRMaj> initial = new LinkedHashMap<>();
      for (int l = 1; l < widths.size(); l++) {
        int out = widths.getInt(l);
        initial.put("W" + l, initialization.weight(widths.getInt(l - 1), out, random));
        initial.put("b" + l, initialization.bias(out, random));
      }
      return new Mlp(widths, inputDropout, dropout, Parameters.of(initial));
    }

    /**
     * Builds the model with given parameters instead of drawing them.
     *
     * @param parameters matrices of the names and shapes that the settings ask for
     * @return the model
     * @throws IllegalStateException if {@link #layers} was not called
     * @throws IllegalArgumentException if a parameter is missing, of another shape or left over
     */
    public Mlp build(Parameters parameters) {
      if (widths.isEmpty()) {
        throw new IllegalStateException("layers(...) was not called");
      }
      return new Mlp(widths, inputDropout, dropout, parameters).withParameters(parameters);
    }
  }
}
