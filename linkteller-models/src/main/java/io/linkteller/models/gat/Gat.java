package io.linkteller.models.gat;

import io.linkteller.graph.Graph;
import io.linkteller.matrix.CsrMatrix;
import io.linkteller.models.network.Activation;
import io.linkteller.models.network.Dropout;
import io.linkteller.models.network.GnnModel;
import io.linkteller.models.network.Initialization;
import io.linkteller.models.network.Network;
import io.linkteller.models.network.Parameters;
import io.linkteller.models.network.Settings;
import io.linkteller.models.network.Stage;
import io.linkteller.models.network.Tensor;
import io.linkteller.models.network.Widths;
import io.linkteller.parallel.Workers;
import it.unimi.dsi.fastutil.ints.IntImmutableList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
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

  private final IntList widths;
  private final IntList heads;
  private final boolean skip;
  private final double slope;
  private final double inputDropout;
  private final double dropout;
  private final double attentionDropout;
  private final Parameters parameters;

  private Gat(Builder settings, IntList heads, Parameters parameters) {
    this.widths = settings.widths;
    this.heads = heads;
    this.skip = settings.skip;
    this.slope = settings.slope;
    this.inputDropout = settings.inputDropout;
    this.dropout = settings.dropout;
    this.attentionDropout = settings.attentionDropout;
    this.parameters = parameters;
  }

  private Gat(Gat other, Parameters parameters) {
    this.widths = other.widths;
    this.heads = other.heads;
    this.skip = other.skip;
    this.slope = other.slope;
    this.inputDropout = other.inputDropout;
    this.dropout = other.dropout;
    this.attentionDropout = other.attentionDropout;
    this.parameters = parameters;
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
        .with("layers", widths.toIntArray())
        .with("heads", heads.toIntArray())
        .with("skip", Boolean.toString(skip))
        .with("negativeSlope", slope)
        .with("inputDropout", inputDropout)
        .with("dropout", dropout)
        .with("attentionDropout", attentionDropout);
  }

  /**
   * Returns the number of layers.
   *
   * @return k
   */
  public int depth() {
    return widths.size() - 1;
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
    return widths.getInt(0);
  }

  @Override
  public int outputWidth() {
    return widths.getInt(depth());
  }

  @Override
  public Parameters parameters() {
    return parameters;
  }

  @Override
  public Gat withParameters(Parameters other) {
    Map<String, DMatrixRMaj> checked = new LinkedHashMap<>();
    shapes(widths, heads, skip)
        .forEach((name, shape) -> checked.put(name, other.get(name, shape.rows(), shape.cols())));
    other.requireOnly(checked.keySet());
    return new Gat(this, Parameters.of(checked));
  }

  private record Shape(int rows, int cols, int layer) {}

  /** The parameters in the order of their layers. */
  private static Map<String, Shape> shapes(IntList widths, IntList heads, boolean skip) {
    Map<String, Shape> shapes = new LinkedHashMap<>();
    int in = widths.getInt(0);
    for (int l = 1; l < widths.size(); l++) {
      int count = heads.getInt(l - 1);
      int width = widths.getInt(l);
      int out = l < widths.size() - 1 ? count * width : width;
      shapes.put("W" + l, new Shape(in, count * width, l));
      shapes.put("aSrc" + l, new Shape(count, width, l));
      shapes.put("aDst" + l, new Shape(count, width, l));
      shapes.put("b" + l, new Shape(1, out, l));
      if (skip) {
        shapes.put("S" + l, new Shape(in, count * width, l));
      }
      in = out;
    }
    return shapes;
  }

  @Override
  public Network on(Graph graph, Workers workers) {
    CsrMatrix pattern = Neighborhoods.of(graph);
    List<Stage> stages = new ArrayList<>();
    for (int l = 1; l <= depth(); l++) {
      boolean last = l == depth();
      GatTensors tensors =
          new GatTensors(
              tensor("W" + l),
              tensor("aSrc" + l),
              tensor("aDst" + l),
              tensor("b" + l),
              skip ? Optional.of(tensor("S" + l)) : Optional.empty());
      stages.add(
          new Stage(
              l == 1 ? inputDropout : dropout,
              new GatLayer(pattern, heads.getInt(l - 1), !last, slope, attentionDropout, tensors),
              last ? Activation.IDENTITY : Activation.ELU));
    }
    return new Network(stages, workers);
  }

  private Tensor tensor(String name) {
    return Tensor.startingAt(name, parameters.get(name));
  }

  @Override
  public String toString() {
    return "Gat" + settings();
  }

  /** Settings of a model. Not safe for use by several threads. */
  public static final class Builder {

    private IntList widths = IntImmutableList.of();
    private IntList heads = IntImmutableList.of(1);
    private boolean skip;
    private double slope = 0.2;
    private double inputDropout;
    private double dropout;
    private double attentionDropout;
    private Initialization initialization = Initialization.GLOROT;
    private long seed;

    private Builder() {}

    /**
     * Sets the widths: d features, the width of a head in each hidden layer, c logits. One number
     * more than there are layers.
     *
     * @param widths at least two numbers, each at least 1
     * @return this builder
     * @throws IllegalArgumentException if there are fewer than two numbers or one is below 1
     */
    public Builder layers(int... widths) {
      this.widths = Widths.of(widths);
      return this;
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
     * Sets the share of the inputs of hidden layers and the last one dropped in training.
     *
     * @param rate p, in [0, 1); default 0
     * @return this builder
     * @throws IllegalArgumentException if {@code rate} is out of range
     */
    public Builder dropout(double rate) {
      this.dropout = Dropout.checkRate("dropout", rate);
      return this;
    }

    /**
     * Sets the share of input features dropped in training. Veličković et al. drop as many of them
     * as of hidden activations.
     *
     * @param rate p, in [0, 1); default 0. Above 0 the features to train on must be sparse or
     *     dense, not standardized
     * @return this builder
     * @throws IllegalArgumentException if {@code rate} is out of range
     */
    public Builder inputDropout(double rate) {
      this.inputDropout = Dropout.checkRate("inputDropout", rate);
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

    /**
     * Sets how initial parameters are drawn.
     *
     * @param initialization default {@link Initialization#GLOROT}
     * @return this builder
     */
    public Builder initialization(Initialization initialization) {
      this.initialization = initialization;
      return this;
    }

    /**
     * Sets the seed of the initial parameters.
     *
     * @param seed default 0
     * @return this builder
     */
    public Builder seed(long seed) {
      this.seed = seed;
      return this;
    }

    /**
     * Builds the model.
     *
     * @return an untrained model
     * @throws IllegalStateException if {@link #layers} was not called
     * @throws IllegalArgumentException if the number of heads is given for another number of layers
     */
    public Gat build() {
      IntList headsOfLayers = headsOfLayers();
      SplittableRandom random = new SplittableRandom(seed);
      Map<String, DMatrixRMaj> initial = new LinkedHashMap<>();
      shapes(widths, headsOfLayers, skip)
          .forEach(
              (name, shape) ->
                  initial.put(
                      name,
                      draw(
                          name,
                          shape,
                          headsOfLayers.getInt(shape.layer() - 1),
                          widths.getInt(shape.layer()),
                          random)));
      return new Gat(this, headsOfLayers, Parameters.of(initial));
    }

    /**
     * Builds the model with given parameters instead of drawing them.
     *
     * @param parameters matrices of the names and shapes that the settings ask for
     * @return the model
     * @throws IllegalStateException if {@link #layers} was not called
     * @throws IllegalArgumentException if a parameter is missing, of another shape or left over
     */
    public Gat build(Parameters parameters) {
      return new Gat(this, headsOfLayers(), parameters).withParameters(parameters);
    }

    private IntList headsOfLayers() {
      if (widths.isEmpty()) {
        throw new IllegalStateException("layers(...) was not called");
      }
      int depth = widths.size() - 1;
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
    private DMatrixRMaj draw(
        String name, Shape shape, int count, int width, SplittableRandom random) {
      if (name.startsWith("b")) {
        return initialization.bias(shape.cols(), random);
      }
      if (name.startsWith("a")) {
        DMatrixRMaj vectors = new DMatrixRMaj(count, width);
        for (int head = 0; head < count; head++) {
          System.arraycopy(
              initialization.weight(width, 1, random).data, 0, vectors.data, head * width, width);
        }
        return vectors;
      }
      DMatrixRMaj sideBySide = new DMatrixRMaj(shape.rows(), shape.cols());
      for (int head = 0; head < count; head++) {
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
