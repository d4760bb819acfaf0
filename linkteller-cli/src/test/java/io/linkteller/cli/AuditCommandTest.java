package io.linkteller.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.linkteller.testkit.fixture.RealData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AuditCommandTest {

  @TempDir Path directory;

  private static Cli.Run run(String command, String set, String... more) {
    List<String> args =
        new ArrayList<>(
            List.of(command, "--format", "graphsaint", "--data", RealData.set(set).toString()));
    args.addAll(List.of("--hidden", "8", "--epochs", "10", "--score", "paper"));
    args.addAll(List.of(more));
    return Cli.run(args.toArray(String[]::new));
  }

  /** All 240 nodes are the attack's targets, in the order in which the audit has them. */
  @Tag("slow")
  @Test
  void anAuditFindsWhatAnAttackFindsWithoutAsking() {
    for (String set : List.of("graphsaint-mini-multi", "graphsaint-mini-single")) {
      JsonNode audit = run("audit", set, "--json", "--k-hat", "2k").json();
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

  @Tag("slow")
  @Test
  void theMostExposedEdgesComeFirstOnScreenAndInTheFile() throws IOException {
    Path file = directory.resolve("edges.csv");
    Cli.Run text = run("audit", "graphsaint-mini-multi", "--top", "3", "--out", file.toString());
    assertEquals(0, text.exitCode(), text.err());
    JsonNode json = run("audit", "graphsaint-mini-multi", "--top", "3", "--json").json();
    List<String> lines = Files.readAllLines(file);
    assertEquals("from,to,rank,score,precision", lines.get(0));
    assertEquals(json.get("edges").asInt() + 1, lines.size());
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
    assertEquals(1, written.get("schema").asInt());
    double recall = written.get("strongest").get("recall").asDouble();
    int tried = 0;
    for (JsonNode attack : written.get("attacks")) {
      tried += attack.get("counts").asBoolean() || !attack.get("fits").asBoolean() ? 1 : 0;
      assertTrue(attack.path("recall").asDouble() <= recall || !attack.get("counts").asBoolean());
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
            "--own-features",
            "--compare",
            reports.resolve("leakage-audit.json").toString(),
            "--fail-above",
            "0");
    assertEquals(AuditCommand.ABOVE, again.exitCode(), again.err());
    JsonNode restricted = again.json();
    assertEquals(recall, restricted.get("comparison").get("earlierRecall").asDouble());
    String remarks = restricted.get("comparison").get("remarks").toString();
    assertTrue(
        remarks.contains("other capabilities: choosesFeatures was true and is false"), remarks);
    assertTrue(remarks.contains("The earlier audit is of graphsaint-mini-single"), remarks);
    for (JsonNode attack : restricted.get("leakageAudit").get("attacks")) {
      if (attack.get("attack").asText().equals("chosen features")) {
        assertTrue(attack.get("remark").asText().contains("features of its own"));
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
          {"--k-hat", "5k"},
          {"--epochs", "-2"},
          {"--fail-above", "1.5"},
          {"--max-queries", "-1"},
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
  void aStreamedAuditRanksAsTheOneInMemoryAlsoFromBinaryFiles() throws IOException {
    Path weights = directory.resolve("weights.npz");
    Path expected = directory.resolve("expected.csv");
    Cli.Run inMemory =
        run(
            "audit",
            "graphsaint-mini-single",
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
          {"--stream", "--score", "mean"},
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
    assertTrue(refused.err().contains("has schema = 99, where 1 is read"), refused.err());
  }
}
