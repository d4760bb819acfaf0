package io.linkteller.data.onnx;

import static io.linkteller.testing.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.inference.ModelFormatException;
import io.linkteller.models.program.Program;
import io.linkteller.parallel.Workers;
import io.linkteller.testing.Thorough;
import io.linkteller.testing.export.ProtobufBytes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Damaged and hostile files cause an error that names the file, and exhaust neither memory nor
 * disk.
 */
final class HostileOnnxFileTest {

  private static final Graph GRAPH = Graph.builder(3).addEdge(0, 1).addEdge(1, 2).build();

  @TempDir private Path folder;

  private static ProtobufBytes node(String operator, String output, String... inputs) {
    ProtobufBytes node = new ProtobufBytes();
    for (String input : inputs) {
      node.text(1, input);
    }
    return node.text(2, output).text(3, "the-" + output).text(4, operator);
  }

  private static ProtobufBytes graph(ProtobufBytes... nodes) {
    ProtobufBytes graph = new ProtobufBytes();
    for (ProtobufBytes node : nodes) {
      graph.message(1, node);
    }
    return graph.message(11, slot("x", 1, 3, 2)).message(12, slot("y", 1, 3, 2));
  }

  private static ProtobufBytes slot(String name, int type, long... shape) {
    ProtobufBytes axes = new ProtobufBytes();
    Arrays.stream(shape).forEach(length -> axes.message(1, new ProtobufBytes().integer(1, length)));
    ProtobufBytes tensor = new ProtobufBytes().integer(1, type).message(2, axes);
    return new ProtobufBytes().text(1, name).message(2, new ProtobufBytes().message(1, tensor));
  }

  private static ProtobufBytes model(ProtobufBytes graph) {
    return new ProtobufBytes()
        .integer(1, 8)
        .message(7, graph)
        .message(8, new ProtobufBytes().text(1, "").integer(2, 18));
  }

  private Path written(ProtobufBytes model) throws IOException {
    return Files.write(folder.resolve("hostile.onnx"), model.toBytes());
  }

  private Program opened(ProtobufBytes model) throws IOException {
    return OnnxProgram.read(written(model)).on(GRAPH, Workers.sequential());
  }

  private void assertRejects(String reason, ProtobufBytes model) {
    ModelFormatException e = assertThrows(ModelFormatException.class, () -> opened(model));
    assertTrue(String.valueOf(e.getMessage()).contains(reason), e.getMessage());
    assertTrue(String.valueOf(e.getMessage()).contains("hostile.onnx"), e.getMessage());
  }

  private static ProtobufBytes integers(String name, long... values) {
    ProtobufBytes tensor = new ProtobufBytes().integer(1, values.length).integer(2, 7);
    for (long value : values) {
      tensor.integer(7, value);
    }
    return tensor.text(8, name);
  }

  @Test
  void aWellFormedFileOfTheSameKindIsComputed() throws IOException {
    Program program = opened(model(graph(node("Relu", "y", "x"))));
    DMatrixRMaj answer =
        program.predict(FeatureMatrix.dense(new double[][] {{1, -1}, {-2, 2}, {3, 4}}));
    assertEquals(4, answer.get(2, 1));
    assertEquals(0, answer.get(0, 1));
  }

  @Test
  void aCycleIsReported() {
    assertRejects(
        "b depends on itself", model(graph(node("Add", "y", "x", "b"), node("Neg", "b", "y"))));
  }

  @Test
  void shapesThatOverflowAreRefused() {
    ProtobufBytes graph =
        graph(
                node("ConstantOfShape", "zeros", "shape"),
                node("ReduceSum", "sum", "zeros"),
                node("Add", "y", "x", "sum"))
            .message(5, integers("shape", 1L << 40, 1L << 40, 1L << 40));
    assertRejects("fit in memory", model(graph));
  }

