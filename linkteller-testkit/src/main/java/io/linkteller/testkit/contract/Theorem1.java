package io.linkteller.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.linkteller.LinkTeller;
import io.linkteller.attack.influence.InfluenceMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.testkit.arbitrary.AttributedGraph;
import io.linkteller.testkit.arbitrary.FeatureArbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/**
 * Theorem 1 of the paper: in a network of k layers, a node has no influence at all on nodes that
 * are more than k hops away. Checked without a tolerance.
 */
public interface Theorem1 {

  /**
   * Serves the model under test on a graph.
   *
   * @param graph A
   * @return the black box
   */
  InferenceApi serve(Graph graph);

  /** {@return k, the number of hops within which nodes may influence each other} */
  int hops();

  /** {@return d, the number of features per node} */
  int featureCount();

  /** {@return graphs with features, by default with up to 14 nodes} */
  @Provide
  default Arbitrary<AttributedGraph> attributedGraphs() {
    return FeatureArbitraries.withGraph(1, 14, featureCount());
  }

  /**
   * The influence beyond k hops is exactly zero.
   *
   * @param graph a graph with features
   */
  @Property(tries = 100)
  default void influenceIsExactlyZeroBeyondKHops(
      @ForAll("attributedGraphs") AttributedGraph graph) {
    InfluenceMatrix influences =
        LinkTeller.builder()
            .build()
            .influences(serve(graph.graph()), InferenceNodes.of(graph.features()));
    for (int v = 0; v < graph.graph().nodeCount(); v++) {
      int[] hops = Hops.from(graph.graph(), v);
      for (int u = 0; u < hops.length; u++) {
        int from = v;
        int on = u;
        if (hops[u] > hops()) {
          assertEquals(
              0.0,
              influences.influence(v, u),
              () ->
                  "the influence of node "
                      + from
                      + " on node "
                      + on
                      + ", "
                      + (hops[on] == Integer.MAX_VALUE
                          ? "which no path reaches"
                          : hops[on] + " hops away")
                      + ", in a network of "
                      + hops()
                      + " layers");
        }
      }
    }
  }
}
