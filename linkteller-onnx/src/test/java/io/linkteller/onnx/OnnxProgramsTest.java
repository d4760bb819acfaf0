package io.linkteller.onnx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import ai.onnxruntime.NodeInfo;
import ai.onnxruntime.OnnxJavaType;
import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtSession;
import ai.onnxruntime.TensorInfo;
import io.linkteller.LinkTeller;
import io.linkteller.attack.LinkAttack;
import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.influence.FeatureReweighting;
import io.linkteller.data.onnx.OnnxProgram;
import io.linkteller.feature.FeatureEdit;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.graph.NodePairs;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.tensor.EdgeIndex;
import io.linkteller.models.numpy.NumpyArray;
import io.linkteller.models.numpy.NumpyFile;
import io.linkteller.models.operator.RowChanges;
import io.linkteller.models.program.Precision;
import io.linkteller.models.program.Program;
import io.linkteller.models.serve.GraphOwner;
import io.linkteller.parallel.Workers;
import io.linkteller.testkit.fixture.RealData;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.io.IOException;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Programs of ONNX files answer as ONNX Runtime does: models written by PyTorch, as the script
 * {@code models.py} does, and those of the reference folder.
 */
@Tag("thorough")
final class OnnxProgramsTest {

  /** Relative to the largest logit. */
  private static final double BOUND = 1e-5;

  /** Half precision has 11 significant bits, and rounding within may fall the other way. */
  private static final double HALF = 0x1p-10;

  /** The inputs of a model. */
  @SuppressWarnings("ArrayRecordComponent") // Read only, never compared.
  private record Inputs(double[][] x, int[][] edges, double[] weights, int[] types) {

    EdgeIndex arcs() {
      EdgeIndex arcs = EdgeIndex.of(x.length, edges[0], edges[1]);
      arcs = weights.length > 0 ? arcs.withWeights(weights) : arcs;
      return types.length > 0 ? arcs.withTypes(types) : arcs;
    }

    Program program(Path file, Precision precision) {
      return OnnxProgram.builder().precision(precision).read(file).on(arcs(), Workers.sequential());
    }

    double[] runtime(Path file, double[][] features) throws Exception {
      OrtEnvironment environment = OrtEnvironment.getEnvironment();
      Map<String, OnnxTensor> tensors = new HashMap<>();
      try (OrtSession session = environment.createSession(file.toString())) {
        for (Map.Entry<String, NodeInfo> input : session.getInputInfo().entrySet()) {
          TensorInfo info = (TensorInfo) input.getValue().getInfo();
          tensors.put(input.getKey(), tensor(environment, input.getKey(), info, features));
        }
        try (OrtSession.Result result = session.run(tensors)) {
          FloatBuffer answer =
              ((OnnxTensor) result.get("logits").orElse(result.get(0))).getFloatBuffer();
          double[] logits = new double[answer.remaining()];
          Arrays.setAll(logits, answer::get);
          return logits;
        }
      } finally {
        tensors.values().forEach(OnnxTensor::close);
      }
    }

    private OnnxTensor tensor(OrtEnvironment in, String name, TensorInfo info, double[][] features)
        throws Exception {
      int rank = info.getShape().length;
      return switch (name) {
        case "x" ->
            rank == 3
                ? OnnxTensor.createTensor(in, new float[][][] {singles(features)})
                : OnnxTensor.createTensor(in, singles(features));
        case "edge_index" -> {
          boolean byEntry = info.getShape()[1] == 2;
          long[] numbers = arcs().pairs(1, byEntry);
          long[] shape =
              byEntry ? new long[] {numbers.length / 2, 2} : new long[] {2, numbers.length / 2};
          yield info.type == OnnxJavaType.INT32
              ? OnnxTensor.createTensor(in, IntBuffer.wrap(integers(numbers)), shape)
              : OnnxTensor.createTensor(in, LongBuffer.wrap(numbers), shape);
        }
        case "edge_type" ->
            OnnxTensor.createTensor(
                in,
                LongBuffer.wrap(Arrays.stream(types).asLongStream().toArray()),
                new long[] {types.length});
        default ->
            OnnxTensor.createTensor(
                in,
                FloatBuffer.wrap(singles(new double[][] {weights})[0]),
                rank == 2 ? new long[] {weights.length, 1} : new long[] {weights.length});
      };
    }

