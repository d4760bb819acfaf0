package io.linkteller.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.linkteller.feature.FeatureScaler;
import io.linkteller.graph.NodePairs;
import io.linkteller.models.gcn.Gcn;
import io.linkteller.models.gcn.Normalization;
import io.linkteller.models.weights.ModelWeights;
import io.linkteller.testkit.fixture.RealData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AuditCommandTest {

  @TempDir Path directory;

  private static Cli.Run run(String command, String set, String... more) {
    List<String> args =
        new ArrayList<>(
            List.of(command, "--format", "graphsaint", "--data", RealData.set(set).toString()));
    args.addAll(List.of("--hidden", "8", "--epochs", "10"));
    args.addAll(List.of(more));
    return Cli.run(args.toArray(String[]::new));
  }

  /** All 240 nodes are the attack's targets, in the order in which the audit has them. */
  @Tag("thorough")
  @Test
  void aStreamedAuditFindsWhatAnAttackFindsWithoutAsking() {
    for (String set : List.of("graphsaint-mini-multi", "graphsaint-mini-single")) {
      JsonNode audit = run("audit", set, "--stream", "--json", "--k-hat", "2k").json();
      JsonNode attack =
          run("attack", set, "--json", "--k-hat", "2k", "--targets", "all", "--delta", "1e-7")
              .json();
      for (String field : List.of("dataset", "nodes", "edges", "kHat", "m", "truePositives")) {
        assertEquals(attack.get(field), audit.get(field), field);
      }
      for (String field : List.of("precision", "recall", "f1", "auc", "density")) {
        assertEquals(attack.get(field).asDouble(), audit.get(field).asDouble(), 1e-4, field);
      }
      assertTrue(audit.get("truePositives").asInt() > 0);
    }
  }

  /**
   * A model with random weights that reveals every edge: 400 nodes, 1,190 edges. The guesses were
   * once capped at the density rounded down to one digit, and the gate read the recall at it.
   */
  @Test
  void aModelThatRevealsEveryEdgeFailsEveryGateBelowOne() throws IOException {
    SplittableRandom random = new SplittableRandom(30);
    StringBuilder edges = new StringBuilder("from,to\n");
    Set<Long> drawn = new TreeSet<>();
    while (drawn.size() < 1_190) {
      int u = random.nextInt(400);
      int v = random.nextInt(400);
      if (u < v && drawn.add(NodePairs.pack(u, v))) {
        edges.append(u).append(',').append(v).append('\n');
      }
    }
    StringBuilder features = new StringBuilder("node");
    for (int c = 0; c < 16; c++) {
      features.append(",x").append(c);
    }
    StringBuilder labels = new StringBuilder("node,label\n");
    features.append('\n');
    for (int v = 0; v < 400; v++) {
      features.append(v);
      for (int c = 0; c < 16; c++) {
        features.append(',').append(random.nextGaussian());
      }
      features.append('\n');
      labels.append(v).append(',').append(random.nextInt(4)).append('\n');
    }
    Files.writeString(directory.resolve("edges.csv"), edges);
    Files.writeString(directory.resolve("features.csv"), features);
    Files.writeString(directory.resolve("labels.csv"), labels);
    Path weights = directory.resolve("random.npz");
    double[] ones = new double[16];
    Arrays.fill(ones, 1);
    ModelWeights.of(
            Gcn.builder()
                .layers(16, 16, 4)
                .with(Normalization.SETTING, Normalization.AUG_NORM_ADJ)
                .seed(1)
                .build(),
            Optional.of(FeatureScaler.of(new double[16], ones)))
        .write(weights);
    String[] audit = {
      "audit",
      "--format",
      "csv",
      "--data",
      directory.toString(),
      "--weights",
      weights.toString(),
      "--normalize-features",
      "none",
      "--json",
      "--fail-above"
    };
    for (String[] more :
        new String[][] {{"0.68", "--targets", "all"}, {"0.999", "--targets", "all"}, {"0.999"}}) {
      List<String> args = new ArrayList<>(List.of(audit));
      args.addAll(List.of(more));
      Cli.Run run = Cli.run(args.toArray(String[]::new));
      assertEquals(AuditCommand.ABOVE, run.exitCode(), run.err());
      JsonNode verdict = run.json().get("verdict");
      assertEquals("fail", verdict.get("outcome").asText());
      assertEquals(1, verdict.at("/strongest/recall").asDouble(), verdict.toString());
      assertEquals(1, verdict.at("/strongest/recallInterval/high").asDouble());
    }
    // Twenty targets have hardly an edge, which is neither a pass nor a fail.
    List<String> few = new ArrayList<>(List.of(audit));
    few.addAll(List.of("0.68", "--targets", "20", "--attacks", "random"));
    Cli.Run undecided = Cli.run(few.toArray(String[]::new));
    assertEquals(AuditCommand.UNDECIDED, undecided.exitCode(), undecided.err());
    // A graph without edges has none that could leak, which is no pass either.
    Files.writeString(directory.resolve("edges.csv"), "from,to\n");
    Cli.Run empty = Cli.run(few.toArray(String[]::new));
    assertEquals(AuditCommand.UNDECIDED, empty.exitCode(), empty.err());
    assertTrue(empty.err().contains("no edge that could leak"), empty.err());
  }

  /** Whatever prints an audit prints the same verdict first, of the strongest attack. */
  @Tag("thorough")
  @ParameterizedTest
  @ValueSource(strings = {"gcn-twitch-es.npz", "gcn3-twitch-es.npz"})
  void thereIsOneVerdictAndItComesFirst(String weights) throws IOException {
    Path reports = directory.resolve("reports");
    String[] args = {
      "audit",
      "--data",
      RealData.set("twitch").toString(),
      "--infer",
      "RU",
      "--weights",
      RealData.reference(weights).toString(),
      "--normalization",
      "aug-norm-adj",
      "--report",
      reports.toString()
    };
    Cli.Run text = Cli.run(args);
    assertEquals(0, text.exitCode(), text.err());
    JsonNode json = new ObjectMapper().readTree(reports.resolve("leakage-audit.json").toFile());
    assertEquals("verdict", json.fieldNames().next());
    double recall = json.at("/verdict/strongest/recall").asDouble();
    assertTrue(recall > 0.98, json.get("verdict").toString());
    for (JsonNode attack : json.get("attacks")) {
      assertTrue(attack.path("recall").asDouble() <= recall, attack.toString());
    }
    String page = Files.readString(reports.resolve("leakage-audit.md"));
    String html = Files.readString(reports.resolve("leakage-audit.html"));
    int printed = 0;
    int at = 0;
    for (JsonNode sentence : json.at("/verdict/inWords")) {
      assertEquals(sentence.asText(), text.out().lines().skip(printed++).findFirst().orElseThrow());
      assertTrue(html.contains(sentence.asText()), sentence.asText());
      int next = page.replace("\\", "").indexOf(sentence.asText());
      assertTrue(next >= at, page);
      at = next;
    }
    assertTrue(printed >= 4 && at < page.indexOf("##"), page);
  }

  @Tag("thorough")
  @Test
  void theMostExposedEdgesComeFirstOnScreenAndInTheFile() throws IOException {
    Path file = directory.resolve("edges.csv");
    Cli.Run text = run("audit", "graphsaint-mini-multi", "--top", "3", "--out", file.toString());
    assertEquals(0, text.exitCode(), text.err());
    JsonNode json = run("audit", "graphsaint-mini-multi", "--top", "3", "--json").json();
    List<String> lines = Files.readAllLines(file);
    assertEquals("from,to,rank,score,precision", lines.get(0));
    assertEquals(json.at("/verdict/edges").asInt() + 1, lines.size());
    assertEquals(3, json.get("mostExposed").size());
    long last = 0;
    for (int i = 1; i < lines.size(); i++) {
      long rank = Long.parseLong(lines.get(i).split(",", -1)[2]);
      assertTrue(rank > last, lines.get(i));
      last = rank;
    }
    JsonNode first = json.get("mostExposed").get(0);
    String pair = first.get("u").asInt() + " - " + first.get("v").asInt();
    assertTrue(text.out().contains(pair), text.out());
    assertTrue(lines.get(1).startsWith(pair.replace(" - ", ",") + ","), lines.get(1));
    assertTrue(text.out().contains("Theorem 6"), text.out());
  }

  @Test
  void theReportIsWrittenComparedAndHeldAgainstTheThreshold() throws IOException {
    Path reports = directory.resolve("reports");
    Cli.Run first = run("audit", "graphsaint-mini-single", "--report", reports.toString());
    assertEquals(0, first.exitCode(), first.err());
    JsonNode written = new ObjectMapper().readTree(reports.resolve("leakage-audit.json").toFile());
    assertEquals(2, written.get("schema").asInt());
    double recall = written.at("/verdict/strongest/recall").asDouble();
    int tried = 0;
    for (JsonNode attack : written.get("attacks")) {
      tried++;
      assertTrue(attack.path("recall").asDouble() <= recall);
      assertTrue(attack.get("fits").asBoolean() || attack.hasNonNull("remark"));
    }
    String page = Files.readString(reports.resolve("leakage-audit.html"));
    for (String said :
        List.of(
            tried + " attacks were tried",
            "What would have to be believed",
            "Not tried",
            "Recall against queries")) {
      assertTrue(page.contains(said), said);
      assertTrue(Files.readString(reports.resolve("leakage-audit.md")).contains(said), said);
    }
    assertFalse(page.toLowerCase(Locale.ROOT).contains("release"), "the owner decides");
    Cli.Run again =
        run(
            "audit",
            "graphsaint-mini-single",
            "--json",
            "--access",
            "features=scaled",
            "--compare",
            reports.resolve("leakage-audit.json").toString(),
            "--fail-above",
            "0");
    assertEquals(AuditCommand.ABOVE, again.exitCode(), again.err());
    JsonNode restricted = again.json();
    assertEquals(recall, restricted.get("comparison").get("earlierRecall").asDouble());
    String remarks = restricted.get("comparison").get("remarks").toString();
    assertTrue(remarks.contains("The attacker chooses the features of all nodes freely"), remarks);
    assertTrue(remarks.contains("The earlier audit is of graphsaint-mini-single"), remarks);
    for (JsonNode attack : restricted.get("attacks")) {
      if (attack.get("attack").asText().equals("kinks")) {
        assertTrue(attack.get("remark").asText().contains("not allowed"), attack.toString());
      }
    }
    assertEquals(
        0, run("audit", "graphsaint-mini-single", "--json", "--fail-above", "1").exitCode());
  }

  @Test
  void wrongArgumentsAreUsageErrors() {
    for (String[] wrong :
        new String[][] {
          {"--top", "-1"},
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
          {"--stop-when-failed", "--json"},
          {"--out", "no/such/file.csv"}
        }) {
      Cli.Run run =
          Cli.run("audit", "--format", "csv", "--data", directory.toString(), wrong[0], wrong[1]);
      assertEquals(2, run.exitCode(), wrong[0] + run.err());
    }
    Cli.Run absent = Cli.run("audit", "--format", "csv", "--data", directory.toString());
    assertEquals(1, absent.exitCode());
    assertTrue(absent.err().contains(directory.toString()), absent.err());
  }

  @Test
  void aStreamedAuditRanksAlikeFromBinaryFiles() throws IOException {
    Path weights = directory.resolve("weights.npz");
    Path expected = directory.resolve("expected.csv");
    Cli.Run inMemory =
        run(
            "audit",
            "graphsaint-mini-single",
            "--stream",
            "--save-weights",
            weights.toString(),
            "--out",
            expected.toString());
    assertEquals(0, inMemory.exitCode(), inMemory.err());
    Path binary = directory.resolve("binary");
    String data = RealData.set("graphsaint-mini-single").toString();
    Cli.Run converted =
        Cli.run("convert", "--format", "graphsaint", "--data", data, "--out", binary.toString());
    assertEquals(0, converted.exitCode(), converted.err());
    Path found = directory.resolve("found.csv");
    Cli.Run streamed =
        Cli.run(
            "audit",
            "--stream",
            "--format",
            "binary",
            "--data",
            binary.toString(),
            "--weights",
            weights.toString(),
            "--checkpoint",
            directory.resolve("state").toString(),
            "--out",
            found.toString());
    assertEquals(0, streamed.exitCode(), streamed.err());
    assertTrue(streamed.out().contains("Digest of all ranks"), streamed.out());
    assertEquals(Files.readString(expected), Files.readString(found));
    assertFalse(Files.exists(directory.resolve("state")));
  }

  @Test
  void optionsWithoutEffectOnAStreamedAuditAreUsageErrors() {
    for (String[] wrong :
        new String[][] {
          {"--stream", "--fail-above", "0.5"},
          {"--stream", "--targets", "5"},
          {"--checkpoint", "state"}
        }) {
      List<String> args = new ArrayList<>(List.of("audit", "--data", "missing"));
      args.addAll(List.of(wrong));
      assertEquals(2, Cli.run(args.toArray(String[]::new)).exitCode(), args.toString());
    }
  }

  /** An audit may take long, so what it is compared with is read first. */
  @Test
  void anEarlierReportThatIsNoneIsRefusedBeforeTheDataAreRead(@TempDir Path directory)
      throws Exception {
    Path earlier = Files.writeString(directory.resolve("earlier.json"), "{\"schema\": 99}");
    Cli.Run refused =
        Cli.run(
            "audit",
            "--data",
            directory.resolve("absent").toString(),
            "--infer",
            "RU",
            "--compare",
            earlier.toString());
    assertEquals(2, refused.exitCode(), refused.err());
    assertTrue(refused.err().contains("has schema = 99, where 2 is read"), refused.err());
  }
}
