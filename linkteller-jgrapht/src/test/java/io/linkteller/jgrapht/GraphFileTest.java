package io.linkteller.jgrapht;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.data.DatasetFormatException;
import io.linkteller.graph.Graph;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
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

  @ParameterizedTest
  @ValueSource(strings = {"payments.graphml", "payments.gml"})
  void directionWeightsAndNamesAreKept(String file) throws URISyntaxException {
    VertexGraph<String> read = GraphFile.read(resource(file));
    assertEquals(List.of("alice", "bob", "carol", "dave"), read.vertices());
    Graph graph = read.graph();
    assertTrue(graph.isDirected());
    assertEquals(3, graph.edgeCount());
    // Rows hold sources: alice pays bob 12.5, and bob pays alice 3.
    assertEquals(0, graph.neighbor(1, 0));
    assertEquals(12.5, graph.weight(1, 0));
    assertEquals(3, graph.weight(0, 0));
    assertEquals(2, graph.neighbor(1, 1));
    assertEquals(0, graph.degree(3));
  }

  @ParameterizedTest
  @ValueSource(strings = {"friends.graphml", "friends.gml"})
  void undirectedEdgesWithoutWeightsAreASimpleGraph(String file) throws URISyntaxException {
    VertexGraph<String> read = GraphFile.read(resource(file));
    assertEquals(List.of("a", "b", "c"), read.vertices());
    assertEquals(Graph.builder(3).addEdge(0, 1).addEdge(1, 2).build(), read.graph());
    assertFalse(read.graph().isWeighted());
  }

  @Test
  void verticesAreCalledByIdIfLabelsRepeat() throws IOException {
    VertexGraph<String> read =
        GraphFile.read(
            file(
                "graph [ node [ id 7 label \"x\" ] node [ id 9 label \"x\" ] edge [ source 7 target 9 ] ]"));
    assertEquals(List.of("7", "9"), read.vertices());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "graph [ node [ id 1 ] edge [ source 1 target 1 ] ] | self-loop of 1",
        "graph [ node [ id 1 ] node [ id 2 ] edge [ source 1 target 2 ] edge [ source 2 target 1 ] ]"
            + " | second edge",
        "graph [ node [ id 1 ] node [ id 2 ] edge [ source 1 target 2 weight -3 ] ] | -3.0",
        "node node ] | GML",
        "<graphml><graph></graph></graphml> | edgedefault",
        "<!DOCTYPE graphml [<!ENTITY x SYSTEM 'file:///etc/hostname'>]>"
            + "<graphml><graph edgedefault='directed'/></graphml> | document type",
        "<graphml><graph edgedefault='directed'><edge directed='false' source='a' target='b'/></graph>"
            + "</graphml> | direction of its own",
        "<graphml><graph edgedefault='directed'><nodes/></graph></graphml> | GraphML"
      })
  void whatIsNoSimpleGraphIsRefusedWithTheFile(String text, String problem) throws IOException {
    Path file = file(text);
    DatasetFormatException refused =
        assertThrows(DatasetFormatException.class, () -> GraphFile.read(file));
    String message = Objects.requireNonNull(refused.getMessage());
    assertTrue(message.contains(file.getFileName().toString()), message);
    assertTrue(message.contains(problem), message);
  }

  @Test
  void aMissingFileIsNamed() {
    DatasetFormatException refused =
        assertThrows(
            DatasetFormatException.class, () -> GraphFile.read(directory.resolve("no.gml")));
    assertTrue(Objects.requireNonNull(refused.getMessage()).contains("no.gml"));
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