    private static int[] integers(long[] numbers) {
      return Arrays.stream(numbers).mapToInt(Math::toIntExact).toArray();
    }

    private static float[][] singles(double[][] numbers) {
      float[][] singles = new float[numbers.length][numbers[0].length];
      for (int i = 0; i < numbers.length; i++) {
        for (int j = 0; j < singles[i].length; j++) {
          singles[i][j] = (float) numbers[i][j];
        }
      }
      return singles;
    }
  }

  private static double difference(double[] answer, double[] expected) {
    double largest = 0;
    double difference = 0;
    assertEquals(expected.length, answer.length);
    for (int i = 0; i < expected.length; i++) {
      largest = Math.max(largest, Math.abs(expected[i]));
      difference = Math.max(difference, Math.abs(answer[i] - expected[i]));
    }
    return difference / largest;
  }

  private static double[] numbers(DMatrixRMaj matrix) {
    return Arrays.copyOf(matrix.data, matrix.getNumElements());
  }

  /** The logits after an edit, from the rows that change. */
  private static double[] edited(Program program, DMatrixRMaj base, FeatureEdit edit) {
    double[] logits = numbers(base);
    IntList all = new IntArrayList(IntStream.range(0, base.numRows).toArray());
    RowChanges changes = program.logitChanges(edit, all, program.scratch());
    for (int slot = 0; slot < changes.count(); slot++) {
      for (int c = 0; c < base.numCols; c++) {
        logits[changes.row(slot) * base.numCols + c] += changes.difference(slot)[c];
      }
    }
    return logits;
  }

  private static void assertAnswersAsOnnxRuntime(Path file, Inputs inputs) throws Exception {
    String name = file.getFileName().toString();
    double bound = name.contains("half") ? HALF : BOUND;
    FeatureMatrix x = FeatureMatrix.dense(inputs.x());
    Program single = inputs.program(file, Precision.SINGLE);
    DMatrixRMaj base = single.predict(x).copy();
    double[] expected = inputs.runtime(file, inputs.x());
    assertTrue(difference(numbers(base), expected) <= bound, name);

    // After an edit, from the rows that change.
    int node = inputs.x().length / 3;
    FeatureEdit edit = FeatureEdit.scaling(node, 3);
    double[][] changed = inputs.x().clone();
    changed[node] = Arrays.stream(changed[node]).map(value -> 3 * value).toArray();
    double[] after = inputs.runtime(file, changed);
    assertTrue(difference(after, expected) > 1e-4, name + " moves");
    assertTrue(difference(edited(single, base, edit), after) <= bound, name + " after an edit");
    assertTrue(single.withoutChanges().isEmpty(), single.withoutChanges().toString());

    // In double precision the derivative is the limit of the changes.
    Program exact = inputs.program(file, Precision.DOUBLE);
    DMatrixRMaj logits = exact.predict(x).copy();
    if (name.contains("round") || name.contains("half")) {
      return; // Steps have no derivative.
    }
    double step = 1e-6;
    double[] moved = edited(exact, logits, FeatureEdit.scaling(node, 1 + step));
    double[] back = edited(exact, logits, FeatureEdit.scaling(node, 1 - step));
    double[] quotient = new double[moved.length];
    Arrays.setAll(quotient, i -> (moved[i] - back[i]) / (2 * step));
    double[] derivative = new double[moved.length];
    IntList all = new IntArrayList(IntStream.range(0, logits.numRows).toArray());
    RowChanges changes = exact.logitDerivatives(node, all, exact.scratch());
    for (int slot = 0; slot < changes.count(); slot++) {
      System.arraycopy(
          changes.difference(slot),
          0,
          derivative,
          changes.row(slot) * logits.numCols,
          logits.numCols);
    }
    assertTrue(difference(derivative, quotient) < 1e-5, name + " derivative");
  }

