package io.linkteller.models.architecture;

import io.linkteller.graph.Graph;
import io.linkteller.models.parameter.Initialization;
import io.linkteller.models.parameter.ParameterSpec;
import io.linkteller.models.parameter.Parameters;
import io.linkteller.models.parameter.Tensor;
import io.linkteller.models.program.Program;
import io.linkteller.models.program.ProgramBuilder;
import io.linkteller.models.program.Value;
import io.linkteller.parallel.Workers;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.function.BiFunction;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/**
 * The input from which an {@link Architecture} composes a program: the settings, the graph and the
 * parameters. An architecture declares each parameter where it uses it. A first composition, on a
 * graph of one node, determines which parameters exist; later compositions read their values.
 */
public final class Composition {

  private static final Graph ONE_NODE = Graph.builder(1).build();

  private final Settings settings;
  private final Graph graph;
  private final ProgramBuilder program;

  /** Empty in a composition that only determines which parameters exist. */
  private final Optional<Parameters> parameters;

  private final List<ParameterSpec> declared = new ArrayList<>();
  private final Set<String> read = new TreeSet<>();

  private Composition(
      Settings settings, Graph graph, ProgramBuilder program, Optional<Parameters> parameters) {
    this.settings = settings;
    this.graph = graph;
    this.program = program;
    this.parameters = parameters;
  }

  /** Returns the parameters that an architecture declares for given settings. */
  static List<ParameterSpec> declare(Architecture architecture, Settings settings) {
    int width = architecture.inputWidth(settings);
    Composition composition =
        new Composition(settings, ONE_NODE, Program.builder(1, width), Optional.empty());
    architecture.compose(composition);
    settings.requireOnly(composition.read.toArray(String[]::new));
    return composition.declared;
  }

  /** Returns the program of a model on a graph. */
  static Program run(
      Architecture architecture,
      Settings settings,
      Parameters parameters,
      Graph graph,
      Workers workers) {
    ProgramBuilder program =
        Program.builder(graph.nodeCount(), architecture.inputWidth(settings)).workers(workers);
    Value output =
        architecture.compose(new Composition(settings, graph, program, Optional.of(parameters)));
    return program.build(output);
  }

  /** {@return the program that is being composed} */
  public ProgramBuilder program() {
    return program;
  }

  /**
   * {@return the graph on which the model runs}
   *
   * @throws IllegalArgumentException if the graph has relations, which would be ignored
   */
  public Graph graph() {
    return graph.requireOneRelation(
        "the architecture "
            + settings.architecture()
            + ", unlike an R-GCN (architecture(rgcn)) and an ONNX file with an input edge_type,");
  }

  /**
   * Returns the edges of each relation.
   *
   * @param count the number of relations that the model distinguishes
   * @return one graph per relation, on the same nodes; just the graph itself if it has no relations
   * @throws IllegalArgumentException if the graph has a different number of relations
   */
  public List<Graph> relations(int count) {
    if (parameters.isEmpty()) {
      return Collections.nCopies(count, graph);
    }
    List<Graph> relations = graph.relations().isEmpty() ? List.of(graph) : graph.relations();
    if (relations.size() != count) {
      throw new IllegalArgumentException(
          "the model distinguishes " + count + " relations, but the graph has " + relations.size());
    }
    return relations;
  }

  /**
   * Returns the widths and dropout rates, and sets the dropout rate of the features.
   *
   * @return the settings {@code layers}, {@code inputDropout} and {@code dropout}
   * @throws IllegalArgumentException if one of them is missing, malformed or out of range
   */
  public LayerPlan layers() {
    read.addAll(List.of(LayerPlan.LAYERS, LayerPlan.INPUT_DROPOUT, LayerPlan.DROPOUT));
    LayerPlan plan = LayerPlan.of(settings);
    program.inputDropout(plan.inputDropout());
    return plan;
  }

  /**
   * Returns the value of a setting. Settings that the architecture never reads are rejected as
   * unknown.
   *
   * @param <T> the type of its values
   * @param setting the setting
   * @return its value
   * @throws IllegalArgumentException if it is missing, malformed or out of range
   */
  public <T> T get(Setting<T> setting) {
    read.add(setting.name());
    return setting.in(settings);
  }

