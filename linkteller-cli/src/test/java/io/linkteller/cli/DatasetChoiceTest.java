package io.linkteller.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.linkteller.models.numpy.NumpyArchiveWriter;
import io.linkteller.testing.fixture.RealData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The command {@code attack} reads data in every format. */
class DatasetChoiceTest {

  @TempDir Path directory;

  private static Cli.Run attack(String format, Path data, String more, Object... values) {
    String[] common =
        Cli.words(
            "attack --format %s --data %s --json --hidden 8 --score self_normalized", format, data);
    return Cli.run(Cli.words(common, more.isEmpty() ? new String[0] : Cli.words(more, values)));
  }

  @Test
  void savedWeightsOfACitationGraphGiveTheSameModel() {
    Path data = RealData.set("planetoid");
    Path saved = directory.resolve("cora.npz");
    String attack = "--infer cora --targets 300 --k-hat 0.0015 ";
    JsonNode json =
        attack("planetoid", data, attack + "--epochs 60 --save-weights %s", saved)
            .succeeded()
            .json();
    assertEquals("cora", json.get("dataset").asText());
    assertEquals(300, json.get("targets").asInt());
    // With 140 labels, a network of 8 units far exceeds the accuracy 0.32 of a constant answer.
    assertTrue(json.get("accuracy").asDouble() > 0.6, json.toString());
    assertFalse(json.has("rareClassF1"));
    JsonNode loaded =
        Cli.line(
                "attack --format planetoid --data %s --score self_normalized --json --weights %s "
                    + attack,
                data,
                saved)
            .succeeded()
            .json();
    for (String field : List.of("truePositives", "auc", "accuracy", "nodesSha256")) {
      assertEquals(json.get(field), loaded.get(field), field);
    }
  }

  /** All 240 nodes are attacked, because there are fewer than the paper's 500. */
  @Test
  void aGraphSaintDatasetIsServedAsAWhole() {
    String multiple = "graphsaint-mini-multi";
    JsonNode multi = attack("graphsaint", RealData.set(multiple), "--epochs 20").succeeded().json();
    assertEquals(multiple, multi.get("dataset").asText());
    assertEquals(240, multi.get("targets").asInt());
    assertTrue(multi.get("microF1").asDouble() > 0, multi.toString());
    JsonNode single =
        attack("graphsaint", RealData.set("graphsaint-mini-single"), "--epochs 20")
            .succeeded()
            .json();
    assertTrue(single.get("accuracy").asDouble() > 0, single.toString());
    assertEquals(multi.get("nodesSha256"), single.get("nodesSha256"));
  }

  /**
   * D11: for a perturbed graph, the reported accuracy was that of a model trained on the true one.
   */
  @Test
  void noAccuracyIsReportedIfTrainingAndServedGraphsDiffer() {
    Cli.Run run =
        attack(
                "graphsaint",
                RealData.set("graphsaint-mini-single"),
                "--protect lapgraph --epsilon 4 --epochs 20")
            .succeeded();
    JsonNode json = run.json();
    assertFalse(json.has("accuracy"), json.toString());
    assertTrue(json.has("uncoveredWeights"), json.toString());
    assertTrue(run.err().contains("not the model's parameters"), run.err());
  }

  @Test
  void aCsvGraphIsReadFromOneDirectoryOrTwo() throws IOException {
    write(directory.resolve("old"), 1, false);
    write(directory.resolve("new"), 2, true);
    JsonNode alone =
        attack("csv", directory.resolve("new"), "--epochs 10 --k-hat k/2").succeeded().json();
    assertEquals("new", alone.get("dataset").asText());
    assertEquals(40, alone.get("targets").asInt());
    JsonNode inductive =
        attack("csv", directory, "--train old --infer new --epochs 10 --degree high")
            .succeeded()
            .json();
    assertEquals("new", inductive.get("dataset").asText());
    int high = inductive.get("targets").asInt();
    assertTrue(high >= 10 && high < 40, "quartile of 40 nodes: " + high);
  }

