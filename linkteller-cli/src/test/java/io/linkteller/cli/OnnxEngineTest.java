package io.linkteller.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.linkteller.data.onnx.OnnxGraph;
import io.linkteller.models.numpy.NumpyFile;
import io.linkteller.testkit.fixture.RealData;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What computes an ONNX file, and in which precision, on the command line. */
class OnnxEngineTest {

  private static final int NODES = 12;

  @TempDir Path directory;

  /** A ring of twelve nodes with two features each. */
  @BeforeEach
  void writeArrays() {
    NumpyFile.writeMatrix(
        directory.resolve("x.npy"),
        NODES,
        2,
        (row, values) -> {
          values[0] = 0.1 + 0.03 * row;
          values[1] = 0.7 - 0.05 * row;
        });
    NumpyFile.writeMatrix(
        directory.resolve("edges.npy"),
        2,
        NODES,
        (row, values) -> {
          for (int v = 0; v < NODES; v++) {
            values[v] = (v + row) % NODES;
          }
        });
  }

  /** The hyperbolic tangent of own features plus the neighbors', and perhaps an operator more. */
  private Path model(boolean known) {
    OnnxGraph graph = new OnnxGraph();
    String x = graph.input("x", OnnxGraph.Type.FLOAT, "n", "2");
    String edges = graph.input("edge_index", OnnxGraph.Type.INT64, "2", "m");
    String sent = graph.apply("Gather", List.of(x, row(graph, edges, 0)));
    String places = graph.apply("Unsqueeze", List.of(row(graph, edges, 1), graph.integers(1)));
    String sum =
        graph.apply(
            "ScatterND", List.of(x, places, sent), OnnxGraph.Attribute.of("reduction", "add"));
    String logits = graph.apply("Tanh", List.of(sum));
    if (!known) {
      logits = graph.apply("Add", List.of(logits, graph.apply("Hardmax", List.of(x))));
    }
    graph.output(logits, "logits", OnnxGraph.Type.FLOAT, "n", "2");
    Path file = directory.resolve("model.onnx");
    graph.write(file);
    return file;
  }

  private static String row(OnnxGraph graph, String edges, int row) {
    return graph.apply(
        "Gather",
        List.of(edges, graph.constant("row", OnnxGraph.Type.INT64, new double[] {row})),
        OnnxGraph.Attribute.of("axis", 0));
  }

  private Cli.Run run(String command, Path model, String... more) {
    List<String> args =
        new ArrayList<>(
            List.of(
                command,
                "--onnx",
                model.toString(),
                "--features",
                directory.resolve("x.npy").toString(),
                "--edge-index",
                directory.resolve("edges.npy").toString(),
                "--undirected",
                "--json"));
    args.addAll(List.of(more));
    return Cli.run(args.toArray(String[]::new));
  }

  private static JsonNode succeeded(Cli.Run run) {
    assertEquals(0, run.exitCode(), run.err());
    return run.json();
  }

  @ParameterizedTest
  @ValueSource(strings = {"check", "attack", "audit"})
  void anUnknownOperatorIsLeftToOnnxRuntimeWithTheReasonAndThePrice(String command) {
    Cli.Run run = run(command, model(false));
    succeeded(run);
    assertTrue(run.err().contains("Hardmax"), run.err());
    assertTrue(run.err().contains("left to ONNX Runtime"), run.err());
    assertTrue(run.err().contains("recomputes everything for each query"), run.err());
    Cli.Run refused = run(command, model(false), "--onnx-engine", "program");
    assertEquals(1, refused.exitCode(), refused.out() + refused.err());
    assertTrue(refused.err().contains("Hardmax"), refused.err());
  }

  @Test
  void aKnownFileNamesTheSamePairsInBothAndWarnsOfNothing() {
    Cli.Run program = run("attack", model(true), "--k-hat", "k");
    Cli.Run runtime = run("attack", model(true), "--k-hat", "k", "--onnx-engine", "runtime");
    assertEquals(NODES, succeeded(program).get("truePositives").asInt());
    assertEquals(NODES, succeeded(runtime).get("truePositives").asInt());
    assertTrue(!program.err().contains("ONNX Runtime"), program.err());
    Cli.Run compared = run("attack", model(true), "--onnx-engine", "compare");
    succeeded(compared);
    assertTrue(compared.err().contains("answers differ from those of ONNX Runtime"));
  }

  /** A graph of several relations, which both engines take. */
  @Test
  void relationsAreTakenByOnnxRuntimeToo() {
    Path typed = RealData.reference("kinds/typed");
    Cli.Run compared =
        Cli.run(
            "attack",
            "--onnx",
            typed.resolve("model.onnx").toString(),
            "--features",
            typed.resolve("x.npy").toString(),
            "--edge-index",
            typed.resolve("edge_index.npy").toString(),
            "--edge-type",
            typed.resolve("edge_type.npy").toString(),
            "--directed",
            "--targets",
            "20",
            "--k-hat",
            "0.01",
            "--onnx-engine",
            "compare");
    assertEquals(0, compared.exitCode(), compared.err());
    assertTrue(compared.err().contains("answers differ from those of ONNX Runtime"));
  }

  @Test
  void thePrecisionIsThatOfTheAnswers() {
    assertEquals("single", succeeded(run("check", model(true))).get("precision").asText());
    assertEquals(
        "double",
        succeeded(run("check", model(true), "--precision", "double")).get("precision").asText());
    Cli.Run refused =
        run("check", model(true), "--precision", "double", "--onnx-engine", "runtime");
    assertEquals(2, refused.exitCode(), refused.err());
    assertTrue(refused.err().contains("--precision"), refused.err());
    Cli.Run unknown = run("check", model(false), "--precision", "double");
    assertEquals(1, unknown.exitCode(), unknown.out() + unknown.err());
    assertTrue(unknown.err().contains("Hardmax"), unknown.err());
  }

  /** At this budget each pair is kept or drawn anew with a probability of nearly one half. */
  @Test
  void aProtectedGraphIsServedAndTheTrueOneCounts() {
    JsonNode kept =
        succeeded(
            run("attack", model(true), "--k-hat", "k", "--protect", "edgerand", "--epsilon", "30"));
    assertEquals(NODES, kept.get("truePositives").asInt());
    JsonNode noisy =
        succeeded(
            run(
                "attack",
                model(true),
                "--k-hat",
                "k",
                "--protect",
                "edgerand",
                "--epsilon",
                "0.01"));
    assertTrue(noisy.get("truePositives").asInt() < NODES, noisy.toString());
  }
}
