package io.linkteller.privacy;

import static io.linkteller.testing.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.graph.Graph;
import io.linkteller.privacy.PrivacyGuarantee.NoiseSource;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Scale;

class PrivacyGuaranteeTest {

  private static final PrivacyGuarantee PURE =
      new PrivacyGuarantee("M", 0.1, NeighboringGraphs.ONE_EDGE);

  @Property
  void epsilonOfAGroupIsItsSizeTimesEpsilonRoundedUp(
      @ForAll @DoubleRange(min = 1e-9, max = 100) @Scale(9) double epsilon,
      @ForAll @IntRange(min = 1, max = 1000) int d) {
    PrivacyGuarantee group =
        new PrivacyGuarantee("M", epsilon, NeighboringGraphs.ONE_EDGE).forGroup(d);
    BigDecimal exact = new BigDecimal(epsilon).multiply(BigDecimal.valueOf(d));
    assertTrue(new BigDecimal(group.epsilon()).compareTo(exact) >= 0);
    assertEquals(epsilon * d, group.epsilon(), Math.ulp(epsilon * d));
    assertEquals(NeighboringGraphs.edges(d), group.neighbors());
  }

  /** Computes δ of a group of three by applying the definition three times. */
  @Property
  void deltaOfAGroupFollowsFromTheDefinition(
      @ForAll @DoubleRange(min = 0.01, max = 3) @Scale(6) double epsilon,
      @ForAll @DoubleRange(min = 1e-9, max = 1e-4) @Scale(12) double delta) {
    PrivacyGuarantee once =
        new PrivacyGuarantee("M", epsilon, delta, NeighboringGraphs.ONE_EDGE, NoiseSource.SECURE);
    double byHand = delta + Math.exp(epsilon) * (delta + Math.exp(epsilon) * delta);
    double found = once.forGroup(3).delta();
    assertEquals(byHand, found, 1e-12 * byHand);
    assertTrue(found >= byHand * (1 - 1e-15));
  }

  @Example
  void nodePrivacyIsGroupPrivacyOfAllPairsOfANode() {
    PrivacyGuarantee node = PURE.forNode(11);
    assertEquals(NeighboringGraphs.ONE_NODE, node.neighbors());
    assertEquals(PURE.forGroup(10).epsilon(), node.epsilon());
    assertSame(node, node.forNode(11));
    assertThrows(IllegalStateException.class, () -> node.forGroup(2));
    assertEquals("the edges of one node", node.neighbors().description());
    assertEquals("3 edges", PURE.forGroup(3).neighbors().description());
    Graph arcs = Graph.builder(2).directed().build();
    Graph relations = Graph.ofRelations(List.of(Graph.empty(2)));
    assertEquals("one edge", PURE.neighbors().description(Graph.empty(2)));
    assertEquals("one arc", PURE.neighbors().description(arcs));
    assertEquals("one edge of one relation", PURE.neighbors().description(relations));
    assertEquals(
        "3 arcs of any relations",
        PURE.forGroup(3).neighbors().description(Graph.ofRelations(List.of(arcs))));
    assertEquals("the arcs of one node", node.neighbors().description(arcs));
    // Two groups of five cover ten pairs.
    assertEquals(PURE.forGroup(5).forGroup(2).epsilon(), PURE.forGroup(5).forNode(11).epsilon());
  }

  @Example
  void valuesOutOfRangeAreRejected() {
    assertRefused(() -> PURE.forGroup(0));
    assertRefused(() -> PURE.forNode(1));
    assertRefused(() -> NeighboringGraphs.edges(0));
    assertRefused(
        () -> new PrivacyGuarantee("M", 1, 1, NeighboringGraphs.ONE_EDGE, NoiseSource.SECURE));
    assertRefused(
        () ->
            new PrivacyGuarantee("M", 5, 0.1, NeighboringGraphs.ONE_EDGE, NoiseSource.SECURE)
                .forGroup(2));
  }

