package io.linkteller.attack.choice;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.linkteller.LinkTeller;
import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.influence.InfluenceMatrix;
import io.linkteller.feature.FeatureMatrix;
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
        LinkTeller.builder()
            .measuring(
                (session, extent) -> {
                  session.ask(query, "one query");
                  session.askAll(List.of(query, query, query), "three queries");
                  return InfluenceMatrix.exact(nodes, extent, (v, row) -> row[0] = 1, 1);
                })
            .build()
            .run(batches, nodes, 1);
    assertEquals(4, found.queries());
  }
}
