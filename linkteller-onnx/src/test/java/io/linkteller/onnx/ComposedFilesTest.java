package io.linkteller.onnx;

import static io.linkteller.testing.export.ProtobufBytes.field;
import static io.linkteller.testing.export.ProtobufBytes.joined;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtSession;
import io.linkteller.data.onnx.EdgeIndex;
import io.linkteller.data.onnx.OnnxProgram;
import io.linkteller.feature.FeatureEdit;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.models.operator.RowChanges;
import io.linkteller.models.program.Program;
import io.linkteller.parallel.Workers;
import io.linkteller.testing.export.OnnxGraph;
import io.linkteller.testing.export.OnnxGraph.Attribute;
import it.unimi.dsi.fastutil.ints.IntList;
import java.nio.FloatBuffer;
import java.nio.LongBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Files composed here because PyTorch's older exporter does not write them: operator sets from 11
 * to 20, functions within the file, scatters with each reduction. Answers and their changes are
 * compared with those of ONNX Runtime.
 */
final class ComposedFilesTest {

  /** Relative to the largest logit. */
  private static final double BOUND = 1e-5;

  private static final int COLS = 4;

  /** Two arcs end in node 1, none in node 4; one arc occurs twice. */
  private static final int[] SOURCES = {0, 2, 1, 3, 0, 4, 0};

  private static final int[] TARGETS = {1, 1, 2, 0, 3, 2, 3};

  private static final double[][] X = {
    {0.5, -1.25, 2, 0.75},
    {-0.5, 1, 0.25, -2},
    {1.5, 0.5, -0.75, 1},
    {-1, 2.5, 1.25, 0.25},
    {0.25, -0.5, 1, -1.5}
  };

  @TempDir private Path folder;

  private static double[] runtime(Path file, double[][] features, int arcCount) throws Exception {
    OrtEnvironment environment = OrtEnvironment.getEnvironment();
    float[][] x = new float[features.length][COLS];
    LongBuffer edges = LongBuffer.allocate(2 * arcCount);
    for (int v = 0; v < x.length; v++) {
      for (int c = 0; c < COLS; c++) {
        x[v][c] = (float) features[v][c];
      }
    }
    for (int e = 0; e < arcCount; e++) {
      edges.put(e, SOURCES[e]);
      edges.put(arcCount + e, TARGETS[e]);
    }
    long[] shape = {2, arcCount};
    try (OrtSession session = environment.createSession(file.toString());
        OnnxTensor nodes = OnnxTensor.createTensor(environment, x);
        OnnxTensor arcs = OnnxTensor.createTensor(environment, edges, shape);
        OrtSession.Result result = session.run(Map.of("x", nodes, "edge_index", arcs))) {
      FloatBuffer answer = ((OnnxTensor) result.get(0)).getFloatBuffer();
      double[] logits = new double[answer.remaining()];
      Arrays.setAll(logits, answer::get);
      return logits;
    }
  }

  /** Compares on a graph, and on its nodes without arcs, as in some queries. */
  private void assertAnswersAsOnnxRuntime(byte[] model) throws Exception {
    assertAnswersAsOnnxRuntime(model, SOURCES.length);
    assertAnswersAsOnnxRuntime(model, 0);
  }

  private void assertAnswersAsOnnxRuntime(byte[] model, int arcCount) throws Exception {
    Path file = Files.write(folder.resolve("composed.onnx"), model);
    int[] sources = Arrays.copyOf(SOURCES, arcCount);
    int[] targets = Arrays.copyOf(TARGETS, arcCount);
    Program program =
        OnnxProgram.read(file).on(EdgeIndex.of(X.length, sources, targets), Workers.sequential());
    double[] before = runtime(file, X, arcCount);
    DMatrixRMaj answer = program.predict(FeatureMatrix.dense(X)).copy();
    assertClose(before, answer.data);
    IntList all = IntList.of(0, 1, 2, 3, 4);
    boolean moves = false;
    for (int node = 0; node < X.length; node++) {
      double[][] edited = X.clone();
      edited[node] = Arrays.stream(X[node]).map(value -> 3 * value).toArray();
      double[] after = runtime(file, edited, arcCount);
      moves |= !Arrays.equals(before, after);
      double[] changed = answer.data.clone();
      RowChanges changes =
          program.logitChanges(FeatureEdit.scaling(node, 3), all, program.scratch());
      for (int slot = 0; slot < changes.count(); slot++) {
        for (int c = 0; c < answer.numCols; c++) {
          changed[changes.row(slot) * answer.numCols + c] += changes.difference(slot)[c];
        }
      }
      assertClose(after, changed);
    }
    assertTrue(moves, "answers depend on the features");
  }

