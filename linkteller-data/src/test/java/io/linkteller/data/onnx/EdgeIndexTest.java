package io.linkteller.data.onnx;

import static io.linkteller.testing.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.graph.Graph;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A path 0 - 1 - 2 beside an isolated node 3. */
class EdgeIndexTest {

  private static final Graph PATH = Graph.builder(4).addEdge(0, 1).addEdge(1, 2).build();

  @Test
  void bothDirectionsOfEachEdgeAreListedAndLoopsComeLast() {
    EdgeIndex edges = EdgeIndex.of(PATH, true);
    assertEquals(4, edges.nodeCount());
    assertEquals(8, edges.entryCount());
    assertArrayEquals(
        new long[] {0, 1, 1, 2, 0, 1, 2, 3, 1, 0, 2, 1, 0, 1, 2, 3}, edges.pairs(false));
    assertArrayEquals(
        new long[] {0, 1, 1, 0, 1, 2, 2, 1, 0, 0, 1, 1, 2, 2, 3, 3}, edges.pairs(true));
  }

  @Test
  void anInducedSubgraphNumbersItsEdgesByRow() {
    EdgeIndex edges = EdgeIndex.of(PATH.inducedSubgraph(IntList.of(2, 3, 1)), false);
    assertArrayEquals(new long[] {0, 2, 2, 0}, edges.pairs(false));
  }

  @Test
  void weightsAreThoseOfTheNormalization() {
    EdgeIndex edges = EdgeIndex.of(PATH, true);
    double half = 1 / Math.sqrt(6);
    assertArrayEquals(
        new double[] {half, half, half, half, 0.5, 1 / 3.0, 0.5, 1},
        edges.weights(EdgeWeighting.SYMMETRIC),
        1e-15);
    assertArrayEquals(
        new double[] {1 / 3.0, 0.5, 0.5, 1 / 3.0, 0.5, 1 / 3.0, 0.5, 1},
        edges.weights(EdgeWeighting.MEAN),
        1e-15);
    assertTrue(
        assertThrows(
                IllegalArgumentException.class, () -> edges.weights((u, v, ofU, ofV) -> Double.NaN))
            .toString()
            .contains("from row 0 to row 1 is NaN"));
  }

  @Test
  void arcsLeadFromTheirSourcesAndKeepTheirWeights() {
    Graph arcs = Graph.builder(3).directed().addEdge(2, 0, 5).addEdge(1, 2, 7).build();
    EdgeIndex edges = EdgeIndex.of(arcs, true);
    assertArrayEquals(new long[] {2, 1, 0, 1, 2, 0, 2, 0, 1, 2}, edges.pairs(false));
    assertArrayEquals(new double[] {5, 7, 1, 1, 1}, edges.weights(EdgeWeighting.ONES));
    assertRefused(() -> edges.weights(EdgeWeighting.MEAN));
    Graph simple = Graph.builder(3).directed().addEdge(2, 0).addEdge(1, 0).build();
    assertArrayEquals(
        new double[] {0.5, 0.5}, EdgeIndex.of(simple, false).weights(EdgeWeighting.MEAN));
  }

  @Test
  void relationsAreListedInOrderWithTheirTypes() {
    Graph first = Graph.builder(3).directed().addEdge(0, 2).build();
    Graph second = Graph.builder(3).directed().addEdge(2, 1, 0.5).addEdge(0, 2, 3).build();
    Graph both = Graph.ofRelations(List.of(first, second));
    EdgeIndex edges = EdgeIndex.of(both, false);
    assertArrayEquals(new long[] {0, 2, 0, 2, 1, 2}, edges.pairs(false));
    assertArrayEquals(new int[] {0, 1, 1}, edges.types());
    assertArrayEquals(new double[] {1, 0.5, 3}, edges.weights(EdgeWeighting.ONES));
    assertRefused(() -> EdgeIndex.of(both, true));
  }
}
