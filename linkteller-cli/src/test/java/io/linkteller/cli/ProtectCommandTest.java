package io.linkteller.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import com.sun.net.httpserver.HttpExchange;
import io.linkteller.models.architecture.Architecture;
import io.linkteller.models.architecture.ModelBuilder;
import io.linkteller.models.weights.ModelWeights;
import io.linkteller.report.ProtectionFiles;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProtectCommandTest {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Pattern NUMBER = Pattern.compile("\\d[\\d,]*(?:\\.\\d+)?(?:E-?\\d+)?");

  @TempDir Path directory;

  private Path out = Path.of("out");

  @BeforeEach
  void generateData() {
    out = directory.resolve("out");
    Cli.line(
            "generate --nodes 100 --edges 300 --features 20 --features-per-node 5 --out %s",
            directory.resolve("data"))
        .succeeded();
  }

  /** Runs the command with default values for missing options, which compare six models. */
  private Cli.Run protect(String more, Object... values) {
    String[] given = more.isEmpty() ? new String[0] : Cli.words(more, values);
    String[] args =
        Cli.words(
            Cli.words(
                "protect --format binary --data %s --hidden 8 --out %s",
                directory.resolve("data"), out),
            given);
    Map<String, String> usual = new LinkedHashMap<>();
    usual.put("--epochs", "20");
    usual.put("--targets", "60");
    usual.put("--attacks", "linkteller,lsa2-attr,denoising");
    usual.put("--mechanisms", "lapgraph,gap");
    usual.put("--epsilons", "2,8");
    for (Map.Entry<String, String> option : usual.entrySet()) {
      if (!List.of(given).contains(option.getKey())) {
        args = Cli.words(args, option.getKey(), option.getValue());
      }
    }
    return Cli.run(args).succeeded();
  }

  /** Returns the contents of all files of the page by name, without the date. */
  private Map<String, String> pages() throws IOException {
    String date =
        JSON.readTree(out.resolve("protection.json").toFile()).path("record").path("date").asText();
    assertFalse(date.isEmpty());
    Map<String, String> pages = new TreeMap<>();
    try (Stream<Path> files = Files.list(out)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        String bytes = Files.readString(file, StandardCharsets.ISO_8859_1);
        pages.put(String.valueOf(file.getFileName()), bytes.replace(date, "DATE"));
      }
    }
    assertEquals(4, pages.size(), () -> pages.keySet().toString());
    return pages;
  }

  private List<Path> cells() throws IOException {
    try (Stream<Path> files = Files.list(out.resolve("cells"))) {
      return files.sorted().toList();
    }
  }

  @Test
  void everyPrintedNumberIsInTheJson() throws IOException {
    Cli.Run run = protect("--seed 3 --max-leakage 0.6");
    JsonNode json = JSON.readTree(out.resolve("protection.json").toFile());
    Set<String> known = new TreeSet<>();
    collect("", json, known);
    String html = Files.readString(out.resolve("protection.html"));
    String page =
        html.replaceAll("(?s)<style>.*?</style>", " ")
            .replaceAll("<[^>]*>", " ")
            .replace("&lt;", "<")
            .replace("&gt;", ">");
    assertTrue(unknown(page, known).isEmpty(), () -> "page: " + unknown(page, known));
    assertTrue(unknown(run.out(), known).isEmpty(), () -> "console: " + unknown(run.out(), known));
    // Otherwise, a page without numbers would pass, too.
    assertTrue(numbers(page).size() > 60, () -> "numbers: " + numbers(page));
    assertTrue(page.contains("chosen"), page);
    assertFalse(unknown("12,345.6", known).isEmpty());
  }

  private static List<String> numbers(String text) {
    List<String> numbers = new ArrayList<>();
    Matcher matcher = NUMBER.matcher(text);
    while (matcher.find()) {
      numbers.add(matcher.group().replaceAll(",$", ""));
    }
    return numbers;
  }

  private static List<String> unknown(String text, Set<String> known) {
    return numbers(text).stream().filter(number -> !known.contains(number)).toList();
  }

  /** Collects the ways to print each number, and the numbers within names and settings. */
  private static void collect(String field, JsonNode node, Set<String> known) {
    if (node.isNumber()) {
      double value = Math.abs(node.asDouble());
      known.add(String.format(Locale.ROOT, "%.3f", value));
      BigDecimal percent = BigDecimal.valueOf(value).movePointRight(2);
      known.add(String.format(Locale.ROOT, "%.1f", percent));
      known.add(String.format(Locale.ROOT, "%.0f", percent));
      known.add(Double.toString(value));
      if (value == Math.rint(value)) {
        known.add(String.format(Locale.ROOT, "%,d", (long) value));
      }
    } else if (node.isTextual()
        && Set.of("record", "attack", "access", "weights").contains(field)) {
      known.addAll(numbers(node.asText()));
    } else if (node.isObject()) {
      node.properties()
          .forEach(
              entry ->
                  collect(
                      field.equals("record") ? field : entry.getKey(), entry.getValue(), known));
    } else {
      node.forEach(element -> collect(field, element, known));
    }
  }

  @Test
  void reportsAndOutputConformToTheShippedSchema() throws IOException {
    Cli.Run run = protect("--seed 3 --max-leakage 0.6 --json");
    assertEquals(Set.of(), violations(JSON.readTree(out.resolve("protection.json").toFile())));
    assertEquals(Set.of(), violations(run.json()));
    Path audited = directory.resolve("audited");
    Cli.Run audit =
        Cli.line(
                "audit --format binary --data %s --hidden 8 --epochs 20 --attacks linkteller,lsa2-attr"
                    + " --fail-above 0.2 --json --report %s",
                directory.resolve("data"), audited)
            .refused(AuditCommand.ABOVE);
    JsonNode written = JSON.readTree(audited.resolve("leakage-audit.json").toFile());
    assertEquals(Set.of(), violations(written));
    assertEquals(Set.of(), violations(audit.json()));
    // The schema rejects anything but a report.
    assertFalse(violations(JSON.createObjectNode().put("schema", 3)).isEmpty());
    ((ObjectNode) written).put("density", 2);
    assertFalse(violations(written).isEmpty());
    String page = Files.readString(audited.resolve("leakage-audit.html"));
    for (String part : List.of("date", "version", "command", "What to do next")) {
      assertTrue(page.contains(part), part);
    }
  }

  private static Set<String> violations(JsonNode report) {
    Set<String> violations = new TreeSet<>();
    JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
        .getSchema(ProtectionFiles.class.getResourceAsStream("report.schema.json"))
        .validate(report)
        .forEach(message -> violations.add(message.getMessage()));
    return violations;
  }

  @Test
  void aResumedRunWritesTheSamePage() throws IOException {
    protect("--seed 3 --min-accuracy 0.4");
    Map<String, String> whole = pages();
    List<Path> cells = cells();
    assertEquals(6, cells.size());
    for (int lost : new int[] {0, 3, 5}) {
      Files.delete(cells.get(lost));
    }
    Files.delete(out.resolve("protection.html"));
    Cli.Run again = protect("--seed 3 --min-accuracy 0.4 --threads 1");
    assertEquals(3, kept(again), again.err());
    Map<String, String> resumed = pages();
    // The page shows the command, which sets another number of threads in the second run.
    assertEquals(whole.keySet(), resumed.keySet());
    for (String name : whole.keySet()) {
      String page = resumed.getOrDefault(name, "").replace(" --threads 1", "");
      assertEquals(whole.get(name), page, name);
    }
  }

  @Test
  void finishedResultsAreNotDrawnAgainFromTheSecureSource() throws IOException {
    Cli.Run first = protect("--max-leakage 0.6");
    assertTrue(first.out().contains("secure") || !first.out().contains("came from a seed"));
    List<String> kept = new ArrayList<>();
    for (Path cell : cells()) {
      kept.add(Files.readString(cell));
    }
    Map<String, String> page = pages();
    protect("--max-leakage 0.6");
    for (int i = 0; i < kept.size(); i++) {
      assertEquals(kept.get(i), Files.readString(cells().get(i)));
    }
    assertEquals(page, pages());
    // Another limit chooses among the same results.
    Cli.Run other = protect("--min-accuracy 0");
    assertEquals(6, kept(other));
    assertTrue(other.out().startsWith("CHOICE with accuracy at least 0.000: "), other.out());
  }

  /** Copies the ONNX file of a GCN. */
  private Path onnx(String name) throws IOException {
    Path file = directory.resolve("gcn.onnx");
    Files.write(file, getClass().getResourceAsStream("/onnx/" + name + ".onnx").readAllBytes());
    return file;
  }

  @Test
  void noChoiceHasItsOwnExitCodeAndIsListedOnTheNextPage() throws IOException {
    String few = "--mechanisms lapgraph --epsilons 8 --attacks lsa2-attr,linkteller ";
    Cli.Run none =
        Cli.line(
            "protect --format binary --data %s --hidden 8 --epochs 20 --targets 60 --seed 3"
                + " --out %s --max-leakage 0 "
                + few,
            directory.resolve("data"),
            out);
    assertEquals(ProtectCommand.NO_CHOICE, none.exitCode(), none.err());
    assertTrue(none.out().startsWith("NO CHOICE: "), none.out());
    assertTrue(Files.readString(out.resolve("protection.md")).contains("(exit code 5)"));
    Cli.Run next = protect(few + "--seed 3 --max-leakage 0.9");
    List<String> toSign = toSign();
    String tried = " leakage at most 0.0: none within limits (2";
    assertTrue(toSign.toString().contains(tried), toSign.toString());
    assertTrue(toSign.toString().contains("Decision: release once with LapGraph, epsilon = 8"));
    assertTrue(next.err().contains("warning: the page in " + out + " is replaced"), next.err());
    // Repeating the command replaces the page with an equal one.
    protect(few + "--seed 3 --max-leakage 0.9");
    assertEquals(toSign, toSign());
    Files.writeString(out.resolve("protection.json"), "mine");
    Cli.line(
            "protect --format binary --data %s --hidden 8 --epochs 20 --targets 60 --seed 3"
                + " --out %s "
                + few,
            directory.resolve("data"),
            out)
        .refused(1, "move it, or write elsewhere");
  }

  private List<String> toSign() throws IOException {
    return Files.readAllLines(out.resolve("protection.md")).stream()
        .filter(line -> line.matches("- (Tried before|Data|Decision).*"))
        .toList();
  }

  @Test
  void resultsAreNotReusedForAnotherSplitScalingOrEvaluation() throws IOException {
    Path file = onnx("gcn-20-8-2");
    String few = "--mechanisms lapgraph --epsilons 8 --attacks linkteller ";
    protect(few);
    String data = data();
    int all = cells().size();
    assertEquals(all, kept(protect(few)));
    assertEquals(0, kept(protect(few + "--normalize-features none")));
    // Swaps the nodes for validation (2) and test (3) after the header.
    Path split = directory.resolve("data").resolve("split.bin");
    byte[] parts = Files.readAllBytes(split);
    for (int i = 64; i < parts.length; i++) {
      parts[i] = parts[i] < 2 ? parts[i] : (byte) (5 - parts[i]);
    }
    Files.write(split, parts);
    assertEquals(0, kept(protect(few)));
    assertFalse(data.equals(data()));
    // The protected models are the same, but their keys include the given model.
    String onnx = few + "--onnx " + file;
    assertEquals(0, kept(protect(onnx)));
    assertEquals(0, kept(protect(onnx + " --precision double")));
    assertEquals(0, kept(protect(onnx + " --output-name logits")));
    assertEquals(all, kept(protect(onnx + " --output-name logits")));
  }

  @Test
  void failuresDuringAServerOutageAreNotKept() throws IOException {
    // Six answers: the first base query, three base queries of the audit, lsa2-post, and one more.
    AtomicInteger left = new AtomicInteger(6);
    OwnServer.Protocol protocol = exchange -> left.getAndDecrement() > 0 ? logits(exchange) : "";
    try (OwnServer server = new OwnServer(protocol)) {
      String args =
          "--attacks linkteller,lsa2-post --mechanisms lapgraph --max-leakage 0.9 --json"
              + " --protocol json --url "
              + server.uri();
      JsonNode row = protect(args).json().get("rows").get(0);
      assertTrue(row.get("failed").get(0).asText().startsWith("linkteller ("), row::toString);
      assertEquals("undecided", row.get("outcome").asText());
      left.set(Integer.MAX_VALUE);
      Cli.Run second = protect(args);
      int all = second.json().get("rows").size();
      assertEquals(all - 1, kept(second), second.err());
      assertEquals(0, second.json().get("rows").get(0).get("failed").size());
      assertEquals(all, kept(protect(args)));
    }
  }

  /** Answers with two logits that depend on the node's own features. */
  private static String logits(HttpExchange exchange) throws IOException {
    ArrayNode logits = JSON.createArrayNode();
    for (JsonNode features : JSON.readTree(exchange.getRequestBody()).get("features")) {
      logits.addArray().add(features.get(0).asDouble()).add(features.get(1).asDouble());
    }
    return logits.toString();
  }

  private static long kept(Cli.Run run) {
    return run.err().lines().filter(line -> line.contains("kept")).count();
  }

  private String data() throws IOException {
    return JSON.readTree(out.resolve("protection.json").toFile()).at("/record/data").asText();
  }

  @Test
  void anExternalModelIsComparedWithTrainedProtectedModels() throws IOException {
    Path file = onnx("gcn-20-8-2");
    JsonNode json = protect("--architecture sage --seed 3 --json --onnx " + file).json();
    String model = json.get("record").get("model").asText();
    assertTrue(model.matches("gcn\\.onnx [0-9a-f]{64}, others GraphSage.* 20 epochs.*"), model);
    assertEquals("no protection, given model", json.get("rows").get(0).get("title").asText());
    assertFalse(json.get("rows").get(0).has("weights"));
    Set<String> digests = new TreeSet<>();
    json.get("rows").forEach(row -> digests.add(row.path("weights").asText()));
    assertEquals(6, digests.size(), digests::toString);
    file = onnx("gcn-20-8-3");
    String refused = "protect --format=binary --data=%s --out=%s ";
    Object[] files = {directory.resolve("data"), out.resolve("refused")};
    Cli.line(refused + "--onnx=" + file, files)
        .refused(1, "3 numbers per node, but the labels have 2");
    assertTrue(
        Cli.line(refused + "--save-weights=" + file, files)
            .err()
            .contains("--save-weights has no effect"));
  }

  @Test
  void aGivenModelIsComparedWithProtectedOnesOfItsArchitecture() {
    Path file = directory.resolve("model.npz");
    ModelWeights.of(
            ModelBuilder.of(Architecture.named("gin")).layers(20, 4, 2).build(), Optional.empty())
        .write(file);
    JsonNode json = protect("--normalize-features none --json --weights " + file).json();
    String model = json.get("record").get("model").asText();
    String digest = json.get("rows").get(0).get("weights").asText();
    assertTrue(model.startsWith("Gin") && model.contains("20,4,2"), model);
    assertTrue(model.contains(digest), model);
  }

  @Test
  void withLabelsRowsAreDecidedAndThePageStatesTheAccess() throws IOException {
    JsonNode json = protect("--access answers=labels --json").json();
    String page = Files.readString(out.resolve("protection.md"));
    for (JsonNode row : json.get("rows")) {
      assertEquals(0, row.get("failed").size(), row::toString);
      assertTrue(row.get("leastUpperEnd").asDouble() < 1, row::toString);
      row.get("allowed").forEach(said -> assertTrue(page.contains(said.asText()), said::asText));
    }
    assertTrue(json.get("rows").get(0).get("allowed").toString().contains("Answers are labels"));
  }

  @Test
  void theCommandOnAPageOmitsTheServersSecrets() {
    String shown =
        Remarks.shown(
            List.of(
                "protect",
                "--url",
                "https://ann:secret@models.example.org/x",
                "--url=https://models.example.org/x?key=secret#secret",
                "--header",
                "X-Key: secret",
                "--header=Authorization: Bearer secret",
                "--out",
                "a page"));
    assertEquals(
        "protect --url https://...@models.example.org/x"
            + " --url=https://models.example.org/x?... --header 'X-Key: ...'"
            + " '--header=Authorization: ...' --out 'a page'",
        shown);
  }

  @Test
  void invalidMechanismsAndEpsilonsAreRefused() {
    String protect = "protect --data %s --out %s --mechanisms ";
    Cli.line(protect + "lapgrph", directory, out).refused(2, "edgerand, gap, lapgraph");
    Cli.line(protect + "gap,edgerand --epsilons 0", directory, out).refused(2, "epsilon = 0.0");
  }

  @Test
  void largeSeedsAreAcceptedAndAllNodesMayBeTargets() {
    JsonNode json = protect("--seed 5000000000 --targets all --mechanisms lapgraph --json").json();
    assertEquals("5000000000", json.at("/record/seed").asText());
    assertEquals(json.at("/verdict/nodes"), json.at("/verdict/targets"));
  }

  @Test
  void permanentFailuresAreReportedInOneLine() {
    String protect = "protect --format=binary --data=%s --epochs=2 --mechanisms=gap --out=%s ";
    Path data = directory.resolve("data");
    Cli.Run unfit =
        Cli.line(protect + "--attacks=denoising", data, out)
            .refused(1, "linkteller: no attack fits: denoising: ");
    assertEquals(1, unfit.err().lines().count(), unfit.err());
    Cli.line(protect + "--targets=1", data, out)
        .refused(2, "'1' is neither 'all' nor a number of at least 2");
  }
}