  private static void assertClose(double[] expected, double[] actual) {
    assertEquals(expected.length, actual.length);
    double largest = Arrays.stream(expected).map(Math::abs).max().orElseThrow();
    for (int i = 0; i < expected.length; i++) {
      assertEquals(expected[i], actual[i], BOUND * largest, "element " + i);
    }
  }

  /** The inputs of a graph, and its edges by their ends. */
  private static final class Composed {

    final OnnxGraph graph;
    final int set;
    final String x;
    final String from;
    final String to;

    Composed(int set) {
      this.set = set;
      graph = new OnnxGraph(set);
      x = graph.input("x", OnnxGraph.Type.FLOAT, "n", Integer.toString(COLS));
      String edges = graph.input("edge_index", OnnxGraph.Type.INT64, "2", "m");
      from = end(edges, 0);
      to = end(edges, 1);
    }

    private String end(String edges, int row) {
      String index = graph.constant("end", OnnxGraph.Type.INT64, new double[] {row});
      return apply("Gather", List.of(edges, index), Attribute.of("axis", 0));
    }

    String apply(String operator, List<String> inputs, Attribute... attributes) {
      return graph.apply(operator, inputs, attributes);
    }

    String numbers(double... values) {
      return graph.constant("numbers", OnnxGraph.Type.FLOAT, values, values.length);
    }

    /** Axes are an attribute before a version, and an input from that version on. */
    String along(int since, String operator, String of, long axis, Attribute... attributes) {
      if (set >= since) {
        return apply(operator, List.of(of, graph.integers(axis)), attributes);
      }
      Attribute[] all = Arrays.copyOf(attributes, attributes.length + 1);
      all[attributes.length] = Attribute.of("axes", new long[] {axis});
      return apply(operator, List.of(of), all);
    }

    /** The target of each arc, once for each column. */
    String places() {
      String column = along(13, "Unsqueeze", to, 1);
      String shape = apply("Shape", List.of(apply("Gather", List.of(x, from))));
      return apply("Expand", List.of(column, shape));
    }

    String scattered(String start, String reduction) {
      return apply(
          "ScatterElements",
          List.of(start, places(), apply("Gather", List.of(x, from))),
          Attribute.of("axis", 0),
          Attribute.of("reduction", reduction));
    }

    byte[] output(String value) {
      graph.output(value, "logits", OnnxGraph.Type.FLOAT, "n", "c");
      return graph.toBytes();
    }
  }

