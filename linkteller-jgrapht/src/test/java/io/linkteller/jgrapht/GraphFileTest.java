package io.linkteller.jgrapht;

import static io.linkteller.testing.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.data.DatasetFormatException;
import io.linkteller.data.EdgeDirection;
import io.linkteller.data.csv.EdgeListReader;
import io.linkteller.graph.Graph;
import io.linkteller.graph.NodeNames;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The files of the resources were written by NetworkX 3.6. */
final class GraphFileTest {

  @TempDir private Path directory;

  private static Path resource(String name) throws URISyntaxException {
    return Path.of(Objects.requireNonNull(GraphFileTest.class.getResource(name)).toURI());
  }

  private static final EdgeListReader AS_SAID = EdgeListReader.of(EdgeDirection.SYMMETRIC);

  @ParameterizedTest
  @ValueSource(strings = {"payments.graphml", "payments.gml"})
  void directionWeightsAndNamesAreKept(String name) throws URISyntaxException {
    assertTrue(GraphFile.isGraph(resource(name)));
    GraphFile file = GraphFile.read(resource(name));
    NodeNames names = file.names();
    assertEquals("alice", names.of(0));
    assertEquals("dave", names.of(3));
    Graph graph = file.graph(AS_SAID, names);
    assertTrue(graph.isDirected());
    assertEquals(3, graph.edgeCount());
    // Rows hold sources: alice pays bob 12.5, and bob pays alice 3.
    assertEquals(0, graph.neighbor(1, 0));
    assertEquals(12.5, graph.weight(1, 0));
    assertEquals(3, graph.weight(0, 0));
    assertEquals(2, graph.neighbor(1, 1));
    assertEquals(0, graph.degree(3));

    NodeNames reversed = NodeNames.of(List.of("erin", "dave", "carol", "bob", "alice"));
    assertEquals(4, file.graph(AS_SAID, reversed).neighbor(3, 1));
    EdgeListReader flat = EdgeListReader.of(EdgeDirection.UNDIRECTED);
    assertThrows(DatasetFormatException.class, () -> file.graph(flat, names));
    EdgeListReader merging = flat.repeated(EdgeListReader.Repeated.ONCE);
    assertRefused(() -> file.graph(merging, names));
    Graph once = file.graph(merging.ignoringWeights(), names);
    assertEquals(Graph.builder(4).addEdge(0, 1).addEdge(1, 2).build(), once);
  }

  @ParameterizedTest
  @ValueSource(strings = {"friends.graphml", "friends.gml"})
  void undirectedEdgesWithoutWeightsAreASimpleGraph(String name) throws URISyntaxException {
    GraphFile file = GraphFile.read(resource(name));
    assertEquals("c", file.names().of(2));
    Graph graph = file.graph(AS_SAID, file.names());
    assertEquals(Graph.builder(3).addEdge(0, 1).addEdge(1, 2).build(), graph);
    assertFalse(graph.isWeighted());
    EdgeListReader arcs = EdgeListReader.of(EdgeDirection.DIRECTED);
    assertThrows(DatasetFormatException.class, () -> file.graph(arcs, file.names()));
  }

  @Test
  void attributesBecomeWeightsAndRelations() throws IOException {
    GraphFile file =
        GraphFile.read(
            file(
                "Creator \"me\"\r\ngraph [ directed 1"
                    + " node [ id 4 label \"J&#252;rgen 1e5\" ] node [ id 2 label \"a &amp; b\" ]"
                    + " edge [ source 4 target 2 amount 1.5E-05 kind \"pays\" ]"
                    + " edge [ source 4 target 2 amount 2e+3 kind \"calls\" ]"
                    + " edge [ source 2 target 4 amount 2 kind \"calls\" ] ]"));
    assertEquals("J\u00fcrgen 1e5", file.names().of(0));
    assertEquals("a & b", file.names().of(1));
    Graph graph = file.graph(AS_SAID.weights("amount").types("kind"), file.names());
    Graph calls = Graph.builder(2).directed().addEdge(0, 1, 2000).addEdge(1, 0, 2).build();
    Graph pays = Graph.builder(2).directed().addEdge(0, 1, 1.5e-5).build();
    assertEquals(List.of(calls, pays), graph.relations());
    EdgeListReader ordered = AS_SAID.weights("amount").types("kind");
    assertEquals(
        List.of(pays, calls),
        file.graph(ordered.relations(List.of("pays", "calls")), file.names()).relations());
    assertRefused(
        DatasetFormatException.class,
        "a column price",
        () -> file.graph(AS_SAID.weights("price"), file.names()));
    assertThrows(DatasetFormatException.class, () -> file.graph(AS_SAID, file.names()));
  }

