package io.linkteller.data.onnx;

import io.linkteller.data.onnx.OnnxGraph.Attribute;
import io.linkteller.models.gcn.Normalization;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.ejml.data.DMatrixRMaj;
import org.jspecify.annotations.Nullable;

/**
 * The operators that graph neural networks are made of, on a graph that is an input: {@code
 * edge_index}, 2 x m, of which row 0 sends to row 1; both directions of each edge, no self-loops.
 * Values are named, as in {@link OnnxGraph}.
 */
public final class OnnxMessages {

  private final OnnxGraph graph;
  private final OnnxGraph.Type type;
  private final String features;
  private @Nullable Edges edges;

  /** What is derived from the graph once. */
  private record Edges(String senders, String receivers, String count, String degrees) {}

  OnnxMessages(OnnxGraph graph, OnnxGraph.Type type, String features) {
    this.graph = graph;
    this.type = type;
    this.features = features;
  }

  /** {@return X, n x d} */
  public String features() {
    return features;
  }

  /** {@return what the operators are added to} */
  public OnnxGraph graph() {
    return graph;
  }

  /** The graph becomes an input when it is first needed: a perceptron has none. */
  private Edges edges() {
    Edges known = edges;
    if (known != null) {
      return known;
    }
    String index = graph.input("edge_index", OnnxGraph.Type.INT64, "2", "m");
    String senders = row(index, 0);
    String receivers = row(index, 1);
    String count = graph.apply("Slice", List.of(apply("Shape", features), ints(0), ints(1)));
    String zeros = zeros(count);
    String ones =
        graph.apply("Expand", List.of(numbers("one", 1), graph.apply("Shape", List.of(receivers))));
    String degrees =
        graph.apply(
            "ScatterElements",
            List.of(zeros, receivers, ones),
            Attribute.of("axis", 0),
            Attribute.of("reduction", "add"));
    Edges fresh = new Edges(senders, receivers, count, degrees);
    edges = fresh;
    return fresh;
  }

  private String row(String index, int row) {
    return graph.apply(
        "Gather",
        List.of(index, graph.constant("row", OnnxGraph.Type.INT64, new double[] {row})),
        Attribute.of("axis", 0));
  }

  private String ints(long... values) {
    return graph.integers(values);
  }

  private String zeros(String shape) {
    return graph.apply("Expand", List.of(numbers("zero", 0), shape));
  }

  /**
   * Returns a constant list of numbers.
   *
   * @param name the name of the constant in the file
   * @param values its numbers
   * @return a constant list of numbers
   */
  public String numbers(String name, double... values) {
    return graph.constant(name, type, values, values.length);
  }

  /**
   * Returns a constant matrix.
   *
   * @param name the name of the constant in the file
   * @param values its numbers
   * @return a constant matrix
   */
  public String matrix(String name, DMatrixRMaj values) {
    double[] numbers = Arrays.copyOf(values.data, values.getNumElements());
    return graph.constant(name, type, numbers, values.numRows, values.numCols);
  }

  /**
   * Applies an operator without settings.
   *
   * @param operator the name of the ONNX operator
   * @param inputs the names of its inputs
   * @return the name of the result
   */
  public String apply(String operator, String... inputs) {
    return graph.apply(operator, List.of(inputs));
  }

  /**
   * Returns H W + b.
   *
   * @param h the name of H
   * @param weight W
   * @param bias b, if there is one
   * @return H W + b
   */
  public String linear(String h, DMatrixRMaj weight, Optional<DMatrixRMaj> bias) {
    String product = apply("MatMul", h, matrix("W", weight));
    return bias.isEmpty() ? product : apply("Add", product, matrix("b", bias.get()));
  }

  /**
   * Returns z where it is positive, else e^z - 1.
   *
   * @param z the name of z
   * @return z where it is positive, else e^z - 1
   */
  public String elu(String z) {
    // Elu itself is only there for floats.
    String zero = numbers("zero", 0);
    String below = apply("Sub", apply("Exp", apply("Min", z, zero)), numbers("one", 1));
    return apply("Where", apply("Greater", z, zero), z, below);
  }