  /** Sums over neighbors as a product with a matrix, and operators whose form has changed. */
  @ParameterizedTest
  @ValueSource(ints = {11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
  void operatorFormsOfEachOperatorSetAreRead(int set) throws Exception {
    Composed on = new Composed(set);
    String mean = on.along(18, "ReduceMean", on.x, 1, Attribute.of("keepdims", 1));
    String squares = on.apply("Mul", List.of(on.x, on.x));
    String sum = on.along(13, "ReduceSum", squares, -1, Attribute.of("keepdims", 0));
    String norm = on.apply("Sqrt", List.of(on.along(13, "Unsqueeze", sum, 1)));
    String largest = on.along(18, "ReduceMax", on.x, 1, Attribute.of("keepdims", 1));
    String scaled = on.apply("Div", List.of(on.apply("Sub", List.of(on.x, mean)), norm));
    String sent = on.apply("Gather", List.of(scaled, on.from), Attribute.of("axis", 0));
    String clipped =
        on.apply(
            "Clip",
            List.of(
                sent,
                on.graph.constant("low", OnnxGraph.Type.FLOAT, new double[] {-0.6}),
                on.graph.constant("high", OnnxGraph.Type.FLOAT, new double[] {0.7})));
    // An n x m matrix of arcs to nodes, from a comparison of the targets with all nodes.
    String nodes =
        on.apply(
            "Range",
            List.of(
                on.graph.constant("start", OnnxGraph.Type.INT64, new double[] {0}),
                on.along(
                    13,
                    "Squeeze",
                    on.apply(
                        "Slice",
                        List.of(
                            on.apply("Shape", List.of(on.x)),
                            on.graph.integers(0),
                            on.graph.integers(1),
                            on.graph.integers(0))),
                    0),
                on.graph.constant("step", OnnxGraph.Type.INT64, new double[] {1})));
    String incidence =
        on.apply(
            "Cast",
            List.of(
                on.apply(
                    "Equal",
                    List.of(
                        on.along(13, "Unsqueeze", nodes, 1), on.along(13, "Unsqueeze", on.to, 0)))),
            Attribute.of("to", 1));
    String received = on.apply("MatMul", List.of(incidence, clipped));
    // The default axis is the last one since version 13, and the one after the first before that.
    String heads = on.along(13, "Unsqueeze", received, 0);
    String attention = on.along(13, "Squeeze", on.apply("Softmax", List.of(heads)), 0);
    String joined =
        on.apply("Concat", List.of(received, attention, largest, norm), Attribute.of("axis", 1));
    assertAnswersAsOnnxRuntime(on.output(joined));
  }

  static Stream<Integer> setsWithReductions() {
    return Stream.of(16, 18, 20);
  }

  @ParameterizedTest
  @MethodSource("setsWithReductions")
  void scattersAddAndMultiply(int set) throws Exception {
    Composed on = new Composed(set);
    String added = on.scattered(on.x, "add");
    String degrees =
        on.apply(
            "ScatterElements",
            List.of(
                on.apply("Mul", List.of(on.x, on.numbers(0))),
                on.places(),
                on.apply(
                    "Exp",
                    List.of(
                        on.apply(
                            "Mul",
                            List.of(on.apply("Gather", List.of(on.x, on.from)), on.numbers(0)))))),
            Attribute.of("reduction", "add"));
    String mean = on.apply("Div", List.of(added, on.apply("Add", List.of(degrees, on.numbers(1)))));
    String multiplied = on.scattered(on.x, "mul");
    assertAnswersAsOnnxRuntime(
        on.output(on.apply("Concat", List.of(mean, multiplied), Attribute.of("axis", 1))));
  }

  /** Attention adds a term for the weight of each edge in this way. */
  @Test
  void aNumberPerArcIsAddedToItsMessage() throws Exception {
    Composed on = new Composed(20);
    String number =
        on.apply("Cast", List.of(on.along(13, "Unsqueeze", on.from, 1)), Attribute.of("to", 1));
    String perColumn = on.apply("Mul", List.of(number, on.numbers(0.5, -1, 0.25, 2)));
    String sent = on.apply("Add", List.of(on.apply("Gather", List.of(on.x, on.from)), perColumn));
    String added =
        on.apply(
            "ScatterElements",
            List.of(on.x, on.places(), on.apply("Tanh", List.of(sent))),
            Attribute.of("reduction", "add"));
    assertAnswersAsOnnxRuntime(on.output(added));
  }

  @ParameterizedTest
  @ValueSource(ints = {18, 19, 20})
  void scattersTakeMaximaAndMinima(int set) throws Exception {
    Composed on = new Composed(set);
    String largest = on.scattered(on.x, "max");
    String smallest = on.scattered(on.x, "min");
    // Whole rows, as ScatterND expects them.
    String rows =
        on.apply(
            "ScatterND",
            List.of(
                on.x,
                on.along(13, "Unsqueeze", on.to, 1),
                on.apply("Gather", List.of(on.x, on.from))),
            Attribute.of("reduction", "max"));
    assertAnswersAsOnnxRuntime(
        on.output(on.apply("Concat", List.of(largest, smallest, rows), Attribute.of("axis", 1))));
  }

  @ParameterizedTest
  @ValueSource(strings = {"none", "tanh"})
  void operatorsOfTheNewestSetsAreRead(String approximate) throws Exception {
    Composed on = new Composed(20);
    String gelu = on.apply("Gelu", List.of(on.x), Attribute.of("approximate", approximate));
    String mish = on.apply("Mish", List.of(on.x));
    String hardSwish = on.apply("HardSwish", List.of(on.x));
    String normalized =
        on.apply(
            "LayerNormalization",
            List.of(on.x, on.numbers(1, 2, 3, 4), on.numbers(0, 1, 0, -1)),
            Attribute.of("axis", -1));
    String joined =
        on.apply("Concat", List.of(gelu, mish, hardSwish, normalized), Attribute.of("axis", 1));
    assertAnswersAsOnnxRuntime(on.output(on.scattered(narrowed(on, joined), "max")));
  }

  /** As many columns as the features have. */
  private static String narrowed(Composed on, String wide) {
    String half =
        on.apply(
            "MatMul",
            List.of(
                wide,
                on.graph.constant(
                    "weight",
                    OnnxGraph.Type.FLOAT,
                    IntStream.range(0, 16 * COLS)
                        .mapToDouble(i -> (i * 7 % 11 - 5) / 8.0)
                        .toArray(),
                    16,
                    COLS)));
    return on.apply("Relu", List.of(half));
  }

  // ---- functions within the file ---------------------------------------------------------------

  private static byte[] node(
      String operator, String domain, String output, List<String> inputs, byte[]... attributes) {
    byte[] node = joined(field(2, output), field(4, operator), field(7, domain));
    for (String input : inputs) {
      node = joined(node, field(1, input));
    }
    for (byte[] attribute : attributes) {
      node = joined(node, field(5, attribute));
    }
    return node;
  }

  private static byte[] value(String name, int type, byte[] rows, byte[] cols) {
    byte[] shape = joined(field(1, rows), field(1, cols));
    return joined(field(1, name), field(2, field(1, joined(field(1, type), field(2, shape)))));
  }

  private static byte[] set(String domain, int version) {
    return joined(field(1, domain), field(2, version));
  }

  /**
   * A function that takes an attribute from its caller and calls another function, as exporters
   * write modules of PyTorch since version 2.
   */
  @ParameterizedTest
  @ValueSource(ints = {18, 20})
  void functionsWithinTheFileAreRead(int version) throws Exception {
    byte[] axis = joined(field(1, "along"), field(20, 2), field(3, 1));
    byte[] graph =
        joined(
            field(1, node("aggregate", "pkg.model", "logits", List.of("x", "edge_index"), axis)),
            field(2, "composed"),
            field(11, value("x", 1, field(2, "n"), field(1, COLS))),
            field(11, value("edge_index", 7, field(1, 2), field(2, "m"))),
            field(12, value("logits", 1, field(2, "n"), field(2, "c"))));
    byte[] model =
        joined(
            field(1, 8),
            field(7, graph),
            field(8, set("", version)),
            field(8, set("pkg.model", 1)),
            field(25, aggregate(version)),
            field(25, sum(version)));
    assertAnswersAsOnnxRuntime(model);
  }

  /** Joins the features with the sums over neighbors along an axis that the caller passes. */
  private static byte[] aggregate(int version) {
    byte[] axis = joined(field(1, "axis"), field(21, "along"), field(20, 2));
    return joined(
        field(1, "aggregate"),
        field(4, "h"),
        field(4, "edges"),
        field(5, "out"),
        field(6, "along"),
        field(7, node("sum", "pkg.model", "sums", List.of("h", "edges"))),
        field(7, node("Concat", "", "out", List.of("h", "sums"), axis)),
        field(9, set("", version)),
        field(9, set("pkg.model", 1)),
        field(10, "pkg.model"));
  }

  private static byte[] sum(int version) {
    return joined(
        field(1, "sum"),
        field(4, "h"),
        field(4, "edges"),
        field(5, "out"),
        field(7, node("Constant", "", "first", List.of(), valueInt(0))),
        field(7, node("Constant", "", "second", List.of(), valueInt(1))),
        field(7, node("Constant", "", "columns", List.of(), valueInts(1))),
        field(7, node("Gather", "", "from", List.of("edges", "first"))),
        field(7, node("Gather", "", "to", List.of("edges", "second"))),
        field(7, node("Gather", "", "sent", List.of("h", "from"))),
        field(7, node("Unsqueeze", "", "places", List.of("to", "columns"))),
        field(7, node("Sub", "", "zeros", List.of("h", "h"))),
        field(7, node("ScatterND", "", "out", List.of("zeros", "places", "sent"), add())),
        field(9, set("", version)),
        field(10, "pkg.model"));
  }

  private static byte[] add() {
    return joined(field(1, "reduction"), field(20, 3), field(4, "add"));
  }

  private static byte[] valueInt(int value) {
    return joined(field(1, "value_int"), field(20, 2), field(3, value));
  }

  private static byte[] valueInts(int value) {
    return joined(field(1, "value_ints"), field(20, 7), field(8, value));
  }
}
