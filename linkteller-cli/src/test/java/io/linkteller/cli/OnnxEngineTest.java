package io.linkteller.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.linkteller.testing.NumpyMatrix;
import io.linkteller.testing.export.OnnxGraph;
import io.linkteller.testing.fixture.RealData;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The engine and the precision with which commands evaluate ONNX files. */
class OnnxEngineTest {

  private static final int NODES = 12;

  @TempDir Path directory;

  /** A ring of twelve nodes with two features each. */
  @BeforeEach
  void writeArrays() {
    double[][] x = new double[NODES][];
    double[][] edges = new double[2][NODES];
    for (int v = 0; v < NODES; v++) {
      x[v] = new double[] {0.1 + 0.03 * v, 0.7 - 0.05 * v};
      edges[0][v] = v;
      edges[1][v] = (v + 1) % NODES;
    }
    NumpyMatrix.write(directory.resolve("x.npy"), x);
    NumpyMatrix.write(directory.resolve("edges.npy"), edges);
  }

  /** Writes a model of one layer, with an additional operator unless {@code known} is set. */
  private Path model(boolean known) {
    OnnxGraph graph = new OnnxGraph();
    String x = graph.input("x", OnnxGraph.Type.FLOAT, "n", "2");
    String edges = graph.input("edge_index", OnnxGraph.Type.INT64, "2", "m");
    String sum = graph.withNeighbors(x, edges);
    String logits = graph.apply("Tanh", List.of(sum));
    if (!known) {
      logits = graph.apply("Add", List.of(logits, graph.apply("Hardmax", List.of(x))));
    }
    graph.output(logits, "logits", OnnxGraph.Type.FLOAT, "n", "2");
    Path file = directory.resolve("model.onnx");
    graph.write(file);
    return file;
  }

  private Cli.Run run(String command, Path model, String... more) {
    String[] common =
        Cli.words(
            "%s --onnx %s --features %s --edge-index %s --undirected --json",
            command, model, directory.resolve("x.npy"), directory.resolve("edges.npy"));
    return Cli.run(Cli.words(common, more));
  }

  private static JsonNode succeeded(Cli.Run run) {
    assertEquals(0, run.exitCode(), run.err());
    return run.json();
  }

  @ParameterizedTest
  @ValueSource(strings = {"check", "attack", "audit"})
  void anUnknownOperatorIsLeftToOnnxRuntimeAndReported(String command) {
    Cli.Run run = run(command, model(false));
    succeeded(run);
    assertTrue(run.err().contains("Hardmax"), run.err());
    assertTrue(run.err().contains("ONNX Runtime evaluates the model"), run.err());
    assertTrue(run.err().contains("recomputes everything for each query"), run.err());
    run(command, model(false), "--onnx-engine", "program").refused(1, "Hardmax");
  }

  @Test
  void bothEnginesFindTheSamePairs() {
    Cli.Run program = run("attack", model(true), "--k-hat", "k");
    Cli.Run runtime = run("attack", model(true), "--k-hat", "k", "--onnx-engine", "runtime");
    assertEquals(NODES, succeeded(program).get("truePositives").asInt());
    assertEquals(NODES, succeeded(runtime).get("truePositives").asInt());
    assertTrue(!program.err().contains("ONNX Runtime"), program.err());
    Cli.Run compared = run("attack", model(true), "--onnx-engine", "compare");
    succeeded(compared);
    assertTrue(compared.err().contains("answers differ from those of ONNX Runtime"));
  }

  /** Both engines accept a graph of several relations. */
  @Test
  void onnxRuntimeAlsoAcceptsRelations() {
    Path typed = RealData.reference("kinds/typed");
    Cli.Run compared =
        Cli.line(
                "attack --onnx %s --features %s --edge-index %s --edge-type %s --directed"
                    + " --targets 20 --k-hat 0.01 --onnx-engine compare",
                typed.resolve("model.onnx"),
                typed.resolve("x.npy"),
                typed.resolve("edge_index.npy"),
                typed.resolve("edge_type.npy"))
            .succeeded();
    assertTrue(compared.err().contains("answers differ from those of ONNX Runtime"));
  }

  @Test
  void theCheckReportsThePrecisionOfAnswers() {
    assertEquals("single", succeeded(run("check", model(true))).get("precision").asText());
    assertEquals(
        "double",
        succeeded(run("check", model(true), "--precision", "double")).get("precision").asText());
    run("check", model(true), "--precision", "double", "--onnx-engine", "runtime")
        .refused(2, "--precision");
    run("check", model(false), "--precision", "double").refused(1, "Hardmax");
  }
}
