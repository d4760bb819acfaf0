package io.linkteller.dp.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.linkteller.graph.Graph;
import io.linkteller.graph.NodePairs;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The pairs of an audit, counted by hand. */
class NeighboringPairTest {

  private static final Graph EDGE = Graph.builder(4).addEdge(1, 3).build();

  @Test
  void theGraphWithTheEdgeIsFoundInEitherOrder() {
    NeighboringPair expected = NeighboringPair.of(Graph.empty(4), EDGE);
    assertEquals(List.of(1, 3), List.of(expected.u(), expected.v()));
    assertEquals(List.of(Graph.empty(4), EDGE), List.of(expected.without(), expected.with()));
    assertEquals(expected, NeighboringPair.of(EDGE, Graph.empty(4)));
  }

  @Test
  void graphsThatDifferOtherwiseAreRejected() {
    Graph other = Graph.builder(4).addEdge(0, 1).addEdge(0, 2).build();
    assertEquals(EDGE + " and " + other + " differ in 3 edges, not in one", refusal(EDGE, other));
    Graph more = Graph.builder(5).addEdge(1, 3).build();
    assertEquals(
        Graph.empty(4) + " and " + more + " do not differ in one edge",
        refusal(Graph.empty(4), more));
    assertEquals(EDGE + " and " + EDGE + " do not differ in one edge", refusal(EDGE, EDGE));
  }

  private static String refusal(Graph a, Graph b) {
    return String.valueOf(
        assertThrows(IllegalArgumentException.class, () -> NeighboringPair.of(a, b)).getMessage());
  }

  @Test
  void cellsAreNumberedInRowOrder() {
    Graph expected = Graph.builder(4).addEdge(0, 3).addEdge(1, 2).addEdge(2, 3).build();
    assertEquals(expected, NeighboringPair.graph(4, Set.of(2, 3, 5)::contains));
  }

  /** On eight nodes, the path occupies cells 0, 7, 13, 18, 22, 25 and 27; cell 6 is (0, 7). */
  @Test
  void theGeneralPairsMatchTheirDescription() {
    List<NeighboringPair> pairs = NeighboringPair.general();
    assertEquals(6, pairs.size());
    assertPair(pairs.get(0), 2, 0, 0, 1);
    assertPair(pairs.get(1), 8, 0, 0, 1);
    assertPair(pairs.get(2), 8, 27, 0, 1);
    assertPair(pairs.get(3), 8, 7, 0, 7);
    assertPair(pairs.get(4), 40, 39, 0, 2);
    assertPair(pairs.get(5), 40, 39, 37, 39);
    for (int i = 3; i < 6; i++) {
      Graph path = pairs.get(i).without();
      for (int v = 1; v < path.nodeCount(); v++) {
        assertEquals(true, path.hasEdge(v - 1, v), i + ": " + v);
      }
    }
  }

  private static void assertPair(NeighboringPair pair, int nodes, int edges, int u, int v) {
    assertEquals(nodes, pair.without().nodeCount());
    assertEquals(edges, pair.without().edgeCount());
    assertEquals(edges + 1, pair.with().edgeCount());
    assertEquals(List.of(u, v), List.of(pair.u(), pair.v()));
  }

  /** Twice 28 cells and 66 cells; bases of 6, 14 and 13 edges. */
  @Test
  void everyCellOfEachBaseIsFlippedOnce() {
    List<NeighboringPair> pairs = NeighboringPair.inEveryCell();
    assertEquals(28 + 28 + 66, pairs.size());
    assertEveryCell(pairs.subList(0, 28), 8, 5, 2);
    assertEveryCell(pairs.subList(28, 56), 8, 2, 0);
    assertEveryCell(pairs.subList(56, 122), 12, 5, 2);
  }

  private static void assertEveryCell(
      List<NeighboringPair> pairs, int n, int period, int remainder) {
    Set<Long> cells = new HashSet<>();
    Graph base = NeighboringPair.graph(n, cell -> cell % period == remainder);
    for (NeighboringPair pair : pairs) {
      boolean there = base.hasEdge(pair.u(), pair.v());
      assertEquals(base, there ? pair.with() : pair.without());
      cells.add(NodePairs.pack(pair.u(), pair.v()));
    }
    assertEquals(NodePairs.count(n), cells.size());
  }
}
