package io.linkteller.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.linkteller.documentation.Snippet;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.models.architecture.Gcn;
import io.linkteller.models.architecture.GnnModel;
import io.linkteller.models.serve.GraphOwner;
import io.linkteller.models.serve.ServedModel;
import io.linkteller.reference.OnnxServer;
import io.linkteller.testing.NumpyMatrix;
import io.linkteller.testing.Thorough;
import io.linkteller.testing.fixture.RealData;
import it.unimi.dsi.fastutil.doubles.DoubleArrayList;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The commands of {@code docs/your-model.md} run and find edges. Commands on arrays attack a model
 * on a random graph, in a file, behind a server and behind a custom protocol; commands on public
 * data attack the reference models. The test replaces only file names, hosts and {@code DIR}, and
 * the rates and numbers of targets with which commands would take minutes.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class YourModelGuideTest {

  private static final String PROGRAM = "java -jar linkteller-cli/target/linkteller.jar ";
  private static final int NODES = Thorough.size(120, 600);
  private static final int WIDTH = 8;

  private Path directory;
  private OnnxServer models;
  private OwnServer own;

  @BeforeAll
  void serve(@TempDir Path empty) throws IOException {
    directory = empty;
    Random random = new Random(5);
    double[][] x = new double[NODES][WIDTH];
    for (double[] row : x) {
      for (int col = 0; col < WIDTH; col++) {
        row[col] = random.nextDouble();
      }
    }
    Graph.Builder edges = Graph.builder(NODES).mergingDuplicates();
    for (int e = 0; e < 2 * NODES; e++) {
      int u = random.nextInt(NODES);
      int v = (u + 1 + random.nextInt(NODES - 1)) % NODES;
      edges.addEdge(u, v);
    }
    Graph graph = edges.build();
    NumpyMatrix.write(directory.resolve("x.npy"), x);
    DoubleArrayList sources = new DoubleArrayList();
    DoubleArrayList targets = new DoubleArrayList();
    graph.forEachEdge(
        (u, v) -> {
          sources.add(u);
          sources.add(v);
          targets.add(v);
          targets.add(u);
        });
    NumpyMatrix.write(
        directory.resolve("edge_index.npy"), sources.toDoubleArray(), targets.toDoubleArray());
    GnnModel model = Gcn.builder().layers(WIDTH, 16, 3).seed(3).build();
    // The same model in ONNX.
    byte[] onnx = getClass().getResourceAsStream("/onnx/gcn-8-16-3.onnx").readAllBytes();
    Files.write(directory.resolve("model.onnx"), onnx);
    Files.write(directory.resolve("fraud.onnx"), onnx);
    Files.writeString(directory.resolve("token"), "secret\n");
    Files.writeString(directory.resolve("request.json"), template());
    models = new OnnxServer(directory, true);
    own = ownProtocol(GraphOwner.of(graph).serve(model), graph);
  }

  @AfterAll
  void stop() {
    models.close();
    own.close();
  }

  private static List<Snippet> page() throws IOException {
    return Snippet.all().stream().filter(each -> each.page().endsWith("your-model.md")).toList();
  }

  /** The request that the page describes. */
  private static String template() throws IOException {
    return page().stream()
        .filter(each -> each.language().equals("json"))
        .findFirst()
        .orElseThrow()
        .text();
  }

  /** Accepts {"ids": ..., "x": ...} and answers {"out": {"logits": ...}}. */
  private static OwnServer ownProtocol(ServedModel model, Graph graph) throws IOException {
    return new OwnServer(
        exchange -> {
          JsonNode request = new ObjectMapper().readTree(exchange.getRequestBody());
          assertEquals(graph.nodeCount(), request.get("ids").size());
          double[][] x = new ObjectMapper().convertValue(request.get("x"), double[][].class);
          DMatrixRMaj logits =
              model.predict(InferenceNodes.of(FeatureMatrix.dense(x)).query()).copy();
          StringBuilder rows = new StringBuilder();
          for (int u = 0; u < logits.numRows; u++) {
            rows.append(u == 0 ? "[" : ",[");
            for (int c = 0; c < logits.numCols; c++) {
              rows.append(c == 0 ? "" : ",").append(logits.get(u, c));
            }
            rows.append(']');
          }
          return "{\"out\": {\"logits\": [" + rows + "]}}";
        });
  }

  private static Stream<String> commands(boolean onPublicData) throws IOException {
    List<String> commands = new ArrayList<>();
    for (Snippet snippet : page()) {
      for (String line : snippet.commands()) {
        if (line.startsWith(PROGRAM) && line.contains("--data DIR") == onPublicData) {
          commands.add(line.substring(PROGRAM.length()));
        }
      }
    }
    assertFalse(commands.isEmpty());
    return commands.stream();
  }

  static Stream<String> commandsOnArrays() throws IOException {
    return commands(false);
  }

  static Stream<String> commandsOnPublicData() throws IOException {
    return commands(true);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("commandsOnArrays")
  void aCommandOnArraysFindsEdges(String command) {
    assertWorks(
        Stream.of(command.split("\\s+"))
            .map(
                word ->
                    switch (word) {
                      case "model.onnx", "x.npy", "edge_index.npy", "token", "request.json" ->
                          directory.resolve(word).toString();
                      case "https://models.example.org" -> models.uri().toString();
                      case "https://example.org/predict" -> own.uri() + "/predict";
                      case "10/s" -> "10000/s";
                      case "200", "500" -> Thorough.RUN ? word : "60";
                      default -> word;
                    })
            .toList());
  }

  @Tag("thorough")
  @ParameterizedTest(name = "{0}")
  @MethodSource("commandsOnPublicData")
  void aCommandOnPublicDataFindsEdges(String command) {
    Path reference = RealData.reference("pytorch");
    List<String> words =
        new ArrayList<>(
            Stream.of(command.split("\\s+"))
                .map(
                    word ->
                        switch (word) {
                          case "DIR" ->
                              RealData.set(command.contains("planetoid") ? "planetoid" : "twitch")
                                  .toString();
                          // This tests the commands rather than their results, so fewer targets
                          // suffice.
                          case "500" -> "100";
                          case "es.npz" -> RealData.reference("gcn-twitch-es.npz").toString();
                          case "model.pt" -> reference.resolve("gcn.pt").toString();
                          default ->
                              Files.exists(reference.resolve(word))
                                  ? reference.resolve(word).toString()
                                  : word;
                        })
                .toList());
    if (command.startsWith("audit")) {
      words.addAll(List.of("--targets", "100"));
    }
    assertWorks(words);
  }

  private static void assertWorks(List<String> words) {
    List<String> args = new ArrayList<>(words);
    if (!args.contains("--json")) {
      args.add("--json");
    }
    Cli.Run run = Cli.run(args.toArray(String[]::new));
    int expected = args.contains("--fail-above") ? AuditCommand.ABOVE : 0;
    assertEquals(expected, run.exitCode(), run.err());
    JsonNode json = run.json();
    if (args.get(0).equals("check")) {
      assertTrue(json.has("recommended"), json::toString);
      return;
    }
    JsonNode found = args.get(0).equals("audit") ? json.at("/verdict/strongest") : json;
    assertTrue(
        found.path("truePositives").asInt() > found.path("m").asInt(Integer.MAX_VALUE) / 4,
        json::toString);
  }
}
