package io.linkteller.attack.chosen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.graph.Graph;
import io.linkteller.graph.RandomGraphs;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.output.ShownOutputs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LazyRowsTest {

  /** Degrees 5, 3, 3, 2, 1, 3 and 1; the leaves are those of node 0. Node 7 is isolated. */
  private static final Graph HOUSE =
      SmallModels.graph(8, 0, 1, 0, 2, 0, 3, 0, 4, 1, 2, 1, 5, 2, 5, 3, 5, 0, 6);

  @Test
  void aNodeChangesSignWhereItsOwnWeightIsHalf() {
    assertEquals(1, LazyRows.change(false, 3));
    assertEquals(0.5, LazyRows.change(true, 3));
    assertEquals(0.75, LazyRows.change(true, 7));
  }

  /** 2 A_uv + sum of 1/d_w over common neighbors; with the identity, over closed neighborhoods. */
  private static double twoHops(Graph graph, boolean closed, int u, int v) {
    double sum = graph.hasEdge(u, v) ? 2 : 0;
    for (int w = 0; w < graph.nodeCount(); w++) {
      boolean ofU = graph.hasEdge(u, w) || (closed && u == w);
      boolean ofV = graph.hasEdge(v, w) || (closed && v == w);
      sum += ofU && ofV ? 1.0 / (graph.degree(w) + (closed ? 1 : 0)) : 0;
    }
    return sum;
  }

  @ParameterizedTest
  @EnumSource(
      value = Aggregation.class,
      names = {"FIRST_ORDER", "AUGMENTED_WITH_IDENTITY"})
  void threeLayersShowEdgesTwiceAndCommonNeighbors(Aggregation aggregation) {
    boolean closed = aggregation == Aggregation.AUGMENTED_WITH_IDENTITY;
    Graph graph = RandomGraphs.uniform(14, 0.35, 6);
    LazyRows rows =
        new LazyRows(SmallModels.explored(graph, aggregation, 3, 3), SmallModels.rows(14));
    for (int v = 0; v < 14; v++) {
      LazyRows.TwoHops found = rows.ofThreeLayers(v);
      assertEquals(RowStanding.CONFIRMED, found.standing(), "row " + v);
      assertEquals(graph.degree(v), found.degree());
      for (int i = 0; i < found.degree(); i++) {
        int w = graph.neighbor(v, i);
        assertEquals(w, found.neighbor(i));
        assertEquals(1.0 / (graph.degree(w) + (closed ? 1 : 0)), found.weight(i), 1e-12);
      }
      assertEquals(0, found.scores().at(v));
      for (int u = 0; u < 14; u++) {
        if (u != v) {
          assertEquals(twoHops(graph, closed, u, v), found.scores().at(u), 0.01, u + " of " + v);
        }
      }
    }
  }

  @Test
  void aNodeWithoutNeighborsShowsNothingInThreeLayers() {
    LazyRows rows =
        new LazyRows(
            SmallModels.explored(HOUSE, Aggregation.FIRST_ORDER, 3, 3), SmallModels.rows(8));
    assertEquals(RowStanding.SILENT, rows.ofThreeLayers(7).standing());
    assertEquals(0, rows.ofThreeLayers(7).degree());
    assertEquals(0, rows.ofThreeLayers(7).scores().size());
  }

  @ParameterizedTest
  @EnumSource(
      value = Aggregation.class,
      names = {"FIRST_ORDER", "AUGMENTED_WITH_IDENTITY"})
  void leavesOfANodeAreNotItsNeighborsButCountAsEdges(Aggregation aggregation) {
    LazyRows rows =
        new LazyRows(SmallModels.explored(HOUSE, aggregation, 3, 3), SmallModels.rows(8));
    LazyRows.TwoHops found = rows.ofThreeLayers(0);
    assertEquals(RowStanding.CONFIRMED, found.standing());
    assertEquals(3, found.degree());
    for (int i = 0; i < 3; i++) {
      assertEquals(i + 1, found.neighbor(i));
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Aggregation.class,
      names = {"FIRST_ORDER", "AUGMENTED_WITH_IDENTITY"})
  void twoLayersShowNeighborsAlone(Aggregation aggregation) {
    Reconnaissance model = SmallModels.explored(HOUSE, aggregation, 2, 3);
    LazyRows rows = new LazyRows(model, SmallModels.rows(8));
    for (int v = 0; v < 8; v++) {
      LazyRows.OneHop found = rows.ofTwoLayers(v);
      assertEquals(v == 7 ? RowStanding.SILENT : RowStanding.CONFIRMED, found.standing());
      assertEquals(HOUSE.degree(v), found.row().size());
      for (int i = 0; i < HOUSE.degree(v); i++) {
        assertEquals(HOUSE.neighbor(v, i), found.row().column(i));
      }
    }
  }

  /** Nodes 0 and 1 have one and three leaves among four neighbors; leaves show twice as much. */
  @Test
  void leavesThatChangedSignAsWellAreEven() {
    Graph graph =
        SmallModels.graph(
            12, 0, 1, 0, 2, 0, 3, 0, 8, 1, 9, 1, 10, 1, 11, 2, 3, 2, 4, 3, 5, 4, 6, 5, 7, 6, 7);
    LazyRows rows =
        new LazyRows(
            SmallModels.explored(graph, Aggregation.FIRST_ORDER, 2, 3), SmallModels.rows(12));
    for (int v = 0; v < 12; v++) {
      assertEquals(RowStanding.CONFIRMED, rows.ofTwoLayers(v).standing(), "row " + v);
      assertEquals(graph.degree(v), rows.ofTwoLayers(v).row().size());
    }
  }

  @Test
  void rowsOfThreeLayersAreNotThoseOfTwo() {
    Graph graph = RandomGraphs.uniform(14, 0.35, 6);
    LazyRows rows =
        new LazyRows(
            SmallModels.explored(graph, Aggregation.FIRST_ORDER, 3, 3), SmallModels.rows(14));
    for (int v = 0; v < 14; v++) {
      assertEquals(RowStanding.REFUTED, rows.ofTwoLayers(v).standing(), "row " + v);
    }
  }

  /** Degrees from 1 to 5; answers with seven digits. */
  @Test
  void theLargestDegreeAndTheErrorOfAnswersSetTheDistance() {
    InferenceApi api = ReluNetwork.on(HOUSE, Aggregation.FIRST_ORDER, 3, 3, 4);
    BaseAnswers exact = BaseAnswers.ask(SmallModels.oracle(api, 8), 42);
    assertEquals(1e-4, LazyRows.past(exact));
    BaseAnswers single =
        BaseAnswers.ask(SmallModels.oracle(ShownOutputs.singlePrecision(api), 8), 42);
    assertEquals(1e3 * 5 * single.precision(), LazyRows.past(single), 1e-3 * LazyRows.past(single));
    assertTrue(LazyRows.past(single) > 1.2e-4 && LazyRows.past(single) < 0.05);
  }
}
