package io.linkteller.testkit.contract;

import static io.linkteller.testkit.contract.LeakageAssertion.assertThatModel;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceApi;
import io.linkteller.models.architecture.Gcn;
import io.linkteller.models.serve.GraphOwner;
import io.linkteller.testing.Gaussian;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LeakageAssertionTest {

  private static final int NODES = 40;
  private static final Graph RING = ring();
  private static final FeatureMatrix FEATURES =
      FeatureMatrix.dense(Gaussian.rows(NODES, 4, new SplittableRandom(1)));

  private static Graph ring() {
    Graph.Builder graph = Graph.builder(NODES);
    for (int v = 0; v < NODES; v++) {
      graph.addEdge(v, (v + 1) % NODES);
    }
    return graph.build();
  }

  private static InferenceApi servedOn(Graph graph) {
    return GraphOwner.of(graph).serve(Gcn.builder().layers(4, 8, 2).seed(5).build());
  }

  @Test
  void aLeakingModelFailsAndOneWithoutEdgesPasses() {
    LeakageAssertion.On leaking = assertThatModel(servedOn(RING)).on(RING, FEATURES);
    AssertionError failure = assertThrows(AssertionError.class, () -> leaking.leaksLessThan(0.5));
    String said = String.valueOf(failure.getMessage());
    assertTrue(said.startsWith("FAIL: with ") && said.contains("finds all 40 edges"), said);
    assertThatModel(servedOn(Graph.empty(NODES))).on(RING, FEATURES).leaksLessThan(0.5);
  }
}
