package io.linkteller.attack.choice;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.linkteller.attack.AttackSettings;
import io.linkteller.attack.Finding;
import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.PairScores;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.inference.Answers;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.InferenceQuery;
import java.util.List;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.Test;

/** What stands between an attack and its black box passes everything on. */
class ForwardingTest {

  @Test
  void queriesOfABatchAreCountedOneByOne() {
    DMatrixRMaj answer = new DMatrixRMaj(2, 1);
    InferenceApi batches =
        new InferenceApi() {
          @Override
          public DMatrixRMaj predict(InferenceQuery query) {
            return answer;
          }

          @Override
          public List<DMatrixRMaj> predictAll(List<InferenceQuery> queries) {
            return List.of(answer, answer, answer);
          }

          @Override
          public int batchSize() {
            return 3;
          }
        };
    InferenceNodes nodes = InferenceNodes.of(FeatureMatrix.dense(new double[][] {{1}, {1}}));
    InferenceQuery query = nodes.query();
    LinkPrediction found =
        AttackSettings.DEFAULT.run(
            "batches",
            "batches",
            batches,
            nodes,
            1,
            (api, settings) -> {
              assertEquals(3, api.batchSize());
              Answers.ask(api, query, "one query");
              Answers.askAll(api, List.of(query, query, query), i -> "query " + i, 1);
              return Finding.of(PairScores.ofAll(2, (i, j) -> 1));
            });
    assertEquals(4, found.queries());
  }
}
