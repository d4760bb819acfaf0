package io.linkteller.dp.audit;

import static io.linkteller.testing.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.dp.EdgeRand;
import io.linkteller.dp.GraphMechanism;
import io.linkteller.dp.LapGraph;
import io.linkteller.dp.LiteralMechanisms;
import io.linkteller.dp.TopMFilter;
import io.linkteller.graph.Graph;
import io.linkteller.privacy.GraphPerturber;
import io.linkteller.privacy.NeighboringGraphs;
import io.linkteller.privacy.PerturbedGraph;
import io.linkteller.privacy.PrivacyGuarantee;
import io.linkteller.testing.Thorough;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Broken perturbers are caught, and sound ones are not accused. The bounds have a confidence of 1 -
 * 1e-8 and there are fewer than thirty audits, so a false alarm has a probability below 1e-6; seeds
 * are fixed. The bound on EdgeRand at ε = 2 is about 1.75 with 4,000 runs and about 1.5 with 1,000,
 * with standard deviations of 0.05 and 0.1, so half the noise is missed less than once in 10^6. The
 * bound on LapGraph is smaller (1.1 with 4,000), so its law is enumerated in {@code
 * LapGraphTheoremsTest}.
 */
class DpAuditTest {

  private static final double CLAIM = 1;
  private static final DpAudit AUDIT =
      DpAudit.builder().runs(Thorough.size(4_000, 25_000)).confidence(1 - 1e-8).seed(2022).build();

  private static GraphPerturber claiming(String name, UnaryOperator<Graph> perturbation) {
    PrivacyGuarantee claim = new PrivacyGuarantee(name, CLAIM, NeighboringGraphs.ONE_EDGE);
    return graph -> new PerturbedGraph(perturbation.apply(graph), claim);
  }

  private static void assertCaught(String name, UnaryOperator<Graph> perturbation) {
    DpAuditReport report = AUDIT.audit(claiming(name, perturbation));
    assertTrue(report.isViolation(), report::summary);
    assertTrue(report.summary().contains("claimed ε = 1.0, measured >= "), report::summary);
    assertTrue(report.summary().endsWith("the claim is refuted"), report::summary);
  }

  @Test
  void edgeRandWithHalfTheNoiseIsCaught() {
    SplittableRandom random = new SplittableRandom(1);
    double s = 2 / (Math.exp(2 * CLAIM) + 1);
    assertCaught("half noise", graph -> LiteralMechanisms.edgeRand(graph, s, random));
  }

  @Test
  void lapGraphWithHalfTheNoiseIsCaught() {
    SplittableRandom random = new SplittableRandom(2);
    assertCaught(
        "half noise",
        graph ->
            LiteralMechanisms.lapGraph(
                graph,
                LiteralMechanisms.noisyCount(graph, 2 * 0.2 * CLAIM, random),
                2 * 0.8 * CLAIM,
                random));
  }

  @Test
  void lapGraphWithTheTrueCountIsCaught() {
    SplittableRandom random = new SplittableRandom(3);
    assertCaught(
        "true count",
        graph -> LiteralMechanisms.lapGraph(graph, graph.edgeCount(), 0.99 * CLAIM, random));
  }

  @Test
  void trianglesPerturbedSeparatelyAreCaught() {
    SplittableRandom random = new SplittableRandom(4);
    double s = 2 / (Math.exp(CLAIM) + 1);
    assertCaught(
        "an edge where both triangles have one",
        graph ->
            combined(
                LiteralMechanisms.edgeRand(graph, s, random),
                LiteralMechanisms.edgeRand(graph, s, random)));
  }

  private static Graph combined(Graph upper, Graph lower) {
    Graph.Builder result = Graph.builder(upper.nodeCount());
    for (int u = 0; u < upper.nodeCount(); u++) {
      for (int v = u + 1; v < upper.nodeCount(); v++) {
        if (upper.hasEdge(u, v) && lower.hasEdge(u, v)) {
          result.addEdge(u, v);
        }
      }
    }
    return result.build();
  }

  @Test
  void unperturbedCellsBeyondTheFirstRowAreCaught() {
    SplittableRandom random = new SplittableRandom(6);
    assertCaught(
        "all rows but the first as they are",
        graph -> edgeRandExcept(graph, random, (u, v) -> u > 0));
  }

  @FunctionalInterface
  private interface Cells {
    boolean contain(int u, int v);
  }

