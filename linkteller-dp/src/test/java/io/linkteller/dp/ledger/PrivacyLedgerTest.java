package io.linkteller.dp.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.dp.EdgeRand;
import io.linkteller.dp.GraphMechanism;
import io.linkteller.dp.LapGraph;
import io.linkteller.dp.sampling.Chance;
import io.linkteller.graph.Graph;
import io.linkteller.privacy.GraphPerturber;
import io.linkteller.privacy.PerturbedGraph;
import io.linkteller.privacy.PrivacyGuarantee;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Scale;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class PrivacyLedgerTest {

  private static final Graph PATH = Graph.builder(4).addEdge(0, 1).addEdge(1, 2).build();
  private static final Graph FAR = Graph.builder(4).addEdge(2, 3).build();
  private static final Graph TRIANGLE =
      Graph.builder(4).addEdge(0, 1).addEdge(1, 2).addEdge(0, 2).build();

  @Test
  void perturbationsOfOnePartAddUp() {
    PrivacyLedger ledger = PrivacyLedger.withBudget(5);
    ledger.perturb("friends", PATH, EdgeRand.withEpsilon(2));
    ledger.perturb("friends", PATH, LapGraph.withEpsilon(2.5));
    assertEquals(4.5, ledger.spent("friends"));
    assertEquals(4.5, ledger.spent());
    assertEquals(0.5, ledger.remaining("friends"));
    assertEquals(2, ledger.entries().size());
    assertEquals("friends", ledger.entries().get(1).part());
    assertEquals("LapGraph", ledger.entries().get(1).guarantee().mechanism());
  }

  @Test
  void disjointPartsCostTheirMaximum() {
    PrivacyLedger ledger = PrivacyLedger.withBudget(5);
    ledger.perturb("trained", PATH, LapGraph.withEpsilon(5));
    ledger.perturb("served", FAR, LapGraph.withEpsilon(3));
    assertEquals(5, ledger.spent());
    assertEquals(2, ledger.remaining("served"));
    assertEquals(5, ledger.remaining("never seen"));
  }

  @Test
  void moreThanTheBudgetIsRefusedBeforeAnythingIsReleased() {
    PrivacyLedger ledger = PrivacyLedger.withBudget(5);
    ledger.perturb("friends", PATH, EdgeRand.withEpsilon(4));
    PrivacyBudgetExceededException refusal =
        assertThrows(
            PrivacyBudgetExceededException.class,
            () -> ledger.perturb("friends", PATH, EdgeRand.withEpsilon(1.5)));
    assertEquals(
        "perturbing \"friends\" at epsilon = 1.5 would bring it from 4.0 to 5.5,"
            + " beyond the budget of 5.0",
        refusal.getMessage());
    assertEquals(4, ledger.spent());
    assertEquals(1, ledger.released("friends").size());
    ledger.perturb("friends", PATH, EdgeRand.withEpsilon(1));
    assertEquals(0, ledger.remaining("friends"));
  }

  /** The double 0.1 is a little above a tenth, so three of them are not within the double 0.3. */
  @Test
  void threeTimesATenthDoesNotFitThreeTenthsByRounding() {
    PrivacyLedger ledger = PrivacyLedger.withBudget(0.3);
    for (int i = 0; i < 2; i++) {
      ledger.perturb("friends", PATH, EdgeRand.withEpsilon(0.1));
    }
    PrivacyBudgetExceededException refusal =
        assertThrows(
            PrivacyBudgetExceededException.class,
            () -> ledger.perturb("friends", PATH, EdgeRand.withEpsilon(0.1)));
    assertTrue(
        String.valueOf(refusal.getMessage()).contains("from 0.2 to 0.30000000000000004"),
        refusal::getMessage);
    ledger.perturb("friends", PATH, EdgeRand.withEpsilon(ledger.remaining("friends")));
    assertTrue(ledger.spent() <= 0.3);
  }

  @Test
  void usingAReleasedGraphAgainIsFree() {
    PrivacyLedger ledger = PrivacyLedger.withBudget(5);
    PerturbedGraph released = ledger.perturb("friends", PATH, EdgeRand.withEpsilon(5));
    assertSame(released, ledger.released("friends").get(0));
    assertSame(released, ledger.released("friends").get(0));
    assertEquals(5, ledger.spent());
    assertEquals(List.of(), ledger.released("never seen"));
  }

  @Test
  void anOwnerCanBeProtectedByAChargingPerturber() {
    PrivacyLedger ledger = PrivacyLedger.withBudget(5);
    GraphPerturber perturber = ledger.charging("friends", EdgeRand.withEpsilon(3));
    assertEquals(0, ledger.spent());
    assertEquals(3, perturber.perturb(PATH).guarantee().epsilon());
    assertEquals(3, ledger.spent());
    assertThrows(PrivacyBudgetExceededException.class, () -> perturber.perturb(PATH));
  }

  @Test
  void aFailedPerturbationIsChargedBecauseItsMessageIsAnOutput() {
    PrivacyLedger ledger = PrivacyLedger.withBudget(5);
    Graph large = Graph.empty(200_000);
    assertThrows(
        IllegalArgumentException.class,
        () -> ledger.perturb("large", large, EdgeRand.withEpsilon(1)));
    assertEquals(1, ledger.spent("large"));
    assertEquals(1, ledger.entries().size());
    assertEquals(List.of(), ledger.released("large"));
  }

  @Test
  void refusedAttemptsEndWithTheBudget() {
    PrivacyLedger ledger = PrivacyLedger.withBudget(3.5e-12);
    Graph large = Graph.empty(200_000);
    for (int i = 0; i < 3; i++) {
      try {
        ledger.perturb("large", large, LapGraph.withEpsilon(1e-12));
      } catch (IllegalArgumentException refusal) {
        assertTrue(String.valueOf(refusal.getMessage()).contains("is expected to return"));
      }
    }
    assertTrue(ledger.remaining("large") < 1e-12);
    assertThrows(
        PrivacyBudgetExceededException.class,
        () -> ledger.perturb("large", large, LapGraph.withEpsilon(1e-12)));
  }

  /** Promises one thing and gives another. */
  private record Boastful(GraphMechanism promised, GraphMechanism given) implements GraphMechanism {

    @Override
    public PerturbedGraph perturb(Graph graph) {
      return given.perturb(graph);
    }

    @Override
    public PrivacyGuarantee guarantee() {
      return promised.guarantee();
    }

    @Override
    public double expectedEdges(Graph graph) {
      return given.expectedEdges(graph);
    }

    @Override
    public Graph perturb(Graph graph, Chance chance) {
      return given.perturb(graph, chance);
    }
  }

  @Test
  void theLargerOfGuaranteeAndResultIsCharged() {
    PrivacyLedger ledger = PrivacyLedger.withBudget(5);
    ledger.perturb("a", PATH, new Boastful(EdgeRand.withEpsilon(1), EdgeRand.withEpsilon(3)));
    assertEquals(3, ledger.spent("a"));
    assertEquals(1, ledger.entries().get(0).guarantee().epsilon());
    assertEquals(2, ledger.entries().get(1).guarantee().epsilon());
    assertTrue(ledger.entries().get(1).guarantee().mechanism().endsWith("beyond its promise"));
    ledger.perturb("b", FAR, new Boastful(EdgeRand.withEpsilon(3), EdgeRand.withEpsilon(1)));
    assertEquals(3, ledger.spent("b"));
    assertThrows(
        PrivacyBudgetExceededException.class,
        () ->
            ledger.perturb(
                "a", PATH, new Boastful(EdgeRand.withEpsilon(2), EdgeRand.withEpsilon(4))));
    assertEquals(7, ledger.spent("a"));
    assertEquals(0, ledger.remaining("a"));
    assertEquals(1, ledger.released("a").size());
  }

  @Property
  void theRemainingBudgetCanBeSpent(
      @ForAll @DoubleRange(min = 1e-6, max = 1e6) @Scale(12) double budget,
      @ForAll @Size(min = 1, max = 5)
          List<@DoubleRange(min = 1e-9, max = 0.9) @Scale(15) Double> shares) {
    PrivacyLedger ledger = PrivacyLedger.withBudget(budget);
    for (double share : shares) {
      ledger.perturb("friends", FAR, EdgeRand.withEpsilon(ledger.remaining("friends") * share));
      BigDecimal charged =
          ledger.entries().stream()
              .map(entry -> new BigDecimal(entry.guarantee().epsilon()))
              .reduce(BigDecimal.ZERO, BigDecimal::add);
      assertTrue(new BigDecimal(ledger.spent("friends")).compareTo(charged) >= 0);
      assertEquals(charged.doubleValue(), ledger.spent("friends"), Math.ulp(budget));
    }
    double remaining = ledger.remaining("friends");
    assertTrue(remaining > 0);
    ledger.perturb("friends", FAR, EdgeRand.withEpsilon(remaining));
    assertTrue(ledger.remaining("friends") <= 2 * Math.ulp(remaining));
  }

  @Test
  void oneGraphUnderTwoNamesIsChargedAsOne() {
    List<PrivacyLedger.Overlap> told = new ArrayList<>();
    PrivacyLedger ledger = PrivacyLedger.builder(5).onOverlap(told::add).build();
    ledger.perturb("a", PATH, EdgeRand.withEpsilon(4));
    assertThrows(
        PrivacyBudgetExceededException.class,
        () -> ledger.perturb("b", PATH, EdgeRand.withEpsilon(4)));
    ledger.perturb("b", PATH, EdgeRand.withEpsilon(1));
    assertEquals(5, ledger.spent());
    assertEquals(5, ledger.spent("b"));
    assertEquals(new PrivacyLedger.Overlap("b", "a", 2, 2), told.get(0));
  }

  /** The review's attack: "spent 1.0" after ten releases of one graph. */
  @Test
  void anAdditionalIsolatedNodeDoesNotMakeADifferentPart() {
    PrivacyLedger ledger = PrivacyLedger.withBudget(5);
    for (int i = 0; i < 5; i++) {
      Graph padded = Graph.builder(4 + i).addEdge(0, 1).addEdge(1, 2).build();
      ledger.perturb("release " + i, padded, EdgeRand.withEpsilon(1));
    }
    assertEquals(5, ledger.spent());
    Graph padded = Graph.builder(9).addEdge(0, 1).addEdge(1, 2).build();
    assertThrows(
        PrivacyBudgetExceededException.class,
        () -> ledger.perturb("release 5", padded, EdgeRand.withEpsilon(1)));
  }

  @Test
  void aGraphThatChangesUnderItsNameIsChargedAgain() {
    PrivacyLedger ledger = PrivacyLedger.withBudget(5);
    ledger.perturb("a", PATH, EdgeRand.withEpsilon(3));
    ledger.perturb("a", FAR, EdgeRand.withEpsilon(1));
    assertEquals(4, ledger.spent("a"));
    // Each edge that the part ever had counts as its edge.
    ledger.perturb("b", PATH, EdgeRand.withEpsilon(1));
    assertEquals(5, ledger.spent());
  }

  @Test
  void partsOnSharedNodesOverlapWithASingleEdge() {
    PrivacyLedger ledger = PrivacyLedger.builder(5).sharedNodes(4).build();
    ledger.perturb("a", PATH, EdgeRand.withEpsilon(4));
    ledger.perturb("b", FAR, EdgeRand.withEpsilon(5));
    assertEquals(5, ledger.spent());
    PrivacyBudgetExceededException refusal =
        assertThrows(
            PrivacyBudgetExceededException.class,
            () -> ledger.perturb("c", TRIANGLE, EdgeRand.withEpsilon(2)));
    assertEquals(
        "perturbing \"c\" at epsilon = 2.0 would bring it from 4.0 to 6.0,"
            + " beyond the budget of 5.0",
        refusal.getMessage());
    assertRefused(
        "has 5 nodes, not 4", () -> ledger.perturb("d", Graph.empty(5), EdgeRand.withEpsilon(1)));
    assertEquals(5, ledger.spent());
  }

  @Test
  void randomCoincidencesOfNodeNumbersAreNotAnOverlap() {
    PrivacyLedger ledger = PrivacyLedger.withBudget(5);
    Graph.Builder star = Graph.builder(100);
    Graph.Builder path = Graph.builder(100);
    for (int v = 1; v < 100; v++) {
      star.addEdge(0, v);
      path.addEdge(v - 1, v);
    }
    ledger.perturb("star", star.build(), EdgeRand.withEpsilon(5));
    ledger.perturb("path", path.build(), EdgeRand.withEpsilon(5));
    assertEquals(5, ledger.spent());
  }

  @Test
  void seedsAreRefusedUnlessTheLedgerIsForExperiments() {
    GraphMechanism seeded = EdgeRand.withEpsilon(1).forExperiments(3);
    PrivacyLedger ledger = PrivacyLedger.withBudget(5);
    assertRefused("from a seed", () -> ledger.perturb("a", PATH, seeded));
    assertEquals(0, ledger.spent());
    PrivacyLedger experiment = PrivacyLedger.builder(5).forExperiments().build();
    experiment.perturb("a", PATH, seeded);
    assertEquals(1, experiment.spent());
    assertTrue(experiment.entries().get(0).guarantee().isSeeded());
  }

  @Test
  void anInvalidBudgetIsRejected() {
    assertRefused("epsilon = 0.0", () -> PrivacyLedger.withBudget(0));
    assertRefused("epsilon = NaN", () -> PrivacyLedger.withBudget(Double.NaN));
    assertRefused("nodeCount = -1", () -> PrivacyLedger.builder(1).sharedNodes(-1));
    assertRefused("delta = 1.0", () -> PrivacyLedger.builder(1).delta(1));
    assertRefused(
        "the key has 31 bytes", () -> PrivacyLedger.builder(1).file(Path.of("x"), new byte[31]));
  }

  private static void assertRefused(String why, Executable call) {
    IllegalArgumentException refusal = assertThrows(IllegalArgumentException.class, call);
    assertTrue(String.valueOf(refusal.getMessage()).contains(why), refusal::getMessage);
  }
}
