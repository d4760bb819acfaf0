package io.linkteller.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.dp.GraphMechanism;
import io.linkteller.graph.Graph;
import io.linkteller.privacy.GraphPerturber;
import io.linkteller.testkit.arbitrary.GraphArbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/**
 * The requirements that a {@link GraphMechanism} must satisfy. Following every path that its code
 * can take proves that the exact ε on all graphs of up to {@link #proofNodes} nodes is at most the
 * claimed one.
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
   * {@return the probability below which a path of the code is abandoned; by default 0, which
   * abandons none. A mechanism that may not terminate, such as rejection sampling, needs a positive
   * number; the result is then a bound, not a proof}
   */
  default double negligible() {
    return 0;
  }

  /**
   * {@return graphs with few enough outcomes to enumerate, by default with up to {@link
   * #proofNodes} nodes}
   */
  @Provide
  default Arbitrary<Graph> smallGraphs() {
    return GraphArbitraries.graphs(0, proofNodes());
  }

  /** No outcome on a small graph is more likely than the guarantee allows. */
  @Example
  default void theGuaranteeHoldsOnAllSmallGraphs() {
    PrivacyProof.of(mechanism()).nodes(proofNodes()).negligible(negligible()).require();
  }

  /**
   * With a seed, the result is reproducible and the guarantee states that it is seeded.
   *
   * @param graph a graph
   * @param seed a seed
   */
  @Property(tries = 50)
  default void aSeedRepeatsAndIsMarked(@ForAll("graphs") Graph graph, @ForAll long seed) {
    GraphMechanism seeded = mechanism().forExperiments(seed);
    assertEquals(seeded.perturb(graph), seeded.perturb(graph), "two runs with seed " + seed);
    assertTrue(seeded.guarantee().isSeeded(), "the guarantee with a seed is marked as seeded");
    assertEquals(mechanism().guarantee().epsilon(), seeded.guarantee().epsilon(), "ε with a seed");
  }
}