  /**
   * Returns the value of a setting for one layer. The setting has either one number per layer or a
   * single number for all layers.
   *
   * @param setting the setting
   * @param l the number of the layer, starting at 1
   * @param plan the plan of the layers
   * @return the number
   * @throws IllegalArgumentException if the setting has neither a single number nor one per layer
   */
  public int get(Setting<IntList> setting, int l, LayerPlan plan) {
    IntList all = get(setting);
    if (all.size() != 1 && all.size() != plan.depth()) {
      throw new IllegalArgumentException(
          setting.name()
              + " = "
              + all
              + " must have one number for each of the "
              + plan.depth()
              + " layers");
    }
    return all.getInt(all.size() == 1 ? 0 : l - 1);
  }

  /**
   * Declares a trained parameter.
   *
   * @param spec its name, shape and initial distribution
   * @return its value
   */
  public Value parameter(ParameterSpec spec) {
    return add(spec, true);
  }

  /**
   * Declares a parameter that no optimizer changes, such as a running statistic.
   *
   * @param spec its name, shape and initial value
   * @return its value
   */
  public Value state(ParameterSpec spec) {
    return add(spec, false);
  }

  private Value add(ParameterSpec spec, boolean trained) {
    declared.add(spec);
    if (parameters.isEmpty()) {
      return program.declare(spec.rows(), spec.cols());
    }
    DMatrixRMaj value = parameters.get().get(spec.name());
    return program.parameter(Tensor.of(spec.name(), value, trained));
  }

  private Value drawn(
      String name,
      int rows,
      int cols,
      boolean vector,
      BiFunction<Initialization, SplittableRandom, DMatrixRMaj> draw) {
    return parameter(new ParameterSpec(name, rows, cols, vector, Double.NEGATIVE_INFINITY, draw));
  }

  /**
   * Declares a weight matrix.
   *
   * @param name the name, such as {@code W1}
   * @param in the number of rows
   * @param out the number of columns
   * @return its value
   */
  public Value weight(String name, int in, int out) {
    return weights(name, in, out, 1);
  }

  /**
   * Declares several weight matrices side by side, each initialized as a separate weight.
   *
   * @param name the name, such as {@code W1}
   * @param in the number of rows
   * @param width the number of columns of each matrix
   * @param count the number of matrices
   * @return their value, {@code in} x ({@code count} times {@code width})
   */
  public Value weights(String name, int in, int width, int count) {
    return drawn(
        name,
        in,
        count * width,
        false,
        (initialization, random) -> {
          DMatrixRMaj all = new DMatrixRMaj(in, count * width);
          for (int m = 0; m < count; m++) {
            CommonOps_DDRM.insert(initialization.weight(in, width, random), all, 0, m * width);
          }
          return all;
        });
  }

  /**
   * Declares several row vectors as the rows of one matrix, each initialized as a separate weight.
   *
   * @param name the name, such as {@code aSrc1}
   * @param count the number of vectors
   * @param width the length of each vector
   * @return its value, {@code count} x {@code width}
   */
  public Value vectors(String name, int count, int width) {
    return drawn(
        name,
        count,
        width,
        false,
        (initialization, random) -> {
          DMatrixRMaj all = new DMatrixRMaj(count, width);
          for (int row = 0; row < count; row++) {
            DMatrixRMaj one = initialization.weight(width, 1, random);
            System.arraycopy(one.data, 0, all.data, row * width, width);
          }
          return all;
        });
  }

  /**
   * Declares a bias.
   *
   * @param name the name, such as {@code b1}
   * @param width the number of columns
   * @return its value, 1 x {@code width}
   */
  public Value bias(String name, int width) {
    return drawn(
        name, 1, width, true, (initialization, random) -> initialization.bias(width, random));
  }

  /**
   * Adds a linear map and declares its weight and bias.
   *
   * @param h H, n x d
   * @param weight the name of the weight
   * @param bias the name of the bias
   * @param width d', the number of columns of the result
   * @return H W + b
   */
  public Value linear(Value h, String weight, String bias, int width) {
    return program.linear(h, weight(weight, h.cols(), width), bias(bias, width));
  }
}
