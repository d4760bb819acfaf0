package io.linkteller.attack.chosen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.graph.Graph;
import io.linkteller.graph.RandomGraphs;
import java.util.Arrays;
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

  private static final int RING = 8;

  private static IntegerKinkRows.Counts scripted(double[] counts, double[] errors) {
    return scripted(5, counts, errors);
  }

  /** What node 0 of a ring shows, asked at a degree with a scripted change of sign. */
  private static IntegerKinkRows.Counts scripted(int degree, double[] counts, double[] errors) {
    double factor = 2.0 * degree * degree;
    double least = factor * Math.sqrt(6) * 1e-5 / 2;
    ScriptedAnswers api = ScriptedAnswers.ring(RING, false, 1e-5);
    Reconnaissance model = Reconnaissance.of(api.oracle(RING), SmallModels.rows(RING), 42);
    assertEquals(new Diagnosis(2, Aggregation.RANDOM_WALK), model.diagnosis());
    assertEquals(1e-5, model.base().precision(), 1e-12);
    double[] below = new double[RING];
    double[] above = new double[RING];
    for (int u = 0; u < RING; u++) {
      above[u] = Math.rint((errors[u] / least - 1) / 2);
      below[u] = counts[u] / factor - above[u];
    }
    api.nextResponses(below, new double[RING], above);
    int[] degrees = new int[RING];
    Arrays.fill(degrees, degree);
    return new IntegerKinkRows(model, degrees, SmallModels.rows(RING)).of(0);
  }

  private static final double SMALL = 0.01;
  private static final double[] SMALL_ERRORS = {
    SMALL, SMALL, SMALL, SMALL, SMALL, SMALL, SMALL, SMALL
  };

  private static double[] errors(double own, double... neighbors) {
    double[] errors = SMALL_ERRORS.clone();
    errors[0] = own;
    System.arraycopy(neighbors, 0, errors, 1, neighbors.length);
    return errors;
  }

  private static double[] counts(double own, double... neighbors) {
    double[] counts = new double[RING];
    counts[0] = own;
    System.arraycopy(neighbors, 0, counts, 1, neighbors.length);
    return counts;
  }

  /** No row: multiples of the degree are looked at next, where the ring shows nothing either. */
  private static void assertNotSeen(IntegerKinkRows.Counts found) {
    assertEquals(RowStanding.REFUTED, found.standing());
    assertEquals(0, found.row().size());
  }

  @Test
  void aNodeThatShowsAWholeNumberConfirmsItsDegree() {
    IntegerKinkRows.Counts whole = scripted(counts(1.05, 2, 0.04, 1), SMALL_ERRORS);
    assertEquals(RowStanding.CONFIRMED, whole.standing());
    assertEquals(2, whole.row().size());
    assertEquals(2, whole.row().at(1), 1e-6);
    assertEquals(1, whole.row().at(3), 1e-6);
    IntegerKinkRows.Counts third = scripted(counts(1.3, 2, 0, 1), SMALL_ERRORS);
    assertEquals(RowStanding.REFUTED, third.standing());
    assertEquals(2, third.row().size());
    assertNotSeen(scripted(counts(0.5, 1, 1, 1), errors(0.3)));
    assertNotSeen(scripted(counts(0.2, 1, 1, 1), errors(0.3)));
  }

  /** Two of four neighbors at least, and most of those whose counts are exact must be whole. */
  @Test
  void aCountThatErrorsConcealIsReadFromHalfOfTheNeighbors() {
    for (double own : new double[] {0.3, 0.6}) {
      assertEquals(RowStanding.CONFIRMED, scripted(counts(1.45, 1, 1), errors(own)).standing());
      assertNotSeen(scripted(counts(1.45, 1, 0.5), errors(own)));
      assertNotSeen(scripted(counts(1.45, 1, 3), errors(own, SMALL, 0.6)));
      assertEquals(
          RowStanding.REFUTED, scripted(counts(1.45, 1, 1, 1.4, 1.4), errors(own)).standing());
      assertEquals(
          RowStanding.CONFIRMED,
          scripted(counts(1.45, 1, 1, 1.4, 1.4, 1.4), errors(own, SMALL, SMALL, SMALL, 0.3, 0.3))
              .standing());
      assertEquals(
          RowStanding.REFUTED,
          scripted(counts(1.45, 1, 1.4, 1, 1, 1), errors(own, SMALL, SMALL, 0.3, 0.3, 0.3))
              .standing());
    }
    assertEquals(RowStanding.CONFIRMED, scripted(counts(0.2, 1, 1), errors(0.6)).standing());
  }

  /** Fractions of 32, so that counts are exact. */
  @Test
  void aHalfIsNotANode() {
    assertNotSeen(scripted(4, counts(0.5, 1, 1, 1), SMALL_ERRORS));
    assertNotSeen(scripted(4, counts(0.5, 1, 1, 1), errors(0.3)));
    assertNotSeen(scripted(4, counts(1.5, 1, 0.5), errors(0.3)));
    assertEquals(
        RowStanding.CONFIRMED, scripted(4, counts(1.5, 1, 0.53125, 1), errors(0.3)).standing());
  }

  @Test
  void countsThatErrorsConcealAreUnreadable() {
    SparseRow row = scripted(counts(1, 3, 3, 3), errors(SMALL, 0.6, 0.4)).row();
    assertEquals(IntegerKinkRows.UNREADABLE, row.at(1));
    assertEquals(3, row.at(2), 1e-6);
    assertEquals(3, row.at(3), 1e-6);
  }

  /** An error of 0.61 at degrees of 5 and 5,000, unless the answer is that to the base query. */
  @Test
  void anAnswerThatNeverChangesIsExact() {
    ScriptedAnswers api = ScriptedAnswers.ring(RING, false, 1e-5);
    Reconnaissance model = Reconnaissance.of(api.oracle(RING), SmallModels.rows(RING), 42);
    int[] degrees = {5, 5, 5_000, 5_000, 5_000, 5_000, 2, 1};
    double one = 1.0 / 50_000;
    double half = 1.0 / 50;
    api.nextResponses(
        new double[] {half, 0, one, 0, 0, 0, half, half},
        new double[] {0, 0, 0, one, 0, 0, 0, 0},
        new double[] {0, 0, 0, 0, one, 0, 0, 0});
    SparseRow row = new IntegerKinkRows(model, degrees, SmallModels.rows(RING)).of(0).row();
    assertEquals(5, row.size());
    for (int u = 2; u <= 4; u++) {
      assertEquals(IntegerKinkRows.UNREADABLE, row.at(u));
    }
    assertEquals(0, row.at(5));
    assertEquals(0.4, row.at(6), 1e-9);
    // A degree of 1, closed, is not known: that of the node itself is taken.
    assertEquals(1, row.at(7), 1e-9);
  }

  /** 1 over the share of the answer that comes back is the size of a clique. */
  @Test
  void withoutAnAnswerTheSmallestCliqueIsTaken() {
    ScriptedAnswers api = ScriptedAnswers.ring(RING, false, 1e-5);
    Reconnaissance model = Reconnaissance.of(api.oracle(RING), SmallModels.rows(RING), 42);
    int[] degrees = new int[RING];
    Arrays.fill(degrees, 1);
    api.nextResponses(new double[RING]);
    for (int i = 0; i < 9; i++) {
      api.nextResponses(new double[RING]);
    }
    IntegerKinkRows.Counts found =
        new IntegerKinkRows(model, degrees, SmallModels.rows(RING)).of(0);
    assertTrue(api.isFinished());
    assertEquals(2, found.degree());
    assertEquals(RowStanding.REFUTED, found.standing());
  }
}
