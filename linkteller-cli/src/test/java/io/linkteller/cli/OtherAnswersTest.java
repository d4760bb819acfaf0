package io.linkteller.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.linkteller.testing.Gaussian;
import io.linkteller.testing.NumpyMatrix;
import io.linkteller.testing.export.OnnxGraph;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The kind of an external model's answers is inferred, or compared with the declared kind. */
class OtherAnswersTest {

  private static final int NODES = 40;
  private static final int WIDTH = 6;
  private static final int CLASSES = 3;

  @TempDir Path directory;

  /** A ring with chords. */
  @BeforeEach
  void writeArrays() {
    NumpyMatrix.write(directory.resolve("x.npy"), Gaussian.rows(NODES, WIDTH, new Random(7)));
    double[][] edges = new double[2][2 * NODES];
    for (int v = 0; v < NODES; v++) {
      edges[0][v] = v;
      edges[1][v] = (v + 1) % NODES;
      edges[0][NODES + v] = v;
      edges[1][NODES + v] = (v + 7) % NODES;
    }
    NumpyMatrix.write(directory.resolve("edges.npy"), edges);
  }

  /** Writes two layers that sum own and neighbors' features, followed by some operators. */
  private Path model(String... operators) {
    Random random = new Random(11);
    OnnxGraph graph = new OnnxGraph();
    String x = graph.input("x", OnnxGraph.Type.FLOAT, "n", Integer.toString(WIDTH));
    String edges = graph.input("edge_index", OnnxGraph.Type.INT64, "2", "m");
    String hidden = graph.apply("Relu", List.of(layer(graph, x, edges, WIDTH, random)));
    String shown = layer(graph, hidden, edges, CLASSES, random);
    for (String operator : operators) {
      shown = graph.apply(operator, List.of(shown));
    }
    graph.output(shown, "answers", OnnxGraph.Type.FLOAT, "n", Integer.toString(CLASSES));
    Path file = directory.resolve("model" + String.join("-", operators) + ".onnx");
    graph.write(file);
    return file;
  }

  private static String layer(OnnxGraph graph, String in, String edges, int out, Random random) {
    double[] weights = random.doubles((long) WIDTH * out, -1, 1).toArray();
    String mixed =
        graph.apply(
            "MatMul", List.of(in, graph.constant("w", OnnxGraph.Type.FLOAT, weights, WIDTH, out)));
    return graph.withNeighbors(mixed, edges);
  }

  private Cli.Run run(String command, Path model, String... more) {
    String[] common =
        Cli.words(
            "%s --onnx %s --features %s --edge-index %s --undirected --json --targets all",
            command, model, directory.resolve("x.npy"), directory.resolve("edges.npy"));
    return Cli.run(Cli.words(common, more));
  }

  @ParameterizedTest
  @CsvSource({"labels", "probabilities"})
  void logitsAreConvertedToTheDeclaredKind(String declared) {
    Cli.Run run =
        run("audit", model(), "--fail-above", "0.5", "--access", "answers=" + declared)
            .refused(AuditCommand.ABOVE);
    assertTrue(run.err().contains("answers with logits; attackers see " + declared), run.err());
    JsonNode verdict = run.json().get("verdict");
    assertTrue(verdict.toString().contains("Answers are " + declared), verdict.toString());
    assertEquals(1, verdict.at("/strongest/recall").asDouble(), verdict.toString());
  }

  @Test
  void anAuditRecognizesProbabilities() {
    Path softmax = model("Softmax");
    String allowed = "nodes=whole-graph,features=scaled";
    Cli.Run found = run("audit", softmax, "--access", allowed);
    assertTrue(found.err().contains("answers with probabilities"), found.err());
    Cli.Run declared =
        run("audit", softmax, "--access", allowed + ",answers=probabilities").succeeded();
    assertEquals(declared.json().get("verdict"), found.json().get("verdict"));
    assertTrue(found.out().contains("Answers are probabilities"), found.out());
  }

  @Test
  void anAttackRecognizesProbabilities() {
    Path softmax = model("Softmax");
    Cli.Run found = run("attack", softmax, "--attack", "auto");
    Cli.Run declared =
        run("attack", softmax, "--attack", "auto", "--access", "answers=probabilities");
    assertEquals(0, found.exitCode(), found.err());
    for (String field : List.of("truePositives", "m", "queries", "attack")) {
      assertEquals(declared.json().get(field), found.json().get(field), field);
    }
    assertEquals(2 * NODES, found.json().get("ownTruePositives").asInt(), found.out());
    run("attack", softmax, "--attack", "compressed")
        .refused(2, "needs logits, but answers are probabilities");
  }

  @ParameterizedTest
  @CsvSource({
    "Softmax, logits, probabilities",
    "Hardmax, logits, labels",
    "Hardmax, probabilities, labels"
  })
  void declaringMoreDetailThanTheModelShowsIsRefused(String last, String declared, String shown) {
    for (String command : List.of("audit", "attack")) {
      Cli.Run run =
          run(command, model(last), "--access", "answers=" + declared)
              .refused(2, "--access: answers=" + declared, "give answers=" + shown);
      assertEquals("", run.out());
    }
  }

  /** Numbers in [0, 1] may be logits, and are read as such if the user declares it. */
  @Test
  void independentProbabilitiesAreNotReadAsASoftmax() {
    Path sigmoid = model("Sigmoid");
    Cli.Run found = run("attack", sigmoid, "--attack", "auto").succeeded();
    assertTrue(found.err().contains("they may be logits, and an audit also reads them as logits"));
    assertFalse(found.err().contains("sum to one"), found.err());
    assertEquals(2 * NODES, found.json().get("ownTruePositives").asInt(), found.err());
    Cli.Run declared = run("attack", sigmoid, "--access", "answers=logits").succeeded();
    assertTrue(declared.err().contains("they are treated as logits"), declared.err());
  }

  @Test
  void theKindIsInferredFromTheAttacksFirstQuery() {
    Path softmax = model("Softmax");
    String queries = Integer.toString(NODES + 1);
    Cli.Run run =
        run("attack", softmax, "--attack", "linkteller", "--max-queries", queries).succeeded();
    assertEquals(NODES + 1, run.json().get("queries").asInt());
    Cli.Run guessing = run("attack", softmax, "--attack", "random").succeeded();
    assertFalse(guessing.err().contains("answers with"), guessing.err());
  }
}
