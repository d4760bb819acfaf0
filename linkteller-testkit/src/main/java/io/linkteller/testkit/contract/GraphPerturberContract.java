package io.linkteller.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.linkteller.dp.audit.DpAudit;
import io.linkteller.dp.audit.DpAuditReport;
import io.linkteller.graph.Graph;
import io.linkteller.privacy.GraphPerturber;
import io.linkteller.privacy.NeighboringGraphs;
import io.linkteller.privacy.PerturbedGraph;
import io.linkteller.privacy.PrivacyGuarantee;
import io.linkteller.testkit.arbitrary.GraphArbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/**
 * The requirements that a {@link GraphPerturber} must satisfy: it returns a graph on the same
 * nodes, its guarantee is the same for every graph, and no audit refutes the guarantee.
 *
 * <p>The audit finds violations that show in {@link #auditRuns} runs; finding none is not a proof.
 * For a {@link io.linkteller.dp.GraphMechanism}, {@link GraphMechanismContract} provides a proof.
 */
public interface GraphPerturberContract {

  /** {@return the perturber under test} */
  GraphPerturber perturber();

  /** {@return graphs that the perturber accepts, by default all with up to ten nodes} */
  @Provide
  default Arbitrary<Graph> graphs() {
    return GraphArbitraries.graphs(0, 10);
  }

  /** {@return how often the audit runs the perturber on each of two graphs, by default 10,000} */
  default int auditRuns() {
    return 10_000;
  }

  /**
   * The perturbed graph has the nodes of the original.
   *
   * @param graph a graph
   */
  @Property(tries = 200)
  default void thePerturbedGraphHasTheSameNodes(@ForAll("graphs") Graph graph) {
    assertEquals(
        graph.nodeCount(),
        perturber().perturb(graph).graph().nodeCount(),
        () -> "number of nodes of the perturbed " + graph);
  }

  /**
   * The guarantee is the same for every graph: one that depended on the graph would reveal
   * information about it.
   *
   * @param graph a graph
   */
  @Property(tries = 100)
  default void theGuaranteeDoesNotDependOnTheGraph(@ForAll("graphs") Graph graph) {
    GraphPerturber perturber = perturber();
    PrivacyGuarantee ofEmpty = perturber.perturb(Graph.empty(2)).guarantee();
    PerturbedGraph perturbed = perturber.perturb(graph);
    assertEquals(ofEmpty, perturbed.guarantee(), () -> "the guarantee for " + graph);
  }

  /**
   * No audit refutes the guarantee. A perturber that satisfies it passes with probability at least
   * 1 - 10<sup>-6</sup>.
   */
  @Example
  default void noAuditRefutesTheGuarantee() {
    PrivacyGuarantee guarantee = perturber().perturb(Graph.empty(2)).guarantee();
    // The audit covers only pure privacy for one edge.
    Assume.that(guarantee.delta() == 0 && guarantee.neighbors().equals(NeighboringGraphs.ONE_EDGE));
    DpAuditReport report =
        DpAudit.builder().runs(auditRuns()).confidence(1 - 1e-6).build().audit(perturber());
    assertFalse(report.isViolation(), report::summary);
  }
}
