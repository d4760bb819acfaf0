package io.linkteller.models.mlp;

import io.linkteller.graph.Graph;
import io.linkteller.models.network.Activation;
import io.linkteller.models.network.GnnModel;
import io.linkteller.models.network.Initialization;
import io.linkteller.models.network.LayerPlan;
import io.linkteller.models.network.LinearLayer;
import io.linkteller.models.network.ModelBuilder;
import io.linkteller.models.network.Network;
import io.linkteller.models.network.Parameters;
import io.linkteller.models.network.Settings;
import io.linkteller.models.network.WeightsAndBiases;
import io.linkteller.parallel.Workers;

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

  private final LayerPlan plan;
  private final Parameters parameters;

  private Mlp(LayerPlan plan, Parameters parameters) {
    this.plan = plan;
    this.parameters = WeightsAndBiases.checked(plan.widths(), parameters);
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
        .with("layers", plan.widths().toIntArray())
        .with("inputDropout", plan.inputDropout())
        .with("dropout", plan.dropout());
  }

  /**
   * Returns the number of layers.
   *
   * @return k
   */
  public int depth() {
    return plan.depth();
  }

  @Override
  public int inputWidth() {
    return plan.inputWidth();
  }

  @Override
  public int outputWidth() {
    return plan.outputWidth();
  }

  @Override
  public Parameters parameters() {
    return parameters;
  }

  @Override
  public Mlp withParameters(Parameters other) {
    return new Mlp(plan, other);
  }

  @Override
  public Network on(Graph graph, Workers workers) {
    return plan.network(
        l -> new LinearLayer(parameters.tensor("W" + l), parameters.tensor("b" + l)),
        Activation.RELU,
        workers);
  }

  @Override
  public String toString() {
    return "Mlp" + settings();
  }

  /**
   * Settings of a model: those of {@linkplain ModelBuilder every model} and no more. Parameters are
   * drawn by {@link Initialization#UNIFORM} unless told otherwise. Not safe for use by several
   * threads.
   */
  public static final class Builder extends ModelBuilder<Mlp, Builder> {

    private Builder() {
      super(Initialization.UNIFORM);
    }

    @Override
    protected Builder self() {
      return this;
    }

    @Override
    protected Mlp model(LayerPlan plan, Parameters parameters) {
      return new Mlp(plan, parameters);
    }
  }
}
