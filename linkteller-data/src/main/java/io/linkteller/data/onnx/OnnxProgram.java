package io.linkteller.data.onnx;

import io.linkteller.graph.Graph;
import io.linkteller.inference.ModelFormatException;
import io.linkteller.models.program.GraphModel;
import io.linkteller.models.program.Precision;
import io.linkteller.models.program.Program;
import io.linkteller.models.program.ProgramBuilder;
import io.linkteller.models.program.Value;
import io.linkteller.parallel.Workers;
import io.linkteller.privacy.Provenance;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A model in an ONNX file as a program of this library's operators, computed in pure Java.
 *
 * <p>The model's inputs are the features, n x d, and usually the edges as pairs of nodes, a 2 x m
 * tensor of integers ({@code edge_index}), which contains both directions of each edge. Inputs for
 * edge weights and edge types are optional. Inputs are recognized by their names and shapes. The
 * output has one row per node.
 *
 * <p>The nodes of the file that do not depend on the features are computed once per graph. Like a
 * model of this library, the model can be served by a {@link io.linkteller.models.serve.GraphOwner}
 * and audited without storing all influences.
 */
public final class OnnxProgram implements GraphModel {

  /**
   * The maximum number of numbers in all values of a program: as many as fit in half of the heap.
   */
  private static final long MAX_NUMBERS = Runtime.getRuntime().maxMemory() / (2L * Double.BYTES);

  private final Path path;
  private final OnnxFile file;
  private final OnnxRoles roles;
  private final Builder settings;

  private OnnxProgram(Path path, OnnxFile file, OnnxRoles roles, Builder settings) {
    this.path = path;
    this.file = file;
    this.roles = roles;
    this.settings = settings;
  }

  /**
   * Reads a file.
   *
   * @param file an ONNX file
   * @return the model
   * @throws ModelFormatException if the file is missing, damaged, or has unsuitable inputs or
   *     outputs; the message states the reason
   */
  public static OnnxProgram read(Path file) {
    return builder().read(file);
  }

  /**
   * Returns the outputs of a file; {@link Builder#outputName} selects one of them.
   *
   * @param file an ONNX file
   * @return their names, in the order of the file
   * @throws ModelFormatException if the file is missing or damaged
   */
  public static List<String> outputs(Path file) {
    return OnnxFile.read(file).graph().outputs().stream().map(OnnxSlot::name).toList();
  }

