package io.linkteller.data.onnx;

import io.linkteller.testing.export.OnnxGraph;
import io.linkteller.testing.export.OnnxGraph.Attribute;
import io.linkteller.testing.export.ProtobufBytes;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Small files that together have every operator that is read, for three nodes of two features. */
final class OnnxSamples {

  private final OnnxGraph graph;
  private final int set;
  private final String x;
  private final String from;
  private final String to;
  private final List<String> columns = new ArrayList<>();

  private OnnxSamples(int set) {
    this.set = set;
    graph = new OnnxGraph(set);
    x = graph.input("x", OnnxGraph.Type.FLOAT, "n", "2");
    String edges = graph.input("edge_index", OnnxGraph.Type.INT64, "2", "m");
    from = apply("Gather", edges, graph.constant("first", OnnxGraph.Type.INT64, new double[] {0}));
    to = apply("Gather", edges, graph.constant("second", OnnxGraph.Type.INT64, new double[] {1}));
  }

  /** {@return all files} */
  static List<byte[]> all() {
    List<byte[]> all = new ArrayList<>();
    for (String architecture : List.of("gat", "sage", "gin")) {
      all.add(resource("/onnx/" + architecture + "-2-2-2.onnx"));
    }
    for (int set : new int[] {12, 18}) {
      all.add(new OnnxSamples(set).shapes());
      all.add(new OnnxSamples(set).functions());
      all.add(new OnnxSamples(set).weightedAndTyped());
    }
    all.add(new OnnxSamples(18).indices());
    all.add(new OnnxSamples(18).scatters());
    all.add(new OnnxSamples(18).attention());
    all.add(localFunction());
    return all;
  }

