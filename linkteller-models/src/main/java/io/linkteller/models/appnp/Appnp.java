package io.linkteller.models.appnp;

import io.linkteller.models.architecture.LayerPlan;
import io.linkteller.models.architecture.LayeredModel;
import io.linkteller.models.architecture.ModelBuilder;
import io.linkteller.models.architecture.Settings;
import io.linkteller.models.gcn.Normalization;
import io.linkteller.models.parameter.Parameters;

/**
 * APPNP (Gasteiger, Bojchevski, Günnemann, "Predict then Propagate", ICLR 2019): a multilayer
 * perceptron computes H, and K steps of personalized PageRank propagate it: Z_0 = H, Z_(k+1) = (1 -
 * α) Â Z_k + α H. Nodes influence each other within K hops, whatever the number of layers.
 * Equivalent to {@code APPNP} of PyTorch Geometric, but without dropout of edges. Parameters are
 * named {@code W1}, {@code b1}, {@code W2}, ... Immutable.
 *
 * <pre>{@code
 * Appnp model = Appnp.builder().layers(1433, 32, 7).steps(10).teleport(0.1).build();
 * }</pre>
 */
public final class Appnp extends LayeredModel<Appnp> {

  Appnp(Settings settings, Parameters parameters) {
    super(new AppnpArchitecture(), settings, parameters);
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
    Builder builder = builder().plan(LayerPlan.of(new AppnpArchitecture().check(settings)));
    return builder
        .steps(AppnpArchitecture.steps(settings))
        .teleport(AppnpArchitecture.teleport(settings))
        .normalization(AppnpArchitecture.normalization(settings));
  }

  @Override
  public Appnp withParameters(Parameters other) {
    return new Appnp(settings(), other);
  }

  /** Builds an {@link Appnp}. Not safe for use by several threads. */
  public static final class Builder extends ModelBuilder<Appnp, Builder> {

    private int steps = 10;
    private double teleport = 0.1;
    private Normalization normalization = Normalization.AUG_NORM_ADJ;

    private Builder() {
      super(new AppnpArchitecture());
    }

    /**
     * Sets the number of propagation steps.
     *
     * @param steps K, at least 1; default 10
     * @return this builder
     * @throws IllegalArgumentException if {@code steps} is below 1
     */
    public Builder steps(int steps) {
      this.steps = AppnpArchitecture.checkSteps(steps);
      return this;
    }

    /**
     * Sets the teleport probability α, the weight of the perceptron's output in each step.
     *
     * @param teleport α, in [0, 1]; default 0.1
     * @return this builder
     * @throws IllegalArgumentException if {@code teleport} is out of range
     */
    public Builder teleport(double teleport) {
      this.teleport = AppnpArchitecture.checkTeleport(teleport);
      return this;
    }

    /**
     * Sets the normalization of the adjacency matrix.
     *
     * @param normalization the normalization; default {@link Normalization#AUG_NORM_ADJ}
     * @return this builder
     */
    public Builder normalization(Normalization normalization) {
      this.normalization = normalization;
      return this;
    }

    @Override
    protected Builder self() {
      return this;
    }

    @Override
    protected Settings settings(LayerPlan plan) {
      return AppnpArchitecture.settings(plan, steps, teleport, normalization);
    }

    @Override
    protected Appnp model(Settings settings, Parameters parameters) {
      return new Appnp(settings, parameters);
    }
  }
}