  /** NetworkX numbers the edges of each pair of vertices from 0. */
  @Test
  void aMultigraphWithRepeatedIdsIsReadAsRequested() throws URISyntaxException {
    GraphFile file = GraphFile.read(resource("multigraph.graphml"));
    assertRefused(
        DatasetFormatException.class, "repeated(ONCE)", () -> file.graph(AS_SAID, file.names()));
    assertEquals(
        Graph.builder(3).directed().addEdge(0, 1, 3.5).addEdge(1, 0, 1).addEdge(1, 2, 1).build(),
        file.graph(AS_SAID.repeated(EdgeListReader.Repeated.SUM), file.names()));
    Graph once = Graph.builder(3).directed().addEdge(0, 1).addEdge(1, 0).addEdge(1, 2).build();
    assertEquals(
        once,
        file.graph(AS_SAID.repeated(EdgeListReader.Repeated.ONCE).ignoringWeights(), file.names()));
  }

  @Test
  void graphMlNeedsNoNamespace() throws IOException {
    Path file =
        file(
            "<?xml version='1.0'?><graphml><graph edgedefault='undirected'><node id='a'/>"
                + "<node id='b'/><edge source='a' target='b' id='b'/></graph></graphml>");
    GraphFile read = GraphFile.read(file);
    assertEquals(Graph.builder(2).addEdge(0, 1).build(), read.graph(AS_SAID, read.names()));
  }

  /** The schema allows neither, but NetworkX writes any name of a vertex. */
  @Test
  void anIdMayHaveBlanksAndSigns() throws IOException {
    Path file =
        file(
            "<graphml><key id='k' for='edge' attr.name='weight' attr.type='double'/>"
                + "<!-- <key/> --><graph edgedefault='directed'><node id='Ann, &amp; Co.'/>"
                + "<node id='b (2)'/><edge source='b (2)' target='Ann, &amp; Co.'>"
                + "<data key='k'>2.5</data></edge></graph></graphml>");
    GraphFile read = GraphFile.read(file);
    assertEquals("Ann, & Co.", read.names().of(0));
    assertEquals(
        Graph.builder(2).directed().addEdge(1, 0, 2.5).build(), read.graph(AS_SAID, read.names()));
  }

  /** A comment, a label or an attribute of an edge does not make a GML graph directed. */
  @ParameterizedTest
  @CsvSource({
    "'# directed 1\ngraph [', ' ]', false",
    "'graph [', ' label \"directed 1\" ]', false",
    "'graph [', ' directed 1 ]', false",
    "'graph [ comment \"directed 0 [\" directed 1', ' ]', true",
    "'graph [ directed 0', ' directed 1 ]', false"
  })
  void onlyTheGraphItselfDeterminesItsDirection(String begin, String endOfEdge, boolean directed)
      throws IOException {
    String nodes = " node [ id 0 label \"directed 1\" ] node [ id 1 label \"b\" ] ";
    Path file = file(begin + nodes + "edge [ source 0 target 1" + endOfEdge + " ]");
    GraphFile read = GraphFile.read(file);
    assertEquals(directed, read.graph(AS_SAID, read.names()).isDirected());
  }

  @Test
  void edgesWithoutAWeightWeighOneAsInNetworkX() throws IOException {
    String nodes = "graph [ node [ id 0 ] node [ id 1 ] node [ id 2 ]";
    GraphFile file =
        GraphFile.read(
            file(nodes + " edge [ source 0 target 1 weight 2 ] edge [ source 1 target 2 ] ]"));
    assertTrue(file.names().areNumbers());
    List<String> told = new ArrayList<>();
    EdgeListReader telling = AS_SAID.remarking(told::add);
    assertEquals(
        Graph.builder(3).addEdge(0, 1, 2).addEdge(1, 2, 1).build(),
        file.graph(telling, file.names()));
    assertTrue(told.get(0).contains("the attribute weight is read as edge weights"), told.get(0));
    file.graph(telling.ignoringWeights(), file.names());
    file.graph(telling.weights("weight"), file.names());
    assertEquals(1, told.size(), told.toString());
  }

