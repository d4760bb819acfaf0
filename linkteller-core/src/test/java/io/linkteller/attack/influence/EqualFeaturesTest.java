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
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EqualFeaturesTest {

  private static final int N = 60;
  private static final Graph GRAPH = RandomGraphs.uniform(N, 0.05, 11);

  private static LinkPrediction found(String attack, InferenceApi api) {
    return LinkAttackProvider.named(attack)
        .create(AttackRequest.DEFAULT)
        .run(api, BiasedAttention.nodes(N), GRAPH.density());
  }

  /** Large features saturate tanh. */
  @ParameterizedTest
  @ValueSource(doubles = {0.1, 2})
  void aRowOfTheDataTakesAsManyQueriesAgain(double bias) {
    LinkPrediction found = found("chosen-features", new BiasedAttention(GRAPH, bias, Math::tanh));
    assertEquals(2 * (N + 1), found.queries());
  }

  /** Products of large features overflow, so that the model answers NaN to them. */
  @Test
  void aModelThatDoesNotAnswerLargeFeaturesIsAskedAboutThoseOfTheData() {
    InferenceApi model = new BiasedAttention(GRAPH, 0.1, Math::tanh);
    InferenceApi ofOrdinary =
        query -> {
          DMatrixRMaj answer = model.predict(query).copy();
          if (CommonOps_DDRM.elementMaxAbs(query.features().toDense()) > 100) {
            answer.fill(Double.NaN);
          }
          return answer;
        };
    assertEquals(GRAPH, found("chosen-features", ofOrdinary).toGraph());
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
    UnsuitableModelException e =
        assertThrows(UnsuitableModelException.class, () -> found("chosen-features", alone));
    assertTrue(
        String.valueOf(e.getMessage()).contains("what one does to others is nothing"), e::toString);
  }
}
