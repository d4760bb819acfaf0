package io.linkteller.dp.audit;

import static io.linkteller.testing.Refusal.assertRefusal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.dp.LapGraph;
import io.linkteller.graph.Graph;
import io.linkteller.privacy.GraphPerturber;
import io.linkteller.privacy.NeighboringGraphs;
import io.linkteller.privacy.PerturbedGraph;
import io.linkteller.privacy.PrivacyGuarantee;
import org.junit.jupiter.api.Test;

/**
 * Audits deterministic perturbers: every ten calls on a graph yield the same counts, so the counts
 * and the bound of a report can be computed by hand.
 */
class PeriodicPerturberTest {

  private static final Graph WITHOUT = Graph.builder(4).addEdge(0, 1).build();
  private static final Graph WITH = Graph.builder(4).addEdge(0, 1).addEdge(1, 3).build();

  private static final int RUNS = 400;
  private static final double CONFIDENCE = 0.999;

  private static DpAuditReport audit(GraphPerturber perturber) {
    return DpAudit.builder()
        // A search uses an eighth of these runs on each graph, in whole rounds of ten.
        .runs(RUNS)
        .confidence(CONFIDENCE)
        .pair(WITHOUT, WITH)
        .build()
        .audit(perturber);
  }

  private static PerturbedGraph claiming(double epsilon, Graph graph) {
    return new PerturbedGraph(
        graph, new PrivacyGuarantee("in turn", epsilon, NeighboringGraphs.ONE_EDGE));
  }

  /** Of every ten calls on a graph, the first few return one output and the others another. */
  private static GraphPerturber inTurn(int first, int firstWithout, Graph shown, Graph otherwise) {
    int[] calls = new int[2];
    return graph -> {
      boolean with = graph.equals(WITH);
      int turn = calls[with ? 1 : 0]++ % 10;
      return claiming(1, turn < (with ? first : firstWithout) ? shown : otherwise);
    };
  }

  /** At the bounds, in closed form, p^400 and (1 - p)^400 are half of 1 - confidence. */
  @Test
  void anUnperturbedEdgeGivesTheLargestPossibleBound() {
    DpAuditReport report = audit(graph -> claiming(1, graph));
    assertEquals(RUNS, report.hits());
    assertEquals(0, report.otherHits());
    double tail = Math.pow((1 - CONFIDENCE) / 2, 1.0 / RUNS);
    assertEquals(Math.log(tail / (1 - tail)), report.measuredEpsilon(), 1e-9);
    assertEquals(CONFIDENCE, report.confidence());
    assertEquals(RUNS, report.runs());
    assertTrue(report.event().startsWith("edge (1, 3): the edge is "), report::event);
    assertTrue(report.isViolation());
  }

  /**
   * Eight in ten against one in ten; the complement, two against nine in ten, yields a weaker
   * bound.
   */
  @Test
  void anEdgeThatIsUsuallyKeptIsDetected() {
    DpAuditReport report = audit(inTurn(8, 1, WITH, WITHOUT));
    assertEquals(WITH, report.likelier());
    assertEquals(WITHOUT, report.other());
    assertEquals("edge (1, 3): the edge is present", report.event());
    assertEquals(320, report.hits());
    assertEquals(40, report.otherHits());
    assertEquals(
        ClopperPearson.logRatio(320, 40, RUNS, 1 - CONFIDENCE, 0), report.measuredEpsilon(), 1e-3);
  }

  /** The edge in question reveals nothing, but the number of edges does. */
  @Test
  void aLeakInTheNumberOfEdgesIsDetected() {
    Graph more = Graph.builder(4).addEdge(0, 1).addEdge(0, 2).build();
    DpAuditReport report = audit(inTurn(8, 1, more, WITHOUT));
    assertEquals("edge (1, 3): 2 edges", report.event());
    assertEquals(320, report.hits());
    assertEquals(40, report.otherHits());
  }

  /** Neither the edge nor the number of edges reveals anything, but another cell does. */
  @Test
  void aLeakInAnotherCellIsDetected() {
    Graph moved = Graph.builder(4).addEdge(0, 2).build();
    DpAuditReport report = audit(inTurn(8, 1, moved, WITHOUT));
    assertEquals("edge (1, 3): the edge is absent and 2 other cells have changed", report.event());
    assertEquals(320, report.hits());
    assertEquals(40, report.otherHits());
  }

  @Test
  void outputsThatDoNotDependOnTheGraphGiveNoBound() {
    DpAuditReport report = audit(inTurn(5, 5, WITH, WITHOUT));
    assertEquals(0, report.measuredEpsilon());
    assertEquals(report.hits(), report.otherHits());
    assertFalse(report.isViolation());
  }

