package io.linkteller.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertTrue;

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
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/**
 * Proposition 1 of the paper: in a one-layer network, Z = Â X W + b, the influence of v on u is the
 * magnitude of Â_uv times ‖x_v W‖.
 */
public interface Proposition1 {

  /**
   * Serves the model under test, which has one layer, on a graph.
   *
   * @param graph A
   * @return the black box
   */
  InferenceApi serve(Graph graph);

  /** {@return W, d x c} */
  DMatrixRMaj weights();

  /**
   * Returns an entry of the normalized adjacency matrix.
   *
   * @param graph A
   * @param u the row
   * @param v the column
   * @return Â_uv
   */
  double normalizedAdjacency(Graph graph, int u, int v);

  /**
   * {@return the tolerance of influences, divided by max(1, ‖x_v W‖); by default 10<sup>-9</sup>}
   */
  default double tolerance() {
    return 1e-9;
  }

  /** {@return graphs with features, by default with up to 12 nodes} */
  @Provide
  default Arbitrary<AttributedGraph> attributedGraphs() {
    return FeatureArbitraries.withGraph(1, 12, weights().numRows);
  }

  /**
   * The influence in one layer is the magnitude of the entry of the normalized adjacency matrix
   * times ‖x_v W‖.
   *
   * @param graph a graph with features
   */
  @Property(tries = 100)
  default void influenceInOneLayerIsTheEntryOfTheNormalizedAdjacency(
      @ForAll("attributedGraphs") AttributedGraph graph) {
    InfluenceMatrix influences =
        LinkTeller.builder()
            .build()
            .influences(serve(graph.graph()), InferenceNodes.of(graph.features()));
    DMatrixRMaj transformed = CommonOps_DDRM.mult(graph.features().toDense(), weights(), null);
    for (int v = 0; v < transformed.numRows; v++) {
      double squares = 0;
      for (int c = 0; c < transformed.numCols; c++) {
        squares += transformed.get(v, c) * transformed.get(v, c);
      }
      double norm = Math.sqrt(squares);
      for (int u = 0; u < transformed.numRows; u++) {
        double expected = Math.abs(normalizedAdjacency(graph.graph(), u, v)) * norm;
        double actual = influences.influence(v, u);
        int from = v;
        int on = u;
        assertTrue(
            Math.abs(expected - actual) <= tolerance() * Math.max(1, norm),
            () ->
                "the influence of node "
                    + from
                    + " on node "
                    + on
                    + " is "
                    + actual
                    + " instead of the normalized adjacency times the norm of x_v W, "
                    + expected);
      }
    }
  }
}
