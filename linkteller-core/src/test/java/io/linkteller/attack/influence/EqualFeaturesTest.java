package io.linkteller.attack.influence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.attack.AttackRequest;
import io.linkteller.attack.LinkAttackProvider;
import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.UnsuitableModelException;
import io.linkteller.graph.Graph;
import io.linkteller.graph.RandomGraphs;
import io.linkteller.inference.InferenceApi;
import java.util.function.DoubleUnaryOperator;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EqualFeaturesTest {

  private static final int N = 60;
  private static final Graph GRAPH = RandomGraphs.uniform(N, 0.05, 11);

  private static LinkPrediction found(InferenceApi api) {
    return LinkAttackProvider.named("chosen-features")
        .create(AttackRequest.DEFAULT)
        .run(api, BiasedAttention.nodes(N), GRAPH.density());
  }

  /**
   * Large features saturate tanh, and the softmax over all nodes where nothing saturates before.
   */
  @ParameterizedTest
  @CsvSource({"tanh, 0.1", "tanh, 2", "linear, 2", "relu, 0.1"})
  void attentionToAllNodesTellsItsBiasWhereFeaturesAreThoseOfOneNode(String name, double bias) {
    DoubleUnaryOperator activation =
        switch (name) {
          case "tanh" -> Math::tanh;
          case "relu" -> x -> Math.max(0, x);
          default -> x -> x;
        };
    LinkPrediction found = found(new BiasedAttention(GRAPH, bias, activation));
    assertEquals(GRAPH, found.toGraph());
    assertEquals(N + 1 + EqualFeatures.TRIED, found.queries());
  }

  @Test
  void aModelInWhichNoNodeMovesAnotherIsUnsuitable() {
    InferenceApi alone =
        query -> {
          DMatrixRMaj x = query.features().toDense();
          DMatrixRMaj answer = new DMatrixRMaj(x.numRows, 2);
          for (int u = 0; u < x.numRows; u++) {
            answer.set(u, 0, Math.tanh(x.get(u, 0)));
            answer.set(u, 1, x.get(u, 1));
          }
          return answer;
        };
    UnsuitableModelException e = assertThrows(UnsuitableModelException.class, () -> found(alone));
    assertTrue(String.valueOf(e.getMessage()).contains("moves no other"), e::toString);
  }
}
