package io.linkteller.remote;

import static io.linkteller.testing.Refusal.assertRefusal;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.linkteller.feature.FeatureEdit;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceException;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.InferenceQuery;
import io.linkteller.inference.QueryBudgetException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.Test;

class BatchTest {

  private static final InferenceNodes NODES =
      InferenceNodes.of(FeatureMatrix.dense(new double[][] {{1}, {2}}));

  private static final List<InferenceQuery> QUERIES =
      List.of(
          NODES.query(),
          NODES.queryWith(FeatureEdit.scaling(0, 5)),
          NODES.queryWith(FeatureEdit.scaling(1, 7)));

  /** Returns the features as answers to batches; the first few calls fail. */
  private static final class Batching implements InferenceApi {

    private final List<Integer> sizes = new ArrayList<>();
    private int failures;
    private double wrong;

    Batching(int failures) {
      this.failures = failures;
    }

    @Override
    public DMatrixRMaj predict(InferenceQuery query) {
      sizes.add(1);
      return query.features().toDense();
    }

    @Override
    public List<DMatrixRMaj> predictAll(List<InferenceQuery> queries) throws IOException {
      sizes.add(queries.size());
      if (failures-- > 0) {
        throw new IOException("down");
      }
      List<DMatrixRMaj> answers = new ArrayList<>();
      queries.forEach(query -> answers.add(query.features().toDense()));
      answers.get(answers.size() - 1).data[0] += wrong;
      return answers;
    }

    @Override
    public int batchSize() {
      return 3;
    }
  }

  private static void assertAnswered(List<DMatrixRMaj> answers) {
    assertEquals(3, answers.size());
    assertArrayEquals(new double[] {1, 2}, answers.get(0).data);
    assertArrayEquals(new double[] {5, 2}, answers.get(1).data);
    assertArrayEquals(new double[] {1, 14}, answers.get(2).data);
  }

  @Test
  void aFailedBatchIsRetriedAsAWhole() throws Exception {
    Batching batching = new Batching(2);
    RobustApi api =
        RobustApi.of(batching)
            .retrying(3, Duration.ofMillis(1))
            .rateLimited(1_000, Duration.ofSeconds(1))
            .timeout(Duration.ofSeconds(30))
            .build();
    assertEquals(3, api.batchSize());
    assertAnswered(api.predictAll(QUERIES));
    assertEquals(List.of(3, 3, 3), batching.sizes);
  }

  @Test
  void eachQueryOfABatchCountsTowardsTheBudget() throws Exception {
    Batching batching = new Batching(0);
    RobustApi api = RobustApi.of(batching).queryLimit(5).build();
    assertAnswered(api.predictAll(QUERIES));
    assertThrows(QueryBudgetException.class, () -> api.predictAll(QUERIES));
    assertEquals(1, batching.sizes.size());
    api.predict(NODES.query());
    api.predict(NODES.query());
    assertThrows(QueryBudgetException.class, () -> api.predict(NODES.query()));
  }

  @Test
  void theMessageNamesTheInvalidAnswerOfABatch() {
    Batching batching = new Batching(0);
    batching.wrong = Double.NaN;
    assertRefusal(
        InferenceException.class,
        "query 2 of the call returned NaN for node 0",
        () -> RobustApi.of(batching).build().predictAll(QUERIES));
  }
}
