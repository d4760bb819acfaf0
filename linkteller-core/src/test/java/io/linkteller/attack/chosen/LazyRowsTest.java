package io.linkteller.attack.chosen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.graph.Graph;
import io.linkteller.graph.RandomGraphs;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.output.ShownOutputs;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import org.ejml.data.DMatrixRMaj;
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

  /** A power of 2, so that the mean of the answers is exact. */
  private static final int RING = 256;

  private static Reconnaissance ring(ScriptedAnswers api) {
    Reconnaissance model = Reconnaissance.of(api.oracle(RING), SmallModels.rows(RING), 42);
    assertEquals(new Diagnosis(2, Aggregation.FIRST_ORDER), model.diagnosis());
    return model;
  }

  private static LazyRows.OneHop bending(ScriptedAnswers api, double[] bend) {
    LazyRows rows = new LazyRows(ring(api), SmallModels.rows(RING));
    api.nextResponses(new double[RING], bend);
    return rows.ofTwoLayers(0);
  }

  /** A bend of 1 at nodes 1 to {@code count}, and of 0.5 at node 0 itself. */
  private static double[] ones(int count) {
    double[] bend = new double[RING];
    Arrays.fill(bend, 1, count + 1, 1);
    bend[0] = 0.5;
    return bend;
  }

  /** Halves and twice the middle are those of leaves; 2 % of the row may be anything. */
  @Test
  void aRowOfTwoLayersIsConfirmedIfItIsEven() {
    ScriptedAnswers api = ScriptedAnswers.ring(RING, true, 0);
    assertEquals(RowStanding.CONFIRMED, bending(api, ones(3)).standing());
    double[] leaves = ones(5);
    leaves[2] = 2;
    leaves[4] = 0.5;
    assertEquals(RowStanding.CONFIRMED, bendingAgain(leaves));
    double[] uneven = ones(3);
    uneven[2] = 1.03;
    assertEquals(RowStanding.REFUTED, bendingAgain(uneven));
    uneven[2] = 1.019;
    assertEquals(RowStanding.CONFIRMED, bendingAgain(uneven));
    // A weight of 3 is 2 % of 147 and itself. It is in the middle of the list.
    double[] atLimit = ones(148);
    atLimit[75] = 3;
    assertEquals(RowStanding.CONFIRMED, bendingAgain(atLimit));
    double[] beyond = ones(147);
    beyond[74] = 3;
    assertEquals(RowStanding.REFUTED, bendingAgain(beyond));
    double[] negative = ones(3);
    Arrays.fill(negative, 1, 4, -1);
    assertEquals(RowStanding.REFUTED, bendingAgain(negative));
  }

  private static RowStanding bendingAgain(double[] bend) {
    return bending(ScriptedAnswers.ring(RING, true, 0), bend).standing();
  }

  /** A millionth of what the node shows itself, and six times the error of an answer. */
  @Test
  void bendsWithinTheErrorAreNone() {
    double[] bend = ones(2);
    bend[0] = 1e6;
    bend[2] = Math.nextUp(1.0);
    bend[3] = 0.9;
    LazyRows.OneHop found = bending(ScriptedAnswers.ring(RING, true, 0), bend);
    assertEquals(1, found.row().size());
    assertEquals(2, found.row().column(0));
    double[] imprecise = new double[RING];
    imprecise[1] = 2.9e-5;
    imprecise[2] = 3.1e-5;
    found = bending(ScriptedAnswers.ring(RING, true, 1e-5), imprecise);
    assertEquals(1, found.row().size());
    assertEquals(3.1e-5, found.row().at(2), 1e-12);
  }

  /** An error of 0.04, from what the node shows itself. */
  @Test
  void weightsMayDifferByTheirErrors() {
    double[] bend = ones(3);
    bend[0] = 4e4;
    bend[2] = 1.05;
    assertEquals(RowStanding.CONFIRMED, bendingAgain(bend));
    bend[2] = 1.07;
    assertEquals(RowStanding.REFUTED, bendingAgain(bend));
  }

  /**
   * A row of the house in three layers as if its scores were given. Node 3 has the neighbors 0, of
   * degree 5, and 5, of degree 3; nodes 4 and 6 are leaves of node 0.
   */
  private static LazyRows.TwoHops scoring(int v, double... scores) {
    InferenceApi network = ReluNetwork.on(HOUSE, Aggregation.FIRST_ORDER, 3, 3, 4);
    Deque<DMatrixRMaj> script = new ArrayDeque<>();
    List<DMatrixRMaj> first = new ArrayList<>();
    Reconnaissance model =
        SmallModels.explored(
            query -> {
              DMatrixRMaj answer = script.isEmpty() ? network.predict(query) : script.remove();
              first.add(answer);
              return answer;
            },
            8);
    DMatrixRMaj zero = first.get(0);
    BaseAnswers base = model.base();
    double least = base.pi(4) * base.pi(4);
    double[] low = {1, 1, 1, 1, 1, 1, 1, 0};
    double[] high = new double[8];
    for (int u = 0; u < 8; u++) {
      double bend = scores[u] * model.bendOfOne() * least / (4 * base.pi(u) * base.pi(u));
      high[u] = bend + (2 + LazyRows.past(base)) * low[u];
    }
    script.add(answer(model, zero, low));
    script.add(answer(model, zero, high));
    return new LazyRows(model, SmallModels.rows(8)).ofThreeLayers(v);
  }

  /** The answer that differs from that to the base query by a response. */
  private static DMatrixRMaj answer(Reconnaissance model, DMatrixRMaj zero, double[] response) {
    int width = model.direction().length;
    DMatrixRMaj answer = new DMatrixRMaj(response.length, width);
    for (int i = 0; i < answer.getNumElements(); i++) {
      double off = response[i / width] * model.base().pi(i / width) * model.direction()[i % width];
      answer.data[i] = zero.data[i] + 1e9 * (model.base().atMinusPi().data[i] + off);
    }
    return answer;
  }

  @Test
  void threeLayersNeedAsManyEdgesAsTheDegreeSays() {
    LazyRows.TwoHops edges = scoring(3, 2, 0, 0, 9, 0, 2, 0, 0);
    assertEquals(RowStanding.CONFIRMED, edges.standing());
    assertEquals(2, edges.degree());
    assertEquals(0, edges.neighbor(0));
    assertEquals(5, edges.neighbor(1));
    assertEquals(0.2, edges.weight(0), 1e-6);
    assertEquals(1 / 3.0, edges.weight(1), 1e-6);
    assertEquals(2, edges.scores().size());
    // 1.9 is an edge, less is none.
    assertEquals(RowStanding.CONFIRMED, scoring(3, 2, 0, 0, 0, 0, 1.91, 0, 0).standing());
    LazyRows.TwoHops one = scoring(3, 2, 0, 0, 0, 0, 1.89, 0, 0);
    assertEquals(RowStanding.REFUTED, one.standing());
    assertEquals(1, one.degree());
    assertEquals(2, one.scores().size());
    assertEquals(RowStanding.SILENT, scoring(3, 0, 0, 0, 0, 0, 0, 0, 0).standing());
  }

  /** A leaf that shows anything is an edge, but no common neighbor. */
  @Test
  void leavesAreEdgesHoweverLittleTheyShow() {
    LazyRows.TwoHops little = scoring(3, 2, 0, 0, 0, 0.1, 0, 0, 0);
    assertEquals(RowStanding.CONFIRMED, little.standing());
    assertEquals(1, little.degree());
    assertEquals(RowStanding.CONFIRMED, scoring(3, 2, 0, 0, 0, 4, 0, 0, 0).standing());
    assertEquals(RowStanding.REFUTED, scoring(3, 2, 0, 0, 0, 1e-7, 0, 0, 0).standing());
    assertEquals(RowStanding.REFUTED, scoring(3, 2, 0, 0, 0, -4, 0, 0, 0).standing());
  }

  /** Of more edges than the degree, those of the largest scores are neighbors. */
  @Test
  void asManyNeighborsAsTheDegreeSaysAreTaken() {
    LazyRows.TwoHops found = scoring(3, 3, 2.5, 3.5, 0, 0, 2, 0, 0);
    assertEquals(2, found.degree());
    assertEquals(0, found.neighbor(0));
    assertEquals(2, found.neighbor(1));
    assertEquals(4, found.scores().size());
  }
}
