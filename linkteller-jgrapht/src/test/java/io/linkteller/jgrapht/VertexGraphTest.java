package io.linkteller.jgrapht;

import static io.linkteller.testing.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.graph.Graph;
import java.util.List;
import java.util.Objects;
import org.jgrapht.graph.DefaultDirectedWeightedGraph;
import org.jgrapht.graph.DefaultEdge;
import org.jgrapht.graph.DefaultWeightedEdge;
import org.jgrapht.graph.SimpleGraph;
import org.junit.jupiter.api.Test;

final class VertexGraphTest {

  @Test
  void anUndirectedGraphIsConverted() {
    org.jgrapht.Graph<String, DefaultEdge> graph = new SimpleGraph<>(DefaultEdge.class);
    for (String vertex : List.of("c", "a", "b")) {
      graph.addVertex(vertex);
    }
    graph.addEdge("a", "b");
    VertexGraph<String> adapted = VertexGraph.of(graph);
    assertEquals(List.of("c", "a", "b"), adapted.vertices());
    assertEquals(Graph.builder(3).addEdge(1, 2).build(), adapted.graph());
    graph.addEdge("a", "c");
    assertEquals(1, adapted.graph().edgeCount());
  }

  @Test
  void directionAndWeightAreKept() {
    org.jgrapht.Graph<Integer, DefaultWeightedEdge> graph =
        new DefaultDirectedWeightedGraph<>(DefaultWeightedEdge.class);
    graph.addVertex(10);
    graph.addVertex(20);
    graph.setEdgeWeight(graph.addEdge(10, 20), 2.5);
    Graph adapted = VertexGraph.of(graph).graph();
    assertEquals(Graph.builder(2).directed().addEdge(0, 1, 2.5).build(), adapted);
    graph.setEdgeWeight(10, 20, Double.NaN);
    String message =
        Objects.requireNonNull(
            assertThrows(IllegalArgumentException.class, () -> VertexGraph.of(graph)).getMessage());
    assertTrue(message.contains("between 10 and 20 is NaN"), message);
    graph.setEdgeWeight(10, 20, 1);
    graph.addEdge(20, 20);
    assertRefused(() -> VertexGraph.of(graph));
  }

  @Test
  void theNumbersOfVerticesAndNodesMustMatch() {
    assertRefused(() -> new VertexGraph<>(Graph.empty(2), List.of("a")));
  }
}
