package io.linkteller.dp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.dp.ledger.PrivacyBudgetExceededException;
import io.linkteller.dp.ledger.PrivacyLedger;
import io.linkteller.dp.sampling.Chance;
import io.linkteller.graph.Graph;
import io.linkteller.privacy.PrivacyGuarantee;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Scale;

class ConcentratedPrivacyTest {

  /** Rényi divergences of exact laws: EdgeRand on three nodes, released k times. */
  @Property(tries = 40)
  void renyiDivergencesOfEdgeRandAreWithinRhoAlpha(
      @ForAll @DoubleRange(min = 0.05, max = 4) @Scale(6) double epsilon,
      @ForAll @DoubleRange(min = 1.01, max = 50) @Scale(6) double alpha,
      @ForAll @IntRange(min = 1, max = 5) int releases) {
    double[][] laws = SmallGraphs.laws(3, EdgeRand.withEpsilon(epsilon)::perturb);
    ConcentratedPrivacy once = ConcentratedPrivacy.ofPure(epsilon);
    ConcentratedPrivacy all = once;
    for (int i = 1; i < releases; i++) {
      all = all.plus(once);
    }
    for (int[] pair : SmallGraphs.neighbors(laws.length)) {
      double sum = 0;
      for (int output = 0; output < laws.length; output++) {
        sum += Math.pow(laws[pair[0]][output], alpha) * Math.pow(laws[pair[1]][output], 1 - alpha);
      }
      double divergence = releases * Math.log(sum) / (alpha - 1);
      assertTrue(divergence <= all.rho() * alpha * (1 + 1e-12), divergence + " > " + all);
    }
  }

  /** With two neighbours two steps apart, the divergence is within that of the group. */
  @Property(tries = 40)
  void renyiDivergencesOfGroupsAreWithinTheirs(
      @ForAll @DoubleRange(min = 0.05, max = 4) @Scale(6) double epsilon,
      @ForAll @DoubleRange(min = 1.01, max = 20) @Scale(6) double alpha) {
    double[][] laws = SmallGraphs.laws(3, EdgeRand.withEpsilon(epsilon)::perturb);
    double bound = ConcentratedPrivacy.ofPure(epsilon).forGroup(3).rho() * alpha;
    double sum = 0;
    for (int output = 0; output < laws.length; output++) {
      sum += Math.pow(laws[0][output], alpha) * Math.pow(laws[7][output], 1 - alpha);
    }
    assertTrue(Math.log(sum) / (alpha - 1) <= bound * (1 + 1e-12));
  }

  @Example
  void figuresOfThePaper() {
    assertEquals(0.5, ConcentratedPrivacy.ofPure(1).rho(), 1e-14);
    assertEquals(0.125, ConcentratedPrivacy.ofGaussian(1, 2).rho(), 1e-14);
    assertEquals(
        0.1 + 2 * Math.sqrt(0.1 * Math.log(1e6)),
        new ConcentratedPrivacy(0.1).epsilonAt(1e-6),
        1e-13);
    // A hundred releases at 0.1 cost less than the 10 of adding up.
    ConcentratedPrivacy hundred = new ConcentratedPrivacy(100 * 0.005);
    assertTrue(hundred.epsilonAt(1e-6) < 6);
    assertThrows(IllegalArgumentException.class, () -> new ConcentratedPrivacy(0));
    assertThrows(IllegalArgumentException.class, () -> ConcentratedPrivacy.ofGaussian(1, 0));
    assertThrows(IllegalArgumentException.class, () -> hundred.epsilonAt(0));
    assertThrows(IllegalArgumentException.class, () -> hundred.forGroup(0));
  }

  /** A mechanism with a δ. */
  private record Approximate(GraphMechanism mechanism, double delta) implements GraphMechanism {

    @Override
    public PrivacyGuarantee guarantee() {
      PrivacyGuarantee pure = mechanism.guarantee();
      return new PrivacyGuarantee(
          pure.mechanism(), pure.epsilon(), delta, pure.neighbors(), pure.noise());
    }

    @Override
    public double expectedEdges(Graph graph) {
      return mechanism.expectedEdges(graph);
    }

    @Override
    public Graph perturb(Graph graph, Chance chance) {
      return mechanism.perturb(graph, chance);
    }
  }

  @Example
  void aLedgerAddsDeltasUpToo() {
    Graph edge = Graph.builder(2).addEdge(0, 1).build();
    GraphMechanism mechanism = new Approximate(EdgeRand.withEpsilon(1), 0x1p-20);
    PrivacyLedger pure = PrivacyLedger.withBudget(5);
    assertThrows(PrivacyBudgetExceededException.class, () -> pure.perturb("a", edge, mechanism));
    PrivacyLedger ledger = PrivacyLedger.builder(5).delta(0x1p-19).build();
    ledger.perturb("a", edge, mechanism);
    ledger.perturb("a", edge, mechanism);
    PrivacyBudgetExceededException refusal =
        assertThrows(
            PrivacyBudgetExceededException.class, () -> ledger.perturb("a", edge, mechanism));
    assertTrue(String.valueOf(refusal.getMessage()).contains("at delta = "), refusal::getMessage);
    ledger.perturb("a", edge, EdgeRand.withEpsilon(3));
    assertEquals(5, ledger.spent());
  }
}
