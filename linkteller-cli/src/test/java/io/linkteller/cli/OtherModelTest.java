package io.linkteller.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.linkteller.models.numpy.NumpyArchiveWriter;
import io.linkteller.models.numpy.NumpyArray;
import io.linkteller.models.numpy.NumpyFile;
import io.linkteller.reference.OnnxServer;
import io.linkteller.testing.NumpyMatrix;
import io.linkteller.testing.export.OnnxGraph;
import io.linkteller.testing.fixture.RealData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** Commands accept external models just as they accept built-in ones. */
class OtherModelTest {

  private static final int NODES = 8;

  @TempDir Path directory;

  /** A ring of eight nodes with two features each, as a PyTorch Geometric user saves it. */
  @BeforeEach
  void writeArrays() {
    double[][] x = new double[NODES][];
    double[][] edges = new double[2][NODES];
    for (int v = 0; v < NODES; v++) {
      x[v] = new double[] {1 + v, 2 - 0.25 * v};
      edges[0][v] = v;
      edges[1][v] = (v + 1) % NODES;
    }
    NumpyMatrix.write(directory.resolve("x.npy"), x);
    NumpyMatrix.write(directory.resolve("edges.npy"), edges);
  }

  /** Each node's own features plus the sum of its neighbors'. */
  private Path neighborSum() {
    OnnxGraph graph = new OnnxGraph();
    String x = graph.input("nodes", OnnxGraph.Type.FLOAT, "n", "2");
    String edges = graph.input("pairs", OnnxGraph.Type.INT64, "2", "m");
    String sum = graph.withNeighbors(x, edges);
    graph.output(sum, "scores", OnnxGraph.Type.FLOAT, "n", "2");
    graph.output(graph.apply("Neg", List.of(x)), "own", OnnxGraph.Type.FLOAT, "n", "2");
    Path file = directory.resolve("sum.onnx");
    graph.write(file);
    return file;
  }

  private static final String NAMES =
      "--output-name scores --input-name nodes --edge-input-name pairs ";

  private Cli.Run run(String command, Object... values) {
    String[] words = Cli.words(command, values);
    String[] data =
        Cli.words(
            "--features %s --edge-index %s --undirected --json",
            directory.resolve("x.npy"), directory.resolve("edges.npy"));
    return Cli.run(Cli.words(words, data));
  }

  private static void assertRejects(int exitCode, Cli.Run run, String why) {
    assertEquals("", run.refused(exitCode, why).out());
  }

  @Test
  void anOnnxFileIsAttackedOnArraysWithoutLabels() {
    JsonNode json =
        run("attack --attack linkteller --onnx %s --k-hat 0.2857 " + NAMES, neighborSum())
            .succeeded()
            .json();
    assertEquals(NODES, json.get("nodes").asInt());
    assertEquals(NODES, json.get("edges").asInt());
    assertEquals(NODES, json.get("m").asInt());
    assertEquals(NODES, json.get("truePositives").asInt());
    assertEquals(NODES + 1, json.get("queries").asInt());
    assertFalse(json.has("accuracy"), json.toString());
  }

  @Test
  void anAmbiguousOutputIsAnErrorThatListsTheNames() {
    assertRejects(1, run("attack --onnx %s", neighborSum()), "scores");
    assertRejects(1, run("attack --onnx %s", directory.resolve("x.npy")), "ONNX file");
    assertRejects(1, run("attack --onnx no/such.onnx"), "no/such.onnx: there is no such file");
  }

  @ParameterizedTest
  @CsvSource({"--weights %s", "--state-dict %s --architecture gcn"})
  void anOnnxFileGivenAsWeightsIsRecognized(String option) {
    assertRejects(
        1, run("attack " + option, neighborSum()), "it is an ONNX file, which --onnx reads");
  }

