package io.linkteller.models.gin;

import io.linkteller.models.architecture.LayerPlan;
import io.linkteller.models.architecture.LayeredModel;
import io.linkteller.models.architecture.ModelBuilder;
import io.linkteller.models.architecture.Settings;
import io.linkteller.models.parameter.Parameters;

/**
 * A graph isomorphism network (Xu, Hu, Leskovec, Jegelka, "How Powerful are Graph Neural
 * Networks?", ICLR 2019) for node classification. Hidden layer l computes H_l = relu(relu(S_l W_l +
 * b_l) V_l + c_l), where S_l = (A + (1 + ε_l) I) H_(l-1) is the sum over a node and its neighbors;
 * the last layer is linear and treats each node separately, so a model of k layers reaches k - 1
 * hops. Equivalent to {@code GINConv} of PyTorch Geometric with perceptrons of two layers.
 * Parameters are named {@code eps1}, {@code W1}, {@code b1}, {@code V1}, {@code c1}, {@code eps2},
 * ... Immutable.
 *
 * <pre>{@code
 * Gin model = Gin.builder().layers(1433, 32, 32, 7).dropout(0.5).build();
 * }</pre>
 */
public final class Gin extends LayeredModel<Gin> {

  Gin(Settings settings, Parameters parameters) {
    super(new GinArchitecture(), settings, parameters);
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
    Builder builder = builder().plan(LayerPlan.of(new GinArchitecture().check(settings)));
    return builder.trainedEpsilon(GinArchitecture.trainedEpsilon(settings));
  }

  @Override
  public Gin withParameters(Parameters other) {
    return new Gin(settings(), other);
  }

  /** Builds a {@link Gin}. Not safe for use by several threads. */
  public static final class Builder extends ModelBuilder<Gin, Builder> {

    private boolean trainedEpsilon;

    private Builder() {
      super(new GinArchitecture());
    }

    /**
     * Sets whether ε is trained.
     *
     * @param trained whether ε is trained; default false, which keeps its initial value 0
     * @return this builder
     */
    public Builder trainedEpsilon(boolean trained) {
      this.trainedEpsilon = trained;
      return this;
    }

    @Override
    protected Builder self() {
      return this;
    }

    @Override
    protected Settings settings(LayerPlan plan) {
      return GinArchitecture.settings(plan, trainedEpsilon);
    }

    @Override
    protected Gin model(Settings settings, Parameters parameters) {
      return new Gin(settings, parameters);
    }
  }
}