  /** Models that take more than an undirected graph, or no graph. */
  private static final List<String> NOT_ATTACKED =
      List.of("weighted", "gine", "typed", "rgcn", "mlp");

  /** Both engines let the paper's attack name the same pairs, up to those that are at the cut. */
  private static void assertAttacksNameTheSamePairs(Path file, Inputs inputs) throws Exception {
    String name = file.getFileName().toString();
    if (NOT_ATTACKED.stream().anyMatch(name::contains)) {
      return;
    }
    Graph.Builder builder = Graph.builder(inputs.x().length);
    for (int e = 0; e < inputs.edges()[0].length; e++) {
      if (inputs.edges()[0][e] < inputs.edges()[1][e]) {
        builder.addEdge(inputs.edges()[0][e], inputs.edges()[1][e]);
      }
    }
    Graph graph = builder.build();
    InferenceNodes nodes = InferenceNodes.of(FeatureMatrix.dense(inputs.x()));
    LinkAttack attack = LinkTeller.builder().measuring(FeatureReweighting.of(1)).build();
    InferenceApi program = GraphOwner.of(graph).serve(OnnxProgram.read(file));
    LinkPrediction own = attack.run(program, nodes, graph.density());
    LinkPrediction other;
    try (OnnxModel runtime = OnnxModel.open(file, graph)) {
      other = attack.run(runtime, nodes, graph.density());
    }
    double largest = Arrays.stream(inputs.runtime(file, inputs.x())).map(Math::abs).max().orElse(0);
    // A score is the length of the difference of two answers, each of three numbers.
    double error = 8 * (name.contains("half") ? HALF : BOUND) * largest;
    // Pairs that nothing moves are named last, by chance.
    int named = own.edges().size();
    double cut = named < own.m() ? 0 : own.edges().get(named - 1).score();
    Set<Long> pairs = new HashSet<>();
    for (long pair : own.scores().best(own.m())) {
      pairs.add(pair);
    }
    for (long pair : other.scores().best(other.m())) {
      double score = own.scores().score(NodePairs.first(pair), NodePairs.second(pair));
      assertTrue(pairs.contains(pair) || Math.abs(score - cut) <= error, name + " names " + pair);
    }
  }

  private static double[] column(double[][] numbers) {
    return Arrays.stream(numbers).mapToDouble(row -> row[0]).toArray();
  }

  private static int[] integers(double[] numbers) {
    return Arrays.stream(numbers).mapToInt(value -> (int) value).toArray();
  }

