package io.linkteller.models.gat;

import io.linkteller.graph.Graph;
import io.linkteller.matrix.CsrMatrix;
import io.linkteller.models.network.Activation;
import io.linkteller.models.network.Dropout;
import io.linkteller.models.network.GnnModel;
import io.linkteller.models.network.Initialization;
import io.linkteller.models.network.LayerPlan;
import io.linkteller.models.network.ModelBuilder;
import io.linkteller.models.network.Network;
import io.linkteller.models.network.Parameters;
import io.linkteller.models.network.Settings;
import io.linkteller.parallel.Workers;
import it.unimi.dsi.fastutil.ints.IntImmutableList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.ejml.data.DMatrixRMaj;

/**
 * A graph attention network of any depth (Veličković, Cucurull, Casanova, Romero, Liò, Bengio,
 * "Graph Attention Networks", ICLR 2018). A node attends to itself and its neighbours; hidden
 * layers put their heads side by side and apply ELU, the last layer takes the mean of its heads.
 * Like k convolutions, k layers of attention reach k hops (Theorem 1 of LinkTeller's paper).
 *
 * <p>Layer l has the parameters {@code W}l (its input width x heads times width, the heads side by
 * side), {@code aSrc}l and {@code aDst}l (heads x width), {@code b}l, and with skip connections
 * {@code S}l, of the shape of {@code W}l: a linear map a head, added to what the head attended to.
 * Immutable.
 *
 * <pre>{@code
 * Gat ppi = Gat.builder().layers(50, 256, 256, 121).heads(6).skip(true).build();
 * Gat flickr = Gat.builder().layers(500, 256, 7).heads(4).dropout(0.5).build();
 * }</pre>
 */
public final class Gat implements GnnModel<Gat> {

  /** The name of the architecture in settings. */
  public static final String ARCHITECTURE = "gat";

  private final LayerPlan plan;
  private final IntList heads;
  private final boolean skip;
  private final double slope;
  private final double attentionDropout;
  private final Parameters parameters;

  private Gat(
      LayerPlan plan,
      IntList heads,
      boolean skip,
      double slope,
      double attentionDropout,
      Parameters parameters) {
    this.plan = plan;
    this.heads = heads;
    this.skip = skip;
    this.slope = slope;
    this.attentionDropout = attentionDropout;
    this.parameters = checked(shapes(plan.widths(), heads, skip), parameters);
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
    settings.requireOnly(
        "layers", "heads", "skip", "negativeSlope", "inputDropout", "dropout", "attentionDropout");
    return builder()
        .layers(settings.integers("layers"))
        .heads(settings.integers("heads"))
        .skip(settings.flag("skip"))
        .negativeSlope(settings.number("negativeSlope"))
        .inputDropout(settings.number("inputDropout"))
        .dropout(settings.number("dropout"))
        .attentionDropout(settings.number("attentionDropout"));
  }

  @Override
  public Settings settings() {
    return Settings.of(ARCHITECTURE)
        .with("layers", plan.widths().toIntArray())
        .with("heads", heads.toIntArray())
        .with("skip", Boolean.toString(skip))
        .with("negativeSlope", slope)
        .with("inputDropout", plan.inputDropout())
        .with("dropout", plan.dropout())
        .with("attentionDropout", attentionDropout);
  }

  /**
   * Returns the number of layers.
   *
   * @return k
   */
  public int depth() {
    return plan.depth();
  }

