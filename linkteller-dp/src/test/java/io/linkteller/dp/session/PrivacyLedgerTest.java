package io.linkteller.dp.session;

import static io.linkteller.testing.Refusal.assertRefusal;
import static io.linkteller.testing.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.dp.EdgeRand;
import io.linkteller.dp.GraphMechanism;
import io.linkteller.dp.LapGraph;
import io.linkteller.graph.Graph;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.text.Normalizer;
import java.text.Normalizer.Form;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Scale;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PrivacyLedgerTest {

  private static final Graph PATH = Graph.builder(4).addEdge(0, 1).addEdge(1, 2).build();
  private static final Graph FAR = Graph.builder(4).addEdge(2, 3).build();

  @Test
  void perturbationsOfOnePartAddUp() {
    PrivacyLedger ledger = PrivacyLedger.builder(5).build();
    Sessions.perturb(ledger, "friends", PATH, EdgeRand.withEpsilon(2));
    Sessions.perturb(ledger, "friends", PATH, LapGraph.withEpsilon(2.5));
    assertEquals(4.5, ledger.spent("friends"));
    assertEquals(4.5, ledger.spent());
    assertEquals(0.5, ledger.remaining("friends"));
    assertEquals(2, ledger.entries().size());
    assertEquals("friends", ledger.entries().get(1).part());
    assertEquals("LapGraph", ledger.entries().get(1).guarantee().mechanism());
  }

  @Test
  void partsOfIdentifiedNodesCostTheirMaximum() {
    PrivacyLedger ledger = PrivacyLedger.builder(5).build();
    Sessions.identified(ledger, "trained", PATH, "a", 0, 0).perturb(LapGraph.withEpsilon(5));
    Sessions.identified(ledger, "served", FAR, "b", 0, 0).perturb(LapGraph.withEpsilon(3));
    assertEquals(5, ledger.spent());
    assertEquals(2, ledger.remaining("served"));
    // Nothing is known about another part, so an edge may be in both.
    assertEquals(0, ledger.remaining("never seen"));
  }

  @Test
  void onlyDistinctlyIdentifiedPartsComposeInParallel() {
    PrivacyLedger ledger = PrivacyLedger.builder(5).build();
    PrivateSession first = Sessions.identified(ledger, "a", PATH, "n", 0, 0);
    first.perturb(EdgeRand.withEpsilon(4));
    assertRefused(
        "shares 2 nodes with part \"a\", more than the 1 that were declared",
        () -> Sessions.identified(ledger, "b", PATH, "n", 2, 1));
    // One common node does not make a common pair.
    Sessions.identified(ledger, "c", PATH, "n", 3, 1).perturb(EdgeRand.withEpsilon(5));
    assertEquals(5, ledger.spent());
    assertEquals(4, ledger.spent("a"));
    // Two do: the declared overlap is accepted, and its charges add to those of both.
    PrivateSession overlapping = Sessions.identified(ledger, "d", PATH, "n", 2, 3);
    assertThrows(
        PrivacyBudgetExceededException.class, () -> overlapping.perturb(EdgeRand.withEpsilon(1)));
    assertRefused(
        "identify them again", () -> PrivateSession.builder(PATH, ledger).part("a").open());
    assertRefused(
        "needs a distinct one",
        () -> PrivateSession.builder(PATH, ledger).nodes(List.of("x", "x", "y", "z"), 0));
  }

  @Test
  void identifiersAfterAReleaseDoNotSeparateAPart() {
    PrivacyLedger ledger = PrivacyLedger.builder(5).build();
    Sessions.perturb(ledger, "a", PATH, EdgeRand.withEpsilon(3));
    Sessions.identified(ledger, "a", PATH, "a", 0, 0).perturb(EdgeRand.withEpsilon(1));
    Sessions.identified(ledger, "b", FAR, "b", 0, 0).perturb(EdgeRand.withEpsilon(1));
    assertEquals(5, ledger.spent("b"));
  }

  /** The session was opened before another identified the nodes of its part as other nodes. */
  @Test
  void lateIdentifiersDoNotSeparateAnOpenSession() {
    PrivacyLedger ledger = PrivacyLedger.builder(4).build();
    PrivateSession early = PrivateSession.builder(PATH, ledger).part("a").open();
    Sessions.identified(ledger, "a", FAR, "elsewhere", 0, 0);
    PrivateSession same = Sessions.identified(ledger, "b", PATH, "n", 0, 0);
    assertRefused("identify them again", () -> early.perturb(EdgeRand.withEpsilon(4)));
    same.perturb(EdgeRand.withEpsilon(4));
    assertEquals(4, ledger.spent());
  }

  /** Java encodes each unpaired surrogate as a question mark. */
  @Test
  void unpairedSurrogatesAreRefused() {
    PrivacyLedger ledger = PrivacyLedger.builder(4).build();
    List<String> halves = List.of("\ud800", "\ud801", "\ud802", "\ud803");
    PrivateSession.Builder nodes = PrivateSession.builder(PATH, ledger).nodes(halves, 3);
    assertRefused("surrogate", nodes::open);
    assertRefused("surrogate", () -> PrivateSession.builder(PATH, ledger).part("\udfff").open());
  }

  /**
   * Regression: two Unicode forms of a name counted as two nodes, so their edges were charged once.
   */
  @Test
  void equivalentUnicodeNamesIdentifyOneNode() {
    PrivacyLedger ledger = PrivacyLedger.builder(4).build();
    List<String> composed = List.of("\u00e9 1", "\u00e9 2", "\u00c5", "\u1e69");
    List<String> decomposed = List.of("e\u0301 1", "e\u0301 2", "\u212b", "s\u0307\u0323");
    PrivateSession.builder(PATH, ledger).part("a").nodes(composed, 0).open();
    assertRefused("shares 4", PrivateSession.builder(PATH, ledger).nodes(decomposed, 3)::open);
    List<String> typed = List.of("\ufb01", "\uff11", "x\u00b2", "\u1e9b\u0323 9");
    PrivateSession.builder(PATH, ledger).part("b").nodes(typed, 0).open();
    for (Form form : Form.values()) {
      List<String> same = typed.stream().map(name -> Normalizer.normalize(name, form)).toList();
      assertRefused("shares 4", PrivateSession.builder(PATH, ledger).nodes(same, 3)::open);
    }
    for (String twin : List.of("e\u0301", "\u24d4\u0301")) {
      List<String> twice = List.of("\u00e9", twin, "b", "c");
      assertRefused("distinct", () -> PrivateSession.builder(PATH, ledger).nodes(twice, 0));
    }
    for (String hidden : List.of("", " a", "a ", "a\n", "\ufeffa", "a\u200b", "a\u00a0")) {
      List<String> names = List.of("b", hidden, "c", "d");
      assertRefused("node 1", () -> PrivateSession.builder(PATH, ledger).nodes(names, 0));
    }
  }

  /** D3: the same edges under other numbers and another name. */
  @Test
  void renumberedAndRenamedGraphsAddUp() {
    PrivacyLedger ledger = PrivacyLedger.builder(4).build();
    Sessions.perturb(ledger, "graph", PATH, EdgeRand.withEpsilon(4));
    Graph shifted = Graph.builder(5).addEdge(1, 2).addEdge(2, 3).build();
    Graph permuted = Graph.builder(4).addEdge(3, 2).addEdge(2, 0).build();
    for (Graph same : List.of(shifted, permuted, FAR)) {
      assertThrows(
          PrivacyBudgetExceededException.class,
          () -> Sessions.perturb(ledger, "other", same, EdgeRand.withEpsilon(4)));
    }
    assertEquals(4, ledger.spent());
  }

  @Test
  void moreThanTheBudgetIsRefusedBeforeAnythingIsReleased() {
    PrivacyLedger ledger = PrivacyLedger.builder(5).build();
    Sessions.perturb(ledger, "friends", PATH, EdgeRand.withEpsilon(4));
    assertRefusal(
        PrivacyBudgetExceededException.class,
        "releasing \"friends\" at epsilon = 1.5 would raise its spending from 4.0 to 5.5,"
            + " above the budget of 5.0",
        () -> Sessions.perturb(ledger, "friends", PATH, EdgeRand.withEpsilon(1.5)));
    assertEquals(4, ledger.spent());
    Sessions.perturb(ledger, "friends", PATH, EdgeRand.withEpsilon(1));
    assertEquals(0, ledger.remaining("friends"));
  }

  /** The double 0.1 is slightly above one tenth, and 0.3 slightly below three tenths. */
  @Test
  void decimalBudgetsAreExact(@TempDir Path directory) {
    Path file = directory.resolve("ledger");
    PrivacyLedger first = PrivacyLedger.builder(0.3).file(file, new byte[32]).build();
    for (int i = 0; i < 2; i++) {
      Sessions.perturb(first, "friends", PATH, EdgeRand.withEpsilon(0.1));
    }
    PrivacyLedger ledger = PrivacyLedger.builder(0.3).file(file, new byte[32]).build();
    assertEquals(0.1, ledger.remaining("friends"));
    Sessions.perturb(ledger, "friends", PATH, EdgeRand.withEpsilon(0.1));
    assertEquals(0.3, ledger.spent());
    assertEquals(0, ledger.remaining("friends"));
    assertThrows(
        PrivacyBudgetExceededException.class,
        () -> Sessions.perturb(ledger, "friends", PATH, EdgeRand.withEpsilon(1e-300)));
  }

  @Property
  void theRemainingBudgetCanBeSpent(
      @ForAll @DoubleRange(min = 1e-6, max = 1e6) @Scale(12) double budget,
      @ForAll @Size(min = 1, max = 5)
          List<@DoubleRange(min = 1e-9, max = 0.9) @Scale(15) Double> shares) {
    PrivacyLedger ledger = PrivacyLedger.builder(budget).build();
    for (double share : shares) {
      Sessions.perturb(
          ledger, "friends", FAR, EdgeRand.withEpsilon(ledger.remaining("friends") * share));
      BigDecimal charged =
          ledger.entries().stream()
              .map(entry -> BigDecimal.valueOf(entry.guarantee().epsilon()))
              .reduce(BigDecimal.ZERO, BigDecimal::add);
      assertTrue(BigDecimal.valueOf(ledger.spent("friends")).compareTo(charged) >= 0);
      assertEquals(charged.doubleValue(), ledger.spent("friends"), Math.ulp(budget));
    }
    double remaining = ledger.remaining("friends");
    assertTrue(remaining > 0);
    Sessions.perturb(ledger, "friends", FAR, EdgeRand.withEpsilon(remaining));
    assertTrue(ledger.remaining("friends") <= 2 * Math.ulp(remaining));
  }

  @Test
  void seedsAreRefusedUnlessTheLedgerIsForExperiments() {
    GraphMechanism seeded = EdgeRand.withEpsilon(1).forExperiments(3);
    PrivacyLedger ledger = PrivacyLedger.builder(5).build();
    assertRefused("from a seed", () -> Sessions.perturb(ledger, "a", PATH, seeded));
    assertEquals(0, ledger.spent());
    PrivacyLedger experiment = PrivacyLedger.builder(5).forExperiments().build();
    Sessions.perturb(experiment, "a", PATH, seeded);
    assertEquals(1, experiment.spent());
    assertTrue(experiment.entries().get(0).guarantee().isSeeded());
  }

  @Test
  void anInvalidBudgetIsRejected() {
    assertRefused("epsilon = 0.0", () -> PrivacyLedger.builder(0).build());
    assertRefused("epsilon = NaN", () -> PrivacyLedger.builder(Double.NaN).build());
  }
}