  private static Graph edgeRandExcept(Graph graph, SplittableRandom random, Cells published) {
    Graph perturbed = LiteralMechanisms.edgeRand(graph, 2 / (Math.exp(CLAIM) + 1), random);
    Graph.Builder result = Graph.builder(graph.nodeCount());
    for (int u = 0; u < graph.nodeCount(); u++) {
      for (int v = u + 1; v < graph.nodeCount(); v++) {
        if ((published.contain(u, v) ? graph : perturbed).hasEdge(u, v)) {
          result.addEdge(u, v);
        }
      }
    }
    return result.build();
  }

  /**
   * With more than 4,096 different outputs, the audit examines the distance to the input instead of
   * single outputs. At 160 hits against none in 4,000 runs, the bound is about 1.6.
   */
  @Test
  void anOccasionalReleaseOfTheTrueGraphIsCaught() {
    SplittableRandom random = new SplittableRandom(7);
    double s = 2 / (Math.exp(CLAIM) + 1);
    DpAuditReport report =
        DpAudit.builder()
            .runs(Thorough.size(4_000, 250_000))
            .confidence(1 - 1e-8)
            .build()
            .audit(
                claiming(
                    "the true graph now and then",
                    graph ->
                        random.nextInt(Thorough.size(25, 1_000)) == 0
                            ? graph
                            : LiteralMechanisms.edgeRand(graph, s, random)));
    assertTrue(report.isViolation(), report::summary);
  }

  static List<GraphMechanism> sound() {
    return List.of(
        EdgeRand.withEpsilon(CLAIM),
        LapGraph.withEpsilon(CLAIM).withCountShare(0.3),
        TopMFilter.withEpsilon(CLAIM));
  }

  @ParameterizedTest
  @MethodSource("sound")
  void soundMechanismsAreNotAccused(GraphMechanism mechanism) {
    DpAuditReport report =
        DpAudit.builder()
            .runs(Thorough.size(1_000, 25_000))
            .confidence(1 - 1e-8)
            .seed(2022)
            .build()
            .audit(mechanism);
    assertFalse(report.isViolation(), report::summary);
    assertEquals(CLAIM, report.claimed().epsilon());
    assertTrue(report.summary().endsWith("consistent with the claim"), report::summary);
  }

  @Test
  void theBoundOnEdgeRandIsNearlyTight() {
    // At this confidence, the expected bound is 1 minus 2.6 standard deviations of 0.036; the
    // assertion allows for one more.
    DpAuditReport report =
        DpAudit.builder()
            .runs(4_000)
            .confidence(0.99)
            .seed(2022)
            .build()
            .audit(EdgeRand.withEpsilon(CLAIM));
    assertTrue(report.measuredEpsilon() > 0.85, report::summary);
  }

  /** Perturbs arcs to larger nodes and keeps the others. */
  @Test
  void perturbedArcsPassAndUnperturbedArcsAreCaught() {
    Graph arc = Graph.builder(3).directed().addEdge(2, 1).build();
    Graph both = Graph.builder(3).directed().addEdge(2, 1).addEdge(1, 2).build();
    DpAudit audit =
        DpAudit.builder().runs(2000).confidence(1 - 1e-6).seed(5).pair(arc, both).build();
    DpAuditReport sound = audit.audit(LapGraph.withEpsilon(2));
    assertFalse(sound.isViolation(), sound::summary);
    GraphPerturber broken =
        graph -> {
          Graph.Builder kept = Graph.builder(3).directed().mergingDuplicates();
          EdgeRand.withEpsilon(2)
              .perturb(graph)
              .graph()
              .forEachEdge(
                  (u, v) -> {
                    if (u > v) {
                      kept.addEdge(u, v);
                    }
                  });
          graph.forEachEdge(
              (u, v) -> {
                if (u < v) {
                  kept.addEdge(u, v);
                }
              });
          return new PerturbedGraph(kept.build(), EdgeRand.withEpsilon(2).guarantee());
        };
    DpAuditReport found = audit.audit(broken);
    assertTrue(found.isViolation(), found::summary);
    assertTrue(found.event().startsWith("edge (1, 2): "), found::event);
    assertRefused(
        "supports only one kind of edge",
        () -> DpAudit.builder().pair(Graph.ofRelations(List.of(arc)), both));
    assertRefused("do not differ in one edge", () -> DpAudit.builder().pair(Graph.empty(3), arc));
  }

  @Test
  void invalidSettingsAreRejected() {
    assertRefused("runs = 99", () -> DpAudit.builder().runs(99));
    assertRefused("confidence = 1.0", () -> DpAudit.builder().confidence(1));
    assertRefused("confidence = NaN", () -> DpAudit.builder().confidence(Double.NaN));
    assertRefused("is seeded", () -> AUDIT.audit(EdgeRand.withEpsilon(1).forExperiments(1)));
  }
}