  private static void write(Path set, long seed, boolean split) throws IOException {
    Files.createDirectories(set);
    SplittableRandom random = new SplittableRandom(seed);
    StringBuilder edges = new StringBuilder("from,to\n");
    StringBuilder features = new StringBuilder("node,a,b,c\n");
    StringBuilder labels = new StringBuilder("node,label\n");
    StringBuilder parts = new StringBuilder("node,part\n");
    for (int u = 0; u < 40; u++) {
      for (int v = u + 1; v < 40; v++) {
        if (random.nextInt(8) == 0) {
          edges.append(u).append(',').append(v).append('\n');
        }
      }
      features.append(u);
      for (int c = 0; c < 3; c++) {
        features.append(',').append(random.nextDouble());
      }
      features.append('\n');
      labels.append(u).append(',').append(u % 2).append('\n');
      parts.append(u).append(u < 20 ? ",train\n" : ",test\n");
    }
    Files.writeString(set.resolve("edges.csv"), edges);
    Files.writeString(set.resolve("features.csv"), features);
    Files.writeString(set.resolve("labels.csv"), labels);
    if (split) {
      Files.writeString(set.resolve("split.csv"), parts);
    }
  }

  /** A circle of payments: each account pays the next but one once, and the next one twice. */
  private static String payments() {
    StringBuilder rows = new StringBuilder("time;payer;payee;amount\n");
    for (int i = 0; i < 40; i++) {
      rows.append("8:00;").append(account(i)).append(';').append(account(i + 2)).append(";1\n");
      for (String time : List.of("9:00;", "9:30;")) {
        rows.append(time).append(account(i)).append(';').append(account(i + 1)).append(";.5\n");
      }
    }
    return rows.toString();
  }

  private static String account(int i) {
    return "acc-" + i % 40;
  }