  /** {@return a builder with the settings for a model} */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * {@inheritDoc}
   *
   * @throws ModelFormatException if neither the file nor {@link Builder#inputWidth} determines the
   *     number
   */
  @Override
  public int inputWidth() {
    if (roles.width() == 0 && settings.width == 0) {
      throw new ModelFormatException(
          path, "the number of features per node is not fixed; set it with inputWidth(...)");
    }
    return roles.width() > 0 ? roles.width() : settings.width;
  }

  /** Returns {@link Provenance#UNKNOWN}, because the file does not record the provenance. */
  @Override
  public Provenance provenance() {
    return Provenance.UNKNOWN;
  }

  @Override
  public void identify(MessageDigest digest) {
    digest.update(file.bytes().duplicate());
    digest.update(settings.toString().getBytes(StandardCharsets.UTF_8));
    // A weighting is a function, so its values for a few degrees must identify it.
    settings.weighting.ifPresent(
        weighting -> {
          for (int entries = 1; entries <= 4; entries++) {
            double weight = weighting.weight(0, 1, entries, 5);
            double back = weighting.weight(1, 0, 5, entries);
            digest.update((weight + " " + back + " ").getBytes(StandardCharsets.UTF_8));
          }
        });
  }

  /** {@return the precision of the model's computation} */
  public Precision precision() {
    return isSingle() ? Precision.SINGLE : Precision.DOUBLE;
  }

  private boolean isSingle() {
    return settings.precision == Precision.SINGLE
        && roles.features().format() != NumberFormat.DOUBLE;
  }

  /** {@return the file} */
  public Path path() {
    return path;
  }

  /** {@return the roles of the inputs and the output} */
  public OnnxRoles roles() {
    return roles;
  }

  /**
   * Returns the edges of a graph with the weights and types that the model requires.
   *
   * @param graph the graph, which may be the subgraph induced by the nodes of a query
   * @return the edges
   * @throws ModelFormatException if the model requires weights or types that the graph does not
   *     have, or vice versa
   */
  public EdgeIndex edges(Graph graph) {
    EdgeIndex edges = EdgeIndex.of(graph, settings.selfLoops);
    if (edges.isWeighted() && roles.weights().isEmpty()) {
      throw new ModelFormatException(path, "the model has no input for the weights of the graph");
    }
    if (!graph.relations().isEmpty() && roles.types().isEmpty()) {
      throw new ModelFormatException(path, "the model has no input for the relations of the graph");
    }
    // A query of nodes without edges between them needs no weights.
    boolean weightsKnown =
        edges.isWeighted() || graph.entryCount() == 0 || settings.weighting.isPresent();
    if (roles.weights().isPresent() && weightsKnown) {
      edges = edges.withWeights(edges.weights(settings.weighting.orElse(EdgeWeighting.ONES)));
    }
    roles.requireGiven(path, edges);
    return edges;
  }

  /**
   * {@inheritDoc}
   *
   * @throws ModelFormatException if the file is damaged or was exported for a different graph
   * @throws UnsupportedOperatorException if the file has an unsupported operator
   */
  @Override
  public Program on(Graph graph, Workers workers) {
    return on(edges(graph), workers);
  }

  /**
   * Returns the program of the model on given arcs.
   *
   * @param edges the nodes and the arcs, with weights and types if the model requires them
   * @param workers the executor of the passes
   * @return the program
   * @throws ModelFormatException if the file is damaged, was exported for a different graph, or
   *     requires weights or types that are missing
   * @throws UnsupportedOperatorException if the file has an unsupported operator
   */
  public Program on(EdgeIndex edges, Workers workers) {
    int nodes = edges.nodeCount();
    int width = inputWidth();
    int entries = edges.entryCount();
    roles.requireGiven(path, edges);
    roles.requireSize(path, edges);
    Map<String, OnnxValue> inputs = new HashMap<>();
    OnnxBinding binding = new OnnxBinding(path, file, !isSingle(), nodes);
    OnnxSlot x = roles.features();
    boolean batched = roles.isBatched();
    int[] shape = batched ? new int[] {1, nodes, width} : new int[] {nodes, width};
    NumberFormat format = binding.computed(x.format());
    OnnxStep features = OnnxStep.features();
    OnnxStep rounded =
        format == NumberFormat.FLOAT16
            ? OnnxStep.of(() -> new Rounding(NumberFormat.FLOAT16), features)
            : features;
    inputs.put(x.name(), OnnxValue.of(format, shape, batched ? 1 : 0, rounded));
    if (roles.edges().isPresent()) {
      double[] numbers = Arrays.stream(edges.pairs(roles.byEntry())).asDoubleStream().toArray();
      int[] ofEdges = roles.byEntry() ? new int[] {entries, 2} : new int[] {2, entries};
      OnnxSlot slot = roles.edges().get();
      inputs.put(slot.name(), OnnxValue.of(new Tensor(slot.format(), ofEdges, numbers)));
    }
    roles
        .weights()
        .ifPresent(
            slot ->
                inputs.put(slot.name(), perEdge(binding, slot, edges.weights(EdgeWeighting.ONES))));
    double[] types = Arrays.stream(edges.types()).asDoubleStream().toArray();
    roles.types().ifPresent(slot -> inputs.put(slot.name(), perEdge(binding, slot, types)));
    // All nodes of a query belong to the same graph.
    roles
        .batch()
        .ifPresent(slot -> inputs.put(slot.name(), perEdge(binding, slot, new double[nodes])));
    try {
      return build(output(binding.bind(inputs, roles.output()), nodes), nodes, width, workers);
    } catch (UnsupportedOperatorException e) {
      throw e;
    } catch (RuntimeException e) {
      // A damaged file can cause failures wherever its numbers are used.
      throw new ModelFormatException(path, String.valueOf(e.getMessage()), e);
    }
  }

  private static OnnxValue perEdge(OnnxBinding binding, OnnxSlot slot, double[] numbers) {
    int[] shape = slot.rank() == 2 ? new int[] {numbers.length, 1} : new int[] {numbers.length};
    NumberFormat format = binding.computed(slot.format());
    double[] rounded = numbers.clone();
    format.round(rounded, 0, rounded.length);
    return OnnxValue.of(new Tensor(format, shape, rounded));
  }

  /** Returns the logits with one row per node. */
  private OnnxValue output(OnnxValue value, int nodes) {
    boolean rows = value.hasRows() && value.rows() == nodes;
    if (!rows && !(nodes == 1 && !value.hasRows() && !value.isConstant())) {
      throw new IllegalArgumentException(
          "output "
              + roles.output()
              + " has the shape "
              + Tensor.text(value.shape)
              + (value.isConstant()
                  ? " and does not depend on the features"
                  : " instead of one row per node"));
    }
    return value;
  }

  /**
   * Adds the steps that the output needs to a program. Does not recurse, because chains of steps
   * may be long.
   */
  private Program build(OnnxValue output, int nodes, int width, Workers workers) {
    ProgramBuilder builder =
        Program.builder(nodes, width)
            .precision(isSingle() ? Precision.SINGLE : Precision.DOUBLE)
            .workers(workers);
    IdentityHashMap<OnnxStep, Value> values = new IdentityHashMap<>();
    long numbers = 0;
    Deque<OnnxStep> open = new ArrayDeque<>();
    open.push(output.step());
    while (!open.isEmpty()) {
      OnnxStep step = open.peek();
      if (values.containsKey(step)) {
        open.pop();
        continue;
      }
      boolean ready = true;
      for (OnnxStep input : step.inputs()) {
        if (!values.containsKey(input)) {
          open.push(input);
          ready = false;
        }
      }
      if (ready) {
        open.pop();
        Value value =
            switch (step.kind()) {
              case FEATURES -> builder.features();
              case CONSTANT -> builder.constant(step.constant());
              default ->
                  builder.apply(
                      step.operator(),
                      step.inputs().stream().map(values::get).toArray(Value[]::new));
            };
        step.requireSize(value.rows(), value.cols());
        values.put(step, value);
        numbers += (long) value.rows() * value.cols();
        if (numbers > MAX_NUMBERS) {
          throw new IllegalArgumentException(
              "the values between its operators do not fit in memory");
        }
      }
    }
    return builder.build(Objects.requireNonNull(values.get(output.step())));
  }

  /** A builder of models. Not safe for use by several threads. */
  public static final class Builder {

    private final Map<String, String> names = new TreeMap<>();
    private Precision precision = Precision.SINGLE;
    private Optional<EdgeWeighting> weighting = Optional.empty();
    private boolean selfLoops;
    private int width;

    private Builder() {}

    private Builder(Builder other) {
      names.putAll(other.names);
      precision = other.precision;
      weighting = other.weighting;
      selfLoops = other.selfLoops;
      width = other.width;
    }

    /** Returns the settings that identify the model, except edge weights. */
    @Override
    public String toString() {
      return names + ", " + precision + ", " + selfLoops;
    }

    /**
     * Sets the precision of a model with {@code float} features: single, as in PyTorch, or double,
     * for exact influences. A model with {@code double} features is always computed in double
     * precision.
     *
     * @param precision the precision; default {@link Precision#SINGLE}
     * @return this builder
     */
    public Builder precision(Precision precision) {
      this.precision = precision;
      return this;
    }

    /**
     * Sets the number of features per node, for a file in which it is not fixed.
     *
     * @param width d, at least 1
     * @return this builder
     * @throws IllegalArgumentException if {@code width} is below 1
     */
    public Builder inputWidth(int width) {
      if (width < 1) {
        throw new IllegalArgumentException("inputWidth = " + width + " is below 1");
      }
      this.width = width;
      return this;
    }

    /**
     * Sets the name of the input for the features. By default, this is {@code x}, or otherwise the
     * only floating-point input with one row per node.
     *
     * @param name the name of the input
     * @return this builder
     */
    public Builder inputName(String name) {
      names.put(OnnxRoles.FEATURES, name);
      return this;
    }

    /**
     * Sets the name of the input for the edges. By default, this is {@code edge_index}, or
     * otherwise the only integer input with two axes.
     *
     * @param name the name of the input
     * @return this builder
     */
    public Builder edgeInputName(String name) {
      names.put(OnnxRoles.EDGES, name);
      return this;
    }

    /**
     * Sets the name of the input for the weights of the edges. By default, this is {@code
     * edge_weight} or {@code edge_attr}, or otherwise the only floating-point input with one number
     * per edge.
     *
     * @param name the name of the input
     * @return this builder
     */
    public Builder edgeWeightInputName(String name) {
      names.put(OnnxRoles.WEIGHTS, name);
      return this;
    }

    /**
     * Sets the name of the output that contains the logits. By default, this is {@code logits}, or
     * otherwise the only output.
     *
     * @param name the name of the output
     * @return this builder
     */
    public Builder outputName(String name) {
      names.put(OnnxRoles.OUTPUT, name);
      return this;
    }

    /**
     * Sets the weights of the edges. Required if the model has an input for weights, unless the
     * graph is weighted.
     *
     * @param weighting the weights of the edges
     * @return this builder
     */
    public Builder edgeWeights(EdgeWeighting weighting) {
      this.weighting = Optional.of(weighting);
      return this;
    }

    /**
     * Sets whether the edges include a self-loop at each node. Layers of PyTorch Geometric and DGL
     * add self-loops themselves if they need them.
     *
     * @param selfLoops whether to add self-loops; default false
     * @return this builder
     */
    public Builder selfLoops(boolean selfLoops) {
      this.selfLoops = selfLoops;
      return this;
    }

    /**
     * Reads a file.
     *
     * @param file an ONNX file
     * @return the model
     * @throws ModelFormatException if the file is missing, damaged, or has unsuitable inputs or
     *     outputs; the message states the reason
     */
    public OnnxProgram read(Path file) {
      OnnxFile read = OnnxFile.read(file);
      OnnxRoles roles = OnnxRoles.of(read, file, names);
      if (roles.isBatched() && roles.features().shape().get(0) > 1) {
        throw new ModelFormatException(
            file,
            "input "
                + roles.features()
                + " requires several queries at once, but queries are answered individually");
      }
      if (weighting.isPresent() && roles.weights().isEmpty()) {
        throw new ModelFormatException(
            file,
            "edgeWeights is set, but the model has no input for weights; the inputs are "
                + roles.features()
                + roles.edges().map(slot -> ", " + slot).orElse(""));
      }
      return new OnnxProgram(file, read, roles, new Builder(this));
    }
  }
}
