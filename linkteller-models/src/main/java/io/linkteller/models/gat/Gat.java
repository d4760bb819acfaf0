package io.linkteller.models.gat;

import io.linkteller.models.architecture.LayerPlan;
import io.linkteller.models.architecture.LayeredModel;
import io.linkteller.models.architecture.ModelBuilder;
import io.linkteller.models.architecture.Settings;
import io.linkteller.models.network.Dropout;
import io.linkteller.models.parameter.Initialization;
import io.linkteller.models.parameter.Parameters;
import it.unimi.dsi.fastutil.ints.IntImmutableList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.Arrays;

/**
 * A graph attention network of any depth (Veličković, Cucurull, Casanova, Romero, Liò, Bengio,
 * "Graph Attention Networks", ICLR 2018). A node attends to itself and its neighbors. Hidden layers
 * concatenate their heads and apply ELU; the last layer takes the mean of its heads. Like k graph
 * convolutions, k attention layers reach k hops (Theorem 1 of the LinkTeller paper).
 *
 * <p>Layer l has the parameters {@code W}l (input width x (heads times width), with the heads side
 * by side), {@code aSrc}l and {@code aDst}l (heads x width) and {@code b}l. With skip connections
 * it also has {@code S}l, with the shape of {@code W}l: one linear map of the input per head, added
 * to the output of the head. Immutable.
 *
 * <pre>{@code
 * Gat ppi = Gat.builder().layers(50, 256, 256, 121).heads(6).skip(true).build();
 * Gat flickr = Gat.builder().layers(500, 256, 7).heads(4).dropout(0.5).build();
 * }</pre>
 */
public final class Gat extends LayeredModel<Gat> {

  Gat(Settings settings, Parameters parameters) {
    super(new GatArchitecture(), settings, parameters);
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
    Builder builder = builder().plan(LayerPlan.of(new GatArchitecture().check(settings)));
    GatPlan plan = GatPlan.of(settings);
    return builder
        .heads(plan.heads().toIntArray())
        .skip(plan.skip())
        .negativeSlope(plan.slope())
        .attentionDropout(plan.attentionDropout());
  }

  /** {@return k, the number of layers} */
  public int depth() {
    return heads().size();
  }

  /** {@return the number of heads of each layer: k numbers, unmodifiable} */
  public IntList heads() {
    return GatPlan.of(settings()).heads();
  }

  @Override
  public Gat withParameters(Parameters other) {
    return new Gat(settings(), other);
  }

  /**
   * Builds a {@link Gat}. A hidden width is the width of each head of the layer. The default
   * initialization is {@link Initialization#GLOROT}. Not safe for use by several threads.
   */
  public static final class Builder extends ModelBuilder<Gat, Builder> {

    private IntList heads = IntImmutableList.of(1);
    private boolean skip;
    private double slope = 0.2;
    private double attentionDropout;

    private Builder() {
      super(new GatArchitecture());
    }

    /**
     * Sets the number of heads.
     *
     * @param heads one number for all layers or one number per layer, each at least 1; default 1
     * @return this builder
     * @throws IllegalArgumentException if there is no number or one is below 1
     */
    public Builder heads(int... heads) {
      if (heads.length == 0) {
        throw new IllegalArgumentException(
            "heads must be one number for all layers or one number per layer");
      }
      GatPlan.checkHeads(heads);
      this.heads = IntImmutableList.of(heads.clone());
      return this;
    }

    /**
     * Sets whether each head adds a linear map of the input of its layer.
     *
     * @param skip whether to add it; default false
     * @return this builder
     */
    public Builder skip(boolean skip) {
      this.skip = skip;
      return this;
    }

    /**
     * Sets the slope of LeakyReLU for negative arguments.
     *
     * @param slope the slope, in [0, 1]; default 0.2
     * @return this builder
     * @throws IllegalArgumentException if {@code slope} is out of range
     */
    public Builder negativeSlope(double slope) {
      this.slope = GatPlan.checkSlope(slope);
      return this;
    }

    /**
     * Sets the dropout rate of attention coefficients in training.
     *
     * @param rate p, in [0, 1); default 0
     * @return this builder
     * @throws IllegalArgumentException if {@code rate} is out of range
     */
    public Builder attentionDropout(double rate) {
      this.attentionDropout = Dropout.checkRate("attentionDropout", rate);
      return this;
    }

    @Override
    protected Builder self() {
      return this;
    }

    @Override
    protected Settings settings(LayerPlan plan) {
      int[] perLayer = heads.toIntArray();
      if (perLayer.length == 1) {
        perLayer = new int[plan.depth()];
        Arrays.fill(perLayer, heads.getInt(0));
      }
      return new GatPlan(plan, IntImmutableList.of(perLayer), skip, slope, attentionDropout)
          .settings();
    }

    @Override
    protected Gat model(Settings settings, Parameters parameters) {
      return new Gat(settings, parameters);
    }
  }
}
