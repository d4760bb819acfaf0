package io.linkteller.onnx;

import static io.linkteller.testing.Refusal.assertRefusal;
import static io.linkteller.testing.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.data.onnx.EdgeWeighting;
import io.linkteller.data.onnx.OnnxProgram;
import io.linkteller.feature.FeatureEdit;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.file.Sha256;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceQuery;
import io.linkteller.inference.ModelFormatException;
import io.linkteller.testing.export.OnnxGraph;
import it.unimi.dsi.fastutil.ints.IntList;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How an ONNX file is served, with models whose answers are computed by hand. */
final class OnnxModelTest {

  /** 0 - 1 - 2 - 3, and the isolated node 4. */
  private static final Graph PATH =
      Graph.builder(5).addEdge(0, 1).addEdge(1, 2).addEdge(2, 3).build();

  private static final FeatureMatrix X =
      FeatureMatrix.dense(new double[][] {{1, 10}, {2, 20}, {4, 40}, {8, 80}, {16, 160}});

  private static final InferenceQuery ALL = InferenceQuery.of(PATH.nodes(), X);

  @TempDir private Path directory;

  private Path file(OnnxGraph graph) {
    Path file = directory.resolve("model.onnx");
    graph.write(file);
    return file;
  }

  private static OnnxModel onPath(OnnxProgram program) {
    return OnnxModel.open(program, Optional.of(PATH), 1);
  }

  @Test
  void bothDirectionsOfEachEdgeArePassed() throws Exception {
    try (OnnxModel model =
        OnnxModel.open(file(SmallModels.neighborSum(OnnxGraph.Type.FLOAT)), PATH)) {
      assertArrayEquals(
          new double[] {3, 30, 7, 70, 14, 140, 12, 120, 16, 160}, model.predict(ALL).data);
    }
  }

  @Test
  void theGraphIsInducedOnTheNodesOfAQuery() throws Exception {
    InferenceQuery some = InferenceQuery.of(IntList.of(3, 2, 0), X.selectRows(IntList.of(3, 2, 0)));
    try (OnnxModel model =
        OnnxModel.open(file(SmallModels.neighborSum(OnnxGraph.Type.FLOAT)), PATH)) {
      assertArrayEquals(new double[] {12, 120, 12, 120, 1, 10}, model.predict(some).data);
      assertArrayEquals(
          new double[] {3, 30, 7, 70, 14, 140, 12, 120, 16, 160}, model.predict(ALL).data);
      assertRefused(() -> model.predict(InferenceQuery.of(IntList.of(0, 1, 2, 3, 5), X)));
    }
  }

  @Test
  void editsAreUndoneAndOnlyObservedRowsAreReturned() throws Exception {
    InferenceQuery baseline = ALL.observing(IntList.of(0, 2));
    try (OnnxModel model =
        OnnxModel.open(file(SmallModels.neighborSum(OnnxGraph.Type.DOUBLE)), PATH)) {
      assertArrayEquals(new double[] {3, 30, 14, 140}, model.predict(baseline).data);
      assertArrayEquals(
          new double[] {5, 50, 16, 160},
          model.predict(baseline.with(FeatureEdit.scaling(1, 2))).data);
      assertArrayEquals(
          new double[] {1, 11, 12, 121},
          model.predict(baseline.with(FeatureEdit.replacing(1, new double[] {0, 1}))).data);
      assertArrayEquals(
          new double[] {6, 60, 28, 280},
          model.predict(baseline.with(FeatureEdit.scaling(IntList.of(0, 1, 2, 3), 2))).data);
      assertArrayEquals(new double[] {3, 30, 14, 140}, model.predict(baseline).data);
    }
  }

