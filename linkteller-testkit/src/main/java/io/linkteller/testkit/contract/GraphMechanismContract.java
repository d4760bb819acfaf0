package io.linkteller.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.dp.GraphMechanism;
import io.linkteller.dp.PerturbationRefusedException;
import io.linkteller.dp.audit.ExhaustiveChance;
import io.linkteller.dp.sampling.Chance;
import io.linkteller.graph.Graph;
import io.linkteller.privacy.GraphPerturber;
import io.linkteller.testkit.arbitrary.GraphArbitraries;
import io.linkteller.testkit.proof.PrivacyProof;
import java.util.Map;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/**
 * What is expected of a {@link GraphMechanism}, proved by following every path that its code can
 * take: the exact ε on all graphs of up to {@link #proofNodes} nodes is at most the claimed one.
 */
public interface GraphMechanismContract extends GraphPerturberContract {

  /** {@return the mechanism under test} */
  GraphMechanism mechanism();

  @Override
  default GraphPerturber perturber() {
    return mechanism();
  }

  /**
   * {@return the number of nodes up to which the guarantee is proved, in [2, 5], by default 3; the
   * cost is the number of paths of the code times 2<sup>n(n-1)/2</sup>}
   */
  default int proofNodes() {
    return 3;
  }

  /**
   * {@return the probability below which a path of the code is given up; by default 0, none. A
   * mechanism that may go on without end, such as one that draws by rejection, needs a positive
   * number; what remains is a bound and no proof}
   */
  default double negligible() {
    return 0;
  }

  /** {@return graphs whose outcomes are few enough to be enumerated, by default up to 3 nodes} */
  @Provide
  default Arbitrary<Graph> smallGraphs() {
    return GraphArbitraries.graphs(0, proofNodes());
  }

  /** No outcome on a small graph is likelier than the guarantee allows. */
  @Example
  default void theGuaranteeHoldsOnAllSmallGraphs() {
    PrivacyProof.of(mechanism()).nodes(proofNodes()).negligible(negligible()).require();
  }

  /**
   * The expected number of edges is the mean of the exact law.
   *
   * @param graph a small graph
   */
  @Property(tries = 20)
  default void theExpectedNumberOfEdgesIsTheMean(@ForAll("smallGraphs") Graph graph) {
    GraphMechanism mechanism = mechanism();
    ExhaustiveChance.Law<Integer> law =
        ExhaustiveChance.law(chance -> edges(mechanism, graph, chance), negligible());
    double mean = 0;
    double refused = law.of(REFUSED);
    for (Map.Entry<Integer, Double> outcome : law.probabilities().entrySet()) {
      mean += outcome.getKey() == REFUSED ? 0 : outcome.getKey() * outcome.getValue();
    }
    double most = graph.nodeCount() * (graph.nodeCount() - 1.0) / 2;
    double unknown = (law.missing() + refused) * most;
    double claimed = mechanism.expectedEdges(graph);
    double exact = mean;
    assertTrue(
        claimed >= exact - expectedEdgesError() * Math.max(1, most)
            && claimed <= exact + unknown + expectedEdgesError() * Math.max(1, most),
        () -> "expectedEdges of " + graph + " is " + claimed + " instead of " + exact);
  }

  /**
   * {@return by how much {@code expectedEdges} may differ from the mean, as a share of all pairs;
   * by default 10<sup>-6</sup>}
   */
  default double expectedEdgesError() {
    return 1e-6;
  }

  /** Stands for a refusal among numbers of edges. */
  int REFUSED = -1;

  private static int edges(GraphMechanism mechanism, Graph graph, Chance chance) {
    try {
      return mechanism.perturb(graph, chance).edgeCount();
    } catch (PerturbationRefusedException e) {
      return REFUSED;
    }
  }

  /**
   * With a seed, the result is reproducible and the guarantee says so.
   *
   * @param graph a graph
   * @param seed a seed
   */
  @Property(tries = 50)
  default void aSeedRepeatsAndIsMarked(@ForAll("graphs") Graph graph, @ForAll long seed) {
    GraphMechanism seeded = mechanism().forExperiments(seed);
    assertEquals(seeded.perturb(graph), seeded.perturb(graph), "two runs with seed " + seed);
    assertTrue(seeded.guarantee().isSeeded(), "the guarantee of a seeded mechanism says so");
    assertEquals(mechanism().guarantee().epsilon(), seeded.guarantee().epsilon(), "ε with a seed");
  }
}
