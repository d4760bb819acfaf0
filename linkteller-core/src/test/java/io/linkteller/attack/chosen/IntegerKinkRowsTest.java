package io.linkteller.attack.chosen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.graph.Graph;
import io.linkteller.graph.RandomGraphs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class IntegerKinkRowsTest {

  private static final int N = 22;

  /** Node 18 is isolated, and nodes 19, 20 and 21 are a triangle. */
  private static Graph graph() {
    Graph.Builder builder = Graph.builder(N).addEdge(19, 20).addEdge(19, 21).addEdge(20, 21);
    RandomGraphs.uniform(18, 0.25, 5).forEachEdge(builder::addEdge);
    return builder.build();
  }

  private static int[] closedDegrees(Graph graph) {
    int[] degrees = new int[N];
    for (int u = 0; u < N; u++) {
      degrees[u] = graph.degree(u) + 1;
    }
    return degrees;
  }

  private static int shared(Graph graph, int u, int v) {
    int shared = 0;
    for (int w = 0; w < N; w++) {
      shared +=
          graph.degree(w) == graph.degree(v)
                  && (w == u || graph.hasEdge(u, w))
                  && (w == v || graph.hasEdge(v, w))
              ? 1
              : 0;
    }
    return shared;
  }

  private static void assertRow(Graph graph, int v, IntegerKinkRows.Counts found) {
    assertEquals(graph.degree(v) + 1, found.degree());
    assertEquals(RowStanding.CONFIRMED, found.standing());
    for (int u = 0; u < N; u++) {
      assertEquals(u == v ? 0 : shared(graph, u, v), found.row().at(u), 1e-4, u + " of " + v);
    }
  }

  private static IntegerKinkRows kinks(Graph graph, Aggregation aggregation, int[] degrees) {
    return new IntegerKinkRows(
        SmallModels.explored(graph, aggregation, 2, 3), degrees, SmallModels.rows(N));
  }

  @ParameterizedTest
  @EnumSource(
      value = Aggregation.class,
      names = {"AUGMENTED", "RANDOM_WALK"})
  void aRowCountsSharedNodesOfTheSameDegree(Aggregation aggregation) {
    Graph graph = graph();
    IntegerKinkRows kinks = kinks(graph, aggregation, closedDegrees(graph));
    for (int v = 0; v < N; v++) {
      if (v != 18) {
        assertRow(graph, v, kinks.of(v));
      }
    }
  }

  @Test
  void aDenominatorOfOneMeansAnIsolatedNodeOrAClique() {
    Graph graph = graph();
    int[] degrees = closedDegrees(graph);
    degrees[20] = 1;
    IntegerKinkRows kinks = kinks(graph, Aggregation.AUGMENTED, degrees);
    assertRow(graph, 20, kinks.of(20));
    IntegerKinkRows.Counts alone = kinks.of(18);
    assertEquals(1, alone.degree());
    assertEquals(RowStanding.SILENT, alone.standing());
    assertEquals(0, alone.row().size());
  }

  @Test
  void anUnknownDegreeRefutes() {
    Graph graph = graph();
    int[] degrees = closedDegrees(graph);
    degrees[0] = 0;
    IntegerKinkRows.Counts found = kinks(graph, Aggregation.AUGMENTED, degrees).of(0);
    assertEquals(1, found.degree());
    assertEquals(RowStanding.REFUTED, found.standing());
    assertEquals(0, found.row().size());
  }

  /** Unless a neighbor has that degree, which then shows. */
  @Test
  void halfAndAThirdOfADegreeAreCorrected() {
    Graph graph = graph();
    int corrected = 0;
    for (int v = 0; v < 18; v++) {
      for (int divisor = 2; divisor <= 3; divisor++) {
        int[] degrees = closedDegrees(graph);
        int share = degrees[v] / divisor;
        boolean seen = degrees[v] % divisor != 0 || share < 2;
        for (int i = 0; i < graph.degree(v); i++) {
          int other = degrees[graph.neighbor(v, i)];
          seen |= other < degrees[v] && other % share == 0;
        }
        if (!seen) {
          degrees[v] = share;
          assertRow(graph, v, kinks(graph, Aggregation.AUGMENTED, degrees).of(v));
          corrected++;
        }
      }
    }
    assertTrue(corrected >= 3, corrected + " degrees");
  }

  /** No node of the first layer changes sign at the multiples of 23. */
  @Test
  void aDegreeAtWhichNothingChangesRefutes() {
    Graph graph = graph();
    int[] degrees = closedDegrees(graph);
    degrees[3] = 23;
    IntegerKinkRows.Counts found = kinks(graph, Aggregation.AUGMENTED, degrees).of(3);
    assertEquals(23, found.degree());
    assertEquals(RowStanding.REFUTED, found.standing());
    assertEquals(0, found.row().size());
  }
}