  @Test
  void anEditThatOverflowsFloatsIsRefusedAndLeavesNothingBehind() throws Exception {
    try (OnnxModel model =
        OnnxModel.open(file(SmallModels.neighborSum(OnnxGraph.Type.FLOAT)), PATH)) {
      double[] before = model.predict(ALL).data;
      assertRefused(
          "row 0, column 1",
          () -> model.predict(ALL.with(FeatureEdit.scaling(IntList.of(0, 4), 1e38))));
      assertArrayEquals(before, model.predict(ALL).data);
    }
  }

  @Test
  void aDoublePrecisionModelReceivesDoubles() throws Exception {
    FeatureMatrix fine =
        FeatureMatrix.dense(new double[][] {{1 + 1e-12, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}});
    try (OnnxModel model =
        OnnxModel.open(file(SmallModels.neighborSum(OnnxGraph.Type.DOUBLE)), PATH)) {
      assertEquals(1 + 1e-12, model.predict(ALL.about(fine)).get(1, 0));
    }
  }

  @Test
  void selfLoopsArePassedIfRequested() throws Exception {
    try (OnnxModel model =
        onPath(
            OnnxProgram.builder()
                .selfLoops(true)
                .read(file(SmallModels.neighborSum(OnnxGraph.Type.FLOAT))))) {
      assertArrayEquals(
          new double[] {4, 40, 9, 90, 18, 180, 20, 200, 32, 320}, model.predict(ALL).data);
    }
  }

  @Test
  void edgePairsAreRecognizedByShapeAndNamesAreUsed() throws Exception {
    Path file = file(SmallModels.neighborSumOfPairs());
    assertMessage("the output is ambiguous", () -> OnnxModel.open(file, PATH), "outputName");
    try (OnnxModel model =
        onPath(
            OnnxProgram.builder()
                .inputName("nodes")
                .edgeInputName("pairs")
                .outputName("negative")
                .read(file))) {
      assertArrayEquals(
          new double[] {-3, -30, -7, -70, -14, -140, -12, -120, -16, -160},
          model.predict(ALL).data);
    }
  }

  @Test
  void edgeWeightsArePassedIfTheModelAcceptsThem() throws Exception {
    Path file = file(SmallModels.weightedSum());
    assertMessage("edgeWeights", () -> OnnxModel.open(file, PATH), "edgeWeights(...)");
    try (OnnxModel model =
        onPath(OnnxProgram.builder().edgeWeights(EdgeWeighting.SYMMETRIC).read(file))) {
      double half = Math.sqrt(0.5);
      DMatrixRMaj answer = model.predict(ALL.observing(IntList.of(0, 1, 3, 4)));
      assertEquals(1 + half * 2, answer.get(0, 0), 1e-12);
      assertEquals(2 + half * 1 + 0.5 * 4, answer.get(1, 0), 1e-12);
      assertEquals(8 + half * 4, answer.get(2, 0), 1e-12);
      assertEquals(16, answer.get(3, 0), 1e-12);
    }
  }

  @Test
  void programsWithDifferentEdgeWeightsAreDifferentModels() throws Exception {
    Path file = file(SmallModels.weightedSum());
    Stream<EdgeWeighting> weightings =
        Stream.of(EdgeWeighting.ONES, EdgeWeighting.SYMMETRIC, EdgeWeighting.MEAN);
    assertEquals(
        3,
        weightings
            .map(weights -> OnnxProgram.builder().edgeWeights(weights).read(file))
            .map(program -> Sha256.of(program::identify))
            .distinct()
            .count());
  }

  @Test
  void aQueryAxisIsUsedForASingleQuery() throws Exception {
    for (String queries : List.of("q", "1")) {
      try (OnnxModel model = OnnxModel.open(file(SmallModels.doubledAlongQueries(queries)))) {
        assertArrayEquals(
            new double[] {2, 20, 4, 40, 8, 80, 16, 160, 32, 320}, model.predict(ALL).data);
        assertArrayEquals(
            new double[] {6, 60, 4, 40, 8, 80, 16, 160, 32, 320},
            model.predict(ALL.with(FeatureEdit.scaling(0, 3))).data);
      }
    }
    Path three = file(SmallModels.doubledAlongQueries("3"));
    assertMessage("several queries at once", () -> OnnxModel.open(three), "3 x ? x 2");
  }

