package io.linkteller.models.gcn;

import io.linkteller.models.architecture.LayerPlan;
import io.linkteller.models.architecture.LayeredModel;
import io.linkteller.models.architecture.ModelBuilder;
import io.linkteller.models.architecture.Settings;
import io.linkteller.models.parameter.Initialization;
import io.linkteller.models.parameter.Parameters;
import it.unimi.dsi.fastutil.ints.IntArrayList;

/**
 * A graph convolutional network of any depth (Kipf and Welling, ICLR 2017): layer l computes H_l =
 * relu(Â H_(l-1) W_l + b_l), the last layer without relu, with dropout of the hidden activations.
 * Parameters are named {@code W1}, {@code b1}, {@code W2}, ... Immutable.
 *
 * <pre>{@code
 * Gcn model = Gcn.builder().layers(3170, 256, 2).dropout(0.5).build();
 * }</pre>
 */
public final class Gcn extends LayeredModel<Gcn> {

  Gcn(Settings settings, Parameters parameters) {
    super(new GcnArchitecture(), settings, parameters);
  }

  /** {@return a builder} */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Returns a model with given parameters, whose shapes determine its depth and widths. Its dropout
   * rates are 0, since the model is assumed to be trained.
   *
   * @param parameters {@code W1}, {@code b1}, {@code W2}, ... without gaps
   * @param normalization the normalization
   * @return the model
   * @throws IllegalArgumentException if there is no {@code W1}, shapes do not match, or there are
   *     superfluous parameters
   */
  public static Gcn ofParameters(Parameters parameters, Normalization normalization) {
    IntArrayList widths = IntArrayList.of(parameters.get("W1").numRows);
    for (int l = 1; parameters.names().contains("W" + l); l++) {
      widths.add(parameters.get("W" + l).numCols);
    }
    return new Gcn(
        GcnArchitecture.settings(new LayerPlan(widths, 0, 0), normalization), parameters);
  }

  /**
   * Returns a builder with the values of given settings.
   *
   * @param settings the settings of a model of this architecture
   * @return a builder
   * @throws IllegalArgumentException if a setting is missing, malformed or unknown
   */
  public static Builder builder(Settings settings) {
    return builder()
        .plan(LayerPlan.of(new GcnArchitecture().check(settings)))
        .normalization(GcnArchitecture.normalization(settings));
  }

  /** {@return k, the number of layers} */
  public int depth() {
    return LayerPlan.of(settings()).depth();
  }

  /** {@return the normalization of the adjacency matrix} */
  public Normalization normalization() {
    return GcnArchitecture.normalization(settings());
  }

  @Override
  public Gcn withParameters(Parameters other) {
    return new Gcn(settings(), other);
  }

  /**
   * Builds a {@link Gcn}. The default initialization is {@link Initialization#UNIFORM}. Not safe
   * for use by several threads.
   */
  public static final class Builder extends ModelBuilder<Gcn, Builder> {

    private Normalization normalization = Normalization.FIRST_ORDER_GCN;

    private Builder() {
      super(new GcnArchitecture());
    }

    /**
     * Sets the normalization of the adjacency matrix.
     *
     * @param normalization the normalization; default {@link Normalization#FIRST_ORDER_GCN}
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
      return GcnArchitecture.settings(plan, normalization);
    }

    @Override
    protected Gcn model(Settings settings, Parameters parameters) {
      return new Gcn(settings, parameters);
    }
  }
}
