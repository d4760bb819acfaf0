package io.linkteller.models.mlp;

import io.linkteller.models.architecture.LayerPlan;
import io.linkteller.models.architecture.LayeredModel;
import io.linkteller.models.architecture.ModelBuilder;
import io.linkteller.models.architecture.Settings;
import io.linkteller.models.parameter.Initialization;
import io.linkteller.models.parameter.Parameters;

/**
 * A multilayer perceptron: layer l computes H_l = relu(H_(l-1) W_l + b_l), the last layer without
 * relu. It treats each node separately and ignores all edges, which makes it the paper's baseline
 * with perfect edge privacy: the influence of a node on any other is zero. Parameters are named
 * {@code W1}, {@code b1}, {@code W2}, ... Immutable.
 *
 * <pre>{@code
 * Mlp model = Mlp.builder().layers(3170, 256, 2).dropout(0.5).build();
 * }</pre>
 */
public final class Mlp extends LayeredModel<Mlp> {

  Mlp(Settings settings, Parameters parameters) {
    super(new MlpArchitecture(), settings, parameters);
  }

  /** {@return a builder} */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Returns a builder with the values of given settings.
   *
   * @param settings the settings of a model of this architecture
   * @return a builder
   * @throws IllegalArgumentException if a setting is missing, malformed or unknown
   */
  public static Builder builder(Settings settings) {
    return builder().plan(LayerPlan.of(new MlpArchitecture().check(settings)));
  }

  /** {@return k, the number of layers} */
  public int depth() {
    return LayerPlan.of(settings()).depth();
  }

  @Override
  public Mlp withParameters(Parameters other) {
    return new Mlp(settings(), other);
  }

  /**
   * Builds an {@link Mlp}. The default initialization is {@link Initialization#UNIFORM}. Not safe
   * for use by several threads.
   */
  public static final class Builder extends ModelBuilder<Mlp, Builder> {

    private Builder() {
      super(new MlpArchitecture());
    }

    @Override
    protected Builder self() {
      return this;
    }

    @Override
    protected Settings settings(LayerPlan plan) {
      return MlpArchitecture.settings(plan);
    }

    @Override
    protected Mlp model(Settings settings, Parameters parameters) {
      return new Mlp(settings, parameters);
    }
  }
}
