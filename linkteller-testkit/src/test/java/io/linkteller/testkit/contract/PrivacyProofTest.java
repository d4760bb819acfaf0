package io.linkteller.testkit.contract;

import static io.linkteller.testing.Refusal.assertRefusal;
import static io.linkteller.testing.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.dp.EdgeRand;
import io.linkteller.dp.LapGraph;
import io.linkteller.dp.sampling.Chance;
import io.linkteller.dp.sampling.Probability;
import io.linkteller.graph.Graph;
import io.linkteller.privacy.NeighboringGraphs;
import io.linkteller.privacy.PrivacyGuarantee;
import io.linkteller.privacy.PrivacyGuarantee.NoiseSource;
import io.linkteller.testkit.contract.PrivacyProof.Finding;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;

/** Exact values of ε and δ that are computed by hand. */
class PrivacyProofTest {

  private static PrivacyGuarantee claim(double epsilon, double delta, NeighboringGraphs relation) {
    return new PrivacyGuarantee("test", epsilon, delta, relation, NoiseSource.SECURE);
  }

  private static PrivacyGuarantee claim(double epsilon) {
    return claim(epsilon, 0, NeighboringGraphs.ONE_EDGE);
  }

  /** Returns one truthful or flipped answer per cell, as a list. */
  private static BiFunction<Graph, Chance, List<Boolean>> response(double epsilon) {
    return (graph, chance) -> {
      List<Boolean> cells = new ArrayList<>();
      for (int u = 0; u < graph.nodeCount(); u++) {
        for (int v = u + 1; v < graph.nodeCount(); v++) {
          cells.add(graph.hasEdge(u, v) == chance.happens(Probability.logistic(epsilon)));
        }
      }
      return cells;
    };
  }

  @Test
  void randomizedResponseSpendsItsEpsilonPerEdge() {
    for (double epsilon : new double[] {0.1, 1, 5}) {
      Finding finding = PrivacyProof.of(claim(epsilon), response(epsilon)).require();
      assertEquals(epsilon, finding.epsilon(), 1e-9);
      assertTrue(finding.isProof());
      assertTrue(finding.summary().endsWith(": proved"), finding::summary);
    }
  }

  @Test
  void graphsThatDifferInMoreEdgesCostMore() {
    NeighboringGraphs two = NeighboringGraphs.edges(2);
    assertEquals(2, PrivacyProof.of(claim(2, 0, two), response(1)).require().epsilon(), 1e-9);
    assertTrue(PrivacyProof.of(claim(1.9, 0, two), response(1)).find().isViolation());
    // A node has two cells in a graph of three nodes, and three in a graph of four.
    Finding node =
        PrivacyProof.of(claim(3, 0, NeighboringGraphs.ONE_NODE), response(1)).nodes(4).require();
    assertEquals(3, node.epsilon(), 1e-9);
    assertEquals(
        2,
        PrivacyProof.of(claim(3, 0, NeighboringGraphs.ONE_NODE), response(1))
            .nodes(3)
            .require()
            .epsilon(),
        1e-9);
  }

  @Test
  void anOccasionalReleaseOfTheGraphCostsDelta() {
    BiFunction<Graph, Chance, Object> leaky =
        (graph, chance) -> chance.happens(Probability.of(0.01)) ? graph : "nothing";
    Finding pure = PrivacyProof.of(claim(1), leaky).find();
    assertEquals(Double.POSITIVE_INFINITY, pure.epsilon());
    assertTrue(pure.isViolation());
    Finding approximate =
        PrivacyProof.of(claim(1, 0.01, NeighboringGraphs.ONE_EDGE), leaky).require();
    assertEquals(0.01, approximate.delta(), 1e-12);
    assertRefused(
        AssertionError.class,
        "δ is exactly 0.0100000",
        PrivacyProof.of(claim(1, 0.009, NeighboringGraphs.ONE_EDGE), leaky)::require);
  }

  @Test
  void theDeltaOfRandomizedResponseIsTheHockeyStickDivergence() {
    // One cell with truth 1/(1 + e^-2): δ(1) = p - e (1 - p).
    double p = 1 / (1 + Math.exp(-2));
    double delta = p - Math.E * (1 - p);
    Finding finding =
        PrivacyProof.of(claim(1, 0.9, NeighboringGraphs.ONE_EDGE), response(2)).nodes(2).find();
    assertEquals(delta, finding.delta(), 1e-8);
  }