  /** {@return the degrees, self not counted, as a column: n x 1} */
  public String degrees() {
    return apply("Unsqueeze", edges().degrees(), ints(1));
  }

  /**
   * Returns the rows of the senders, one for each entry of the graph.
   *
   * @param h the name of H
   * @return the rows of the senders, one for each entry of the graph
   */
  public String sent(String h) {
    return apply("Gather", h, edges().senders());
  }

  /**
   * Returns the rows of the receivers, one for each entry of the graph.
   *
   * @param h the name of H
   * @return the rows of the receivers, one for each entry of the graph
   */
  public String received(String h) {
    return apply("Gather", h, edges().receivers());
  }

  /**
   * Returns n x {@code width} rows: those of a start, with what each node receives added.
   *
   * @param start the name of the rows to start from
   * @param messages the name of the rows sent, one per entry of the graph
   * @return n x {@code width} rows: those of a start, with what each node receives added
   */
  public String sum(String start, String messages) {
    return scatter(start, messages, "add");
  }

  /**
   * Returns the larger of a start and what each node receives, for each column.
   *
   * @param start the name of the rows to start from
   * @param messages the name of the rows sent, one per entry of the graph
   * @return the larger of a start and what each node receives, for each column
   */
  public String max(String start, String messages) {
    return scatter(start, messages, "max");
  }

  private String scatter(String start, String messages, String reduction) {
    String places =
        apply("Expand", apply("Unsqueeze", edges().receivers(), ints(1)), apply("Shape", messages));
    return graph.apply(
        "ScatterElements",
        List.of(start, places, messages),
        Attribute.of("axis", 0),
        Attribute.of("reduction", reduction));
  }

  /**
   * Returns n x {@code width} zeros, or another number.
   *
   * @param value the number
   * @param width the number of columns
   * @return n x {@code width} zeros, or another number
   */
  public String filled(int width, double value) {
    String shape =
        graph.apply("Concat", List.of(edges().count(), ints(width)), Attribute.of("axis", 0));
    return graph.apply("Expand", List.of(numbers("fill", value), shape));
  }

  /**
   * Returns Â H.
   *
   * @param h the name of H
   * @param normalization how Â is made from A
   * @return Â H
   */
  public String propagate(String h, Normalization normalization) {
    String degrees = degrees();
    String one = numbers("one", 1);
    String augmented = apply("Add", degrees, one);
    String inverse = apply("Div", one, augmented);
    return switch (normalization) {
      case FIRST_ORDER_GCN -> spread(h, h, apply("Div", one, apply("Sqrt", degrees)), true);
      case AUG_NORM_ADJ -> spread(apply("Mul", h, inverse), h, apply("Sqrt", inverse), true);
      case BING_GE_NORM_ADJ ->
          spread(apply("Add", h, apply("Mul", h, inverse)), h, apply("Sqrt", inverse), true);
      case AUG_RWALK -> spread(apply("Mul", h, inverse), h, inverse, false);
    };
  }

  /** Adds to each node's own part its neighbors' rows times the factors of receiver and sender. */
  private String spread(String own, String h, String factor, boolean ofBoth) {
    String weights = ofBoth ? apply("Mul", received(factor), sent(factor)) : received(factor);
    return sum(own, apply("Mul", sent(h), weights));
  }

  /** Returns layer after layer, with an activation after all but the last. */
  String layers(IntList widths, LayerOf layer, Activated hidden) {
    String h = features;
    int depth = widths.size() - 1;
    for (int l = 1; l <= depth; l++) {
      h = layer.of(h, l);
      h = l < depth ? hidden.of(h) : h;
    }
    return h;
  }

  /** Writes layer l of 1 to k. */
  interface LayerOf {
    String of(String h, int l);
  }

  /** Writes an activation. */
  interface Activated {
    String of(String h);
  }
}