  @Test
  void verticesAreNamedByIdIfLabelsRepeat() throws IOException {
    GraphFile file =
        GraphFile.read(
            file(
                "graph [ node [ id 7 label \"x\" ] node [ id 9 label \"x\" ] edge [ source 7 target 9 ] ]"));
    assertEquals("7", file.names().of(0));
    assertEquals("9", file.names().of(1));
    assertEquals(1, file.graph(AS_SAID, NodeNames.numbers(10)).degree(9));
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "0, 1, -, -, rows",
        "1, 0, x, y, rows",
        "1, 0, 1, 0, rows",
        "1, 0, 0, 1, refused",
        "n0, n1, -, -, rows",
        "n1, n2, -, -, told",
        "1, 2, -, -, told",
        "n2, n1, -, -, refused",
        "ann, bob, -, -, told",
        "ann, bob, 0, 1, told",
        "ann, bob, 1, 0, refused",
        "ann, bob, 2, 1, refused"
      })
  void onlyNumbersDetermineTheRowsOfNodesWithoutARemark(
      String first, String second, String ofFirst, String ofSecond, String expected)
      throws IOException {
    String data = "<data key='k'>%s</data>";
    String node = "<node id='%s'>%s</node>";
    String text =
        "<graphml><key id='k' for='node' attr.name='row'/><graph edgedefault='undirected'>"
            + node.formatted(first, ofFirst == null ? "" : data.formatted(ofFirst))
            + node.formatted(second, ofSecond == null ? "" : data.formatted(ofSecond))
            + "</graph></graphml>";
    GraphFile file = GraphFile.read(file(text));
    List<String> told = new ArrayList<>();
    if (expected.equals("refused")) {
      assertThrows(DatasetFormatException.class, () -> file.namesOfRows(told::add));
      return;
    }
    assertEquals(file.names().of(0), file.namesOfRows(told::add).of(0));
    assertEquals(expected.equals("told") ? 1 : 0, told.size(), told.toString());
  }

  /** NetworkX renumbers vertices in GML and keeps their names as labels. */
  @Test
  void labelsThatAreNotRowsCauseARemark() throws IOException {
    List<String> told = new ArrayList<>();
    GraphFile.read(file("graph [ node [ id 0 label \"bob\" ] node [ id 1 label \"ann\" ] ]"))
        .namesOfRows(told::add);
    assertTrue(told.toString().contains("order of the ids, starting with bob"), told.toString());
    GraphFile.read(file("graph [ node [ id 0 label \"0\" ] node [ id 1 label \"1\" ] ]"))
        .namesOfRows(told::add);
    assertEquals(1, told.size(), told.toString());
    for (String called : List.of("n, names each node in its first column", ", write GraphML")) {
      String[] labelAndAdvice = called.split(", ", -1);
      String node = "node [ id %s label \"" + labelAndAdvice[0] + "%s\" ] ";
      GraphFile shuffled =
          GraphFile.read(file("graph [ " + node.formatted(0, 1) + node.formatted(1, 0) + "]"));
      assertRefused(
          DatasetFormatException.class, labelAndAdvice[1], () -> shuffled.namesOfRows(told::add));
    }
  }

  @Test
  void otherFilesAreNotGraphs() throws IOException {
    assertFalse(GraphFile.isGraph(directory));
    assertFalse(GraphFile.isGraph(directory.resolve("none")));
    for (String text : List.of("", "from,to", "graph,to\n[ 1", "# graph [", "0 1")) {
      assertFalse(GraphFile.isGraph(file(text)), text);
    }
    assertTrue(GraphFile.isGraph(file("# a\nVersion 1\ngraph\n[\n]")));
    assertTrue(GraphFile.isGraph(file("\uFEFF<?xml version='1.0'?>")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          graph [ node [ id 1 ] edge [ source 1 target 1 ] ] | edge 1: expected two different nodes
          graph [ node [ id 1 ] node [ id 2 ] edge [ source 1 target 2 ] edge [ source 2 target 1 ] ] | edge 2: expected each edge once, found (2, 1)
          graph [ node [ id 1 ] node [ id 2 ] edge [ source 1 target 2 weight -3 ] ] | edge 1: expected a weight of at least 0
          graph [ node [ id 1 ] edge [ source 1 target 5 ] ] | node
          graph [ node [ id 1 ] node [ id 1 ] ] | two vertices have the same id
          node node ] | GML
          <graphml><graph></graph></graphml> | edgedefault
          <!DOCTYPE graphml [<!ENTITY x SYSTEM 'file:///etc/hostname'>]><graphml><graph edgedefault='directed'/></graphml> | document type
          <graphml><graph edgedefault='directed'><edge directed='false' source='a' target='b'/></graph></graphml> | direction differs from edgedefault
          <graphml><graph edgedefault='directed'><nodes/></graph></graphml> | GraphML: found no vertex
          <graphml><graph edgedefault='directed'><node id='a'/><node id='a'/></graph></graphml> | id a
          <graphml><graph edgedefault='directed'><node/></graph></graphml> | Node id missing
          <graphml><graph edgedefault='directed'><node id='a'/><edge source='a' target='b'/></graph></graphml> | vertex b not found
          <graphml><graph edgedefault='directed'><node id='a'/></graphml> | GraphML: The end-tag
          <graphml><graph edgedefault='directed'><node id='a'/><arc/></graph></graphml> | found <arc>
          <graphml><graph edgedefault='directed'><node id='a'><data id='k' key='c'>1</data></node></graph></graphml> | found <data id='k' key='c'> with a key that is not declared
          """)
  void invalidGraphsAreRefusedWithTheFile(String text, String problem) throws IOException {
    Path file = file(text);
    DatasetFormatException refused =
        assertThrows(
            DatasetFormatException.class,
            () -> {
              GraphFile read = GraphFile.read(file);
              read.graph(AS_SAID, read.names());
            });
    String message = Objects.requireNonNull(refused.getMessage());
    assertTrue(message.contains(file.getFileName().toString()), message);
    assertTrue(message.contains(problem), message);
  }

  @Test
  void aMissingFileIsReported() {
    assertRefused(
        DatasetFormatException.class, "no.gml", () -> GraphFile.read(directory.resolve("no.gml")));
  }

  @Test
  void listsNestedTooDeeplyAreRefused() throws IOException {
    Path file = file("graph [ " + "a [ ".repeat(200_000) + "] ".repeat(200_000) + "]");
    assertThrows(DatasetFormatException.class, () -> GraphFile.read(file));
  }

  private Path file(String text) throws IOException {
    return Files.writeString(directory.resolve("graph.txt"), text);
  }
}