  @Test
  void accountNamesAppearInPredictedPairsAndReports() throws IOException {
    write(directory, 5, false);
    for (String file : List.of("features.csv", "labels.csv")) {
      Path table = directory.resolve(file);
      Files.writeString(table, Files.readString(table).replaceAll("(?m)^(?=\\d)", "acc-"));
    }
    Files.writeString(directory.resolve("edges.csv"), payments());
    String ends = "--edge-columns payer,payee ";
    attack("csv", directory, ends).refused(1, "edges.csv, line 4: expected each edge once");
    attack("csv", directory, ends + "--repeated once").refused(1, "--directed", "--undirected");

    Path weights = directory.resolve("weights.npz");
    String directed = ends + "--directed --weight-column amount --repeated sum ";
    Path named = directory.resolve("named.csv");
    JsonNode json =
        attack(
                "csv",
                directory,
                directed + "--epochs 10 --save-weights %s --out %s",
                weights,
                named)
            .succeeded()
            .json();
    assertEquals(80, json.get("edges").asInt());
    assertEquals("arcs", json.get("counted").asText());
    List<String> rows = Files.readAllLines(named);
    assertEquals(1 + json.get("m").asInt(), rows.size());
    for (String row : rows.subList(1, rows.size())) {
      assertTrue(row.matches("acc-\\d+,acc-\\d+,.*"), row);
    }

    // Without labels, an existing model can be attacked, but none can be trained.
    Path unlabeled = Files.createDirectory(directory.resolve("unlabeled"));
    for (String file : List.of("features.csv", "edges.csv")) {
      Files.copy(directory.resolve(file), unlabeled.resolve(file));
    }
    assertTrue(attack("csv", unlabeled, directed).err().contains("has no labels"));
    String audit = "audit --attacks linkteller --features %s --edge-index %s --weights %s ";
    Object[] files = {unlabeled.resolve("features.csv"), unlabeled.resolve("edges.csv"), weights};
    JsonNode report = Cli.line(audit + directed + "--json", files).succeeded().json();
    assertFalse(report.has("accuracy"));
    for (String end : List.of("u", "v")) {
      assertTrue(report.get("mostExposedEdges").get(0).get(end).asText().startsWith("acc-"));
    }
    assertTrue(report.get("mostExposedNodes").get(0).get("node").asText().startsWith("acc-"));
    assertEquals("arcs", report.get("counted").asText());
    // The graph is also weighted; the command protect accepts neither arcs nor weights.
    String steps = report.get("nextSteps").toString();
    assertTrue(steps.contains("no mechanism hides weights"), steps);
    assertFalse(steps.contains("command protect"), steps);
    Path pages = directory.resolve("pages");
    String text = Cli.line(audit + directed + "--details --report " + pages, files).out();
    for (String said :
        List.of(
            text,
            Files.readString(pages.resolve("leakage-audit.md")),
            Files.readString(pages.resolve("leakage-audit.html")))) {
      assertTrue(said.contains(" 80 arcs of the graph"), said);
      assertTrue(said.contains("Most exposed arcs"), said);
      assertFalse(said.contains("80 edges"), said);
      assertFalse(said.contains("as many pairs"), said);
      assertFalse(said.contains("Most exposed edges"), said);
    }
    assertTrue(text.matches("(?s).*acc-\\d+ -> acc-\\d+.*"), text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"graphml", "gml"})
  void theFormatOfAGraphFileIsDetectedFromItsContent(String format) throws IOException {
    write(directory, 5, false);
    Path features = directory.resolve("features.csv");
    Files.writeString(features, Files.readString(features).replaceAll("(?m)^(?=\\d)", "acc-"));
    Path file = Files.writeString(directory.resolve("payments"), graph(format));
    Path named = directory.resolve("named.csv");
    Path labels = directory.resolve("labels.csv");
    Files.writeString(labels, Files.readString(labels).replaceAll("(?m)^(?=\\d)", "acc-"));
    Path weights = directory.resolve("weights.npz");
    String attack =
        "attack --json --hidden 8 --epochs 10 --features %s --labels %s --edge-index %s --truth %s"
            + " --weight-column amount --out %s --save-weights %s ";
    Object[] files = {features, labels, file, file, named, weights};
    JsonNode json = Cli.line(attack, files).succeeded().json();
    assertEquals("arcs", json.get("counted").asText());
    assertEquals(39, json.get("edges").asInt());
    assertTrue(Files.readAllLines(named).get(1).matches("acc-\\d+,acc-\\d+,.*"));

    Cli.line(attack + "--edge-columns source,target", files)
        .refused(2, "--edge-columns is for tables");

    // The rows of an array are the vertices in the order of the file.
    Path arrays = directory.resolve("arrays.npz");
    new NumpyArchiveWriter().add("x", new DMatrixRMaj(40, 3)).write(arrays);
    Files.delete(named);
    Cli.line(
            "attack --weights %s --features %s --out %s --edge-index %s --weight-column amount",
            weights, arrays.resolve("x"), named, file)
        .succeeded();
    assertTrue(Files.readAllLines(named).get(1).matches("acc-\\d+,acc-\\d+,.*"));
  }

  @Test
  void anArchiveOfEdgesIsReadAndEdgeAttributesAreRefused() {
    DMatrixRMaj ends = new DMatrixRMaj(2, 39);
    for (int arc = 0; arc < 39; arc++) {
      ends.set(0, arc, arc);
      ends.set(1, arc, arc + 1);
    }
    Path features = directory.resolve("x.npz");
    int[] classes = new int[40];
    Arrays.fill(classes, 20, 40, 1);
    DMatrixRMaj x = new DMatrixRMaj(40, 3);
    for (int i = 0; i < x.getNumElements(); i++) {
      x.data[i] = 1 + i % 7;
    }
    new NumpyArchiveWriter().add("x", x).add("y", classes).write(features);
    Path edges = directory.resolve("edges.npz");
    new NumpyArchiveWriter().add("edge_index", ends).write(edges);
    Path attributed = directory.resolve("attributed.npz");
    new NumpyArchiveWriter()
        .add("edge_index", ends)
        .add("edge_attr", new DMatrixRMaj(39, 2))
        .write(attributed);
    String attack =
        "attack --json --epochs 1 --directed --hidden 8 --targets all --features %s --labels %s"
            + " --edge-index %s";
    Path y = features.resolve("y");
    assertEquals(
        39,
        Cli.line(attack, features.resolve("x"), y, edges).succeeded().json().get("edges").asInt());
    Cli.line(attack, features.resolve("x"), y, attributed).refused(1, "name it edge_weight");
  }