  /** As the guide says: zero occurs with either sign. */
  @Test
  void geometricNoiseOfRandomSignIsWorseThanItLooks() {
    Finding finding =
        PrivacyProof.of(
                claim(1),
                (graph, chance) -> {
                  int noise = 0;
                  while (chance.happens(Probability.expOfMinus(1))) {
                    noise++;
                  }
                  return graph.degree(0) + (chance.happens(Probability.of(0.5)) ? -noise : noise);
                })
            .negligible(1e-12)
            .find();
    assertTrue(finding.isViolation(), finding::summary);
    assertEquals(1 + Math.log(2), finding.epsilon(), 1e-6);
  }

  @Test
  void theClaimIsExactForArcsAndRelations() {
    PrivacyProof proof = PrivacyProof.of(EdgeRand.withEpsilon(2));
    Finding ofArcs = proof.directed().require();
    Finding ofRelations = proof.directed().nodes(2).relations(3).require();
    for (Finding finding :
        List.of(proof.require(), ofArcs, proof.relations(2).require(), ofRelations)) {
      assertEquals(2, finding.epsilon(), 1e-12);
      assertTrue(finding.isProof());
    }
    assertTrue(ofArcs.summary().contains("that differ in one arc;"), ofArcs::summary);
    assertTrue(
        ofRelations.summary().contains("that differ in one arc of one relation;"),
        ofRelations::summary);
    PrivacyProof counting =
        PrivacyProof.of(LapGraph.withEpsilon(1).withCountShare(0.5)).nodes(2).negligible(1e-3);
    assertFalse(counting.directed().require().isViolation());
    assertFalse(counting.relations(2).require().isViolation());
  }

  /** A node has 2 (n - 1) arcs, and 2 ε hides the two arcs of a pair. */
  @Test
  void theClaimDeterminesTheNeighbors() {
    BiFunction<Graph, Chance, Graph> edgeRand = EdgeRand.withEpsilon(1)::perturb;
    PrivacyProof node = PrivacyProof.of(claim(3.9, 0, NeighboringGraphs.ONE_NODE), edgeRand);
    assertEquals(4, node.directed().find().epsilon(), 1e-9);
    assertEquals(3, node.nodes(2).relations(3).find().epsilon(), 1e-9);
    assertTrue(node.directed().find().isViolation());
    NeighboringGraphs two = NeighboringGraphs.edges(2);
    assertEquals(
        2, PrivacyProof.of(claim(2, 0, two), edgeRand).directed().require().epsilon(), 1e-9);
  }

  @Test
  void givingUpPathsLeavesABoundButNoProof() {
    Finding finding =
        PrivacyProof.of(LapGraph.withEpsilon(1).withCountShare(0.5))
            .nodes(2)
            .negligible(1e-4)
            .require();
    assertTrue(finding.missing() > 0);
    assertFalse(finding.isProof());
    assertTrue(finding.summary().contains("at least"), finding::summary);
    assertTrue(finding.summary().endsWith("consistent with the claim"), finding::summary);
  }

  @Test
  void theWorstPairIsReported() {
    BiFunction<Graph, Chance, Object> leaksOneCell =
        (graph, chance) ->
            chance.happens(
                graph.nodeCount() == 3 && graph.hasEdge(1, 2)
                    ? Probability.of(0.75)
                    : Probability.of(0.5));
    AssertionError error =
        assertThrows(AssertionError.class, PrivacyProof.of(claim(0.1), leaksOneCell)::require);
    String message = String.valueOf(error.getMessage());
    assertTrue(message.contains("ε is exactly 0.693147"), message);
    assertTrue(message.contains("refuted by the outcome false"), message);
    assertTrue(message.contains("than for 3 nodes with edges {(1, 2)}"), message);
  }

  @Test
  void argumentsOutOfRangeAreRejected() {
    PrivacyProof proof = PrivacyProof.of(claim(1), response(1));
    assertRefusal("nodes = 1 is outside [2, 5]", () -> proof.nodes(1));
    assertRefusal("nodes = 6 is outside [2, 5]", () -> proof.nodes(6));
    assertRefusal("relations = 0 is below 1", () -> proof.relations(0));
    assertRefusal(
        IllegalStateException.class,
        "there are 2^20 graphs of 5 nodes, more than 2^12; use fewer nodes or relations",
        proof.nodes(5).directed()::find);
    assertRefusal("negligible = 1.0 is outside [0, 1)", () -> proof.negligible(1));
    assertRefusal("negligible = NaN is outside [0, 1)", () -> proof.negligible(Double.NaN));
  }
}
