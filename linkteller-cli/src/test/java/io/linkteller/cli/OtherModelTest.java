package io.linkteller.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import io.linkteller.data.onnx.OnnxGraph;
import io.linkteller.models.numpy.NumpyArchiveWriter;
import io.linkteller.models.numpy.NumpyArray;
import io.linkteller.models.numpy.NumpyFile;
import io.linkteller.reference.OnnxServer;
import io.linkteller.testkit.fixture.RealData;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** Models of other programs are named on the command line as ours are. */
class OtherModelTest {

  private static final int NODES = 8;

  @TempDir Path directory;

  /** A ring of eight nodes with two features each, as a PyTorch Geometric user saves it. */
  @BeforeEach
  void writeArrays() {
    NumpyFile.writeMatrix(
        directory.resolve("x.npy"),
        NODES,
        2,
        (row, values) -> {
          values[0] = 1 + row;
          values[1] = 2 - 0.25 * row;
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

  /** Each node's own features plus the sum of its neighbors'. */
  private Path neighborSum() {
    OnnxGraph graph = new OnnxGraph();
    String x = graph.input("nodes", OnnxGraph.Type.FLOAT, "n", "2");
    String edges = graph.input("pairs", OnnxGraph.Type.INT64, "2", "m");
    String sent = graph.apply("Gather", List.of(x, row(graph, edges, 0)));
    String places = graph.apply("Unsqueeze", List.of(row(graph, edges, 1), graph.integers(1)));
    String sum =
        graph.apply(
            "ScatterND", List.of(x, places, sent), OnnxGraph.Attribute.of("reduction", "add"));
    graph.output(sum, "scores", OnnxGraph.Type.FLOAT, "n", "2");
    graph.output(graph.apply("Neg", List.of(x)), "own", OnnxGraph.Type.FLOAT, "n", "2");
    Path file = directory.resolve("sum.onnx");
    graph.write(file);
    return file;
  }

  private static String row(OnnxGraph graph, String edges, int row) {
    return graph.apply(
        "Gather",
        List.of(edges, graph.constant("row", OnnxGraph.Type.INT64, new double[] {row})),
        OnnxGraph.Attribute.of("axis", 0));
  }

  private Cli.Run run(String command, String... more) {
    List<String> args =
        new ArrayList<>(
            List.of(
                command,
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

  private static void assertRefused(int exitCode, Cli.Run run, String why) {
    assertEquals(exitCode, run.exitCode(), run.out() + run.err());
    assertTrue(run.err().contains(why), run.err());
    assertEquals("", run.out());
  }

  @Test
  void anOnnxFileIsAttackedOnArraysWithoutLabels() {
    JsonNode json =
        succeeded(
            run(
                "attack",
                "--onnx",
                neighborSum().toString(),
                "--output-name",
                "scores",
                "--input-name",
                "nodes",
                "--edge-input-name",
                "pairs",
                "--k-hat",
                "0.2857"));
    assertEquals(NODES, json.get("nodes").asInt());
    assertEquals(NODES, json.get("edges").asInt());
    assertEquals(NODES, json.get("m").asInt());
    assertEquals(NODES, json.get("truePositives").asInt());
    assertEquals(NODES + 1, json.get("queries").asInt());
    assertFalse(json.has("accuracy"), json.toString());
  }

  @Test
  void anUnnamedOutputIsAnErrorThatAsksForTheName() {
    assertRefused(1, run("attack", "--onnx", neighborSum().toString()), "scores");
    assertRefused(1, run("attack", "--onnx", directory.resolve("x.npy").toString()), "ONNX file");
    assertRefused(1, run("attack", "--onnx", "no/such.onnx"), "no/such.onnx");
  }

  @Test
  void theCheckSaysWhatAModelShows() {
    JsonNode json =
        succeeded(
            run(
                "check",
                "--onnx",
                neighborSum().toString(),
                "--output-name",
                "scores",
                "--onnx-engine",
                "runtime"));
    assertEquals("logits", json.get("output").asText());
    assertTrue(json.get("deterministic").asBoolean());
    assertTrue(json.get("millisPerQuery").asDouble() > 0);
    assertTrue(json.get("bytesPerQuery").asLong() > 0);
    assertFalse(json.get("recommended").asText().isEmpty());
    assertTrue(List.of("single", "decimals").contains(json.get("precision").asText()));
    for (String field :
        List.of(
            "output",
            "precision",
            "decimals",
            "deterministic",
            "millisPerQuery",
            "bytesPerQuery",
            "recommended")) {
      assertTrue(json.has(field), field);
    }
    assertEquals(
        json.get("precision").asText().equals("decimals"), json.get("decimals").isNumber());
  }

  /** The ring has 8 of 28 pairs; the sum over neighbors shows each of them. */
  @Test
  void anOnnxFileIsAuditedByEveryAttackThatFits() throws IOException {
    Path report = directory.resolve("report");
    Path edges = directory.resolve("edges.csv");
    Cli.Run run =
        run(
            "audit",
            "--onnx",
            neighborSum().toString(),
            "--output-name",
            "scores",
            "--targets",
            "all",
            "--access",
            "queries=40",
            "--report",
            report.toString(),
            "--out",
            edges.toString(),
            "--fail-above",
            "0.5");
    assertEquals(AuditCommand.ABOVE, run.exitCode(), run.err());
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
    Cli.Run run =
        run(
            "attack",
            "--onnx",
            neighborSum().toString(),
            "--output-name",
            "scores",
            "--max-queries",
            "5");
    assertRefused(1, run, "5");
    JsonNode json =
        succeeded(
            run(
                "attack",
                "--onnx",
                neighborSum().toString(),
                "--output-name",
                "scores",
                "--max-queries",
                "9",
                "--rate",
                "1000/s"));
    assertEquals(9, json.get("queries").asInt());
  }

  @Test
  void aMalformedUrlIsNotShown() {
    Cli.Run run = Cli.run("check", "--url", "http://user:s3cret@host/p?key=s3cret x");
    assertEquals(CommandLine.ExitCode.USAGE, run.exitCode());
    assertFalse(run.err().contains("s3cret"), run::err);
  }

  /** A server that answers with the features that it was sent, as text of any protocol. */
  @Test
  void aServerOfAnyProtocolIsAttackedAndItsTokenNotShown() throws IOException {
    Path token = Files.writeString(directory.resolve("token"), "s3cret\n");
    Path template =
        Files.writeString(directory.resolve("request.json"), "{\"x\": \"${features}\"}");
    AtomicInteger asked = new AtomicInteger();
    AtomicReference<String> seen = new AtomicReference<>("");
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/predict",
        exchange -> {
          asked.incrementAndGet();
          seen.set(
              exchange.getRequestHeaders().getFirst("Authorization")
                  + " "
                  + exchange.getRequestHeaders().getFirst("X-Client"));
          JsonNode x = new ObjectMapper().readTree(exchange.getRequestBody()).get("x");
          byte[] body =
              ("{\"out\": {\"logits\": " + sums(x) + "}}").getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
    try {
      Cli.Run run =
          run(
              "attack",
              "--url",
              "http://localhost:" + server.getAddress().getPort() + "/predict",
              "--protocol",
              "json",
              "--request-template",
              template.toString(),
              "--answer-pointer",
              "/out/logits",
              "--token-file",
              token.toString(),
              "--header",
              "X-Client: audit",
              "--k-hat",
              "0.2857",
              "--delta",
              "0.5");
      JsonNode json = succeeded(run);
      assertEquals(NODES, json.get("truePositives").asInt());
      assertEquals(asked.get(), json.get("queries").asInt());
      assertEquals("Bearer s3cret audit", seen.get());
      assertFalse((run.out() + run.err()).contains("s3cret"));
    } finally {
      server.stop(0);
    }
  }

  /** ONNX Runtime behind a server of the Open Inference Protocol answers as it does from a file. */
  @ParameterizedTest
  @CsvSource({"true", "false"})
  void aServerOfTheOpenInferenceProtocolIsCheckedAttackedAndAudited(boolean binary) {
    neighborSum();
    try (OnnxServer server = new OnnxServer(directory, binary)) {
      List<String> model =
          List.of(
              "--url",
              server.uri().toString(),
              "--model",
              "sum",
              "--model-version",
              "1",
              "--input-name",
              "nodes",
              "--edge-input-name",
              "pairs",
              "--output-name",
              "scores");
      JsonNode check = succeeded(run("check", model.toArray(String[]::new)));
      assertEquals("logits", check.get("output").asText());
      assertTrue(check.get("bytesPerQuery").asLong() > NODES * 3 * 2, check.toString());
      List<String> args = new ArrayList<>(model);
      args.addAll(List.of("--targets", "all", "--rate", "10000/s"));
      JsonNode audit = succeeded(run("audit", args.toArray(String[]::new)));
      assertEquals(NODES, audit.at("/verdict/strongest/truePositives").asInt(), audit.toString());
      args.addAll(List.of("--k-hat", "0.2857"));
      JsonNode json = succeeded(run("attack", args.toArray(String[]::new)));
      assertEquals(NODES, json.get("truePositives").asInt(), json.toString());
      assertEquals(NODES, json.get("m").asInt());
      assertRefused(
          1, run("attack", "--url", server.uri().toString(), "--model", "other"), "no such model");
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
  void optionsThatDoNotGoTogetherAreUsageErrors() {
    String onnx = neighborSum().toString();
    assertRefused(2, run("attack", "--onnx", onnx, "--weights", "w.npz"), "--weights");
    assertRefused(2, run("attack", "--onnx", onnx, "--url", "http://h"), "two models");
    assertRefused(2, run("attack", "--onnx", onnx, "--epochs", "3"), "--epochs");
    assertRefused(2, run("attack", "--onnx", onnx, "--model", "m"), "--model needs --url");
    assertRefused(2, run("attack", "--onnx", onnx, "--format", "csv"), "--format");
    assertRefused(2, run("attack", "--onnx", onnx, "--rate", "fast"), "'fast'");
    assertRefused(2, run("attack", "--onnx", onnx, "--max-queries", "0"), "calls = 0");
    assertRefused(2, run("attack", "--onnx", onnx, "--epsilon", "1"), "--protect");
    assertRefused(2, run("attack", "--onnx", onnx, "--protect", "edgerand"), "--epsilon");
    assertRefused(2, run("attack", "--onnx", onnx, "--attack", "denoising"), "--protect");
    assertRefused(2, run("attack", "--url", "http://h"), "--model");
    assertRefused(2, run("attack", "--input-name", "x"), "--input-name");
    assertRefused(2, run("audit", "--onnx", onnx, "--weights", "w.npz"), "--weights");
    assertRefused(2, run("audit", "--onnx", onnx, "--score", "paper"), "--score");
    assertRefused(2, run("audit", "--onnx", onnx, "--rate", "0/s"), "calls = 0");
    assertRefused(2, run("audit", "--url", "http://h"), "--model");
    assertRefused(2, run("attack", "--state-dict", "w.pt"), "--architecture");
    assertRefused(2, run("attack", "--setting", "steps=4"), "--architecture");
    assertRefused(2, run("attack"), "--labels");
    assertRefused(2, Cli.run("attack", "--features", "x.npy"), "--edge-index");
    assertRefused(2, Cli.run("attack", "--data", "d", "--labels", "y.npy"), "--labels");
  }

  @Test
  void anInvalidHeaderIsNotRepeatedInTheMessage() {
    Cli.Run run = run("attack", "--url", "http://h", "--model", "m", "--header", "s3cret");
    assertRefused(2, run, "--header");
    assertFalse(run.err().contains("s3cret"), run.err());
  }

  @Test
  void arraysThatDoNotFitAreNamed() {
    NumpyFile.writeMatrix(directory.resolve("edges.npy"), 2, 1, (row, values) -> values[0] = 8);
    assertRefused(1, run("attack", "--onnx", neighborSum().toString()), "edges.npy");
    NumpyFile.writeMatrix(directory.resolve("edges.npy"), 3, 3, (row, values) -> values[0] = 1);
    assertRefused(1, run("attack", "--onnx", neighborSum().toString()), "--type-column 3");
    NumpyFile.writeMatrix(directory.resolve("edges.npy"), 1, 1, (row, values) -> values[0] = 1);
    assertRefused(1, run("attack", "--onnx", neighborSum().toString()), "2 x m");
  }

  /** EdgeRand at ε = 1: the denoising attack counts against the true graph. */
  @Test
  void aProtectedGraphIsServedAndTheTrueOneCounted() {
    String weights = RealData.reference("gcn-twitch-es.npz").toString();
    List<String> args =
        List.of(
            "attack",
            "--data",
            RealData.set("twitch").toString(),
            "--infer",
            "PTBR",
            "--weights",
            weights,
            "--targets",
            "300",
            "--k-hat",
            "k/4",
            "--protect",
            "edgerand",
            "--epsilon",
            "4",
            "--protect-seed",
            "1",
            "--json");
    JsonNode plain = succeeded(Cli.run(args.toArray(String[]::new)));
    List<String> more = new ArrayList<>(args);
    more.addAll(List.of("--attack", "denoising", "--denoise-from", "kinks"));
    JsonNode denoised = succeeded(Cli.run(more.toArray(String[]::new)));
    assertEquals("denoising of chosen features", denoised.get("attack").asText());
    assertEquals(plain.get("edges"), denoised.get("edges"));
    assertTrue(
        denoised.get("truePositives").asInt() > plain.get("truePositives").asInt(),
        plain + " " + denoised);
  }

  @ParameterizedTest
  @CsvSource({"gcn, gcn, pt", "gat, gat, pt", "residual, deep-gcn, npz"})
  void aStateDictAndAnOnnxFileOfOneModelAreTheSameModel(
      String name, String architecture, String suffix) {
    Path folder = RealData.reference("pytorch");
    String planetoid = RealData.set("planetoid").toString();
    String[] data = {
      "attack",
      "--format",
      "planetoid",
      "--data",
      planetoid,
      "--infer",
      "cora",
      "--json",
      "--targets",
      "60",
      "--k-hat",
      "0.01"
    };
    List<String> onnx = new ArrayList<>(List.of(data));
    onnx.addAll(List.of("--onnx", folder.resolve(name + ".onnx").toString()));
    List<String> ported = new ArrayList<>(List.of(data));
    ported.addAll(
        List.of(
            "--state-dict",
            folder.resolve(name + "." + suffix).toString(),
            "--architecture",
            architecture));
    JsonNode first = succeeded(Cli.run(onnx.toArray(String[]::new)));
    JsonNode second = succeeded(Cli.run(ported.toArray(String[]::new)));
    assertEquals(first.get("accuracy"), second.get("accuracy"));
    assertEquals(first.get("nodesSha256"), second.get("nodesSha256"));
    assertTrue(
        Math.abs(first.get("truePositives").asInt() - second.get("truePositives").asInt()) <= 1,
        first + " " + second);
  }

  @Test
  void arcsWithoutTheirReversesNeedADirection() {
    String x = directory.resolve("x.npy").toString();
    String edges = directory.resolve("edges.npy").toString();
    String model = neighborSum().toString();
    String[] given = {
      "attack",
      "--onnx",
      model,
      "--output-name",
      "scores",
      "--input-name",
      "nodes",
      "--edge-input-name",
      "pairs",
      "--k-hat",
      "0.2857",
      "--json",
      "--features",
      x,
      "--edge-index",
      edges
    };
    Cli.Run refused = Cli.run(given);
    assertRefused(1, refused, "--directed");
    assertTrue(refused.err().contains("--undirected"), refused.err());
    List<String> directed = new ArrayList<>(List.of(given));
    directed.add("--directed");
    JsonNode json = succeeded(Cli.run(directed.toArray(String[]::new)));
    assertEquals(NODES, json.get("edges").asInt());
    assertEquals("arcs", json.get("counted").asText());
    // At this epsilon no arc is changed but with a probability below e^-900.
    List<String> hidden = new ArrayList<>(directed);
    hidden.addAll(List.of("--protect", "lapgraph", "--epsilon", "1e5"));
    JsonNode unchanged = succeeded(Cli.run(hidden.toArray(String[]::new)));
    assertEquals(json.get("truePositives"), unchanged.get("truePositives"));
    assertEquals(NODES, unchanged.get("edges").asInt());
    directed.add("--undirected");
    assertRefused(2, Cli.run(directed.toArray(String[]::new)), "exclude each other");
    perturbedArcsAreNotTheTruth(given);
  }

  private void perturbedArcsAreNotTheTruth(String... attack) {
    Path truth = directory.resolve("truth.npz");
    Path released = directory.resolve("released.npz");
    new NumpyArchiveWriter()
        .add("edge_index", NumpyFile.readArray(directory.resolve("edges.npy")).toMatrix())
        .write(truth);
    // At this epsilon all 56 cells keep their value with a probability below 1e-15.
    Cli.Run perturbed =
        Cli.run(
            "perturb",
            "--mechanism",
            "edgerand",
            "--epsilon",
            "0.1",
            "--directed",
            "--nodes",
            Integer.toString(NODES),
            "--in",
            truth.toString(),
            "--out",
            released.toString());
    assertEquals(0, perturbed.exitCode(), perturbed.err());
    List<String> arcs = new ArrayList<>(List.of(attack));
    arcs.set(arcs.size() - 1, released.resolve("edge_index").toString());
    arcs.add("--directed");
    assertRefused(2, Cli.run(arcs.toArray(String[]::new)), released + "/edge_index are perturbed");
    arcs.addAll(List.of("--truth", truth.toString()));
    assertEquals(NODES, succeeded(Cli.run(arcs.toArray(String[]::new))).get("edges").asInt());
  }

  /** Of all nodes, the training nodes among them. */
  @Test
  void theRelationsOfAnRGcnAreGivenByAnArrayAndToldApart() throws IOException {
    Path kind = RealData.reference("kinds/typed");
    Path named = directory.resolve("named.csv");
    JsonNode json =
        succeeded(
            Cli.run(
                "attack",
                "--state-dict",
                kind.resolve("model.pt").toString(),
                "--architecture",
                "rgcn",
                "--features",
                kind.resolve("x.npy").toString(),
                "--edge-index",
                kind.resolve("edge_index.npy").toString(),
                "--edge-type",
                kind.resolve("edge_type.npy").toString(),
                "--labels",
                kind.resolve("y.npy").toString(),
                "--directed",
                "--targets",
                "100",
                "--k-hat",
                "0.004",
                "--attack",
                "subsets",
                "--out",
                named.toString(),
                "--json"));
    assertEquals("arcs", json.get("counted").asText());
    assertTrue(json.get("accuracy").asDouble() > 0.67, json.toString());
    assertEquals(3, json.get("relationsToldApart").asInt());
    assertEquals(3, json.get("relationClasses").size());
    assertEquals(0, json.get("relationsNotToldApart").size());
    assertEquals(json.get("truePositives"), json.get("relationTruePositives"), json.toString());
    List<String> lines = Files.readAllLines(named);
    assertEquals("from,to,score,relation", lines.get(0));
    assertEquals(json.get("truePositives").asInt(), lines.size() - 1);
    assertTrue(lines.stream().skip(1).allMatch(line -> line.matches(".*,[012]")), lines.toString());

    NumpyArray arcs = NumpyFile.readArray(kind.resolve("edge_index.npy"));
    NumpyArray types = NumpyFile.readArray(kind.resolve("edge_type.npy"));
    Set<String> rows = new LinkedHashSet<>(List.of("from,to,kind"));
    for (int i = 0; i < types.size(); i++) {
      String type = List.of("wires", "calls", "pays").get((int) types.get(i));
      rows.add((int) arcs.get(i) + "," + (int) arcs.get(types.size() + i) + "," + type);
    }
    Path table = Files.write(directory.resolve("typed.csv"), rows);
    List<String> tables =
        new ArrayList<>(
            List.of(
                "attack",
                "--onnx",
                kind.resolve("model.onnx").toString(),
                "--features",
                kind.resolve("x.npy").toString(),
                "--labels",
                kind.resolve("y.npy").toString(),
                "--edge-index",
                table.toString(),
                "--type-column",
                "kind",
                "--directed",
                "--targets",
                "60",
                "--attack",
                "subsets",
                "--json",
                "--out",
                named.toString()));
    Cli.Run alphabetical = Cli.run(tables.toArray(String[]::new));
    assertTrue(
        alphabetical
            .err()
            .contains("in alphabetical order: 0 calls, 1 pays, 2 wires; if the model"),
        alphabetical.err());
    // Another order is another model.
    assertTrue(succeeded(alphabetical).get("accuracy").asDouble() < 0.6, alphabetical.out());
    tables.addAll(List.of("--relations", "wires,calls"));
    assertRefused(1, Cli.run(tables.toArray(String[]::new)), "--relations names, found \"pays\"");
    tables.set(tables.size() - 1, "wires,calls,pays");
    Cli.Run tabled = Cli.run(tables.toArray(String[]::new));
    assertEquals(json.get("accuracy"), succeeded(tabled).get("accuracy"), tabled.err());
    assertFalse(tabled.err().contains("alphabetical"), tabled.err());
    lines = Files.readAllLines(named);
    assertTrue(lines.size() > 5, lines.toString());
    for (String line : lines.subList(1, lines.size())) {
      String[] fields = line.split(",", -1);
      assertTrue(rows.contains(fields[0] + "," + fields[1] + "," + fields[3]), line);
    }
    tables.replaceAll(each -> each.equals("60") ? "150" : each.replace("subsets", "linkteller"));
    tables.remove("--json");
    Cli.Run missing = Cli.run(tables.toArray(String[]::new));
    assertTrue(
        missing.out().contains("a sign of arcs that were not named, 20 here"), missing.out());
  }

  @Test
  void oneArchiveHoldsAllArrays() {
    Path archive = directory.resolve("graph.npz");
    new NumpyArchiveWriter()
        .add("x", NumpyFile.readArray(directory.resolve("x.npy")).toMatrix())
        .add("edge_index", NumpyFile.readArray(directory.resolve("edges.npy")).toMatrix())
        .write(archive);
    List<String> files = new ArrayList<>(List.of(arrays("--features", "x.npy")));
    files.addAll(List.of("--edge-index", directory.resolve("edges.npy").toString()));
    JsonNode expected = succeeded(Cli.run(files.toArray(String[]::new)));
    JsonNode actual = succeeded(Cli.run(arrays("--arrays", "graph.npz")));
    assertEquals(expected.get("edges"), actual.get("edges"));
    assertEquals(expected.get("truePositives"), actual.get("truePositives"));
    assertRefused(1, Cli.run(arrays("--arrays", "missing.npz")), "missing.npz");
  }

  private String[] arrays(String option, String file) {
    return new String[] {
      "attack",
      "--onnx",
      neighborSum().toString(),
      "--output-name",
      "scores",
      "--input-name",
      "nodes",
      "--edge-input-name",
      "pairs",
      "--k-hat",
      "0.2857",
      "--json",
      "--undirected",
      option,
      directory.resolve(file).toString()
    };
  }

  @Test
  void weightsMustMatchTheEdgesAndTheModel() {
    Path weights = directory.resolve("w.npy");
    NumpyFile.writeMatrix(weights, 1, 3, (row, values) -> java.util.Arrays.fill(values, 1));
    assertRefused(
        1,
        run("check", "--onnx", neighborSum().toString(), "--edge-weight", weights.toString()),
        "3 weights for 8 edges");
  }
}