  @Test
  void aConstantThatClaimsMoreNumbersThanTheFileHasIsRefused() {
    ProtobufBytes tensor =
        new ProtobufBytes()
            .integer(1, 1000)
            .integer(1, 1000)
            .integer(2, 1)
            .text(8, "w")
            .bytes(9, new byte[8]);
    assertRejects("w has 2 numbers", model(graph(node("Add", "y", "x", "w")).message(5, tensor)));
  }

  @Test
  void graphsNestedAThousandDeepAreRefused() {
    ProtobufBytes graph = graph(node("Relu", "y", "x"));
    for (int depth = 0; depth < 1000; depth++) {
      ProtobufBytes attribute = new ProtobufBytes().text(1, "then_branch").message(6, graph);
      graph = graph(node("If", "y", "x").message(5, attribute));
    }
    assertRejects("nested more than", model(graph));
  }

  /** Readers that merge two graphs and readers that keep one would see different models. */
  @Test
  void aSecondGraphIsRefused() {
    ProtobufBytes model = model(graph(node("Relu", "y", "x")));
    assertRejects("occurs twice", model.message(7, graph(node("Neg", "y", "x"))));
  }

  /** Shapes that are computed within the file, each far larger than any memory. */
  @Test
  void constantsThatGrowAreRefused() {
    ProtobufBytes range = graph(node("Range", "big", "zero", "huge", "one"));
    ProtobufBytes tile = graph(node("Tile", "big", "list", "list"));
    ProtobufBytes expand = graph(node("Expand", "wide", "one", "list"), node("Neg", "big", "wide"));
    ProtobufBytes[] doubled = new ProtobufBytes[64];
    for (int i = 0; i < doubled.length; i++) {
      String from = i == 0 ? "list" : "v" + (i - 1);
      doubled[i] =
          node("Concat", i == doubled.length - 1 ? "big" : "v" + i, from, from)
              .message(5, new ProtobufBytes().text(1, "axis").integer(3, 0).integer(20, 2));
    }
    for (ProtobufBytes graph : List.of(range, tile, expand, graph(doubled))) {
      graph
          .message(1, node("ReduceSum", "sum", "big"))
          .message(
              1,
              node("Cast", "cast", "sum")
                  .message(5, new ProtobufBytes().text(1, "to").integer(3, 1)))
          .message(1, node("Add", "y", "x", "cast"))
          .message(5, scalar("zero", 0))
          .message(5, scalar("one", 1))
          .message(5, scalar("huge", 1L << 45))
          .message(5, integers("list", 1L << 45));
      assertRejects(graph == range ? "a range of" : "fit in memory", model(graph));
    }
  }

  private static ProtobufBytes scalar(String name, long value) {
    return new ProtobufBytes().integer(2, 7).integer(7, value).text(8, name);
  }

  /** One nested call per operator would overflow the stack. */
  @Test
  void longChainsOfOperatorsAreComputed() throws IOException {
    ProtobufBytes[] nodes = new ProtobufBytes[Thorough.size(20_000, OnnxFile.MAX_NODES)];
    for (int i = 0; i < nodes.length; i++) {
      nodes[i] = node("Neg", i == nodes.length - 1 ? "y" : "v" + i, i == 0 ? "x" : "v" + (i - 1));
    }
    DMatrixRMaj answer =
        opened(model(graph(nodes)))
            .predict(FeatureMatrix.dense(new double[][] {{1, -1}, {-2, 2}, {3, 4}}));
    assertEquals(3, answer.get(2, 0));
  }