  /**
   * Returns the number of heads of each layer.
   *
   * @return k numbers, unmodifiable
   */
  public IntList heads() {
    return heads;
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
  public Gat withParameters(Parameters other) {
    return new Gat(plan, heads, skip, slope, attentionDropout, other);
  }

  /** The shape of a parameter, and the heads that are in it. */
  private record Shape(int rows, int cols, int heads, int headWidth) {}

  /** The parameters in the order of their layers. */
  private static Map<String, Shape> shapes(IntList widths, IntList heads, boolean skip) {
    Map<String, Shape> shapes = new LinkedHashMap<>();
    int in = widths.getInt(0);
    for (int l = 1; l < widths.size(); l++) {
      int count = heads.getInt(l - 1);
      int width = widths.getInt(l);
      int out = l < widths.size() - 1 ? count * width : width;
      shapes.put("W" + l, new Shape(in, count * width, count, width));
      shapes.put("aSrc" + l, new Shape(count, width, count, width));
      shapes.put("aDst" + l, new Shape(count, width, count, width));
      shapes.put("b" + l, new Shape(1, out, count, width));
      if (skip) {
        shapes.put("S" + l, new Shape(in, count * width, count, width));
      }
      in = out;
    }
    return shapes;
  }

  private static Parameters checked(Map<String, Shape> shapes, Parameters given) {
    Map<String, DMatrixRMaj> checked = new LinkedHashMap<>();
    shapes.forEach((name, shape) -> checked.put(name, given.get(name, shape.rows(), shape.cols())));
    given.requireOnly(checked.keySet());
    return Parameters.of(checked);
  }

  @Override
  public Network on(Graph graph, Workers workers) {
    CsrMatrix pattern = Neighborhoods.of(graph);
    return plan.network(
        l ->
            new GatLayer(
                pattern, heads.getInt(l - 1), l < depth(), slope, attentionDropout, tensors(l)),
        Activation.ELU,
        workers);
  }

  private GatTensors tensors(int l) {
    return new GatTensors(
        parameters.tensor("W" + l),
        parameters.tensor("aSrc" + l),
        parameters.tensor("aDst" + l),
        parameters.tensor("b" + l),
        skip ? Optional.of(parameters.tensor("S" + l)) : Optional.empty());
  }

  @Override
  public String toString() {
    return "Gat" + settings();
  }

  /**
   * Settings of a model: those of {@linkplain ModelBuilder every model}, and those of attention. A
   * hidden width is that of each head of the layer. Parameters are drawn by {@link
   * Initialization#GLOROT} unless told otherwise. Not safe for use by several threads.
   */
  public static final class Builder extends ModelBuilder<Gat, Builder> {

    private IntList heads = IntImmutableList.of(1);
    private boolean skip;
    private double slope = 0.2;
    private double attentionDropout;

    private Builder() {
      super(Initialization.GLOROT);
    }

    /**
     * Sets the number of heads.
     *
     * @param heads one number for all layers or one for each, at least 1; default 1
     * @return this builder
     * @throws IllegalArgumentException if there is no number or one is below 1
     */
    public Builder heads(int... heads) {
      if (heads.length == 0) {
        throw new IllegalArgumentException("heads needs a number for all layers or one for each");
      }
      for (int count : heads) {
        if (count < 1) {
          throw new IllegalArgumentException("heads = " + count + " is below 1");
        }
      }
      this.heads = IntImmutableList.of(heads.clone());
      return this;
    }

    /**
     * Sets whether each head adds a linear map of its input to what it attended to.
     *
     * @param skip default false
     * @return this builder
     */
    public Builder skip(boolean skip) {
      this.skip = skip;
      return this;
    }

    /**
     * Sets the slope of LeakyReLU below zero.
     *
     * @param slope finite, in [0, 1]; default 0.2
     * @return this builder
     * @throws IllegalArgumentException if {@code slope} is out of range
     */
    public Builder negativeSlope(double slope) {
      if (!(slope >= 0 && slope <= 1)) {
        throw new IllegalArgumentException("negativeSlope = " + slope + " is outside [0, 1]");
      }
      this.slope = slope;
      return this;
    }

    /**
     * Sets the share of attentions dropped in training, after the softmax.
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
    protected Parameters draw(
        LayerPlan plan, Initialization initialization, SplittableRandom random) {
      Map<String, DMatrixRMaj> drawn = new LinkedHashMap<>();
      shapes(plan.widths(), headsOfLayers(plan.depth()), skip)
          .forEach((name, shape) -> drawn.put(name, draw(name, shape, initialization, random)));
      return Parameters.of(drawn);
    }

    @Override
    protected Gat model(LayerPlan plan, Parameters parameters) {
      return new Gat(plan, headsOfLayers(plan.depth()), skip, slope, attentionDropout, parameters);
    }

    private IntList headsOfLayers(int depth) {
      if (heads.size() != 1 && heads.size() != depth) {
        throw new IllegalArgumentException(
            "heads = "
                + heads
                + " is given for "
                + heads.size()
                + " layers where there are "
                + depth);
      }
      int[] perLayer = new int[depth];
      Arrays.setAll(perLayer, l -> heads.getInt(heads.size() == 1 ? 0 : l));
      return IntImmutableList.of(perLayer);
    }

    /** Every head is drawn as a layer of its own. */
    private static DMatrixRMaj draw(
        String name, Shape shape, Initialization initialization, SplittableRandom random) {
      if (name.startsWith("b")) {
        return initialization.bias(shape.cols(), random);
      }
      int width = shape.headWidth();
      if (name.startsWith("a")) {
        DMatrixRMaj vectors = new DMatrixRMaj(shape.rows(), width);
        for (int head = 0; head < shape.heads(); head++) {
          System.arraycopy(
              initialization.weight(width, 1, random).data, 0, vectors.data, head * width, width);
        }
        return vectors;
      }
      DMatrixRMaj sideBySide = new DMatrixRMaj(shape.rows(), shape.cols());
      for (int head = 0; head < shape.heads(); head++) {
        DMatrixRMaj weight = initialization.weight(shape.rows(), width, random);
        for (int row = 0; row < shape.rows(); row++) {
          System.arraycopy(
              weight.data, row * width, sideBySide.data, row * shape.cols() + head * width, width);
        }
      }
      return sideBySide;
    }
  }
}
