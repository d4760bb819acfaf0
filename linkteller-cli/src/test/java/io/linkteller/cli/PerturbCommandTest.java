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
import io.linkteller.data.numpy.NumpyDataset;
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
    List<String> args = new ArrayList<>(List.of("perturb", "--mechanism", mechanism, "--json"));
    args.addAll(List.of("--epsilon", epsilon, "--nodes", Integer.toString(NODES)));
    args.addAll(List.of(more));
    Map.of("--in", "in.csv", "--out", "out.csv")
        .forEach(
            (option, file) -> {
              if (!args.contains(option)) {
                args.addAll(List.of(option, directory.resolve(file).toString()));
              }
            });
    return Cli.run(args.toArray(String[]::new));
  }

  private Cli.Run perturbLine(String mechanismAndEpsilon, String more, Object... values) {
    String[] first = Cli.words(mechanismAndEpsilon);
    return perturb(first[0], first[1], Cli.words(more, values));
  }

  /** A plain CSV file would silently lose directions and relations. */
  @Test
  void arcsAndRelationsAreWrittenAsArrays() throws IOException {
    Graph.Builder arcs = Graph.builder(NODES).directed();
    graph.forEachEdge(arcs::addEdge);
    Graph relations =
        Graph.ofRelations(
            List.of(arcs.build(), Graph.builder(NODES).directed().addEdge(7, 3).build()));
    Path in = directory.resolve("in.npz");
    NumpyDataset.write(relations, in);
    Path out = directory.resolve("out.npz");
    String seeded = "--seed 1 --directed --in %s --out %s";
    Cli.Run run = perturbLine("lapgraph 4", seeded, in, out).succeeded();
    Graph written =
        EdgeFile.read(out, NodeNames.numbers(NODES), EdgeListReader.of(EdgeDirection.DIRECTED));
    assertEquals(LapGraph.withEpsilon(4).forExperiments(1).perturb(relations).graph(), written);
    assertEquals(NODES + 1, run.json().get("inputEdges").asInt());
    assertEquals("arcs", run.json().get("counted").asText());
    String text =
        Cli.line(
                "perturb --mechanism lapgraph --epsilon 4 --nodes %s --directed --in %s --out %s",
                NODES, in, directory.resolve("again.npz"))
            .out();
    assertTrue(text.contains("turned 201 arcs into "), text);
    assertTrue(text.contains("relation 0: 200 arcs into "), text);
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
    perturbLine("lapgraph 4", seeded, in, table).succeeded();
    assertEquals(
        written,
        EdgeListReader.of(EdgeDirection.DIRECTED)
            .types("type")
            .read(table, NodeNames.numbers(NODES)));
  }

  private Cli.Run perturbNamed(String in, String out, String more, Object... values) {
    // At this epsilon, the probability that any arc changes is below e^-900.
    String[] command =
        Cli.words(
            "perturb --mechanism edgerand --epsilon 1e3 --in %s --out %s",
            directory.resolve(in), directory.resolve(out));
    return Cli.run(Cli.words(command, more.isEmpty() ? new String[0] : Cli.words(more, values)));
  }

  /** Recipients need the identifiers to match the released edges with features. */
  @Test
  void identifiersAreKeptInTables() throws IOException {
    Path features =
        Files.writeString(directory.resolve("features.csv"), "node,a\nbob,1\nann,2\ncy,3\n");
    String payments = "payer,payee,kind\nann,bob,wire\nbob,cy,card\n";
    Files.writeString(directory.resolve("payments.csv"), payments);
    String read = "--directed --edge-columns payer,payee --type-column kind ";
    perturbNamed("payments.csv", "p.csv", read).refused(2, "--nodes");
    perturbNamed("payments.csv", "p.csv", read + "--nodes %s", features).succeeded();
    assertEquals(
        "payer,payee,kind\nbob,cy,card\nann,bob,wire\n",
        Files.readString(directory.resolve("p.csv")));
    Path guarantee = directory.resolve("p.csv.guarantee.json");
    assertTrue(Files.readString(guarantee).contains("RELATIONS"), "one edge has each relation");
    perturbNamed("payments.csv", "p.csv", read + "--relations card,wire --nodes %s", features)
        .succeeded();
    assertFalse(Files.readString(guarantee).contains("RELATIONS"));
    Cli.Run numbered =
        perturbNamed("payments.csv", "p.npz", read + "--nodes %s", features).succeeded();
    assertTrue(numbered.err().contains("numbered in the order of " + features), numbered.err());
  }

  @Test
  void aGmlGraphNeedsNoNodesOptionAndMayIgnoreWeights() throws IOException {
    Files.writeString(
        directory.resolve("in.gml"),
        "graph [ node [ id 5 label \"ann\" ] node [ id 7 label \"bob\" ] node [ id 8 label \"cy\" ]"
            + " edge [ source 7 target 5 weight 2.5 ] ]");
    perturbNamed("in.gml", "p.csv", "").refused(1, "--ignore-weights");
    perturbNamed("in.gml", "p.csv", "--ignore-weights").succeeded();
    assertEquals("from,to\nann,bob\n", Files.readString(directory.resolve("p.csv")));
  }

  @Test
  void directionOptionsAreFollowedAndWeightsAreRefused() throws IOException {
    Path out = directory.resolve("out.npz");
    perturbLine("edgerand 50", "--directed --out %s", out).succeeded();
    assertEquals(
        EdgeListReader.of(EdgeDirection.DIRECTED)
            .read(directory.resolve("in.csv"), NodeNames.numbers(NODES)),
        EdgeFile.read(out, NodeNames.numbers(NODES), EdgeListReader.of(EdgeDirection.DIRECTED)));
    Path symmetric = directory.resolve("symmetric.npz");
    NumpyDataset.write(graph, symmetric);
    perturbLine("edgerand 50", "--in %s", symmetric).succeeded();
    assertEquals(graph, EdgeListFile.read(directory.resolve("out.csv"), NODES));
    perturbLine("edgerand 50", "--in %s --undirected", out).succeeded();
    assertEquals(graph, EdgeListFile.read(directory.resolve("out.csv"), NODES));
    Path weights = directory.resolve("weights.npz");
    new NumpyArchiveWriter()
        .add("edge_index", new int[] {0, 1}, new int[] {1, 0})
        .add("edge_weight", new double[] {2, 2})
        .write(weights);
    perturbLine("edgerand 2", "--in %s --out %s", weights, out)
        .refused(1, "hides edges but not their weights");
  }

  @ParameterizedTest
  @ValueSource(strings = {"edgerand", "lapgraph", "tmf"})
  void theReportedCountsMatchTheWrittenFile(String mechanism) {
    JsonNode json = perturb(mechanism, "4", "--seed", "1").succeeded().json();
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
  void aSeedFixesTheGraphAndUnseededRunsDiffer() throws IOException {
    Path out = directory.resolve("out.csv");
    perturb("edgerand", "3", "--seed", "5");
    String one = Files.readString(out);
    perturb("edgerand", "3", "--seed", "5");
    assertEquals(one, Files.readString(out));
    perturb("edgerand", "3");
    String secure = Files.readString(out);
    perturb("edgerand", "3");
    // With about 900 edges among 19,900 pairs, two graphs are equal with a probability far below
    // 2^-1000.
    assertNotEquals(secure, Files.readString(out));
  }

  @Test
  void aFailureLeavesNoFiles() throws IOException {
    Files.writeString(directory.resolve("in.csv"), "from,to\n0,1\n1,0\n");
    for (String epsilon : List.of("0", "NaN", "Infinity", "-1")) {
      perturb("lapgraph", epsilon).refused(2, "epsilon = ");
    }
    perturb("edgerand", "2").refused(1, "in.csv, line 3");
    try (Stream<Path> files = Files.list(directory)) {
      assertEquals(List.of(directory.resolve("in.csv")), files.toList());
    }
  }

  @Test
  void theTrueGraphIsNotOverwritten() throws IOException {
    String in = directory.resolve("in.csv").toString();
    String before = Files.readString(Path.of(in));
    perturb("edgerand", "2", "--out", in).refused(2);
    assertEquals(before, Files.readString(Path.of(in)));
  }

  @Test
  void aReleaseComesWithItsGuaranteeAndNoPrivateData() throws Exception {
    Cli.Run run = perturb("lapgraph", "4.1", "--epsilon-chosen-on-graph").succeeded();
    Path out = directory.resolve("out.csv");
    Path file = directory.resolve("out.csv.guarantee.json");
    assertEquals(file.toString(), run.json().get("guarantee").asText());
    JsonNode json = new ObjectMapper().readTree(file.toFile());
    assertEquals(
        List.of(
            "format file sha256 nodes graph mechanism epsilon delta neighbors noise uncovered"
                .concat(" charged version")
                .split(" ")),
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
  void aSymbolicLinkInPlaceOfTheGuaranteeIsNotFollowed() throws IOException {
    Path victim = Files.writeString(directory.resolve("victim"), "precious");
    Files.createSymbolicLink(directory.resolve("out.csv.guarantee.json"), victim);
    assertEquals(0, perturb("edgerand", "4").exitCode());
    assertEquals("precious", Files.readString(victim));
  }

  @Test
  void theGuaranteeStatesThatNoiseWasSeeded() throws IOException {
    perturb("edgerand", "4", "--seed", "12345");
    String text = Files.readString(directory.resolve("out.csv.guarantee.json"));
    JsonNode json = new ObjectMapper().readTree(text);
    assertEquals("SEEDED", json.get("noise").asText());
    assertEquals("EdgeRand (seeded: for experiments only)", json.get("mechanism").asText());
    assertEquals(0, json.get("uncovered").size());
    assertFalse(text.contains("12345"), text);
  }

  private Cli.Run charged(String epsilon, String... more) {
    String[] ledger =
        Cli.words(
            "--ledger %s --ledger-key %s --budget 5",
            directory.resolve("ledger"), directory.resolve("key"));
    return perturb("edgerand", epsilon, Cli.words(ledger, more));
  }

  private JsonNode guarantee() throws IOException {
    return new ObjectMapper().readTree(directory.resolve("out.csv.guarantee.json").toFile());
  }

  @Test
  void aLedgerAddsUpReleasesAndRefusesToExceedItsBudget() throws IOException {
    Cli.Run first = charged("4").succeeded();
    assertEquals(4, first.json().get("spent").asDouble());
    assertEquals(1, first.json().get("remaining").asDouble());
    for (String name : List.of("key", "key.head", "ledger")) {
      assertEquals(
          "rw-------",
          PosixFilePermissions.toString(Files.getPosixFilePermissions(directory.resolve(name))));
    }
    byte[] before = Files.readAllBytes(directory.resolve("out.csv"));
    Cli.Run second =
        charged("1.5", "--part", "another\u001b[2J").refused(1, "above the budget of 5.0");
    assertFalse(second.err().contains("\u001b"), second.err());
    assertArrayEquals(before, Files.readAllBytes(directory.resolve("out.csv")));
    PrivacyLedger ledger =
        PrivacyLedger.builder(5)
            .file(directory.resolve("ledger"), directory.resolve("key"))
            .knownHead(first.json().get("ledgerHead").asText())
            .build();
    assertEquals(4, ledger.spent());
    assertEquals(
        guarantee().get("graph").asText(), ledger.entries().get(0).released().orElseThrow());
    assertEquals(0, charged("1").exitCode());
    assertEquals(5, ledger.spent());
    JsonNode guarantee = guarantee();
    assertTrue(guarantee.get("charged").asBoolean());
    assertEquals(1, guarantee.get("epsilon").asDouble());
    assertEquals(5, guarantee.get("epsilonOfAllReleases").asDouble());
  }

  /** D3: ids shifted by one, under another name, had a separate budget. */
  @Test
  void shiftedIdsUnderAnotherNameShareTheBudget() {
    assertEquals(0, charged("4").exitCode());
    Graph.Builder shifted = Graph.builder(NODES);
    graph.forEachEdge((u, v) -> shifted.addEdge((u + 1) % NODES, (v + 1) % NODES));
    EdgeListFile.write(shifted.build(), directory.resolve("in.csv"));
    charged("4", "--part", "other").refused(1, "above the budget of 5.0");
  }

  @Test
  void graphsWithDisjointNodeIdsHaveSeparateBudgets() throws IOException {
    Path ids = directory.resolve("ids");
    for (String part : List.of("a", "b")) {
      Files.write(ids, IntStream.range(0, NODES).mapToObj(i -> part + i).toList());
      Cli.Run run = charged("5", "--part", part, "--node-ids", ids.toString());
      assertEquals(0, run.succeeded().json().get("remaining").asDouble());
    }
    String[] same = {"--part", "c", "--node-ids", ids.toString()};
    charged("1", same).refused(1, "shares 200 nodes with part \"b\"");
    charged("1", "--out", ids.toString(), "--node-ids", ids.toString()).refused(2);
  }

  /** D3: removing the ledger renewed the budget. */
  @Test
  void aRemovedOrShortenedLedgerIsRefused() throws IOException {
    String head = charged("4").json().get("ledgerHead").asText();
    Path ledger = directory.resolve("ledger");
    byte[] whole = Files.readAllBytes(ledger);
    for (int length : new int[] {0, 40, whole.length / 2}) {
      Files.write(ledger, Arrays.copyOf(whole, length));
      Cli.Run run = charged("4").refused(1, "lines up to the known head are gone");
      assertEquals(1, run.err().lines().count(), run.err());
    }
    Files.delete(ledger);
    assertEquals(1, charged("4").exitCode());
    // Even if the key was deleted as well, a head that was noted elsewhere reveals the change.
    for (String name : List.of("ledger", "key", "key.head")) {
      Files.deleteIfExists(directory.resolve(name));
    }
    charged("4", "--known-head", head).refused(1, "lines up to the known head are gone");
  }

  @Test
  void aLedgerThatCannotBeTrustedIsReportedInOneLine() throws IOException {
    assertEquals(0, charged("1").exitCode());
    byte[] key = Files.readAllBytes(directory.resolve("key"));
    key[0]++;
    Files.write(directory.resolve("key"), key);
    Cli.Run tampered = charged("1").refused(1, "ledger, line 1: changed since it was written");
    assertEquals(1, tampered.err().lines().count(), tampered.err());
    Files.delete(directory.resolve("key"));
    charged("1").refused(1, "there is no key");
    assertFalse(Files.exists(directory.resolve("key")));
    Files.write(directory.resolve("key"), new byte[5000]);
    charged("1").refused(1, "is not a key");
  }

  @Test
  void incompatibleLedgerOptionsAreUsageErrors() throws IOException {
    charged("1", "--seed", "1").refused(2);
    perturb("edgerand", "1", "--budget", "3").refused(2);
    perturb("edgerand", "1", "--known-head", "00").refused(2);
    perturb("edgerand", "1", "--ledger", directory.resolve("l").toString()).refused(2);
    for (String name : List.of("key", "key.head", "ledger")) {
      charged("1", "--out", directory.resolve(name).toString()).refused(2);
    }
    try (Stream<Path> files = Files.list(directory)) {
      assertEquals(List.of(directory.resolve("in.csv")), files.toList());
    }
    // Its guarantee would overwrite the true graph.
    Path in = directory.resolve("x.guarantee.json");
    Files.copy(directory.resolve("in.csv"), in);
    perturbLine("edgerand 1", "--in %s --out %s", in, directory.resolve("x"))
        .refused(2, "--in names a file that would be overwritten");
  }

  /** With a byte order mark or a trailing space, a node of another graph looked like a new node. */
  @Test
  void identifiersWithInvisibleCharactersAreRefused() throws IOException {
    for (String hidden : List.of("\ufeffn0", "n0 ", "\tn0", "n\u200b0", "n0\u00a0", "")) {
      StringBuilder ids = new StringBuilder(hidden).append('\n');
      for (int node = 1; node < NODES; node++) {
        ids.append('n').append(node).append('\n');
      }
      Path file = Files.writeString(directory.resolve("ids"), ids);
      Cli.Run run = charged("1", "--node-ids", file.toString());
      assertNotEquals(0, run.exitCode(), hidden);
      assertTrue(run.err().contains("the identifier of node 0 is empty, has"), run.err());
    }
  }

  /** Tables are read back, so names are not escaped; JSON and arrays need no such rule. */
  @Test
  void formulasAndControlCharactersAreRefusedAsNamesInTables() throws IOException {
    for (String name : List.of("=1+1", "@cmd", " -x", "a\u001b[2J", "a\u202eb")) {
      Path features =
          Files.writeString(directory.resolve("features.csv"), "node,a\n" + name + ",1\nann,2\n");
      Files.writeString(directory.resolve("in.csv"), "from,to\n" + name + ",ann\n");
      perturbNamed("in.csv", "p.csv", "--undirected --nodes %s", features)
          .refused(1, "--raw-names");
      assertFalse(Files.exists(directory.resolve("p.csv")));
      perturbNamed("in.csv", "p.npz", "--undirected --nodes %s", features).succeeded();
      perturbNamed("in.csv", "raw.csv", "--raw-names --undirected --nodes %s", features)
          .succeeded();
    }
  }

  @Test
  void aReleaseDoesNotOverwriteFilesOfTheLedger() throws IOException {
    Path link = Files.createSymbolicLink(directory.resolve("link"), directory);
    Path key = Files.createDirectory(directory.resolve("keys")).resolve("real");
    Files.write(key, new byte[32]);
    Path linkedKey = Files.createSymbolicLink(directory.resolve("key"), key);
    for (String own : List.of("ledger.lock", "ledger.next-0", "link/ledger", "keys/real.head")) {
      Cli.line(
              "perturb --mechanism edgerand --epsilon 1 --nodes %s --in %s --out %s"
                  + " --ledger %s --ledger-key %s --budget 2",
              NODES,
              directory.resolve("in.csv"),
              directory.resolve(own),
              link.resolveSibling("ledger"),
              linkedKey)
          .refused(2, "names a file that would be overwritten");
      assertFalse(Files.exists(directory.resolve("ledger")), own);
    }
  }

  /** The ledger would overwrite its own key. */
  @Test
  void aLedgerDoesNotOverwriteItsKeyOrTheGraph() throws IOException {
    for (List<String> files :
        List.of(
            List.of("same", "same"),
            List.of("key.head", "key"),
            List.of("in.csv", "key"),
            List.of("ledger", "in.csv"))) {
      byte[] before = Files.readAllBytes(directory.resolve("in.csv"));
      perturbLine(
              "edgerand 1",
              "--ledger %s --ledger-key %s --budget 2",
              directory.resolve(files.get(0)),
              directory.resolve(files.get(1)))
          .refused(2, "names a file that would be overwritten");
      assertFalse(Files.exists(directory.resolve("same")));
      assertArrayEquals(before, Files.readAllBytes(directory.resolve("in.csv")));
    }
  }
}
