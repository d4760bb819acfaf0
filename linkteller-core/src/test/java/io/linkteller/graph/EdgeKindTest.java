package io.linkteller.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class EdgeKindTest {

  private static final Graph EDGE = Graph.builder(3).addEdge(0, 1).build();
  private static final Graph ARC = Graph.builder(3).directed().addEdge(0, 1, 2).build();

  @Test
  void directedGraphsHaveArcsAndOrderedPairs() {
    EdgeKind arcs = ARC.edgeKind();
    assertEquals(
        "%,d of %,d ordered pairs are arcs: an ordered pair is an arc",
        arcs.fill("%,d of %,d {pairs} are {edges}: {a pair} is an {edge}"));
    assertEquals("edge privacy of an ordered pair", arcs.fill("edge privacy of {a pair}"));
    assertEquals(Map.of("counted", "arcs"), arcs.fields());
    assertEquals(Optional.empty(), arcs.remark());
  }

  @Test
  void termsForUndirectedEdgesAreUnchanged() {
    assertEquals(EdgeKind.SIMPLE, EDGE.edgeKind());
    assertEquals("a pair is an edge", EDGE.edgeKind().fill("{a pair} is an {edge}"));
    assertEquals(Map.of(), EDGE.edgeKind().fields());
  }

  @Test
  void aRemarkExplainsThatAnyRelationCounts() {
    EdgeKind kind = Graph.ofRelations(List.of(EDGE, EDGE)).edgeKind();
    assertEquals(
        Optional.of("A pair counts as an edge if any relation connects it."), kind.remark());
    assertEquals(Map.of("anyRelation", true), kind.fields());
    // The weights of relations are not those of the union, which has none.
    assertEquals(new EdgeKind(true, true, true), Graph.ofRelations(List.of(ARC)).edgeKind());
    assertEquals(
        Optional.of("An ordered pair counts as an arc if any relation connects it."),
        Graph.ofRelations(List.of(ARC)).edgeKind().remark());
  }
}
