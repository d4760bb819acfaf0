package io.linkteller.testkit.contract;

import io.linkteller.attack.Access;
import io.linkteller.eval.audit.LeakageAudit;
import io.linkteller.eval.audit.LeakageVerdict;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;

/**
 * An assertion about the share of a graph's edges that a model reveals. Immutable.
 *
 * <pre>{@code
 * assertThatModel(api).on(graph, features).leaksLessThan(0.1);
 * }</pre>
 */
public final class LeakageAssertion {

  private final InferenceApi api;
  private final Access access;

  private LeakageAssertion(InferenceApi api, Access access) {
    this.api = api;
    this.access = access;
  }

  /**
   * Starts an assertion.
   *
   * @param api the model as its users see it
   * @return an assertion against attackers who may do anything except add nodes
   */
  public static LeakageAssertion assertThatModel(InferenceApi api) {
    return new LeakageAssertion(api, Access.UNRESTRICTED);
  }

  /**
   * Restricts attackers.
   *
   * @param allowed what attackers may do
   * @return the assertion
   */
  public LeakageAssertion against(Access allowed) {
    return new LeakageAssertion(api, allowed);
  }

  /**
   * Sets the graph; all its nodes are targets.
   *
   * @param truth the true graph
   * @param features the features of its nodes, by id
   * @return the assertion
   */
  public On on(Graph truth, FeatureMatrix features) {
    return on(truth, InferenceNodes.of(features));
  }

  /**
   * Sets the graph and the targets.
   *
   * @param truth the true graph
   * @param nodes the nodes with their features, and the targets: all, or a random sample
   * @return the assertion
   */
  public On on(Graph truth, InferenceNodes nodes) {
    return new On(truth, nodes);
  }

  /** An assertion about a graph. */
  public final class On {

    private final Graph truth;
    private final InferenceNodes nodes;

    private On(Graph truth, InferenceNodes nodes) {
      this.truth = truth;
      this.nodes = nodes;
    }

    /**
     * Asserts that attacks find at most a given share of the edges, or no more than features
     * reveal.
     *
     * @param share the largest acceptable share, in [0, 1]
     * @throws AssertionError if the verdict of the audit is not a pass; its message is the verdict
     * @throws IllegalArgumentException if {@code share} is out of range
     */
    public void leaksLessThan(double share) {
      LeakageVerdict verdict =
          LeakageAudit.builder()
              .access(access)
              .failAbove(share)
              .build()
              .run(api, truth, nodes)
              .verdict();
      if (verdict.outcome().orElseThrow() != LeakageVerdict.Outcome.PASS) {
        throw new AssertionError(String.join(System.lineSeparator(), verdict.sentences()));
      }
    }
  }
}