  /** Eighty-five models, written by PyTorch where it is installed. */
  @TestFactory
  Stream<DynamicTest> modelsOfPyTorchAnswerAsInOnnxRuntime(@TempDir Path folder) throws Exception {
    Path script = Path.of("../linkteller-data/src/test/python/models.py");
    String python = pythonWithTorch();
    assumeTrue(
        !python.isEmpty(),
        "skipped: no Python with PyTorch found; install it, or set LINKTELLER_PYTHON");
    Process process =
        new ProcessBuilder(python, script.toString(), folder.toString())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("log").toFile())
            .start();
    assertTrue(process.waitFor(5, TimeUnit.MINUTES), "PyTorch takes too long");
    assertEquals(0, process.exitValue(), Files.readString(folder.resolve("log")));
    double[][] pairs = text(folder.resolve("edge_index.txt"));
    Inputs inputs =
        new Inputs(
            text(folder.resolve("x.txt")),
            new int[][] {integers(pairs[0]), integers(pairs[1])},
            column(text(folder.resolve("edge_weight.txt"))),
            integers(column(text(folder.resolve("edge_type.txt")))));
    List<Path> files;
    try (Stream<Path> all = Files.list(folder)) {
      files = all.filter(file -> file.toString().endsWith(".onnx")).sorted().toList();
    }
    assertTrue(files.size() >= 80, files.toString());
    List<DynamicTest> tests = new ArrayList<>();
    for (Path file : files) {
      String name = file.getFileName().toString();
      byte[] kept = Files.readAllBytes(file);
      tests.add(
          dynamicTest(
              name,
              () -> {
                // The folder of the factory is gone when its tests run.
                Path copy = Files.createTempFile("model", "-" + name);
                try {
                  Files.write(copy, kept);
                  assertAnswersAsOnnxRuntime(copy, inputs);
                  assertAttacksNameTheSamePairs(copy, inputs);
                } finally {
                  Files.delete(copy);
                }
              }));
    }
    return tests.stream();
  }

  private static String pythonWithTorch() throws IOException, InterruptedException {
    List<String> candidates = new ArrayList<>();
    String given = System.getenv("LINKTELLER_PYTHON");
    if (given != null) {
      candidates.add(given);
    }
    candidates.addAll(List.of("python3", "/usr/bin/python3", "python"));
    for (String candidate : candidates) {
      try {
        Process process =
            new ProcessBuilder(candidate, "-c", "import torch.onnx")
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        if (process.waitFor(1, TimeUnit.MINUTES) && process.exitValue() == 0) {
          return candidate;
        }
      } catch (IOException e) {
        // Not installed under this name.
      }
    }
    return "";
  }

  private static double[][] text(Path file) throws IOException {
    return Files.readAllLines(file).stream()
        .map(line -> Arrays.stream(line.split(" ", -1)).mapToDouble(Double::parseDouble).toArray())
        .toArray(double[][]::new);
  }

  private static double[][] array(Path file) {
    DMatrixRMaj matrix = NumpyFile.readArray(file).toMatrix();
    double[][] rows = new double[matrix.numRows][];
    for (int row = 0; row < rows.length; row++) {
      rows[row] = Arrays.copyOfRange(matrix.data, row * matrix.numCols, (row + 1) * matrix.numCols);
    }
    return rows;
  }

  /** Graphs that are directed, weighted or typed, and models that couple all nodes. */
  @TestFactory
  Stream<DynamicTest> modelsOfOtherKindsAnswerAsInOnnxRuntime() {
    List<DynamicTest> tests = new ArrayList<>();
    for (String kind : List.of("directed", "typed", "weighted")) {
      Path folder = RealData.reference("kinds/" + kind);
      tests.add(
          dynamicTest(
              kind, () -> assertAnswersAsOnnxRuntime(folder.resolve("model.onnx"), read(folder))));
    }
    for (String name : List.of("graphnorm", "pairnorm", "transformer", "virtual")) {
      Path folder = RealData.reference("coupled");
      tests.add(
          dynamicTest(
              name,
              () -> assertAnswersAsOnnxRuntime(folder.resolve(name + ".onnx"), read(folder))));
    }
    return tests.stream();
  }

  private static Inputs read(Path folder) {
    double[][] pairs = array(folder.resolve("edge_index.npy"));
    Path weights = folder.resolve("edge_weight.npy");
    Path types = folder.resolve("edge_type.npy");
    return new Inputs(
        array(folder.resolve("x.npy")),
        new int[][] {integers(pairs[0]), integers(pairs[1])},
        Files.exists(weights) ? flat(weights) : new double[0],
        Files.exists(types) ? integers(flat(types)) : new int[0]);
  }

  private static double[] flat(Path file) {
    NumpyArray array = NumpyFile.readArray(file);
    return IntStream.range(0, array.size()).mapToDouble(array::get).toArray();
  }
}
