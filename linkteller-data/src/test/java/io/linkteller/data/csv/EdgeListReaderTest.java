package io.linkteller.data.csv;

import static io.linkteller.testing.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.data.DatasetFormatException;
import io.linkteller.data.EdgeDirection;
import io.linkteller.data.csv.EdgeListReader.Repeated;
import io.linkteller.graph.Graph;
import io.linkteller.graph.NodeNames;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EdgeListReaderTest {

  private static final NodeNames NAMES = NodeNames.of(List.of("ann", "bob", "cy d"));

  private static final EdgeListReader DIRECTED = EdgeListReader.of(EdgeDirection.DIRECTED);

  private static final Graph PATH = Graph.builder(3).directed().addEdge(0, 1).addEdge(1, 2).build();

  @TempDir Path directory;

  private Graph read(EdgeListReader reader, String content) {
    return reader.read(written(content), NAMES);
  }

  private Path written(String content) {
    try {
      return Files.writeString(directory.resolve("edges.txt"), content);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String refused(EdgeListReader reader, String content) {
    return String.valueOf(
        assertThrows(DatasetFormatException.class, () -> read(reader, content)).getMessage());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "from,to\nann,bob\nbob,cy d\n",
        "Target;id;Source\nbob;1;ann\ncy d;2;bob\n",
        "src\tdst\tat\nann\tbob\t10:00\nbob\tcy d\t11:30\n",
        "ann|bob\nbob|cy d\n",
        "# three people\n# and who writes to whom\n\nann, bob\nbob, cy d\n",
        "% asym unweighted\n%\n% 2 3 3\nann,bob\nbob,cy d\n",
        "ann   bob\nbob \"cy d\"\n",
        "\ufeff\"ann\",\"bob\"\r\n\"bob\",\"cy d\"\r\n",
      })
  void theUsualTablesAreRead(String content) {
    assertEquals(PATH, read(DIRECTED, content));
  }

  @Test
  void columnsAreGivenByNameOrByNumber() {
    String table = "at,payee,payer,sum\n1,bob,ann,2\n2,cy d,bob,0.5\n";
    Graph weighted = Graph.builder(3).directed().addEdge(0, 1, 2).addEdge(1, 2, 0.5).build();
    assertEquals(PATH, read(DIRECTED.ends("payer", "payee"), table));
    assertEquals(weighted, read(DIRECTED.ends("payer", "payee").weights("sum"), table));
    assertEquals(weighted, read(DIRECTED.weights("3"), "ann bob 2\nbob \"cy d\" .5\n"));
    assertEquals(weighted, read(DIRECTED.weights("sum"), "a,b,sum\nann,bob,2\nbob,cy d,.5\n"));
  }

  @Test
  void aPossibleWeightColumnLeftOutCausesARemark() {
    List<String> told = new ArrayList<>();
    EdgeListReader telling = DIRECTED.remarking(told::add);
    String named = "from,to,at,Weight\nann,bob,1,2\nbob,cy d,2,0.5\n";
    assertEquals(PATH, read(telling, named));
    assertTrue(told.get(0).contains("edges.txt: the column \"Weight\" is not read"), told.get(0));
    assertTrue(told.get(0).contains("weights(Weight) reads it"), told.get(0));
    String unnamed = "ann|bob|card|2\nbob|cy d|cash|0.5\n";
    assertEquals(PATH, read(telling, unnamed));
    assertTrue(told.get(1).contains("weights(4) reads it as weights"), told.get(1));
    assertTrue(told.get(1).contains("types(4)"), told.get(1));
    List<String> silent = List.of(named.replace("Weight", "sum"), "ann,bob,card\nbob,cy d,cash\n");
    silent.forEach(table -> read(telling, table));
    read(telling.weights("4"), unnamed);
    read(telling.types("4"), unnamed);
    read(telling.weights("at"), named);
    read(telling.ignoringWeights(), named);
    assertEquals(2, told.size(), told.toString());
  }

  @Test
  void possibleNumberingFromOneCausesARemark() {
    List<String> told = new ArrayList<>();
    EdgeListReader telling = DIRECTED.remarking(told::add);
    NodeNames nodes = NodeNames.numbers(4);
    double[][] arcs = {{1, 2}, {2, 3}};
    Path table = written("1 2\n2 3\n");
    for (EdgeListReader reader : List.of(telling, telling.firstNode(0), telling.firstNode(1))) {
      assertEquals(
          reader.read(table, nodes),
          reader.read(table, nodes, List.of("source", "target"), 2, (e, c) -> arcs[e][c], 1));
    }
    assertEquals(2, told.size(), told.toString());
    assertTrue(told.get(1).contains("firstNode(1)"), told.get(1));
  }

  @Test
  void aNumericHeaderReadAsAnEdgeCausesARemark() {
    List<String> told = new ArrayList<>();
    EdgeListReader telling = DIRECTED.remarking(told::add);
    NodeNames nodes = NodeNames.numbers(3);
    assertEquals(2, telling.read(written("0,1\n1,2\n"), nodes).edgeCount());
    assertEquals(2, telling.read(written("1,2\n0,1\n"), nodes).edgeCount());
    assertEquals(1, told.size(), told.toString());
    assertTrue(told.get(0).contains("the first row, 0,1, is read as an edge"), told.get(0));
  }

  @Test
  void matrixValuesReadAsWeightsCauseARemark() {
    List<String> told = new ArrayList<>();
    EdgeListReader telling = DIRECTED.remarking(told::add);
    double[][] entries = {{0, 1, 1}, {1, 2, 3}};
    NodeNames nodes = NodeNames.numbers(3);
    Path file = written("");
    assertTrue(telling.readMatrix(file, nodes, 2, (e, c) -> entries[e][c]).isWeighted());
    assertTrue(told.get(0).contains("between 1.0 and 3.0"), told.get(0));
    telling.readMatrix(file, nodes, 1, (e, c) -> entries[e][c]);
    assertEquals(
        PATH, telling.ignoringWeights().readMatrix(file, nodes, 2, (e, c) -> entries[e][c]));
    assertEquals(1, told.size(), told.toString());
    telling.readMatrix(file, nodes, 1, (e, c) -> entries[1][c]);
    assertTrue(told.get(1).contains("between 3.0 and 3.0"), told.get(1));
  }

  @Test
  void quotedNamesMayBeSeparatedByBlanksWithoutAHeader() {
    NodeNames nodes = NodeNames.of(List.of("ann b", "cy d", "eve"));
    assertEquals(PATH, DIRECTED.read(written("\"ann b\" \"cy d\"\n\"cy d\"  \"eve\"\n"), nodes));
  }

  @Test
  void aTableWhoseColumnsAreUnknownIsRefused() {
    String table = "payer,payee,sum\nann,bob,1\n";
    String unknown = refused(DIRECTED, table);
    assertTrue(unknown.contains("edges.txt, line 1: "), unknown);
    assertTrue(unknown.contains("found \"payer\"") && unknown.contains("ends(...)"), unknown);
    String missing = refused(DIRECTED.ends("payer", "to"), table);
    assertTrue(missing.contains("expected a column to, found payer,payee,sum"), missing);
    String one = refused(DIRECTED, "ann\nbob\n");
    assertTrue(one.contains("expected two columns of nodes"), one);
    String empty = refused(DIRECTED, "# nothing\n");
    assertTrue(empty.contains("the file is empty; expected a row for each edge"), empty);
  }

  @Test
  void aHashtagIsNotReadAsAComment() {
    String refused = refused(DIRECTED, "#ann,#bob\nann,bob\n");
    assertTrue(refused.contains("line 1") && refused.contains("quote an identifier"), refused);
    Graph tags = DIRECTED.read(written("\"#x\",y\ny,\"#x\"\n"), NodeNames.of(List.of("#x", "y")));
    assertEquals(2, tags.edgeCount());
  }

  @Test
  void anArcWithoutItsReverseNeedsADirection() {
    EdgeListReader symmetric = EdgeListReader.of(EdgeDirection.SYMMETRIC);
    String refused = refused(symmetric, "from,to\nann,bob\nbob,ann\nbob,cy d\n");
    assertTrue(refused.contains("arc (bob, cy d) is present without its reverse"), refused);
    assertTrue(
        refused.contains("direction(DIRECTED)") && refused.contains("direction(UNDIRECTED)"),
        refused);
    Graph edge = Graph.builder(3).addEdge(0, 1).build();
    assertEquals(edge, read(symmetric, "from,to\nann,bob\nbob,ann\n"));
    assertEquals(edge, read(EdgeListReader.of(EdgeDirection.UNDIRECTED), "from,to\nbob,ann\n"));
    String weights = refused(symmetric.weights("3"), "ann|bob|1\nbob|ann|2\n");
    assertTrue(weights.contains("its reverse have different weights"), weights);
    assertTrue(weights.contains("repeated(SUM)"), weights);
    // The format of EdgeListFile is undirected by definition.
    assertEquals(2, EdgeListFile.read(written("from,to\n0,1\n1,2\n"), 3).edgeCount());
    assertThrows(
        DatasetFormatException.class, () -> EdgeListFile.read(written("from,to,x\n0,1,2\n"), 3));
  }

  @Test
  void repeatedRowsAreTreatedAsRequested() {
    String table = "from,to,sum\nann,bob,2\nbob,ann,8\nann,bob,0.5\n";
    String refused = refused(DIRECTED.weights("sum"), table);
    assertTrue(refused.contains("line 4: expected each edge once, found (ann, bob)"), refused);
    assertTrue(refused.contains("repeated(ONCE)"), refused);
    assertEquals(
        Graph.builder(3).directed().addEdge(0, 1, 2.5).addEdge(1, 0, 8).build(),
        read(DIRECTED.weights("sum").repeated(Repeated.SUM), table));
    assertEquals(
        Graph.builder(3).directed().addEdge(0, 1, 2).addEdge(1, 0, 1).build(),
        read(DIRECTED.repeated(Repeated.COUNT), table));
    assertEquals(
        Graph.builder(3).directed().addEdge(0, 1).addEdge(1, 0).build(),
        read(DIRECTED.repeated(Repeated.ONCE), table));
    EdgeListReader undirected = EdgeListReader.of(EdgeDirection.UNDIRECTED);
    assertEquals(
        Graph.builder(3).addEdge(0, 1, 10.5).build(),
        read(undirected.weights("sum").repeated(Repeated.SUM), table));
    assertRefused(() -> read(DIRECTED.repeated(Repeated.SUM), table));
    for (Repeated dropsWeights : List.of(Repeated.ONCE, Repeated.COUNT)) {
      EdgeListReader contradictory = DIRECTED.weights("sum").repeated(dropsWeights);
      assertRefused(() -> read(contradictory, table));
    }
  }

  @Test
  void typesBecomeRelations() {
    Graph none = Graph.builder(3).directed().build();
    Graph first = Graph.builder(3).directed().addEdge(0, 1).build();
    Graph second = Graph.builder(3).directed().addEdge(0, 1).addEdge(1, 2).build();
    EdgeListReader typed = DIRECTED.types("kind");
    String table = "from,to,kind\nann,bob,wire\nann,bob,card\nbob,cy d,wire\n";
    assertEquals(Graph.ofRelations(List.of(first, second)), read(typed, table));
    assertEquals(
        Graph.ofRelations(List.of(none, first, none, second)),
        read(typed, table.replace("wire", "3").replace("card", "1")));
    assertEquals(List.of("card", "wire"), read(typed, table).relationNames());
    String numbered = table.replace("wire", "3").replace("card", "1");
    assertEquals(List.of(), read(typed, numbered).relationNames());
    String untyped = refused(typed, "from,to,kind\nann,bob,\n");
    assertTrue(untyped.contains("expected a type in column kind"), untyped);
  }

  @Test
  void relationsAreNumberedInTheGivenOrder() {
    Graph none = Graph.builder(3).directed().build();
    Graph card = Graph.builder(3).directed().addEdge(0, 1).build();
    Graph wire = Graph.builder(3).directed().addEdge(0, 1).addEdge(1, 2).build();
    EdgeListReader typed = DIRECTED.types("kind").relations(List.of("wire", "cash", "card"));
    String table = "from,to,kind\nann,bob,wire\nann,bob,card\nbob,cy d,wire\n";
    Graph graph = read(typed, table);
    assertEquals(Graph.ofRelations(List.of(wire, none, card)), graph);
    assertEquals(List.of("wire", "cash", "card"), graph.relationNames());
    String unnamed = refused(typed, table.replace("card", "cheque"));
    assertTrue(unnamed.contains("line 3: expected a type listed in relations(...)"), unnamed);
    assertTrue(unnamed.contains("found \"cheque\""), unnamed);
    String untyped = refused(DIRECTED.relations(List.of("wire")), table);
    assertTrue(untyped.contains("types(...)"), untyped);
    List<String> type = List.of("edge_type");
    EdgeListReader numbered = DIRECTED.relations(List.of("7", "2", "9"));
    assertEquals(
        Graph.ofRelations(List.of(card, none, none)),
        numbers(numbered, type, new double[][] {{0, 1, 7}}));
    String other = refusedNumbers(numbered, type, new double[] {0, 1, 3});
    assertTrue(other.contains("edge 1: expected a type listed in relations(...)"), other);
    for (List<String> wrong : List.of(List.of("wire", "wire"), List.of("wire", ""))) {
      assertRefused(() -> DIRECTED.relations(wrong));
    }
    List<String> many =
        IntStream.rangeClosed(0, EdgeListReader.MAX_RELATIONS).mapToObj(i -> "r" + i).toList();
    assertRefused(() -> DIRECTED.relations(many));
  }

  @Test
  void selfLoopsAreRefusedUnlessDropped() {
    String table = "from,to\nann,bob\nbob,bob\nbob,cy d\n";
    String refused = refused(DIRECTED, table);
    assertTrue(refused.contains("line 3: expected two different nodes"), refused);
    assertTrue(refused.contains("the self-loop bob; droppingSelfLoops()"), refused);
    assertEquals(PATH, read(DIRECTED.droppingSelfLoops(), table));
  }

  private static Graph numbers(EdgeListReader reader, List<String> more, double[][] edges) {
    List<String> columns = new ArrayList<>(List.of("source", "target"));
    columns.addAll(more);
    NodeNames three = NodeNames.numbers(3);
    return reader.read(
        Path.of("edges.npy"), three, columns, edges.length, (e, column) -> edges[e][column], 1);
  }

  private static String refusedNumbers(
      EdgeListReader reader, List<String> more, double[]... edges) {
    return String.valueOf(
        assertThrows(DatasetFormatException.class, () -> numbers(reader, more, edges))
            .getMessage());
  }

  @Test
  void numericEdgesAreReadLikeTables() {
    double[][] path = {{0, 1, 2}, {1, 2, 5}};
    Graph weighted = Graph.builder(3).directed().addEdge(0, 1, 2).addEdge(1, 2, 5).build();
    List<String> weight = List.of("edge_weight");
    assertEquals(weighted, numbers(DIRECTED, weight, path));
    assertEquals(PATH, numbers(DIRECTED.ignoringWeights(), weight, path));
    for (Repeated dropsWeights : List.of(Repeated.ONCE, Repeated.COUNT)) {
      EdgeListReader dropping = DIRECTED.repeated(dropsWeights);
      String refused =
          String.valueOf(
              assertThrows(IllegalArgumentException.class, () -> numbers(dropping, weight, path))
                  .getMessage());
      assertTrue(refused.contains("add them up with repeated(SUM)"), refused);
      assertEquals(
          numbers(dropping, List.of(), path), numbers(dropping.ignoringWeights(), weight, path));
    }
    assertEquals(weighted, numbers(DIRECTED.weights("3"), List.of("3"), path));
    assertEquals(6, numbers(DIRECTED, List.of("edge_type"), path).relations().size());
    assertEquals(
        Graph.builder(3).directed().addEdge(0, 2, 1).addEdge(1, 2, 7).build(),
        numbers(
            DIRECTED.ends("1", "3").weights("2"),
            List.of("3"),
            new double[][] {{0, 1, 2}, {1, 7, 2}}));
    String unread = refusedNumbers(DIRECTED, List.of("3"), path);
    assertTrue(unread.contains("types(3)") && unread.contains("ends(1, 2)"), unread);
    assertEquals(
        numbers(DIRECTED, List.of(), new double[][] {{0, 1}, {1, 2}}),
        numbers(DIRECTED.ends("1", "2"), List.of("3"), path));
    for (double wrong : new double[] {-1, 3, 0.5, Double.NaN}) {
      String node =
          refusedNumbers(DIRECTED, List.of(), new double[] {0, 1}, new double[] {wrong, 2});
      assertTrue(node.contains("edges.npy, edge 2: expected a node in [0, 3), found"), node);
    }
    String type = refusedNumbers(DIRECTED, List.of("edge_type"), new double[] {0, 1, 10_000});
    assertTrue(type.contains("expected a relation in [0, 10000), found 10000"), type);
    String negative = refusedNumbers(DIRECTED, weight, new double[] {0, 1, -2});
    assertTrue(negative.contains("edge 1: expected a finite weight of at least 0"), negative);
  }

  @Test
  void weightsAreNumbersOfAtLeastZero() {
    for (String wrong : List.of("-1", "NaN", "1e999", "1;5", "")) {
      String refused = refused(DIRECTED.weights("sum"), "from,to,sum\nann,bob," + wrong + "\n");
      assertTrue(refused.contains("line 2") && refused.contains("in column sum"), refused);
    }
  }

  /** The same edges are read as the same graph in any order and with any separator. */
  @Property(seed = "1", tries = 100)
  void theOrderOfRowsAndTheSeparatorDoNotMatter(
      @ForAll @Size(max = 30) List<@IntRange(max = 24) Integer> pairs,
      @ForAll @IntRange(max = 4) int which)
      throws IOException {
    String separator = List.of(",", ";", "\t", "|", "  ").get(which);
    Graph.Builder expected = Graph.builder(5).directed();
    StringBuilder rows = new StringBuilder();
    for (int pair : pairs.stream().distinct().toList()) {
      if (pair / 5 != pair % 5) {
        expected.addEdge(pair / 5, pair % 5, pair);
        rows.append(Stream.of("n" + pair / 5, "n" + pair % 5, pair + ".0").toList()).append('\n');
      }
    }
    String table = "source, target, w\n" + rows.toString().replace("[", "").replace("]", "");
    Path file = Files.createTempFile("edges", ".txt");
    try {
      Files.writeString(file, table.replace(", ", separator));
      NodeNames names = NodeNames.of(List.of("n0", "n1", "n2", "n3", "n4"));
      assertEquals(expected.build(), DIRECTED.weights("w").read(file, names));
    } finally {
      Files.delete(file);
    }
  }
}
