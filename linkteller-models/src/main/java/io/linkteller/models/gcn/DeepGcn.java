package io.linkteller.models.gcn;

import io.linkteller.models.architecture.LayerPlan;
import io.linkteller.models.architecture.LayeredModel;
import io.linkteller.models.architecture.ModelBuilder;
import io.linkteller.models.architecture.Settings;
import io.linkteller.models.parameter.Parameters;

/**
 * A deep graph convolutional network: graph convolutions between two linear layers. The first layer
 * computes H_1 = relu(X W_1 + b_1). Hidden layer l computes relu(norm(Â H_(l-1) W_l + b_l)) and,
 * with residual connections, adds H_(l-1) (Li, Müller, Thabet, Ghanem, ICCV 2019). The last layer
 * is linear; its input is the last H or, with jumping knowledge (Xu et al., ICML 2018), the
 * concatenation or elementwise maximum of the outputs of all convolutions. A model of k layers has
 * k - 2 convolutions and so reaches k - 2 hops.
 *
 * <p>Parameters are named {@code W1}, {@code b1}, {@code W2}, ...; the normalization after
 * convolution l has the parameters {@code gamma}l, {@code beta}l and, for batch normalization,
 * {@code mean}l and {@code var}l as well. Immutable.
 *
 * <pre>{@code
 * DeepGcn model =
 *     DeepGcn.builder().layers(1433, 32, 32, 32, 7).residual(true).norm(Norm.BATCH).build();
 * }</pre>
 */
public final class DeepGcn extends LayeredModel<DeepGcn> {

  /** The normalization of the output of a convolution. */
  public enum Norm {
    /** No normalization. */
    NONE,
    /** {@link io.linkteller.models.layer.BatchNormalization}, which normalizes columns. */
    BATCH,
    /** {@link io.linkteller.models.layer.LayerNormalization}, which normalizes rows. */
    LAYER
  }

  /** The input of the last layer. */
  public enum Jump {
    /** The output of the last convolution. */
    LAST,
    /** The concatenated outputs of all convolutions. */
    CONCAT,
    /**
     * The elementwise maximum of the outputs of all convolutions; all hidden widths must be equal.
     */
    MAX
  }

  DeepGcn(Settings settings, Parameters parameters) {
    super(new DeepGcnArchitecture(), settings, parameters);
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
    Builder builder = builder().plan(LayerPlan.of(new DeepGcnArchitecture().check(settings)));
    return builder
        .normalization(DeepGcnArchitecture.normalization(settings))
        .residual(DeepGcnArchitecture.residual(settings))
        .norm(DeepGcnArchitecture.norm(settings))
        .jump(DeepGcnArchitecture.jump(settings));
  }

  @Override
  public DeepGcn withParameters(Parameters other) {
    return new DeepGcn(settings(), other);
  }

  /** Builds a {@link DeepGcn}. Not safe for use by several threads. */
  public static final class Builder extends ModelBuilder<DeepGcn, Builder> {

    private Normalization normalization = Normalization.AUG_NORM_ADJ;
    private boolean residual = true;
    private Norm norm = Norm.NONE;
    private Jump jump = Jump.LAST;

    private Builder() {
      super(new DeepGcnArchitecture());
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

    /**
     * Sets whether the input of each convolution is added to its output. If so, all hidden widths
     * must be equal.
     *
     * @param residual whether to add it; default true
     * @return this builder
     */
    public Builder residual(boolean residual) {
      this.residual = residual;
      return this;
    }

    /**
     * Sets the normalization of the output of each convolution.
     *
     * @param norm the normalization; default {@link Norm#NONE}
     * @return this builder
     */
    public Builder norm(Norm norm) {
      this.norm = norm;
      return this;
    }

    /**
     * Sets the input of the last layer.
     *
     * @param jump the input of the last layer; default {@link Jump#LAST}
     * @return this builder
     */
    public Builder jump(Jump jump) {
      this.jump = jump;
      return this;
    }

    @Override
    protected Builder self() {
      return this;
    }

    @Override
    protected Settings settings(LayerPlan plan) {
      return DeepGcnArchitecture.settings(plan, normalization, residual, norm, jump);
    }

    @Override
    protected DeepGcn model(Settings settings, Parameters parameters) {
      return new DeepGcn(settings, parameters);
    }
  }
}
