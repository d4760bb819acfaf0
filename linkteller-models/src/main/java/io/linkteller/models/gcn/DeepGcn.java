package io.linkteller.models.gcn;

import io.linkteller.models.network.LayerPlan;
import io.linkteller.models.network.LayeredModel;
import io.linkteller.models.network.ModelBuilder;
import io.linkteller.models.network.Parameters;
import io.linkteller.models.network.Settings;

/**
 * Graph convolutions between two linear layers, with what makes depth work: H_1 = relu(X W_1 +
 * b_1); hidden layer l computes relu(norm(Â H_(l-1) W_l + b_l)) and, with residual connections,
 * adds H_(l-1) (Li, Müller, Thabet, Ghanem, ICCV 2019); the last layer is linear and takes the last
 * H, or by jumping knowledge (Xu et al., ICML 2018) the H of all convolutions side by side or the
 * largest of them. So k widths after the first make k - 2 hops.
 *
 * <p>Parameters are named {@code W1}, {@code b1}, {@code W2}, ...; those of the normalization
 * behind convolution l are {@code gamma}l, {@code beta}l and, for batch normalization, {@code
 * mean}l and {@code var}l. Immutable.
 *
 * <pre>{@code
 * DeepGcn model =
 *     DeepGcn.builder().layers(1433, 32, 32, 32, 7).residual(true).norm(Norm.BATCH).build();
 * }</pre>
 */
public final class DeepGcn extends LayeredModel<DeepGcn> {

  /** How the output of a convolution is normalized. */
  public enum Norm {
    /** Not at all. */
    NONE,
    /** By column: {@link io.linkteller.models.layer.BatchNormalization}. */
    BATCH,
    /** By row: {@link io.linkteller.models.layer.LayerNormalization}. */
    LAYER
  }

  /** What the last layer takes of the convolutions. */
  public enum Jump {
    /** The output of the last. */
    LAST,
    /** The outputs of all, side by side. */
    CONCAT,
    /** The largest of each column over all; all hidden widths must be equal. */
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
   * Returns a builder that starts from settings.
   *
   * @param settings what {@link #settings()} returned
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

  /**
   * Settings of a model: those of {@linkplain ModelBuilder every model}, and its own. Not safe for
   * use by several threads.
   */
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
     * @param normalization default {@link Normalization#AUG_NORM_ADJ}
     * @return this builder
     */
    public Builder normalization(Normalization normalization) {
      this.normalization = normalization;
      return this;
    }

    /**
     * Sets whether a convolution's input is added to its output. All hidden widths must then be
     * equal.
     *
     * @param residual default true
     * @return this builder
     */
    public Builder residual(boolean residual) {
      this.residual = residual;
      return this;
    }

    /**
     * Sets how the output of a convolution is normalized.
     *
     * @param norm default {@link Norm#NONE}
     * @return this builder
     */
    public Builder norm(Norm norm) {
      this.norm = norm;
      return this;
    }

    /**
     * Sets what the last layer takes.
     *
     * @param jump default {@link Jump#LAST}
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