  @Example
  void attributesOfAProvenanceRoundTrip() {
    for (Provenance provenance :
        new Provenance[] {
          Provenance.UNKNOWN,
          Provenance.PUBLIC,
          Provenance.RAW,
          Provenance.RAW.with(Provenance.Use.SPLIT).with(Provenance.Use.LABELS),
          Provenance.ofView(Optional.of(PURE)),
          Provenance.ofView(Optional.of(PURE.forNode(7).seeded())),
          Provenance.ofView(Optional.of(PURE.forGroup(7))).with(Provenance.Use.EPSILON_CHOICE)
        }) {
      assertEquals(provenance, Provenance.of(provenance.attributes()));
    }
    assertEquals(Provenance.UNKNOWN, Provenance.of(Map.of("layers", "2")));
    assertRefused(() -> Provenance.of(Map.of("origin", "PROTECTED")));
  }

  @Example
  void weightsTrainedOnARawOrUnknownGraphAreRejected() {
    assertTrue(Provenance.RAW.objection(PURE).isPresent());
    assertTrue(Provenance.UNKNOWN.objection(PURE).isPresent());
    assertEquals(Optional.empty(), Provenance.PUBLIC.objection(PURE));
    assertEquals(Optional.empty(), Provenance.UNTRAINED.objection(PURE));
    Provenance covered = Provenance.ofView(Optional.of(PURE));
    assertEquals(Optional.empty(), covered.objection(PURE));
    assertEquals(
        "the private graph was also used for early stopping, epsilon choice",
        covered
            .with(Provenance.Use.EPSILON_CHOICE)
            .with(Provenance.Use.EARLY_STOPPING)
            .objection(PURE)
            .orElseThrow());
    assertTrue(Provenance.ofView(Optional.of(PURE.seeded())).objection(PURE).isPresent());
  }

  @Example
  void weightsTrainedUnderAWeakerGuaranteeAreRejected() {
    PrivacyGuarantee stronger =
        new PrivacyGuarantee("m", PURE.epsilon() / 2, NeighboringGraphs.ONE_EDGE);
    Provenance covered = Provenance.ofView(Optional.of(PURE));
    assertTrue(covered.objection(stronger).orElseThrow().contains("epsilon = " + PURE.epsilon()));
    assertEquals(Optional.empty(), Provenance.ofView(Optional.of(stronger)).objection(PURE));
    assertTrue(covered.objection(PURE.forNode(7)).isPresent());
  }

  @Example
  void furtherTrainingKeepsTheWorstOfBoth() {
    PrivacyGuarantee other = new PrivacyGuarantee("other", 0.2, NeighboringGraphs.ONE_EDGE);
    Provenance covered = Provenance.ofView(Optional.of(PURE));
    Provenance both =
        Provenance.ofView(Optional.of(new PrivacyGuarantee("m", 0.1, NeighboringGraphs.ONE_EDGE)))
            .then(Provenance.ofView(Optional.of(other)));
    // The double 0.1 + 0.2 is above the sum of both doubles.
    assertEquals(0.1 + 0.2, both.guarantee().orElseThrow().epsilon());
    assertEquals("m, then other", both.guarantee().orElseThrow().mechanism());
    assertEquals(covered, Provenance.UNTRAINED.then(covered));
    assertEquals(covered, covered.then(Provenance.PUBLIC));
    assertEquals(Provenance.RAW, Provenance.RAW.then(covered));
    assertEquals(Provenance.RAW, covered.then(Provenance.RAW));
    assertEquals(Provenance.UNKNOWN, Provenance.UNKNOWN.then(covered));
    assertEquals(
        Set.of(Provenance.Use.LABELS),
        Provenance.PUBLIC.with(Provenance.Use.LABELS).then(covered).uncovered());
    assertTrue(
        Provenance.ofView(Optional.of(PURE.seeded()))
            .then(covered)
            .guarantee()
            .orElseThrow()
            .isSeeded());
  }
}