  @Test
  void theCheckDescribesTheAnswersOfAModel() {
    JsonNode json =
        run("check --onnx %s --output-name scores --onnx-engine runtime", neighborSum())
            .succeeded()
            .json();
    assertEquals("logits", json.get("output").asText());
    assertTrue(json.get("deterministic").asBoolean());
    assertTrue(json.get("millisPerQuery").asDouble() > 0);
    assertTrue(json.get("bytesPerQuery").asLong() > 0);
    assertFalse(json.get("recommended").asText().isEmpty());
    assertTrue(List.of("single", "decimals").contains(json.get("precision").asText()));
    assertEquals(
        json.get("precision").asText().equals("decimals"), json.get("decimals").isNumber());
  }

  /** The ring connects 8 of 28 pairs, and the sum over neighbors reveals each of them. */
  @Test
  void anOnnxFileIsAuditedByEverySuitableAttack() throws IOException {
    Path report = directory.resolve("report");
    Path edges = directory.resolve("edges.csv");
    Cli.Run run =
        run(
                "audit --onnx %s --output-name scores --targets all --access queries=40 --report %s"
                    + " --out %s --fail-above 0.5",
                neighborSum(), report, edges)
            .refused(AuditCommand.ABOVE);
    JsonNode json = run.json();
    assertEquals(NODES, json.at("/verdict/targets").asInt());
    assertEquals(NODES, json.at("/verdict/strongest/truePositives").asInt());
    assertEquals(1, json.at("/verdict/strongest/recall").asDouble());
    JsonNode attacks = json.get("attacks");
    assertEquals(json.at("/verdict/strongest/attack"), attacks.get(0).get("attack"));
    assertTrue(attacks.size() > 10, attacks.toString());
    assertEquals(NODES + 1, Files.readAllLines(edges).size());
    assertTrue(Files.readString(report.resolve("leakage-audit.html")).contains("sum.onnx"));
  }

  @Test
  void anExhaustedBudgetEndsTheAttack() {
    String attack = "attack --attack linkteller --onnx %s --output-name scores --max-queries ";
    assertRejects(1, run(attack + "5", neighborSum()), "5");
    JsonNode json = run(attack + "9 --rate 1000/s", neighborSum()).succeeded().json();
    assertEquals(9, json.get("queries").asInt());
  }

  @Test
  void aMalformedUrlIsNotShown() {
    Cli.Run run =
        Cli.run("check", "--url", "http://user:s3cret@host/p?key=s3cret x")
            .refused(CommandLine.ExitCode.USAGE);
    assertFalse(run.err().contains("s3cret"), run::err);
  }

  /** The server answers with sums of the features that it receives, in a custom JSON format. */
  @Test
  void aServerWithACustomProtocolIsAttackedAndItsTokenIsHidden() throws IOException {
    Path token = Files.writeString(directory.resolve("token"), "s3cret\n");
    Path template =
        Files.writeString(directory.resolve("request.json"), "{\"x\": \"${features}\"}");
    AtomicInteger asked = new AtomicInteger();
    AtomicReference<String> seen = new AtomicReference<>("");
    OwnServer.Protocol protocol =
        exchange -> {
          asked.incrementAndGet();
          seen.set(
              exchange.getRequestHeaders().getFirst("Authorization")
                  + " "
                  + exchange.getRequestHeaders().getFirst("X-Client"));
          JsonNode x = new ObjectMapper().readTree(exchange.getRequestBody()).get("x");
          return "{\"out\": {\"logits\": " + sums(x) + "}}";
        };
    try (OwnServer server = new OwnServer(protocol)) {
      Cli.Run run =
          run(
              "attack --url %s/predict --protocol json --request-template %s"
                  + " --answer-pointer /out/logits --token-file %s --header=X-Client:audit"
                  + " --k-hat 0.2857 --delta 0.5",
              server.uri(), template, token);
      JsonNode json = run.succeeded().json();
      assertEquals(NODES, json.get("truePositives").asInt());
      assertEquals(
          asked.get(), json.get("queries").asInt() + json.get("verificationQueries").asInt());
      // The server identifies nodes by row number, because the template sends no ids.
      assertTrue(json.get("verificationQueries").asInt() >= 1, json.toString());
      assertTrue(run.err().contains("Send the ids with the features"), run.err());
      assertEquals("Bearer s3cret audit", seen.get());
      assertFalse((run.out() + run.err()).contains("s3cret"));
    }
  }

