package io.linkteller.dp.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.dp.GraphMechanism;
import io.linkteller.dp.sampling.Chance;
import io.linkteller.dp.sampling.Probability;
import io.linkteller.graph.Graph;
import io.linkteller.privacy.NeighboringGraphs;
import io.linkteller.privacy.PrivacyGuarantee;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Laws and values of ε that follow by hand. */
class ExhaustiveAuditTest {

  private static final Probability QUARTER = Probability.of(0.25);

  private static GraphMechanism claiming(double epsilon, BiFunction<Graph, Chance, Graph> code) {
    return new GraphMechanism() {
      @Override
      public PrivacyGuarantee guarantee() {
        return new PrivacyGuarantee("coin", epsilon, NeighboringGraphs.ONE_EDGE);
      }

      @Override
      public Graph perturb(Graph graph, Chance chance) {
        return code.apply(graph, chance);
      }
    };
  }

  /** Reports one cell, flipped with probability 1/4: e^ε = 3. */
  private static Graph response(Graph graph, Chance chance, int u, int v) {
    boolean answer = graph.hasEdge(u, v) != chance.happens(QUARTER);
    return answer ? Graph.builder(graph.nodeCount()).addEdge(u, v).build() : empty(graph);
  }

  private static Graph empty(Graph graph) {
    return Graph.empty(graph.nodeCount());
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 5})
  void epsilonOfOneFlippedCellIsTheLogarithmOfThree(int n) {
    ExhaustiveAudit audit =
        ExhaustiveAudit.of(claiming(Math.log(3), (g, c) -> response(g, c, n - 2, n - 1)), n);
    assertEquals(Math.log(3), audit.epsilon(), 1e-12);
    assertEquals(0, audit.missing());
    assertEquals(n, audit.nodeCount());
    assertFalse(audit.isViolation());
    assertTrue(audit.isProof());
    // The worst pair differs in the cell that is reported, and the outcome agrees with the likelier
    boolean there = audit.likelier().hasEdge(n - 2, n - 1);
    assertEquals(!there, audit.other().hasEdge(n - 2, n - 1));
    assertEquals(1, Math.abs(audit.likelier().edgeCount() - audit.other().edgeCount()));
    String edge = "edges (" + (n - 2) + ", " + (n - 1) + ")";
    assertEquals(there ? edge : "edges", audit.outcome());
    assertEquals(
        "coin: claimed ε = 1.0986122886681098, on "
            + n
            + " nodes exactly 1.098612 ("
            + audit.outcome()
            + "): proved",
        audit.summary());
  }

  /** A claim may be missed by rounding, 1e-9 relative to claims above 1, and by no more. */
  @Test
  void aClaimIsRefutedBeyondRounding() {
    BiFunction<Graph, Chance, Graph> code = (g, c) -> response(g, c, 0, 1);
    double exact = Math.log(3);
    assertFalse(ExhaustiveAudit.of(claiming(exact - 0.9e-9 * exact, code), 2).isViolation());
    ExhaustiveAudit beyond = ExhaustiveAudit.of(claiming(exact - 1.1e-9 * exact, code), 2);
    assertTrue(beyond.isViolation());
    assertFalse(beyond.isProof());
    assertTrue(beyond.summary().endsWith("): the claim is refuted"), beyond::summary);
    double large = Math.log(3) * 20;
    assertEquals(
        List.of(false, true),
        List.of(refuted(large, large * 0.9e-9), refuted(large, large * 2e-9)));
    assertEquals(List.of(false, true), List.of(refuted(0.01, 0.9e-9), refuted(0.01, 1.1e-9)));
  }

  private static boolean refuted(double claim, double excess) {
    PrivacyGuarantee claimed = new PrivacyGuarantee("coin", claim, NeighboringGraphs.ONE_EDGE);
    Graph graph = Graph.empty(2);
    return new ExhaustiveAudit(claimed, 2, claim + excess, 0, graph, graph, "").isViolation();
  }

  @Test
  void aMechanismThatIgnoresTheGraphHasNoLoss() {
    ExhaustiveAudit audit = ExhaustiveAudit.of(claiming(1, (g, c) -> empty(g)), 2);
    assertEquals(
        "coin: claimed ε = 1.0, on 2 nodes exactly 0.000000 (none): proved", audit.summary());
    assertEquals(Graph.empty(2), audit.likelier());
    assertEquals(Graph.builder(2).addEdge(0, 1).build(), audit.other());
  }

  @Test
  void anOutcomeOfOneGraphOnlyRefutesEveryClaim() {
    ExhaustiveAudit audit = ExhaustiveAudit.of(claiming(30, (g, c) -> g), 2);
    assertEquals(Double.POSITIVE_INFINITY, audit.epsilon());
    assertTrue(audit.isViolation());
  }

  @Test
  void anExceptionIsAnOutcome() {
    ExhaustiveAudit audit =
        ExhaustiveAudit.of(
            claiming(
                1,
                (g, c) -> {
                  if (g.edgeCount() == 1) {
                    throw new IllegalStateException("one edge");
                  }
                  return empty(g);
                }),
            2);
    assertEquals(Double.POSITIVE_INFINITY, audit.epsilon());
    assertTrue(
        List.of("IllegalStateException: one edge", "edges").contains(audit.outcome()),
        audit::outcome);
  }

  /**
   * Rejection: flip until heads, then report the number of edges by one edge or none, the truth
   * with probability 3/4. Below 2⁻¹⁰ paths are given up, and what is missing counts as the other
   * graph's.
   */
  @Test
  void pathsThatAreGivenUpCanOnlyLowerTheResult() {
    Probability half = Probability.of(0.5);
    GraphMechanism rejecting =
        claiming(
            Math.log(3),
            (g, c) -> {
              while (!c.happens(half)) {}
              return response(g, c, 0, 1);
            });
    ExhaustiveAudit audit = ExhaustiveAudit.of(rejecting, 2, 0x1p-10);
    // Heads at toss i and a lie: 2^-i / 4, kept up to i = 8. Heads and the truth: kept up to i = 9.
    double likely = 0.75 * (1 - 0x1p-9);
    double unlikely = 0.25 * (1 - 0x1p-8);
    double missing = 1 - likely - unlikely;
    assertEquals(missing, audit.missing(), 1e-15);
    assertEquals(Math.log(likely / (unlikely + missing)), audit.epsilon(), 1e-12);
    assertFalse(audit.isProof());
    assertTrue(audit.summary().contains("on 2 nodes at least 1.0"), audit::summary);
    assertTrue(audit.summary().endsWith("): consistent with the claim"), audit::summary);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 6})
  void otherSizesAreRejected(int n) {
    IllegalArgumentException refusal =
        assertThrows(
            IllegalArgumentException.class, () -> ExhaustiveAudit.of(claiming(1, (g, c) -> g), n));
    assertEquals("nodeCount = " + n + " is outside [2, 5]", refusal.getMessage());
  }

  /** A die of three sides, then a coin only if it shows 1: 1/3, 1/12, 1/4, 1/3. */
  @Test
  void everyPathIsTakenOnceWithItsProbability() {
    List<String> paths = new ArrayList<>();
    ExhaustiveChance.Law<String> law =
        ExhaustiveChance.law(
            chance -> {
              BigInteger die = chance.below(BigInteger.valueOf(3));
              String path = die.intValue() == 1 ? die + " " + chance.happens(QUARTER) : "" + die;
              paths.add(path);
              return path;
            },
            0);
    assertEquals(List.of("0", "1 true", "1 false", "2"), paths);
    assertEquals(
        Map.of("0", 1.0 / 3, "1 true", 0.25 / 3, "1 false", 0.75 / 3, "2", 1.0 / 3),
        law.probabilities());
    assertEquals(0, law.of("3"));
    assertEquals(0, law.missing());
  }

  @Test
  void impossibleDecisionsAreNotTaken() {
    ExhaustiveChance.Law<Boolean> never =
        ExhaustiveChance.law(chance -> chance.happens(Probability.of(0)), 0);
    assertEquals(Map.of(false, 1.0), never.probabilities());
    ExhaustiveChance.Law<Boolean> always =
        ExhaustiveChance.law(chance -> chance.happens(Probability.of(1)), 0);
    assertEquals(Map.of(true, 1.0), always.probabilities());
  }

  /** A path as likely as the bound is kept. */
  @Test
  void pathsBelowTheBoundAreGivenUp() {
    ExhaustiveChance.Law<Boolean> kept =
        ExhaustiveChance.law(chance -> chance.happens(QUARTER), 0.25);
    assertEquals(Map.of(true, 0.25, false, 0.75), kept.probabilities());
    ExhaustiveChance.Law<Boolean> cut =
        ExhaustiveChance.law(chance -> chance.happens(QUARTER), 0.26);
    assertEquals(Map.of(false, 0.75), cut.probabilities());
    assertEquals(0.25, cut.missing());
  }

  @Test
  void failuresHaveTheirShareOfTheLaw() {
    ExhaustiveChance.Law<Object> law =
        ExhaustiveChance.lawWithFailures(
            chance -> {
              if (chance.happens(QUARTER)) {
                throw new IllegalStateException("tails");
              }
              return "heads";
            },
            0);
    assertEquals(
        Map.of("heads", 0.75, new Failure("IllegalStateException", "tails"), 0.25),
        law.probabilities());
  }
}
