package io.linkteller.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.linkteller.testing.fixture.RealData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AuditCommandTest {

  private static final String SMALL = "graphsaint-mini-single";

  @TempDir Path directory;

  private static Cli.Run run(List<String> args, String... more) {
    List<String> all = new ArrayList<>(args);
    all.addAll(List.of(more));
    return Cli.run(all.toArray(String[]::new));
  }

  private static Cli.Run small(String... more) {
    String data = RealData.set(SMALL).toString();
    return run(
        List.of(
            "audit", "--format", "graphsaint", "--data", data, "--hidden", "8", "--epochs", "5"),
        more);
  }

  /** Returns the arguments for a review case: an ONNX file, a feature matrix and an edge index. */
  private static List<String> ofCase(String name, String model, String features, String edges) {
    Path files = RealData.directory().resolve("../cases/" + name).normalize();
    assumeTrue(Files.isDirectory(files), () -> "skipped: no case at " + files);
    return List.of(
        "--onnx",
        files.resolve(model).toString(),
        "--features",
        files.resolve(features).toString(),
        "--edge-index",
        files.resolve(edges).toString(),
        "--undirected",
        "--targets",
        "all");
  }

  private static List<String> audit(List<String> args) {
    List<String> all = new ArrayList<>(List.of("audit", "--json"));
    all.addAll(args);
    return all;
  }

  /** The model's file contains the adjacency matrix, so its answers are the same on every graph. */
  @Test
  void aModelThatHasMemorizedItsEdgesFails() {
    List<String> args =
        audit(ofCase("audit-memorized-edges", "baked_unused.onnx", "bx.npy", "be.npy"));
    Cli.Run run =
        run(
            args,
            "--all",
            "--fail-above",
            "0.02",
            "--access",
            "nodes=whole-graph",
            "--attacks",
            "kinks");
    assertEquals(AuditCommand.ABOVE, run.exitCode(), run.err());
    assertEquals(240, run.json().at("/verdict/strongest/truePositives").asInt(), run.out());
    JsonNode told = run.json().at("/verdict/revealedByFeatures").get(0);
    assertEquals("kinks", told.get("attack").asText());
    assertTrue(told.get("beyond").asInt() > 220, told.toString());
    JsonNode tail = run.json().at("/verdict/tail");
    assertEquals(240, tail.get("preciseEdges").asInt());
    assertEquals(1, tail.at("/rates/0/truePositives").asDouble());
    assertFalse(tail.at("/rates/3").has("truePositives"), "not measurable among 7140 pairs");
  }

  /** Huge features of a node make the answers for its neighbors NaN. */
  @Test
  void aModelWhoseOverflowRevealsNeighborsFails() {
    List<String> args = audit(ofCase("audit-nan-oracle", "nan.onnx", "x.npy", "e.npy"));
    Cli.Run run = run(args, "--fail-above", "0.15", "--attacks", "lsa2-post,kinks");
    assertEquals(AuditCommand.ABOVE, run.exitCode(), run.err() + run.out());
    assertEquals(240, run.json().at("/verdict/strongest/truePositives").asInt(), run.out());
    assertFalse(run.out().contains("do not depend on the edges"), run.out());
  }

  @Test
  void theJournalOfADifferentlyProtectedGraphIsRefused() {
    List<String> model = ofCase("audit-stale-journal", "model.onnx", "x.npy", "e.npy");
    for (String command : List.of("audit", "attack")) {
      List<String> args = new ArrayList<>(List.of(command, "--json"));
      args.addAll(model);
      Path journal = directory.resolve(command);
      args.addAll(List.of("--journal", journal.toString()));
      args.addAll(
          command.equals("audit")
              ? List.of("--fail-above", "0.3", "--attacks", "linkteller")
              : List.of("--attack", "linkteller"));
      String[] first = {"--protect", "lapgraph", "--epsilon", "0.1", "--protect-seed", "1"};
      Cli.Run isProtected = run(args, first);
      assertEquals(0, isProtected.exitCode(), isProtected.err());
      assertRejects(run(args), "protection = none");
      assertRejects(run(args), "graph = ");
      String[] budget = {"--protect", "lapgraph", "--epsilon", "0.2", "--protect-seed", "1"};
      assertRejects(run(args, budget), "protection = lapgraph at epsilon = 0.2 with seed 1");
      String[] seed = {"--protect", "lapgraph", "--epsilon", "0.1", "--protect-seed", "2"};
      assertRejects(run(args, seed), "with seed 2");
      assertEquals(0, run(args, first).exitCode(), "the journal is unchanged");
    }
  }

  private static void assertRejects(Cli.Run run, String difference) {
    assertEquals(1, run.exitCode(), run.out());
    assertTrue(run.err().contains("is the journal of another attack: "), run.err());
    int now = run.err().indexOf("but this one is ");
    assertTrue(now > 0 && run.err().indexOf(difference, now) > 0, run.err());
    assertFalse(run.err().contains("model = "), "only what differs: " + run.err());
  }

  @Test
  void theJournalOfAnotherModelBehindTheSameUrlIsRefused() throws IOException {
    Path template =
        Files.writeString(directory.resolve("template.json"), "{\"x\": \"${features}\"}");
    AtomicInteger version = new AtomicInteger(1);
    try (OwnServer server = server(version)) {
      for (String command : List.of("audit", "attack")) {
        version.set(1);
        List<String> args = new ArrayList<>(csv(command));
        args.addAll(
            List.of(
                "--url",
                server.uri(),
                "--protocol",
                "json",
                "--request-template",
                template.toString(),
                "--journal",
                directory.resolve(command).toString(),
                command.equals("audit") ? "--attacks" : "--attack",
                "linkteller"));
        assertEquals(0, run(args).exitCode(), run(args).err());
        version.set(2);
        assertRejects(run(args), "answers to the base query = ");
      }
    }
  }

  /** An audit keeps answers if possible, but does not depend on it. */
  @Test
  void aServerIsAuditedEvenIfAnswersCannotBeKept() throws IOException {
    Path template =
        Files.writeString(directory.resolve("template.json"), "{\"x\": \"${features}\"}");
    String home = System.setProperty("user.home", template.toString());
    try (OwnServer server = server(new AtomicInteger(1))) {
      List<String> args = new ArrayList<>(csv("audit"));
      args.addAll(
          List.of(
              "--url=" + server.uri(),
              "--protocol=json",
              "--request-template=" + template,
              "--attacks=linkteller"));
      Cli.Run audited = run(args).succeeded();
      assertTrue(audited.err().contains("answers are not kept"), audited.err());
    } finally {
      System.setProperty("user.home", home);
    }
  }

  /** Serves a model without edges, whose answers the version scales. */
  private static OwnServer server(AtomicInteger version) throws IOException {
    return new OwnServer(
        exchange -> {
          JsonNode x = new ObjectMapper().readTree(exchange.getRequestBody()).get("x");
          List<String> rows = new ArrayList<>();
          x.forEach(row -> rows.add("[" + version.get() * row.get(0).asDouble() + ", 0.5]"));
          return rows.toString();
        });
  }

  /** Writes a graph of 60 nodes, and returns the arguments that read it. */
  private List<String> csv(String command) throws IOException {
    SplittableRandom random = new SplittableRandom(30);
    StringBuilder edges = new StringBuilder("from,to\n");
    StringBuilder features = new StringBuilder("node,x0,x1\n");
    StringBuilder labels = new StringBuilder("node,label\n");
    for (int v = 0; v < 60; v++) {
      edges.append(v).append(',').append((v + 1) % 60).append('\n');
      edges.append(v).append(',').append((v + 7) % 60).append('\n');
      features.append(v).append(',').append(random.nextGaussian()).append(',');
      features.append(random.nextGaussian()).append('\n');
      labels.append(v).append(',').append(v % 2).append('\n');
    }
    Files.writeString(directory.resolve("edges.csv"), edges);
    Files.writeString(directory.resolve("features.csv"), features);
    Files.writeString(directory.resolve("labels.csv"), labels);
    return List.of(
        command, "--format", "csv", "--data", directory.toString(), "--targets", "all", "--json");
  }

  /** No server listens at this address, and a plan does not need one. */
  @Test
  void aPlanSendsNoQueryAndAnAuditOfAServerPrintsItFirst() throws IOException {
    List<String> args = new ArrayList<>(csv("audit"));
    args.addAll(List.of("--attacks", "linkteller,lsa2-post", "--rate", "2/s"));
    args.addAll(List.of("--protocol", "json", "--url", "http://localhost:9"));
    JsonNode plan = run(args, "--plan").json();
    assertEquals(1, plan.at("/queries/lsa2-post").asInt());
    int all = plan.at("/queries/linkteller").asInt() + 1;
    assertEquals(all, plan.get("total").asInt());
    assertEquals(all / 2.0, plan.get("seconds").asDouble());
    args.remove("--json");
    Cli.Run unanswered = run(args);
    assertEquals(1, unanswered.exitCode(), unanswered.err());
    int planned = unanswered.err().indexOf("| linkteller |");
    assertTrue(planned >= 0, unanswered.err());
    assertTrue(unanswered.err().indexOf("at 2.0 queries a second") > planned, unanswered.err());
    assertTrue(unanswered.err().indexOf("linkteller: ") > planned, unanswered.err());
  }

  @Test
  void tooFewEdgesAreUndecided() throws IOException {
    List<String> args = new ArrayList<>(csv("audit"));
    args.addAll(List.of("--epochs", "1", "--fail-above", "0.6", "--attacks", "random"));
    args.set(args.indexOf("all"), "12");
    Cli.Run few = run(args);
    assertEquals(AuditCommand.UNDECIDED, few.exitCode(), few.err());
    args.addAll(List.of("--report", directory.resolve("reports").toString()));
    // No edge of a graph without edges could leak, but the verdict is not a pass either.
    Files.writeString(directory.resolve("edges.csv"), "from,to\n");
    Cli.Run empty = run(args);
    assertEquals(AuditCommand.UNDECIDED, empty.exitCode(), empty.err());
    assertEquals("undecided", empty.json().at("/verdict/outcome").asText());
    // The files that a pipeline expects are written, too.
    for (String name : List.of("json", "html", "md", "junit.xml", "sarif")) {
      String file = Files.readString(directory.resolve("reports/leakage-audit." + name));
      assertTrue(file.contains("no edge that could leak"), file);
    }
  }

  /** Every output begins with the same verdict and lists the most exposed edges. */
  @Test
  void theReportIsWrittenAndCompared() throws IOException {
    Path reports = directory.resolve("reports");
    Path file = directory.resolve("edges.csv");
    String[] attacks = {"--attacks", "linkteller,lsa2-post,lsa2-attr"};
    Cli.Run text =
        small("--report", reports.toString(), "--out", file.toString(), attacks[0], attacks[1]);
    assertEquals(0, text.exitCode(), text.err());
    JsonNode json = new ObjectMapper().readTree(reports.resolve("leakage-audit.json").toFile());
    assertEquals("verdict", json.fieldNames().next());
    assertEquals(5, json.get("schema").asInt());
    String page = Files.readString(reports.resolve("leakage-audit.md")).replace("\\", "");
    String html = Files.readString(reports.resolve("leakage-audit.html"));
    List<String> lines = text.out().lines().toList();
    int printed = 0;
    for (JsonNode sentence : json.at("/verdict/inWords")) {
      assertEquals(sentence.asText(), lines.get(printed++));
      assertTrue(page.indexOf(sentence.asText()) < page.indexOf("##"), page);
      assertTrue(html.contains(sentence.asText()), sentence.asText());
    }
    assertTrue(lines.size() <= 12, text.out());
    assertTrue(json.at("/verdict/details").toString().contains(" is sure of "));
    for (String said : List.of("What to do next", "Not tried", "Recall against queries")) {
      assertTrue(page.contains(said) && html.contains(said), said);
    }
    assertFalse(html.toLowerCase(Locale.ROOT).contains("release"), "the owner decides");
    JsonNode sarif = new ObjectMapper().readTree(reports.resolve("leakage-audit.sarif").toFile());
    assertEquals("informational", sarif.at("/runs/0/results/0/kind").asText());
    JsonNode place = sarif.at("/runs/0/results/0/locations/0/physicalLocation");
    assertTrue(place.at("/artifactLocation/uri").asText().contains(SMALL), place.toString());
    assertEquals(1, place.at("/region/startLine").asInt());
    String junit = Files.readString(reports.resolve("leakage-audit.junit.xml"));
    assertTrue(junit.contains("tests=\"1\"") && junit.contains("failures=\"0\""), junit);
    assertFalse(junit.contains("time=\"0.000\""), junit);
    List<String> edges = Files.readAllLines(file);
    assertEquals("from,to,rank,score,precision", edges.get(0));
    assertEquals(json.at("/verdict/edges").asInt() + 1, edges.size());
    JsonNode first = json.get("mostExposedEdges").get(0);
    assertTrue(edges.get(1).startsWith(first.get("u") + "," + first.get("v") + ",1,"));

    Cli.Run again =
        small(
            "--json",
            "--access",
            "features=scaled",
            "--compare",
            reports.resolve("leakage-audit.json").toString(),
            "--fail-above",
            "0",
            attacks[0],
            attacks[1]);
    assertEquals(AuditCommand.ABOVE, again.exitCode(), again.err());
    JsonNode comparison = again.json().get("comparison");
    assertEquals(json.at("/verdict/strongest/recall"), comparison.get("earlierRecall"));
    String remarks = comparison.get("remarks").toString();
    assertTrue(remarks.contains("The attacker chooses the features of all nodes freely"), remarks);
    assertTrue(remarks.contains("The earlier audit was of " + SMALL), remarks);
  }

  @Test
  void wrongArgumentsAreUsageErrors() throws IOException {
    Path earlier = Files.writeString(directory.resolve("earlier.json"), "{\"schema\": 99}");
    for (String[] wrong :
        new String[][] {
          {"--threads", "0"},
          {"--k-hat", "k"},
          {"--attacks", "lsa3"},
          {"--epochs", "-2"},
          {"--fail-above", "1.5"},
          {"--access", "queries=-1"},
          {"--access", "graph=perhaps"},
          {"--access", "nodes=whole-graph,nodes=any-subset"},
          {"--access", "precision"},
          {"--degree", "high"},
          {"--all", "--json"},
          {"--out", "no/such/file.csv"},
          {"--stream", "--fail-above=0.5"},
          {"--stream", "--targets=5"},
          {"--checkpoint", "state"},
          // An audit may take long, so the report to compare with is read first.
          {"--compare", earlier.toString()}
        }) {
      Cli.Run run =
          Cli.run("audit", "--format", "csv", "--data", directory.toString(), wrong[0], wrong[1]);
      assertEquals(2, run.exitCode(), wrong[0] + run.err());
      assertEquals(
          wrong[0].equals("--compare"),
          run.err().contains("has schema = 99; only 3 to 5 can be read"));
    }
    Cli.run("audit", "--format", "csv", "--data", directory.toString(), "--fail-above", "10")
        .refused(2, "--fail-above = 10.0 is outside [0, 1]; 10 % is 0.1");
    Cli.Run absent = Cli.run("audit", "--format", "csv", "--data", directory.toString());
    assertEquals(1, absent.exitCode());
    assertTrue(absent.err().contains(directory.toString()), absent.err());
  }

  /** The attack's targets are all 240 nodes, in the audit's order. */
  @Test
  void aStreamedAuditFindsTheSameEdgesWithoutQueries() {
    Path weights = directory.resolve("weights.npz");
    Path expected = directory.resolve("expected.csv");
    Cli.Run audited =
        small(
            "--stream",
            "--json",
            "--k-hat",
            "2k",
            "--save-weights",
            weights.toString(),
            "--out",
            expected.toString());
    assertEquals(0, audited.exitCode(), audited.err());
    String data = RealData.set(SMALL).toString();
    List<String> attack = List.of("attack", "--format", "graphsaint", "--data", data, "--json");
    JsonNode attacked =
        run(
                attack,
                "--attack",
                "linkteller",
                "--weights",
                weights.toString(),
                "--k-hat",
                "2k",
                "--targets",
                "all",
                "--delta",
                "1e-7")
            .json();
    for (String field : List.of("dataset", "nodes", "edges", "kHat", "m", "truePositives")) {
      assertEquals(attacked.get(field), audited.json().get(field), field);
    }
    for (String field : List.of("precision", "recall", "f1", "auc", "density")) {
      assertEquals(attacked.get(field).asDouble(), audited.json().get(field).asDouble(), 1e-4);
    }
    assertTrue(audited.json().get("truePositives").asInt() > 0);
  }

  @Test
  void aStreamedAuditOfBinaryFilesGivesTheSameRanking() throws IOException {
    String weights = directory.resolve("weights.npz").toString();
    Path expected = directory.resolve("expected.csv");
    small("--stream", "--save-weights", weights, "--out", expected.toString());
    String binary = directory.resolve("binary").toString();
    String data = RealData.set(SMALL).toString();
    Cli.Run converted =
        Cli.run("convert", "--format", "graphsaint", "--data", data, "--out", binary);
    assertEquals(0, converted.exitCode(), converted.err());
    Path found = directory.resolve("found.csv");
    Path state = directory.resolve("state");
    Cli.Run streamed =
        run(
            List.of("audit", "--stream", "--format", "binary", "--data", binary),
            "--weights",
            weights,
            "--checkpoint",
            state.toString(),
            "--out",
            found.toString());
    assertEquals(0, streamed.exitCode(), streamed.err());
    assertTrue(streamed.out().contains("Digest of all ranks"), streamed.out());
    assertEquals(Files.readString(expected), Files.readString(found));
    assertFalse(Files.exists(state));
  }
}
