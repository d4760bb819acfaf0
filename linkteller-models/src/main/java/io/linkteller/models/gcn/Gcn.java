package io.linkteller.models.gcn;

import io.linkteller.graph.Graph;
import io.linkteller.matrix.CsrMatrix;
import io.linkteller.models.network.Activation;
import io.linkteller.models.network.GnnModel;
import io.linkteller.models.network.Initialization;
import io.linkteller.models.network.LayerPlan;
import io.linkteller.models.network.ModelBuilder;
import io.linkteller.models.network.Network;
import io.linkteller.models.network.Parameters;
import io.linkteller.models.network.Settings;
import io.linkteller.models.network.WeightsAndBiases;
import io.linkteller.parallel.Workers;
import it.unimi.dsi.fastutil.ints.IntArrayList;

/**
 * A graph convolutional network of any depth (Kipf and Welling, ICLR 2017): layer l computes H_l =
 * relu(Â H_(l-1) W_l + b_l), the last layer without relu; dropout on the hidden activations.
 * Parameters are named {@code W1}, {@code b1}, {@code W2}, ... Immutable.
 *
 * <pre>{@code
 * Gcn model = Gcn.builder().layers(3170, 256, 2).dropout(0.5).build();
 * }</pre>
 */
public final class Gcn implements GnnModel<Gcn> {

  /** The name of the architecture in settings. */
  public static final String ARCHITECTURE = "gcn";

  private final LayerPlan plan;
  private final Normalization normalization;
  private final Parameters parameters;

  private Gcn(LayerPlan plan, Normalization normalization, Parameters parameters) {
    this.plan = plan;
    this.normalization = normalization;
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
   * Returns a model with given parameters, whose shapes say how deep and wide it is. Dropout is 0:
   * the model is taken to be trained.
   *
   * @param parameters {@code W1}, {@code b1}, {@code W2}, ... without gaps
   * @param normalization the normalization
   * @return the model
   * @throws IllegalArgumentException if there is no {@code W1}, shapes do not fit each other, or
   *     parameters are left over
   */
  public static Gcn ofParameters(Parameters parameters, Normalization normalization) {
    IntArrayList widths = IntArrayList.of(parameters.get("W1").numRows);
    for (int l = 1; parameters.names().contains("W" + l); l++) {
      widths.add(parameters.get("W" + l).numCols);
    }
    return new Gcn(new LayerPlan(widths, 0, 0), normalization, parameters);
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
    settings.requireOnly("layers", "normalization", "inputDropout", "dropout");
    return builder()
        .layers(settings.integers("layers"))
        .normalization(settings.constant("normalization", Normalization.class))
        .inputDropout(settings.number("inputDropout"))
        .dropout(settings.number("dropout"));
  }

  @Override
  public Settings settings() {
    return Settings.of(ARCHITECTURE)
        .with("layers", plan.widths().toIntArray())
        .with("normalization", normalization.name())
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

  /**
   * Returns how the adjacency matrix is normalized.
   *
   * @return the normalization
   */
  public Normalization normalization() {
    return normalization;
  }

  @Override
  public Parameters parameters() {
    return parameters;
  }

  @Override
  public Gcn withParameters(Parameters other) {
    return new Gcn(plan, normalization, other);
  }

  @Override
  public Network on(Graph graph, Workers workers) {
    CsrMatrix adjacency = normalization.of(graph);
    return plan.network(
        l -> new GcnLayer(adjacency, parameters.tensor("W" + l), parameters.tensor("b" + l)),
        Activation.RELU,
        workers);
  }

  @Override
  public String toString() {
    return "Gcn" + settings();
  }

  /**
   * Settings of a model: those of {@linkplain ModelBuilder every model}, and the normalization.
   * Parameters are drawn by {@link Initialization#UNIFORM} unless told otherwise. Not safe for use
   * by several threads.
   */
  public static final class Builder extends ModelBuilder<Gcn, Builder> {

    private Normalization normalization = Normalization.FIRST_ORDER_GCN;

    private Builder() {
      super(Initialization.UNIFORM);
    }

    /**
     * Sets the normalization.
     *
     * @param normalization default {@link Normalization#FIRST_ORDER_GCN}
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
    protected Gcn model(LayerPlan plan, Parameters parameters) {
      return new Gcn(plan, normalization, parameters);
    }
  }
}