  /**
   * Arrays may no more contain repeated edges and self-loops than tables, unless an option allows
   * them.
   */
  @Test
  void repeatedEdgesAndSelfLoopsInArraysFollowTheRulesOfTables() {
    Path arrays = directory.resolve("arrays.npz");
    int[] sources = {0, 1, 1, 2, 0, 2};
    int[] targets = {1, 0, 2, 1, 1, 2};
    double[] weights = {1, 5, 2, 2, 4, 9};
    int[][] columns = {{0, 1, 2, 3}, {0, 1, 2, 3, 4}, {0, 1, 2, 3, 5}};
    arrays(arrays, columns[0], sources, targets, new double[0]);
    assertTwoEdges(attackArrays(arrays, ""));
    arrays(arrays, columns[2], sources, targets, new double[0]);
    attackArrays(arrays, "").refused(1, "edge 5: ", "the self-loop 2; --drop-self-loops");
    assertTwoEdges(attackArrays(arrays, "--drop-self-loops"));

    arrays(arrays, columns[1], sources, targets, new double[0]);
    attackArrays(arrays, "").refused(1, "edge (0, 1) is repeated; specify");
    assertTwoEdges(attackArrays(arrays, "--repeated once"));
    attackArrays(arrays, "--repeated count").refused(1, "different weights; set --directed");
    attackArrays(arrays, "--undirected").refused(1, "without --undirected");
    arrays(arrays, columns[1], sources, targets, weights);
    assertTwoEdges(attackArrays(arrays, "--repeated sum"));
    attackArrays(arrays, "--repeated once").refused(1, "--ignore-weights");
    assertTwoEdges(attackArrays(arrays, "--repeated once --ignore-weights"));
  }

  private static void assertTwoEdges(Cli.Run run) {
    assertEquals(2, run.succeeded().json().get("edges").asInt());
  }

  @Test
  void possibleWeightsAreNotIgnoredSilently() throws IOException {
    Path arrays = directory.resolve("arrays.npz");
    new NumpyArchiveWriter()
        .add("x", new DMatrixRMaj(new double[][] {{1, 0}, {0, 1}, {1, 1}}))
        .add("y", new int[] {0, 1, 1})
        .add("edge_index", new int[] {0, 1, 1, 2}, new int[] {1, 0, 2, 1})
        .add("edge_weights", new double[] {2, 2, 3, 3})
        .write(arrays);
    Cli.Run run = attackArrays(arrays, "").succeeded();
    String remark = "the array \"edge_weights\" has one number per edge but is not read";
    assertTrue(run.err().contains(remark), run.err());
    assertTrue(run.err().contains("name it edge_weight"), run.err());
    assertFalse(attackArrays(arrays, "--ignore-weights").err().contains(remark));

    Path table = directory.resolve("edges.txt");
    Files.writeString(table, "0 1 2.5\n1 2 3\n");
    Cli.Run text =
        Cli.line(
                "attack --features %s --edge-index %s --labels %s --epochs 1 --json --undirected",
                arrays.resolve("x"), table, arrays.resolve("y"))
            .succeeded();
    assertTrue(text.err().contains("--weight-column 3 reads it as weights"), text.err());
  }