  /** The server evaluates the same ONNX file in ONNX Runtime. */
  @ParameterizedTest
  @CsvSource({"true", "false"})
  void aServerOfTheOpenInferenceProtocolIsCheckedAttackedAndAudited(boolean binary) {
    neighborSum();
    try (OnnxServer server = new OnnxServer(directory, binary)) {
      String model = " --url " + server.uri() + " --model sum --model-version 1 " + NAMES;
      JsonNode check = run("check" + model).succeeded().json();
      assertEquals("logits", check.get("output").asText());
      assertTrue(check.get("bytesPerQuery").asLong() > NODES * 3 * 2, check.toString());
      String all = model + "--targets all --rate 10000/s";
      JsonNode audit = run("audit --attacks linkteller,subsets" + all).succeeded().json();
      assertEquals(NODES, audit.at("/verdict/strongest/truePositives").asInt(), audit.toString());
      JsonNode json = run("attack" + all + " --k-hat 0.2857").succeeded().json();
      assertEquals(NODES, json.get("truePositives").asInt(), json.toString());
      assertEquals(NODES, json.get("m").asInt());
      assertRejects(1, run("attack --model other --url " + server.uri()), "no such model");
    }
  }

  private static List<List<Double>> sums(JsonNode x) {
    List<List<Double>> sums = new ArrayList<>();
    for (int v = 0; v < NODES; v++) {
      List<Double> row = new ArrayList<>();
      for (int c = 0; c < 2; c++) {
        row.add(
            x.get(v).get(c).asDouble()
                + x.get((v + 1) % NODES).get(c).asDouble()
                + x.get((v + NODES - 1) % NODES).get(c).asDouble());
      }
      sums.add(row);
    }
    return sums;
  }

  @Test
  void incompatibleOptionsAreUsageErrors() {
    String onnx = " --onnx " + neighborSum();
    Map<String, String> refused = new LinkedHashMap<>();
    refused.put("attack --weights w.npz" + onnx, "--weights");
    refused.put("attack --url http://h" + onnx, "two models");
    refused.put("attack --epochs 3" + onnx, "--epochs");
    refused.put("attack --model m" + onnx, "--model needs --url");
    refused.put("attack --format csv" + onnx, "--format");
    refused.put("attack --rate fast" + onnx, "'fast'");
    refused.put("attack --max-queries 0" + onnx, "calls = 0");
    refused.put("attack --epsilon 1" + onnx, "--protect");
    refused.put("attack --protect edgerand" + onnx, "--epsilon");
    refused.put("attack --attack denoising" + onnx, "--protect");
    refused.put("attack --url http://h", "--model");
    refused.put("attack --input-name x", "--input-name");
    refused.put("audit --weights w.npz" + onnx, "--weights");
    refused.put("audit --score paper" + onnx, "--score");
    refused.put("audit --rate 0/s" + onnx, "calls = 0");
    refused.put("audit --url http://h", "--model");
    refused.put("attack --state-dict w.pt", "--architecture");
    refused.put("attack --setting steps=4", "--architecture");
    refused.put("attack", "--labels");
    refused.forEach((command, why) -> assertRejects(2, run(command), why));
    assertRejects(2, Cli.line("attack --features x.npy"), "--edge-index");
    assertRejects(2, Cli.line("attack --data d --labels y.npy"), "--labels");
  }

  @Test
  void anInvalidHeaderIsNotRepeatedInTheMessage() {
    Cli.Run run = run("attack --url http://h --model m --header s3cret");
    assertRejects(2, run, "--header");
    assertFalse(run.err().contains("s3cret"), run.err());
  }