  /** Two outputs of three are more likely with the edge, so the event comprises both. */
  @Test
  void severalOutcomesFormOneEvent() {
    int[] calls = new int[2];
    Graph one = Graph.builder(4).addEdge(0, 2).build();
    Graph two = Graph.builder(4).addEdge(0, 3).build();
    DpAuditReport report =
        audit(
            graph -> {
              boolean with = graph.equals(WITH);
              int turn = calls[with ? 1 : 0]++ % 10;
              int part = with ? 4 : 1;
              return claiming(1, turn < part ? one : turn < 2 * part ? two : Graph.empty(4));
            });
    assertEquals(320, report.hits());
    assertEquals(80, report.otherHits());
    assertEquals("edge (1, 3): 1 edges", report.event());
  }

  @Test
  void aFailureThatDependsOnTheGraphIsAnEvent() {
    int[] calls = new int[1];
    DpAuditReport report =
        audit(
            graph -> {
              if (graph.equals(WITHOUT) && calls[0]++ % 10 < 9) {
                throw new IllegalStateException("does not fit");
              }
              return claiming(2, Graph.empty(4));
            });
    assertEquals(WITHOUT, report.likelier());
    assertEquals("edge (1, 3): IllegalStateException: does not fit", report.event());
    assertEquals(360, report.hits());
    assertEquals(0, report.otherHits());
    assertEquals(2, report.claimed().epsilon());
  }

  @Test
  void theWorstOfSeveralPairsIsFound() {
    Graph path = Graph.builder(4).addEdge(0, 1).addEdge(1, 2).build();
    DpAuditReport report =
        DpAudit.builder()
            .runs(RUNS)
            .pair(Graph.empty(4), WITHOUT)
            .pair(path, WITHOUT)
            .pair(WITH, WITHOUT)
            .build()
            .audit(graph -> claiming(1, graph.hasEdge(1, 2) ? Graph.empty(4) : WITHOUT));
    assertTrue(report.event().startsWith("edge (1, 2): "), report::event);
    assertEquals(RUNS, report.hits());
    assertEquals(0, report.otherHits());
  }

  /** Only the built-in pairs of twelve nodes that differ in cell (2, 9) reveal anything. */
  @Test
  void aLeakInASingleCellIsFound() {
    DpAuditReport report =
        DpAudit.builder()
            .runs(100)
            .build()
            .audit(
                graph ->
                    claiming(
                        1,
                        graph.nodeCount() == 12 && graph.hasEdge(2, 9)
                            ? Graph.builder(12).addEdge(0, 1).build()
                            : Graph.empty(graph.nodeCount())));
    assertTrue(report.event().startsWith("edge (2, 9): "), report::event);
    assertEquals(100, report.hits());
    assertEquals(0, report.otherHits());
  }

  @Test
  void aSeedRepeatsAnAuditAndAnotherDoesNot() {
    DpAuditReport report = seeded(3);
    assertEquals(report, seeded(3));
    assertFalse(report.equals(seeded(4)) && report.equals(seeded(5)));
  }

  private static DpAuditReport seeded(long seed) {
    return DpAudit.builder()
        .runs(100)
        .seed(seed)
        .pair(WITHOUT, WITH)
        .build()
        .audit(LapGraph.withEpsilon(2));
  }

  @Test
  void aPerturberThatAlwaysFailsCannotBeAudited() {
    assertRefusal(
        IllegalStateException.class,
        "nothing was released in any run",
        () ->
            audit(
                graph -> {
                  throw new UnsupportedOperationException();
                }));
  }

  @Test
  void settingsAreCheckedAtTheirLimits() {
    DpAudit.Builder builder = DpAudit.builder();
    assertEquals(builder, builder.runs(100));
    assertRefusal("confidence = 0.0 is outside (0, 1)", () -> builder.confidence(0));
  }

  @Test
  void aBoundEqualToTheClaimRefutesNothing() {
    DpAuditReport report = report(1);
    assertFalse(report.isViolation());
    assertEquals(
        "in turn: claimed ε = 1.0, measured >= 1.0000 at confidence 0.9 (two edges: 30 against 7 of"
            + " 100 runs): consistent with the claim",
        report.summary());
    assertTrue(report(Math.nextUp(1.0)).isViolation());
    assertTrue(report(2).summary().endsWith(": the claim is refuted"));
  }

  private static DpAuditReport report(double measured) {
    PrivacyGuarantee claim = new PrivacyGuarantee("in turn", 1, NeighboringGraphs.ONE_EDGE);
    return new DpAuditReport(claim, measured, 0.9, 100, WITH, WITHOUT, "two edges", 30, 7);
  }
}
