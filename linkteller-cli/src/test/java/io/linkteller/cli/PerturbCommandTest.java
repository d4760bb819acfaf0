package io.linkteller.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.linkteller.data.EdgeDirection;
import io.linkteller.data.csv.EdgeListFile;
import io.linkteller.data.csv.EdgeListReader;
import io.linkteller.dp.LapGraph;
import io.linkteller.dp.session.PrivacyLedger;
import io.linkteller.graph.Graph;
import io.linkteller.graph.NodeNames;
import io.linkteller.models.numpy.NumpyArchiveWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PerturbCommandTest {

  private static final int NODES = 200;

  @TempDir Path directory;

  private Graph graph = Graph.empty(0);

  @BeforeEach
  void writeACircle() {
    Graph.Builder circle = Graph.builder(NODES);
    for (int u = 0; u < NODES; u++) {
      circle.addEdge(u, (u + 1) % NODES);
    }
    graph = circle.build();
    EdgeListFile.write(graph, directory.resolve("in.csv"));
  }

  private Cli.Run perturb(String mechanism, String epsilon, String... more) {
    return Cli.run(
        Stream.concat(
                Stream.of(
                    "perturb",
                    "--mechanism",
                    mechanism,
                    "--epsilon",
                    epsilon,
                    "--nodes",
                    Integer.toString(NODES),
                    "--json"),
                Stream.of(
                        Stream.of(more),
                        unlessGiven("--in", "in.csv", more),
                        unlessGiven("--out", "out.csv", more))
                    .flatMap(each -> each))
            .toArray(String[]::new));
  }

  private Stream<String> unlessGiven(String option, String file, String... more) {
    return List.of(more).contains(option)
        ? Stream.empty()
        : Stream.of(option, directory.resolve(file).toString());
  }

  private Cli.Run perturbArrays(String name, Graph arcs, String... more) {
    NumpyDataset.write(arcs, directory.resolve(name));
    return perturb(
        "lapgraph",
        "4",
        Stream.concat(
                Stream.of("--seed", "1", "--in", directory.resolve(name).toString(), "--directed"),
                Stream.of(more))
            .toArray(String[]::new));
  }

  /** A CSV file is undirected by its format: arcs and relations would be lost without a word. */
  @Test
  void arcsAndRelationsAreWrittenAsArrays() throws IOException {
    Graph.Builder arcs = Graph.builder(NODES).directed();
    graph.forEachEdge(arcs::addEdge);
    Graph relations =
        Graph.ofRelations(
            List.of(arcs.build(), Graph.builder(NODES).directed().addEdge(7, 3).build()));
    Path out = directory.resolve("out.npz");
    Cli.Run run = perturbArrays("in.npz", relations, "--out", out.toString());
    assertEquals(0, run.exitCode(), run.err());
    Graph written =
        NumpyDataset.graph(
            out, NodeNames.numbers(NODES), EdgeListReader.of(EdgeDirection.DIRECTED));
    assertEquals(LapGraph.withEpsilon(4).forExperiments(1).perturb(relations).graph(), written);
    assertEquals(NODES + 1, run.json().get("inputEdges").asInt());
    assertEquals("arcs", run.json().get("counted").asText());
    List<String> args = new ArrayList<>(List.of("perturb", "--mechanism", "lapgraph"));
    args.addAll(List.of("--epsilon", "4", "--nodes", Integer.toString(NODES), "--directed"));
    args.addAll(List.of("--in", directory.resolve("in.npz").toString()));
    args.addAll(List.of("--out", directory.resolve("again.npz").toString()));
    String text = Cli.run(args.toArray(String[]::new)).out();
    assertTrue(text.contains("turned 201 arcs into "), text);
    assertTrue(text.contains("of relation 0: 200 arcs into "), text);
    assertFalse(text.contains("edges"), text);
    JsonNode second = run.json().get("relations").get(1);
    assertEquals("1", second.get("relation").asText());
    assertEquals(1, second.get("inputEdges").asInt());
    assertEquals(written.relations().get(1).edgeCount(), second.get("outputEdges").asInt());
    assertEquals(
        written.relations().stream().mapToInt(Graph::edgeCount).sum(),
        run.json().get("outputEdges").asInt());
    JsonNode guarantee =
        new ObjectMapper().readTree(directory.resolve("out.npz.guarantee.json").toFile());
    assertEquals(
        "graphs that differ in one arc of one relation", guarantee.get("neighbors").asText());
    assertEquals(PrivacyLedger.codeOf(written), guarantee.get("graph").asText());
    Path table = directory.resolve("table.csv");
    Cli.Run listed = perturbArrays("in.npz", relations, "--out", table.toString());
    assertEquals(0, listed.exitCode(), listed.err());
    assertEquals(
        written,
        EdgeListReader.of(EdgeDirection.DIRECTED)
            .types("type")
            .read(table, NodeNames.numbers(NODES)));
  }

  private Cli.Run perturbNamed(String in, String out, String... more) {
    return Cli.run(
        Stream.concat(
                Stream.of(
                    "perturb",
                    "--mechanism",
                    "edgerand",
                    "--epsilon",
                    // At this epsilon no arc is changed but with a probability below e^-900.
                    "1e3",
                    "--in",
                    directory.resolve(in).toString(),
                    "--out",
                    directory.resolve(out).toString()),
                Stream.of(more))
            .toArray(String[]::new));
  }

  /** What is released is of use to whoever has the features by the same identifiers. */
  @Test
  void identifiersAreKeptInTables() throws IOException {
    Path features =
        Files.writeString(directory.resolve("features.csv"), "node,a\nbob,1\nann,2\ncy,3\n");
    String payments = "payer,payee,kind\nann,bob,wire\nbob,cy,card\n";
    Files.writeString(directory.resolve("payments.csv"), payments);
    String[] read = {"--directed", "--edge-columns", "payer,payee", "--type-column", "kind"};
    Cli.Run noNodes = perturbNamed("payments.csv", "p.csv", read);
    assertEquals(2, noNodes.exitCode());
    assertTrue(noNodes.err().contains("--nodes"), noNodes.err());
    List<String> named = new ArrayList<>(List.of(read));
    named.addAll(List.of("--nodes", features.toString()));
    Cli.Run run = perturbNamed("payments.csv", "p.csv", named.toArray(String[]::new));
    assertEquals(0, run.exitCode(), run.err());
    assertEquals(
        "payer,payee,kind\nbob,cy,card\nann,bob,wire\n",
        Files.readString(directory.resolve("p.csv")));
    Cli.Run numbered = perturbNamed("payments.csv", "p.npz", named.toArray(String[]::new));
    assertEquals(0, numbered.exitCode(), numbered.err());
    assertTrue(numbered.err().contains("numbered as " + features), numbered.err());
  }

  @Test
  void aGraphThatListsItsNodesNeedsNoNumberAndWeightsCanBeIgnored() throws IOException {
    Files.writeString(
        directory.resolve("in.gml"),
        "graph [ node [ id 5 label \"ann\" ] node [ id 7 label \"bob\" ] node [ id 8 label \"cy\" ]"
            + " edge [ source 7 target 5 weight 2.5 ] ]");
    Cli.Run weighted = perturbNamed("in.gml", "p.csv");
    assertEquals(1, weighted.exitCode());
    assertTrue(weighted.err().contains("--ignore-weights"), weighted.err());
    Cli.Run run = perturbNamed("in.gml", "p.csv", "--ignore-weights");
    assertEquals(0, run.exitCode(), run.err());
    assertEquals("from,to\nann,bob\n", Files.readString(directory.resolve("p.csv")));
  }

  @Test
  void arcsOfAListAndUndirectedArraysAreReadAsToldAndWeightsAreRefused() throws IOException {
    Path out = directory.resolve("out.npz");
    Cli.Run arcs = perturb("edgerand", "50", "--directed", "--out", out.toString());
    assertEquals(0, arcs.exitCode(), arcs.err());
    assertEquals(
        EdgeListReader.of(EdgeDirection.DIRECTED)
            .read(directory.resolve("in.csv"), NodeNames.numbers(NODES)),
        NumpyDataset.graph(
            out, NodeNames.numbers(NODES), EdgeListReader.of(EdgeDirection.DIRECTED)));
    Path symmetric = directory.resolve("symmetric.npz");
    NumpyDataset.write(graph, symmetric);
    Cli.Run edges = perturb("edgerand", "50", "--in", symmetric.toString());
    assertEquals(0, edges.exitCode(), edges.err());
    assertEquals(graph, EdgeListFile.read(directory.resolve("out.csv"), NODES));
    Cli.Run oneWay = perturb("edgerand", "50", "--in", out.toString(), "--undirected");
    assertEquals(0, oneWay.exitCode(), oneWay.err());
    assertEquals(graph, EdgeListFile.read(directory.resolve("out.csv"), NODES));
    Path weights = directory.resolve("weights.npz");
    new NumpyArchiveWriter()
        .add("edge_index", new int[] {0, 1}, new int[] {1, 0})
        .add("edge_weight", new double[] {2, 2})
        .write(weights);
    Cli.Run weighted =
        perturb("edgerand", "2", "--in", weights.toString(), "--out", out.toString());
    assertEquals(1, weighted.exitCode());
    assertTrue(weighted.err().contains("hides edges and not their weights"), weighted.err());
  }

  @ParameterizedTest
  @ValueSource(strings = {"edgerand", "lapgraph", "arr", "tmf"})
  void theOutputEqualsTheWrittenFile(String mechanism) {
    Cli.Run run = perturb(mechanism, "4", "--seed", "1");
    assertEquals(0, run.exitCode(), run.err());
    JsonNode json = run.json();
    Graph written = EdgeListFile.read(directory.resolve("out.csv"), NODES);
    int[] overlap = new int[1];
    written.forEachEdge((u, v) -> overlap[0] += graph.hasEdge(u, v) ? 1 : 0);
    assertEquals(NODES, json.get("inputEdges").asInt());
    assertEquals(written.edgeCount(), json.get("outputEdges").asInt());
    assertEquals(overlap[0], json.get("overlap").asInt());
    assertEquals(4, json.get("epsilon").asDouble());
    assertTrue(json.has("seconds"));
  }

  @Test
  void theSeedDecidesTheGraphAndWithoutOneNoTwoAreAlike() throws IOException {
    Path out = directory.resolve("out.csv");
    perturb("edgerand", "3", "--seed", "5");
    String one = Files.readString(out);
    perturb("edgerand", "3", "--seed", "5");
    assertEquals(one, Files.readString(out));
    perturb("edgerand", "3");
    String secure = Files.readString(out);
    perturb("edgerand", "3");
    // About 900 edges of 19,900 pairs: the same twice has a probability far below 2^-1000.
    assertNotEquals(secure, Files.readString(out));
  }

  @Test
  void aFailureLeavesNoFiles() throws IOException {
    Files.writeString(directory.resolve("in.csv"), "from,to\n0,1\n1,0\n");
    for (String epsilon : List.of("0", "NaN", "Infinity", "-1")) {
      Cli.Run run = perturb("lapgraph", epsilon);
      assertEquals(2, run.exitCode());
      assertTrue(run.err().contains("epsilon = "), run.err());
    }
    assertEquals(1, perturb("edgerand", "2").exitCode());
    assertTrue(perturb("edgerand", "2").err().contains("in.csv, line 3"));
    try (Stream<Path> files = Files.list(directory)) {
      assertEquals(List.of(directory.resolve("in.csv")), files.toList());
    }
  }

  @Test
  void theTrueGraphIsNotOverwritten() throws IOException {
    String in = directory.resolve("in.csv").toString();
    String before = Files.readString(Path.of(in));
    Cli.Run run = perturb("edgerand", "2", "--out", in);
    assertEquals(2, run.exitCode());
    assertEquals(before, Files.readString(Path.of(in)));
  }

  @Test
  void aReleaseIsAccompaniedByItsGuaranteeAndNothingPrivate() throws Exception {
    Cli.Run run = perturb("lapgraph", "4.1", "--epsilon-chosen-on-graph");
    assertEquals(0, run.exitCode(), run.err());
    Path out = directory.resolve("out.csv");
    Path file = directory.resolve("out.csv.guarantee.json");
    assertEquals(file.toString(), run.json().get("guarantee").asText());
    JsonNode json = new ObjectMapper().readTree(file.toFile());
    assertEquals(
        List.of(
            "format",
            "file",
            "sha256",
            "nodes",
            "graph",
            "mechanism",
            "epsilon",
            "delta",
            "neighbors",
            "noise",
            "uncovered",
            "charged",
            "version"),
        json.properties().stream().map(Map.Entry::getKey).toList());
    assertEquals("out.csv", json.get("file").asText());
    assertEquals(
        HexFormat.of()
            .formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(out))),
        json.get("sha256").asText());
    assertEquals(PrivacyLedger.codeOf(EdgeListFile.read(out, NODES)), json.get("graph").asText());
    assertEquals(NODES, json.get("nodes").asInt());
    assertEquals("LapGraph", json.get("mechanism").asText());
    assertEquals(4.1, json.get("epsilon").asDouble());
    assertEquals(0, json.get("delta").asDouble());
    assertEquals("graphs that differ in one edge", json.get("neighbors").asText());
    assertEquals("SECURE", json.get("noise").asText());
    assertEquals("[\"EPSILON_CHOICE\"]", json.get("uncovered").toString());
    assertFalse(json.get("charged").asBoolean());
    assertFalse(json.get("version").asText().isEmpty());
  }

  @Test
  void aLinkPlantedUnderTheNameOfTheGuaranteeIsNotFollowed() throws IOException {
    Path victim = Files.writeString(directory.resolve("victim"), "precious");
    Files.createSymbolicLink(directory.resolve("out.csv.guarantee.json"), victim);
    assertEquals(0, perturb("edgerand", "4").exitCode());
    assertEquals("precious", Files.readString(victim));
  }

  @Test
  void theGuaranteeOfASeededPerturbationSaysSo() throws IOException {
    perturb("edgerand", "4", "--seed", "12345");
    String text = Files.readString(directory.resolve("out.csv.guarantee.json"));
    JsonNode json = new ObjectMapper().readTree(text);
    assertEquals("SEEDED", json.get("noise").asText());
    assertEquals("EdgeRand (seeded: for experiments only)", json.get("mechanism").asText());
    assertEquals(0, json.get("uncovered").size());
    assertFalse(text.contains("12345"), text);
  }

  private Cli.Run charged(String epsilon, String... more) {
    return perturb(
        "edgerand",
        epsilon,
        Stream.concat(
                Stream.of(
                    "--ledger",
                    directory.resolve("ledger").toString(),
                    "--ledger-key",
                    directory.resolve("key").toString(),
                    "--budget",
                    "5"),
                Stream.of(more))
            .toArray(String[]::new));
  }

  @Test
  void aLedgerAddsUpReleasesAndRefusesToExceedItsBudget() throws IOException {
    Cli.Run first = charged("4");
    assertEquals(0, first.exitCode(), first.err());
    assertEquals(4, first.json().get("spent").asDouble());
    assertEquals(1, first.json().get("remaining").asDouble());
    for (String name : List.of("key", "key.head", "ledger")) {
      assertEquals(
          "rw-------",
          PosixFilePermissions.toString(Files.getPosixFilePermissions(directory.resolve(name))));
    }
    byte[] before = Files.readAllBytes(directory.resolve("out.csv"));
    Cli.Run second = charged("1.5", "--part", "another\u001b[2J");
    assertEquals(1, second.exitCode());
    assertTrue(second.err().contains("beyond the budget of 5.0"), second.err());
    assertFalse(second.err().contains("\u001b"), second.err());
    assertArrayEquals(before, Files.readAllBytes(directory.resolve("out.csv")));
    PrivacyLedger ledger =
        PrivacyLedger.builder(5)
            .file(directory.resolve("ledger"), directory.resolve("key"))
            .knownHead(first.json().get("ledgerHead").asText())
            .build();
    assertEquals(4, ledger.spent());
    assertEquals(
        new ObjectMapper()
            .readTree(directory.resolve("out.csv.guarantee.json").toFile())
            .get("graph")
            .asText(),
        ledger.entries().get(0).released().orElseThrow());
    assertEquals(0, charged("1").exitCode());
    assertEquals(5, ledger.spent());
    JsonNode guarantee =
        new ObjectMapper().readTree(directory.resolve("out.csv.guarantee.json").toFile());
    assertTrue(guarantee.get("charged").asBoolean());
    assertEquals(1, guarantee.get("epsilon").asDouble());
    assertEquals(5, guarantee.get("epsilonOfAllReleases").asDouble());
  }

  /** D3: ids shifted by one under another name had a budget of their own. */
  @Test
  void shiftedIdsUnderAnotherNameHaveNoBudgetOfTheirOwn() {
    assertEquals(0, charged("4").exitCode());
    Graph.Builder shifted = Graph.builder(NODES);
    graph.forEachEdge((u, v) -> shifted.addEdge((u + 1) % NODES, (v + 1) % NODES));
    EdgeListFile.write(shifted.build(), directory.resolve("in.csv"));
    Cli.Run run = charged("4", "--part", "other");
    assertEquals(1, run.exitCode());
    assertTrue(run.err().contains("beyond the budget of 5.0"), run.err());
  }

  @Test
  void graphsOfIdentifiedNodesHaveABudgetEach() throws IOException {
    Path ids = directory.resolve("ids");
    for (String part : List.of("a", "b")) {
      Files.write(ids, IntStream.range(0, NODES).mapToObj(i -> part + i).toList());
      Cli.Run run = charged("5", "--part", part, "--node-ids", ids.toString());
      assertEquals(0, run.exitCode(), run.err());
      assertEquals(0, run.json().get("remaining").asDouble());
    }
    String[] same = {"--part", "c", "--node-ids", ids.toString()};
    assertTrue(charged("1", same).err().contains("shares 200 nodes with part \"b\""));
    assertEquals(1, charged("1", same).exitCode());
    assertEquals(2, charged("1", "--out", ids.toString(), "--node-ids", ids.toString()).exitCode());
  }

  /** D3: removing the ledger renewed the budget. */
  @Test
  void aRemovedOrShortenedLedgerIsRefused() throws IOException {
    String head = charged("4").json().get("ledgerHead").asText();
    Path ledger = directory.resolve("ledger");
    byte[] whole = Files.readAllBytes(ledger);
    for (int length : new int[] {0, 40, whole.length / 2}) {
      Files.write(ledger, Arrays.copyOf(whole, length));
      Cli.Run run = charged("4");
      assertEquals(1, run.exitCode());
      assertTrue(run.err().contains("lines up to the known head are gone"), run.err());
      assertEquals(1, run.err().lines().count(), run.err());
    }
    Files.delete(ledger);
    assertEquals(1, charged("4").exitCode());
    // Whoever wrote where the key is as well is noticed by a head that was noted elsewhere.
    for (String name : List.of("ledger", "key", "key.head")) {
      Files.deleteIfExists(directory.resolve(name));
    }
    Cli.Run renewed = charged("4", "--known-head", head);
    assertEquals(1, renewed.exitCode());
    assertTrue(renewed.err().contains("lines up to the known head are gone"), renewed.err());
  }

  @Test
  void aLedgerThatCannotBeTrustedIsReportedInOneLine() throws IOException {
    assertEquals(0, charged("1").exitCode());
    byte[] key = Files.readAllBytes(directory.resolve("key"));
    key[0]++;
    Files.write(directory.resolve("key"), key);
    Cli.Run tampered = charged("1");
    assertEquals(1, tampered.exitCode());
    assertEquals(1, tampered.err().lines().count(), tampered.err());
    assertTrue(tampered.err().contains("ledger, line 1: changed since it was written"));
    Files.delete(directory.resolve("key"));
    Cli.Run keyless = charged("1");
    assertEquals(1, keyless.exitCode());
    assertTrue(keyless.err().contains("there is no key"), keyless.err());
    assertFalse(Files.exists(directory.resolve("key")));
    Files.write(directory.resolve("key"), new byte[5000]);
    assertTrue(charged("1").err().contains("is no key"));
  }

  @Test
  void optionsOfALedgerThatDoNotFitAreUsageErrors() throws IOException {
    assertEquals(2, charged("1", "--seed", "1").exitCode());
    assertEquals(2, perturb("edgerand", "1", "--budget", "3").exitCode());
    assertEquals(2, perturb("edgerand", "1", "--known-head", "00").exitCode());
    assertEquals(
        2, perturb("edgerand", "1", "--ledger", directory.resolve("l").toString()).exitCode());
    assertEquals(2, charged("1", "--out", directory.resolve("key").toString()).exitCode());
    assertEquals(2, charged("1", "--out", directory.resolve("key.head").toString()).exitCode());
    assertEquals(2, charged("1", "--out", directory.resolve("ledger").toString()).exitCode());
    try (Stream<Path> files = Files.list(directory)) {
      assertEquals(List.of(directory.resolve("in.csv")), files.toList());
    }
    // Its guarantee would overwrite the true graph.
    Path in = directory.resolve("x.guarantee.json");
    Files.copy(directory.resolve("in.csv"), in);
    Cli.Run run =
        Cli.run(
            "perturb",
            "--mechanism=edgerand",
            "--epsilon=1",
            "--nodes=" + NODES,
            "--in=" + in,
            "--out=" + directory.resolve("x"));
    assertEquals(2, run.exitCode());
    assertTrue(run.err().contains("--in names a file that would be overwritten"), run.err());
  }

  /** With a byte order mark, or a blank at its end, a node of another graph was another node. */
  @Test
  void identifiersWithWhatNobodySeesAreRefused() throws IOException {
    for (String hidden : List.of("\ufeffn0", "n0 ", "\tn0", "n\u200b0", "n0\u00a0", "")) {
      StringBuilder ids = new StringBuilder(hidden).append('\n');
      for (int node = 1; node < NODES; node++) {
        ids.append('n').append(node).append('\n');
      }
      Path file = Files.writeString(directory.resolve("ids"), ids);
      Cli.Run run = charged("1", "--node-ids", file.toString());
      assertNotEquals(0, run.exitCode(), hidden);
      assertTrue(run.err().contains("the identifier of node 0 is empty or has"), run.err());
    }
  }

  /** The ledger would be written over its own key. */
  @Test
  void aLedgerIsNotItsOwnKeyNorTheGraph() throws IOException {
    for (List<String> files :
        List.of(
            List.of("same", "same"),
            List.of("key.head", "key"),
            List.of("in.csv", "key"),
            List.of("ledger", "in.csv"))) {
      byte[] before = Files.readAllBytes(directory.resolve("in.csv"));
      Cli.Run run =
          perturb(
              "edgerand",
              "1",
              "--ledger",
              directory.resolve(files.get(0)).toString(),
              "--ledger-key",
              directory.resolve(files.get(1)).toString(),
              "--budget",
              "2");
      assertEquals(2, run.exitCode());
      assertTrue(run.err().contains("names a file that would be overwritten"), run.err());
      assertFalse(Files.exists(directory.resolve("same")));
      assertArrayEquals(before, Files.readAllBytes(directory.resolve("in.csv")));
    }
  }
}