  /** Each function calls the next one twice: 2^40 nodes. */
  @Test
  void functionsThatGrowExponentiallyAreRefused() {
    ProtobufBytes model = model(graph(node("f0", "y", "x").text(7, "bomb")));
    for (int i = 0; i < 20; i++) {
      ProtobufBytes function = new ProtobufBytes().text(1, "f" + i).text(4, "a").text(5, "c");
      String next = "f" + (i + 1);
      function.message(7, node(next, "b", "a").text(7, "bomb"));
      function.message(7, node(next, "c", "b").text(7, "bomb"));
      model.message(25, function.text(10, "bomb"));
    }
    ProtobufBytes last = new ProtobufBytes().text(1, "f20").text(4, "a").text(5, "c");
    model.message(25, last.message(7, node("Neg", "c", "a")).text(10, "bomb"));
    assertRejects("nodes, including those of its functions", model);
  }

  @Test
  void aFunctionThatCallsItselfIsRefused() {
    ProtobufBytes function =
        new ProtobufBytes()
            .text(1, "f")
            .text(4, "a")
            .text(5, "b")
            .message(7, node("f", "b", "a").text(7, "own"))
            .text(10, "own");
    assertRejects(
        "nested more than", model(graph(node("f", "y", "x").text(7, "own"))).message(25, function));
  }

  @Test
  void anUnknownOperatorIsReportedWithItsNode() throws IOException {
    assertRefused(
        UnsupportedOperatorException.class,
        "the-y (Conv)",
        () -> opened(model(graph(node("Conv", "y", "x", "x")))));
  }

  /** Found by fuzzing: the sums had as many columns as their target, the updates fewer. */
  @Test
  void updatesOfAnotherShapeAreRefused() {
    ProtobufBytes graph =
        graph(
            node("Slice", "narrow", "x", "zero", "one", "one"),
            node("ScatterND", "y", "x", "rows", "narrow"));
    graph
        .message(5, integers("zero", 0))
        .message(5, integers("one", 1))
        .message(5, matrix("rows", 3, 1, 0, 1, 2));
    assertRejects("the-y (ScatterND): updates of the shape 3 x 1 instead of 3 x 2", model(graph));
  }

  private static ProtobufBytes matrix(String name, int rows, int cols, long... values) {
    ProtobufBytes tensor = new ProtobufBytes().integer(1, rows).integer(1, cols).integer(2, 7);
    for (long value : values) {
      tensor.integer(7, value);
    }
    return tensor.text(8, name);
  }

  /** The message for an index computed from the features names the node, too. */
  @Test
  void indicesComputedFromFeaturesAreChecked() throws IOException {
    ProtobufBytes ofColumns = new ProtobufBytes().text(1, "axis").integer(3, 1);
    ProtobufBytes graph =
        graph(
            node("ArgMax", "largest", "x").message(5, ofColumns),
            node("Gather", "taken", "list", "largest"),
            node("Add", "y", "x", "taken"));
    Program program = opened(model(graph.message(5, integers("list", 7))));
    assertEquals(7, program.predict(FeatureMatrix.zero(3, 2)).get(0, 0));
    assertRefused(
        ModelFormatException.class,
        "the-taken (Gather): index 1 is outside an axis of length 1",
        () -> program.predict(FeatureMatrix.dense(new double[][] {{0, 1}, {0, 1}, {1, 0}})));
  }

  /** Each doubling would double the entries of the sums over neighbors: 2^60. */
  @Test
  void sumsThatAreAddedToThemselvesDoNotGrow() throws IOException {
    ProtobufBytes[] nodes = new ProtobufBytes[61];
    nodes[0] = node("Gather", "v0", "x", "list");
    for (int i = 1; i < nodes.length; i++) {
      nodes[i] = node("Add", i == nodes.length - 1 ? "y" : "v" + i, "v" + (i - 1), "v" + (i - 1));
    }
    DMatrixRMaj answer =
        opened(model(graph(nodes).message(5, integers("list", 2, 1, 0))))
            .predict(FeatureMatrix.dense(new double[][] {{1, -1}, {-2, 2}, {3, 4}}));
    assertEquals(3 * 0x1p60, answer.get(0, 0));
  }