  @Test
  void aQueryThatDoesNotFitIsRefused() throws Exception {
    try (OnnxModel model =
        OnnxModel.open(file(SmallModels.neighborSum(OnnxGraph.Type.FLOAT)), PATH)) {
      InferenceQuery wide = ALL.about(FeatureMatrix.zero(5, 3));
      assertRefusal("the model takes 2 features per node, not 3", () -> model.predict(wide));
    }
    Path manyEdges = file(SmallModels.neighborSum(OnnxGraph.Type.FLOAT, "20"));
    try (OnnxModel model = OnnxModel.open(manyEdges, PATH)) {
      assertSize("exported for 20 edge entries, not 6; export it with dynamic axes", model);
    }
    OnnxGraph fixed = new OnnxGraph();
    fixed.output(
        fixed.input("x", OnnxGraph.Type.FLOAT, "4", "2"), "logits", OnnxGraph.Type.FLOAT, "4", "2");
    try (OnnxModel model = OnnxModel.open(file(fixed))) {
      assertSize("exported for 4 nodes, not 5", model);
    }
  }

  private static void assertSize(String problem, OnnxModel model) {
    String message = assertThrows(ModelFormatException.class, () -> model.predict(ALL)).toString();
    assertTrue(message.contains(problem), message);
  }

  @Test
  void aClosedModelRefusesQueries() throws Exception {
    OnnxModel model = OnnxModel.open(file(SmallModels.neighborSum(OnnxGraph.Type.FLOAT)), PATH);
    model.close();
    model.close();
    assertThrows(IllegalStateException.class, () -> model.predict(ALL));
  }

  @Test
  void filesThatAreNotModelsAreRefused() throws Exception {
    assertMessage("none", () -> OnnxModel.open(directory.resolve("absent.onnx")), "absent.onnx");
    Path text = directory.resolve("text.onnx");
    Files.writeString(text, "this is not a model");
    assertMessage("not a valid ONNX file", () -> OnnxModel.open(text), "text.onnx");
    Path cut = directory.resolve("cut.onnx");
    byte[] whole = SmallModels.centered().toBytes();
    Files.write(cut, Arrays.copyOf(whole, whole.length / 2));
    assertMessage("cut.onnx", () -> OnnxModel.open(cut), "");
  }

  @Test
  void unsupportedOperatorsAreReported() throws Exception {
    OnnxGraph unknown = new OnnxGraph();
    String x = unknown.input("x", OnnxGraph.Type.FLOAT, "n", "2");
    unknown.output(unknown.apply("Imagine", List.of(x)), "logits", OnnxGraph.Type.FLOAT, "n", "2");
    assertMessage("does not support", () -> OnnxModel.open(file(unknown)), "Imagine");
    OnnxGraph future = new OnnxGraph(999);
    String input = future.input("x", OnnxGraph.Type.FLOAT, "n", "2");
    future.output(future.apply("Relu", List.of(input)), "logits", OnnxGraph.Type.FLOAT, "n", "2");
    assertMessage("operator", () -> OnnxModel.open(file(future)), "999");
  }