  @Test
  void messagesIdentifyFilesOfTheWrongKind() throws IOException {
    write(directory, 5, false);
    Path table = directory.resolve("features.csv");
    Path tensors = directory.resolve("model.pt");
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(tensors))) {
      zip.putNextEntry(new ZipEntry("model/data.pkl"));
    }
    Cli.line("attack --arrays %s", table)
        .refused(2, "features.csv is not an archive of arrays" + " (.npz)");
    Cli.line("attack --features %s --edge-index %s", table, tensors)
        .refused(1, "this is a PyTorch file");
  }

  private static void arrays(
      Path file, int[] kept, int[] sources, int[] targets, double[] weights) {
    NumpyArchiveWriter archive =
        new NumpyArchiveWriter()
            .add("x", new DMatrixRMaj(new double[][] {{1, 0}, {0, 1}, {1, 1}}))
            .add("y", new int[] {0, 1, 1})
            .add("edge_index", at(kept, sources), at(kept, targets));
    if (weights.length > 0) {
      archive.add("edge_weight", Arrays.stream(kept).mapToDouble(i -> weights[i]).toArray());
    }
    archive.write(file);
  }

  private static int[] at(int[] kept, int[] from) {
    return Arrays.stream(kept).map(i -> from[i]).toArray();
  }

  private static Cli.Run attackArrays(Path arrays, String more) {
    return Cli.line("attack --json --epochs 1 --hidden 4 --arrays %s " + more, arrays);
  }

  /** A path of 40 accounts. */
  private static String graph(String format) {
    boolean xml = format.equals("graphml");
    StringBuilder graph =
        new StringBuilder(
            xml
                ? "<graphml xmlns='http://graphml.graphdrawing.org/xmlns'><key id='d' for='edge'"
                    + " attr.name='amount' attr.type='double'/><graph edgedefault='directed'>"
                : "graph [ directed 1 ");
    for (int v = 0; v < 40; v++) {
      graph.append(
          xml ? "<node id='acc-" + v + "'/>" : "node [ id " + v + " label \"acc-" + v + "\" ] ");
    }
    for (int v = 1; v < 40; v++) {
      graph.append(
          xml
              ? "<edge source='acc-"
                  + (v - 1)
                  + "' target='acc-"
                  + v
                  + "'><data key='d'>2</data></edge>"
              : "edge [ source " + (v - 1) + " target " + v + " amount 2 ] ");
    }
    return graph.append(xml ? "</graph></graphml>" : "]").toString();
  }

  @Test
  void formulasAreRefusedAsNamesInTablesOfPairs() throws IOException {
    write(directory, 5, false);
    for (String file : List.of("features.csv", "labels.csv", "edges.csv")) {
      Path table = directory.resolve(file);
      Files.writeString(table, Files.readString(table).replaceAll("(?m)^3,", "=3+4,"));
    }
    String edges = Files.readString(directory.resolve("edges.csv"));
    Files.writeString(directory.resolve("edges.csv"), edges.replaceAll("(?m),3$", ",=3+4"));
    Path out = directory.resolve("pairs.csv");
    for (String command : List.of("attack", "audit")) {
      Cli.Run run =
          Cli.run(
              command,
              "--format",
              "csv",
              "--data",
              directory.toString(),
              "--undirected",
              "--out",
              out + "");
      assertEquals(1, run.exitCode());
      assertTrue(run.err().contains("--raw-names"), run.err());
    }
  }

  @Test
  void incompatibleEdgeListOptionsAreRefused() throws IOException {
    write(directory, 5, false);
    attack("twitch", directory, "--edge-columns a,b").refused(2, "--edge-columns");
    attack("csv", directory, "--edge-columns a").refused(2, "not two");
    attack("csv", directory, "--repeated sum").refused(1, "--weight-column");
    for (String other : List.of("--repeated once", "--repeated count", "--ignore-weights")) {
      attack("csv", directory, other + " --weight-column 3")
          .refused(2, "--weight-column can't be used with --");
    }
    attack("csv", directory, "--ignore-weights --repeated sum").refused(2, "--ignore-weights");
    attack("csv", directory, "--repeated twice").refused(2, "refuse, once, count, sum");
    attack("csv", directory, "--directed --undirected").refused(2, "exclude each other");
  }

  @Test
  void namesUnknownToAFormatAreRejected() {
    Path planetoid = RealData.set("planetoid");
    attack("planetoid", planetoid, "--train cora --infer citeseer").refused(2, "cora");
    attack("graphsaint", planetoid, "--infer ppi").refused(2, "--infer ppi");
    attack("graphsaint", planetoid, "--train ppi").refused(2, "--train ppi");
    attack("csv", planetoid, "--train old").refused(2, "--infer");
    attack("pickle", planetoid, "").refused(2, "pickle");
    attack("csv", planetoid, "").refused(1);
    attack("planetoid", planetoid, "--infer pubmed").refused(1);
  }
}