  private static byte[] resource(String name) {
    try (InputStream in = OnnxSamples.class.getResourceAsStream(name)) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String apply(String operator, String... inputs) {
    return graph.apply(operator, List.of(inputs));
  }

  private String apply(List<Attribute> attributes, String operator, String... inputs) {
    return graph.apply(operator, List.of(inputs), attributes.toArray(Attribute[]::new));
  }

  private String numbers(double... values) {
    return graph.constant("numbers", OnnxGraph.Type.FLOAT, values, values.length);
  }

  private String number(OnnxGraph.Type type, double value) {
    return graph.constant("number", type, new double[] {value});
  }

  /** Axes are an attribute in old versions and an input in new ones. */
  private String along(int since, String operator, String of, long... axes) {
    return set >= since
        ? apply(operator, of, graph.integers(axes))
        : apply(List.of(Attribute.of("axes", axes)), operator, of);
  }

  private byte[] output() {
    String joined = graph.apply("Concat", columns, new Attribute[] {Attribute.of("axis", -1L)});
    graph.output(joined, "logits", OnnxGraph.Type.FLOAT, "n", "c");
    return graph.toBytes();
  }

  private byte[] shapes() {
    String shape = apply("Shape", x);
    String n = apply("Gather", shape, number(OnnxGraph.Type.INT64, 0));
    String wide = along(13, "Unsqueeze", x, 1);
    String tiled = apply("Tile", wide, graph.integers(1, 2, 1));
    String turned = apply(List.of(Attribute.of("perm", new long[] {0, 2, 1})), "Transpose", tiled);
    columns.add(apply("Reshape", turned, graph.integers(-1, 4)));
    columns.add(apply(List.of(Attribute.of("axis", 1)), "Flatten", turned));
    columns.add(
        apply(
            "Slice",
            x,
            graph.integers(1),
            graph.integers(-9),
            graph.integers(1),
            graph.integers(-1)));
    columns.add(along(13, "Squeeze", wide, 1));
    columns.add(along(18, "ReduceMean", x, 1));
    columns.add(along(13, "ReduceSum", x, -1));
    columns.add(along(18, "ReduceL2", x, 1));
    columns.add(along(18, "ReduceLogSumExp", x, 1));
    String all = along(18, "ReduceMax", x, 0);
    columns.add(apply("Expand", all, apply("Shape", x)));
    String mask =
        apply(
            "Less",
            apply("Range", number(OnnxGraph.Type.INT64, 0), n, number(OnnxGraph.Type.INT64, 1)),
            n);
    columns.add(
        apply(
            "Where",
            along(13, "Unsqueeze", mask, 1),
            x,
            apply("ConstantOfShape", apply("Shape", x))));
    columns.add(
        apply(List.of(Attribute.of("equation", "nd,kd->nk")), "Einsum", x, matrix(1, 2, 3, 4)));
    columns.add(
        apply(
            List.of(Attribute.of("transB", 1), Attribute.of("alpha", 0.5f)),
            "Gemm",
            x,
            matrix(1, 0, 2, 1),
            numbers(1, 2)));
    return output();
  }

  private String matrix(double... values) {
    return graph.constant("matrix", OnnxGraph.Type.FLOAT, values, 2, 2);
  }

  private byte[] functions() {
    for (String operator :
        List.of("Relu", "Sigmoid", "Tanh", "Softplus", "Erf", "Abs", "Floor", "Neg", "Selu")) {
      columns.add(apply(operator, x));
    }
    columns.add(apply(List.of(Attribute.of("alpha", 0.2f)), "LeakyRelu", x));
    columns.add(apply(List.of(Attribute.of("axis", 1)), "Softmax", x));
    columns.add(apply(List.of(Attribute.of("axis", 1)), "LogSoftmax", x));
    columns.add(
        apply("BatchNormalization", x, numbers(1, 2), numbers(0, 1), numbers(0, 1), numbers(1, 2)));
    if (set >= 17) {
      columns.add(
          apply(
              List.of(Attribute.of("axis", -1)),
              "LayerNormalization",
              x,
              numbers(1, 2),
              numbers(0, 1)));
    }
    columns.add(
        apply("Clip", x, number(OnnxGraph.Type.FLOAT, -0.5), number(OnnxGraph.Type.FLOAT, 0.5)));
    columns.add(apply("Max", x, numbers(0.5, 0), numbers(0, 0.5)));
    columns.add(apply("Mean", x, numbers(0.5, 0)));
    columns.add(apply("Pow", apply("Mul", x, x), number(OnnxGraph.Type.FLOAT, 2)));
    columns.add(apply("PRelu", x, numbers(0.5, 0.25)));
    columns.add(apply("Dropout", x));
    columns.add(cast(cast(x, 10), 1));
    columns.add(cast(apply("Greater", x, number(OnnxGraph.Type.FLOAT, 0)), 1));
    return output();
  }

  private String cast(String value, int to) {
    return apply(List.of(Attribute.of("to", to)), "Cast", value);
  }

  private byte[] weightedAndTyped() {
    String weights = graph.input("edge_weight", OnnxGraph.Type.FLOAT, "m");
    String types = graph.input("edge_type", OnnxGraph.Type.INT64, "m");
    String one = cast(apply("Equal", types, number(OnnxGraph.Type.INT64, 1)), 1);
    String factors = apply("Mul", weights, apply("Add", one, number(OnnxGraph.Type.FLOAT, 1)));
    columns.add(summed(apply("Mul", apply("Gather", x, from), along(13, "Unsqueeze", factors, 1))));
    return output();
  }

  /** Sums over the arcs of each node, as a product with the incidence matrix. */
  private String summed(String messages) {
    String hot =
        apply(
            List.of(Attribute.of("axis", 0L)),
            "OneHot",
            to,
            number(OnnxGraph.Type.INT64, 3),
            numbers(0, 1));
    return apply("MatMul", hot, messages);
  }

  /** Indices that features choose, too. */
  private byte[] indices() {
    String largest =
        apply(List.of(Attribute.of("axis", 1), Attribute.of("keepdims", 1L)), "ArgMax", x);
    columns.add(apply(List.of(Attribute.of("axis", 1)), "GatherElements", x, largest));
    columns.add(apply("Gather", numbers(3, 4, 5), largest));
    columns.add(
        apply(
            "GatherND",
            x,
            graph.constant("at", OnnxGraph.Type.INT64, new double[] {2, 0, 1}, 3, 1)));
    columns.add(
        apply(
            List.of(Attribute.of("axis", 1)),
            "ScatterElements",
            x,
            largest,
            along(18, "ReduceSum", x, 1)));
    columns.add(apply("Gather", apply("Gather", x, from), graph.integers(0, 1, 3)));
    return output();
  }

  private byte[] scatters() {
    String sent = apply("Gather", x, from);
    String places = along(13, "Unsqueeze", to, 1);
    String shape = apply("Shape", sent);
    for (String reduction : List.of("none", "add", "mul", "max", "min")) {
      Attribute how = Attribute.of("reduction", reduction);
      columns.add(apply(List.of(how), "ScatterElements", x, apply("Expand", places, shape), sent));
      columns.add(apply(List.of(how), "ScatterND", x, places, sent));
    }
    return output();
  }

  /** Over all nodes, with a mask of -∞ and an axis of heads before that of nodes. */
  private byte[] attention() {
    String heads = along(13, "Unsqueeze", x, 0);
    String both = apply(List.of(Attribute.of("axis", 0L)), "Concat", heads, heads);
    String turned = apply(List.of(Attribute.of("perm", new long[] {0, 2, 1})), "Transpose", both);
    String scores = apply("MatMul", both, turned);
    String masked =
        apply(
            "Where",
            apply("Greater", square(0, 1, 1, 1, 0, 1, 1, 1, 0), number(OnnxGraph.Type.FLOAT, 0.5)),
            scores,
            number(OnnxGraph.Type.FLOAT, Double.NEGATIVE_INFINITY));
    String weights = apply(List.of(Attribute.of("axis", -1L)), "Softmax", masked);
    String out = apply("MatMul", weights, both);
    columns.add(
        apply(
            "Reshape",
            apply(List.of(Attribute.of("perm", new long[] {1, 0, 2})), "Transpose", out),
            graph.integers(-1, 4)));
    String channels = along(13, "Unsqueeze", apply("Transpose", x), 0);
    String normalized = apply("InstanceNormalization", channels, numbers(1, 2), numbers(0, 1));
    columns.add(apply("Transpose", along(13, "Squeeze", normalized, 0)));
    return output();
  }

  private String square(double... values) {
    return graph.constant("square", OnnxGraph.Type.FLOAT, values, 3, 3);
  }

  /** A function of the file with an attribute that its caller gives, and a branch on a shape. */
  private static byte[] localFunction() {
    ProtobufBytes branch =
        new ProtobufBytes()
            .message(1, node("Neg", "", "negative", "h"))
            .message(12, new ProtobufBytes().text(1, "negative"));
    ProtobufBytes otherwise =
        new ProtobufBytes()
            .message(1, node("Abs", "", "positive", "h"))
            .message(12, new ProtobufBytes().text(1, "positive"));
    ProtobufBytes axis = new ProtobufBytes().text(1, "axis").text(21, "along").integer(20, 2);
    ProtobufBytes function =
        new ProtobufBytes()
            .text(1, "twice")
            .text(4, "h")
            .text(5, "out")
            .text(5, "rest")
            .text(6, "along")
            .message(7, node("Size", "", "size", "h"))
            .message(
                7,
                node("If", "", "chosen", "size")
                    .message(5, new ProtobufBytes().text(1, "then_branch").message(6, branch))
                    .message(5, new ProtobufBytes().text(1, "else_branch").message(6, otherwise)))
            .message(7, node("Concat", "", "out", "h", "chosen").message(5, axis))
            .message(7, node("Split", "", "rest", "h").text(2, "more").message(5, axis))
            .text(10, "own");
    ProtobufBytes along = new ProtobufBytes().text(1, "along").integer(3, 1).integer(20, 2);
    ProtobufBytes graph =
        new ProtobufBytes()
            .message(1, node("twice", "own", "logits", "x").text(2, "part").message(5, along))
            .message(11, slot("x", 1, 3, 2))
            .message(12, slot("logits", 1, 3, 4));
    return new ProtobufBytes()
        .integer(1, 8)
        .message(7, graph)
        .message(8, new ProtobufBytes().text(1, "").integer(2, 17))
        .message(25, function)
        .toBytes();
  }

  static ProtobufBytes slot(String name, int type, long... shape) {
    ProtobufBytes axes = new ProtobufBytes();
    Arrays.stream(shape).forEach(length -> axes.message(1, new ProtobufBytes().integer(1, length)));
    ProtobufBytes tensor = new ProtobufBytes().integer(1, type).message(2, axes);
    return new ProtobufBytes().text(1, name).message(2, new ProtobufBytes().message(1, tensor));
  }

  private static ProtobufBytes node(
      String operator, String domain, String output, String... inputs) {
    ProtobufBytes node = new ProtobufBytes();
    for (String input : inputs) {
      node.text(1, input);
    }
    return node.text(2, output).text(4, operator).text(7, domain);
  }
}