  @Test
  void mismatchedArraysAreReportedByName() {
    NumpyMatrix.write(directory.resolve("edges.npy"), new double[][] {{8}, {8}});
    assertRejects(1, run("attack --onnx %s", neighborSum()), "edges.npy");
    NumpyMatrix.write(directory.resolve("edges.npy"), new double[3][3]);
    assertRejects(1, run("attack --onnx %s", neighborSum()), "--type-column 3");
    NumpyMatrix.write(directory.resolve("edges.npy"), new double[1][1]);
    assertRejects(1, run("attack --onnx %s", neighborSum()), "2 x m");
  }

  /** Predictions are compared with the true graph; denoising finds more of its edges. */
  @Test
  void aProtectedGraphIsServedButTrueEdgesAreCounted() {
    String attack =
        "attack --data %s --infer PTBR --weights %s --targets 100 --k-hat k/4 --protect edgerand"
            + " --epsilon 3 --protect-seed 1 --json ";
    Object[] files = {RealData.set("twitch"), RealData.reference("gcn-twitch-es.npz")};
    JsonNode plain = Cli.line(attack, files).succeeded().json();
    JsonNode denoised =
        Cli.line(attack + "--attack denoising --denoise-from kinks", files).succeeded().json();
    assertEquals("denoising", denoised.get("attack").asText());
    assertEquals(plain.get("edges"), denoised.get("edges"));
    assertTrue(
        denoised.get("truePositives").asInt() > plain.get("truePositives").asInt(),
        plain + " " + denoised);
  }

  @Test
  void arcsWithoutReversesRequireAnOptionForTheirDirection() {
    String attack = "attack --onnx %s --k-hat 0.2857 --json --features %s --edge-index %s " + NAMES;
    Path model = neighborSum();
    Path x = directory.resolve("x.npy");
    Path edges = directory.resolve("edges.npy");
    Cli.Run refused = Cli.line(attack, model, x, edges);
    assertRejects(1, refused, "--directed");
    refused.refused(1, "--undirected");
    JsonNode json = Cli.line(attack + "--directed", model, x, edges).succeeded().json();
    assertEquals(NODES, json.get("edges").asInt());
    assertEquals("arcs", json.get("counted").asText());
    // At this epsilon, the probability that any arc changes is below e^-900.
    JsonNode unchanged =
        Cli.line(attack + "--directed --protect lapgraph --epsilon 1e5", model, x, edges)
            .succeeded()
            .json();
    assertEquals(json.get("truePositives"), unchanged.get("truePositives"));
    assertEquals(NODES, unchanged.get("edges").asInt());
    assertRejects(
        2, Cli.line(attack + "--directed --undirected", model, x, edges), "exclude each other");

    Path truth = directory.resolve("truth.npz");
    Path released = directory.resolve("released.npz");
    new NumpyArchiveWriter().add("edge_index", NumpyFile.readArray(edges).toMatrix()).write(truth);
    // At this epsilon all 56 cells keep their value with a probability below 1e-15.
    Cli.line(
            "perturb --mechanism edgerand --epsilon 0.1 --directed --nodes 8 --in %s --out %s",
            truth, released)
        .succeeded();
    Path arcs = released.resolve("edge_index");
    assertRejects(
        2, Cli.line(attack + "--directed", model, x, arcs), released + "/edge_index are perturbed");
    JsonNode counted =
        Cli.line(attack + "--directed --truth %s", model, x, arcs, truth).succeeded().json();
    assertEquals(NODES, counted.get("edges").asInt());
  }

