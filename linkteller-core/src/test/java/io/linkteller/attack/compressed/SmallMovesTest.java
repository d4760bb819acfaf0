package io.linkteller.attack.compressed;

import static io.linkteller.testing.Refusal.assertRefused;

import io.linkteller.attack.UnsuitableModelException;
import io.linkteller.attack.influence.BiasedAttention;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceApi;
import io.linkteller.testing.RandomGraphs;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.Test;

class SmallMovesTest {

  /**
   * The model sums tanh(x) over neighbors. Nodes of different degrees have different answers, so x
   * is made large.
   */
  @Test
  void saturatingFeaturesAreReportedAsTooLarge() {
    Graph graph = RandomGraphs.uniform(40, 0.1, 11);
    InferenceApi sums =
        query -> {
          DMatrixRMaj x = query.features().toDense();
          DMatrixRMaj answer = new DMatrixRMaj(x.numRows, x.numCols);
          for (int u = 0; u < x.numRows; u++) {
            for (int v = 0; v < x.numRows; v++) {
              if (u != v && graph.hasEdge(query.nodes().getInt(u), query.nodes().getInt(v))) {
                for (int c = 0; c < x.numCols; c++) {
                  answer.add(u, c, Math.tanh(x.get(v, c)));
                }
              }
            }
          }
          return answer;
        };
    assertRefused(
        UnsuitableModelException.class,
        "so large that biases vanish",
        () -> CompressedProbingTest.recover(sums, BiasedAttention.nodes(40)));
  }
}