  @Test
  void unsuitableInputsAreReported() throws Exception {
    Path sum = file(SmallModels.neighborSum(OnnxGraph.Type.FLOAT));
    assertMessage("a graph must be set", () -> OnnxModel.open(sum), "edge_index (INT64 2 x ?)");
    assertMessage(
        "inputName = features is not an input",
        () -> onPath(OnnxProgram.builder().inputName("features").read(sum)),
        "x (FLOAT ? x 2)");
    assertMessage(
        "edgeWeights is set",
        () -> onPath(OnnxProgram.builder().edgeWeights(EdgeWeighting.ONES).read(sum)),
        "x (FLOAT ? x 2)");

    OnnxGraph integers = new OnnxGraph();
    integers.output(
        integers.input("x", OnnxGraph.Type.INT32, "n", "2"),
        "logits",
        OnnxGraph.Type.INT32,
        "n",
        "2");
    assertMessage(
        "no input is suitable for features", () -> OnnxModel.open(file(integers)), "x (INT32");
    Path ints = file(integers);
    assertMessage(
        "unsupported type",
        () -> onPath(OnnxProgram.builder().inputName("x").read(ints)),
        "DOUBLE, FLOAT");

    OnnxGraph two = new OnnxGraph();
    String left = two.input("left", OnnxGraph.Type.FLOAT, "n", "2");
    String right = two.input("right", OnnxGraph.Type.FLOAT, "n", "2");
    two.output(two.apply("Add", List.of(left, right)), "logits", OnnxGraph.Type.FLOAT, "n", "2");
    assertMessage("is ambiguous", () -> OnnxModel.open(file(two)), "inputName(...)");
  }

  @Test
  void theBatchVectorIsPassedIfTheModelAcceptsIt() throws Exception {
    OnnxGraph graph = SmallModels.neighborSum(OnnxGraph.Type.FLOAT);
    String batch = graph.input("batch", OnnxGraph.Type.INT64, "n");
    graph.output(batch, "graphs", OnnxGraph.Type.INT64, "n");
    try (OnnxModel model = onPath(OnnxProgram.builder().outputName("graphs").read(file(graph)))) {
      assertArrayEquals(new double[5], model.predict(ALL).data);
    }
  }

  /** A single column might be edge weights, unless no other input is suitable for features. */
  @Test
  void aSingleColumnOfFeaturesIsFound() throws Exception {
    OnnxGraph single = new OnnxGraph();
    String x = single.input("degree", OnnxGraph.Type.FLOAT, "n", "1");
    single.output(single.apply("Neg", List.of(x)), "logits", OnnxGraph.Type.FLOAT, "n", "1");
    Path file = file(single);
    InferenceQuery query =
        InferenceQuery.of(IntList.of(0, 1), FeatureMatrix.dense(new double[][] {{2}, {3}}));
    try (OnnxModel model = OnnxModel.open(file)) {
      assertEquals(-3, model.predict(query).get(1, 0));
    }
    assertEquals(1, OnnxProgram.read(file).inputWidth());
  }

  @Test
  void settingsOutOfRangeAreRefused() {
    OnnxProgram program = OnnxProgram.read(file(SmallModels.neighborSum(OnnxGraph.Type.FLOAT)));
    assertRefused(() -> OnnxModel.open(program, Optional.of(PATH), 0));
  }

  private interface Opening {
    OnnxModel open() throws Exception;
  }

  private static void assertMessage(String first, Opening opening, String second) {
    String message =
        assertThrows(ModelFormatException.class, () -> opening.open().close()).toString();
    assertTrue(message.contains(first) && message.contains(second), message);
  }

  /** Opens a model; run in a separate process. */
  static final class OpensAModel {
    private OpensAModel() {}

    public static void main(String[] args) {
      OnnxModel.open(Path.of(args[0]), PATH).close();
    }
  }

  @Test
  void theFolderOfTheNativeLibrariesIsRemoved() throws Exception {
    Path model = file(SmallModels.neighborSum(OnnxGraph.Type.FLOAT));
    Path temporary = Files.createDirectory(directory.resolve("temporary"));
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Djava.io.tmpdir=" + temporary,
                "-XX:-UsePerfData",
                "-cp",
                System.getProperty("java.class.path"),
                OpensAModel.class.getName(),
                model.toString())
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("log").toFile())
            .start();
    assertTrue(process.waitFor(5, TimeUnit.MINUTES), "opening a model takes too long");
    assertEquals(0, process.exitValue(), Files.readString(directory.resolve("log")));
    try (Stream<Path> left = Files.list(temporary)) {
      assertEquals(List.of(), left.toList());
    }
  }
}