  /** The accuracy is over all nodes, including the training nodes. */
  @Test
  void relationsAreReadFromAnArrayOrAColumn() throws IOException {
    Path kind = RealData.reference("kinds/typed");
    Path named = directory.resolve("named.csv");
    JsonNode json =
        Cli.line(
                "attack --state-dict %s --architecture rgcn --features %s --edge-index %s"
                    + " --edge-type %s --labels %s --directed --targets 100 --k-hat 0.004"
                    + " --attack subsets --out %s --json",
                kind.resolve("model.pt"),
                kind.resolve("x.npy"),
                kind.resolve("edge_index.npy"),
                kind.resolve("edge_type.npy"),
                kind.resolve("y.npy"),
                named)
            .succeeded()
            .json();
    assertEquals("arcs", json.get("counted").asText());
    assertTrue(json.get("accuracy").asDouble() > 0.67, json.toString());
    List<String> lines = Files.readAllLines(named);
    assertEquals("from,to,score", lines.get(0));
    assertEquals(json.get("truePositives").asInt(), lines.size() - 1);

    NumpyArray arcs = NumpyFile.readArray(kind.resolve("edge_index.npy"));
    NumpyArray types = NumpyFile.readArray(kind.resolve("edge_type.npy"));
    Set<String> rows = new LinkedHashSet<>(List.of("from,to,kind"));
    for (int i = 0; i < types.size(); i++) {
      String type = List.of("wires", "calls", "pays").get((int) types.get(i));
      rows.add((int) arcs.get(i) + "," + (int) arcs.get(types.size() + i) + "," + type);
    }
    Path table = Files.write(directory.resolve("typed.csv"), rows);
    String attack =
        "attack --onnx %s --features %s --labels %s --edge-index %s --type-column kind --directed"
            + " --out %s ";
    Object[] files = {
      kind.resolve("model.onnx"), kind.resolve("x.npy"), kind.resolve("y.npy"), table, named
    };
    String few = attack + "--targets 60 --attack subsets --json ";
    Cli.Run alphabetical = Cli.line(few, files).succeeded();
    assertTrue(
        alphabetical
            .err()
            .contains("in alphabetical order: 0 calls, 1 pays, 2 wires; if the model"),
        alphabetical.err());
    // In another order, the relations have the wrong weights.
    assertTrue(alphabetical.json().get("accuracy").asDouble() < 0.6, alphabetical.out());
    assertRejects(
        1,
        Cli.line(few + "--relations wires,calls", files),
        "listed in --relations, found \"pays\"");
    Cli.Run tabled = Cli.line(few + "--relations wires,calls,pays", files).succeeded();
    assertEquals(json.get("accuracy"), tabled.json().get("accuracy"), tabled.err());
    assertFalse(tabled.err().contains("alphabetical"), tabled.err());
  }

  @Test
  void oneArchiveMayContainAllArrays() {
    Path archive = directory.resolve("graph.npz");
    new NumpyArchiveWriter()
        .add("x", NumpyFile.readArray(directory.resolve("x.npy")).toMatrix())
        .add("edge_index", NumpyFile.readArray(directory.resolve("edges.npy")).toMatrix())
        .write(archive);
    String attack = "attack --k-hat 0.2857 --onnx %s " + NAMES;
    JsonNode expected = run(attack, neighborSum()).succeeded().json();
    JsonNode actual =
        Cli.line(attack + "--json --undirected --arrays %s", neighborSum(), archive)
            .succeeded()
            .json();
    assertEquals(expected.get("edges"), actual.get("edges"));
    assertEquals(expected.get("truePositives"), actual.get("truePositives"));
    assertRejects(
        1, Cli.line(attack + "--undirected --arrays missing.npz", neighborSum()), "missing.npz");
  }

  @Test
  void weightsMustMatchTheEdgesAndTheModel() {
    Path weights = directory.resolve("w.npy");
    NumpyMatrix.write(weights, new double[] {1, 1, 1});
    assertRejects(
        1,
        run("check --edge-weight %s --onnx %s", weights, neighborSum()),
        "3 weights for 8 edges");
  }

  /** Reports of two runs are compared by title, and a local port differs between runs. */
  @Test
  void theTitleOfALocalServerOmitsThePort() {
    for (String host : List.of("localhost", "127.0.0.1", "[::1]", "models.example.org")) {
      String name = "http://" + host + ":39171/x";
      assertEquals(
          host.startsWith("models") ? name : "http://" + host + "/x",
          new OtherModel.Opened(
                  query -> query.features().toDense(), name, "", false, Optional.empty())
              .title());
    }
  }
}