  /** A file may be small and valid although its values are together too large to keep. */
  @Tag("thorough")
  @Test
  void manyLargeConstantsAreRefused() {
    ProtobufBytes[] nodes = new ProtobufBytes[300];
    long side = (long) Math.sqrt(Runtime.getRuntime().maxMemory() / 1000.0);
    nodes[0] = node("ConstantOfShape", "v0", "shape");
    for (int i = 1; i < nodes.length - 2; i++) {
      nodes[i] = node("Neg", "v" + i, "v" + (i - 1));
    }
    nodes[nodes.length - 2] = node("ReduceMax", "largest", "v" + (nodes.length - 3));
    nodes[nodes.length - 1] = node("Add", "y", "x", "largest");
    assertRejects(
        "do not fit in memory", model(graph(nodes).message(5, integers("shape", side, side))));
  }

  /** An attribute that changes what an operator computes is not ignored. */
  @Test
  void selectingTheLastOfEqualElementsIsRefused() {
    ProtobufBytes last = new ProtobufBytes().text(1, "select_last_index").integer(3, 1);
    ProtobufBytes model = model(graph(node("ArgMax", "y", "x").message(5, last)));
    assertRefused(UnsupportedOperatorException.class, "the last of equal", () -> opened(model));
  }

  private ProtobufBytes external(String location) {
    ProtobufBytes tensor =
        new ProtobufBytes()
            .integer(1, 2)
            .integer(2, 1)
            .text(8, "w")
            .message(13, new ProtobufBytes().text(1, "location").text(2, location))
            .integer(14, 1);
    return model(graph(node("Add", "y", "x", "w")).message(5, tensor));
  }

  @Test
  void externalDataStaysInTheFolder() throws IOException {
    Path inside = Files.createDirectory(folder.resolve("inside"));
    Path secret = Files.write(folder.resolve("secret"), new byte[8]);
    Files.write(inside.resolve("own"), new byte[] {0, 0, -128, 63, 0, 0, 0, 64});
    Path file = inside.resolve("hostile.onnx");
    for (String escape : new String[] {"../secret", secret.toString(), "own/../../secret", ""}) {
      Files.write(file, external(escape).toBytes());
      assertRefused(
          ModelFormatException.class,
          "only files there are read",
          () -> OnnxProgram.read(file).on(GRAPH, Workers.sequential()));
    }
    Files.createSymbolicLink(inside.resolve("link"), secret);
    Files.write(file, external("link").toBytes());
    assertRefused(
        ModelFormatException.class,
        "only files there are read",
        () -> OnnxProgram.read(file).on(GRAPH, Workers.sequential()));
    Files.write(file, external("own").toBytes());
    DMatrixRMaj answer =
        OnnxProgram.read(file).on(GRAPH, Workers.sequential()).predict(FeatureMatrix.zero(3, 2));
    assertEquals(2, answer.get(1, 1));
  }

  @Test
  void missingAndEmptyFilesAreRefused() throws IOException {
    assertThrows(ModelFormatException.class, () -> OnnxProgram.read(folder.resolve("none.onnx")));
    Path empty = Files.createFile(folder.resolve("empty.onnx"));
    assertRefused(ModelFormatException.class, "has no graph", () -> OnnxProgram.read(empty));
  }

  @ParameterizedTest
  @CsvSource({
    "m/constants.pkl, is a TorchScript model",
    "m/data.pkl, is a file from torch.save",
    "x.npy, is an archive of [x.npy]"
  })
  void theKindOfAnArchiveIsReported(String entry, String kind) throws IOException {
    Path file = folder.resolve("model.pt");
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
      zip.putNextEntry(new ZipEntry(entry));
    }
    ModelFormatException e = assertThrows(ModelFormatException.class, () -> OnnxProgram.read(file));
    assertTrue(String.valueOf(e.getMessage()).contains(kind), e.getMessage());
    assertTrue(String.valueOf(e.getMessage()).contains("torch.onnx.export"), e.getMessage());
  }
}
