package io.linkteller.inference;

import static io.linkteller.testing.Refusal.assertRefusal;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.attack.Finding;
import io.linkteller.attack.LinkAttack;
import io.linkteller.attack.PairScores;
import io.linkteller.feature.FeatureEdit;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.testing.Counting;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.Test;

class CheckedAnswersTest {

  private static final InferenceQuery QUERY =
      InferenceNodes.of(FeatureMatrix.dense(new double[2][1])).query();

  @Test
  void anInterruptIsDetectedBeforeTheQueryAndPreserved() {
    Counting counting = new Counting(query -> new DMatrixRMaj(2, 3));
    Thread.currentThread().interrupt();
    var e = assertThrows(InferenceException.class, () -> QUERY.ask(counting, "the question"));
    assertTrue(Thread.interrupted());
    assertEquals("the attack was interrupted before the question", e.getMessage());
    assertEquals(0, counting.count());
  }

  @Test
  void aChangedNumberOfLogitsIsRejected() {
    DMatrixRMaj answer = new DMatrixRMaj(2, 3);
    assertSame(answer, QUERY.ask(query -> answer, "the question", 3));
    assertRefusal(
        InferenceException.class,
        "the question returned a different number of logits per node than an earlier answer",
        () -> QUERY.ask(query -> answer, "the question", 2));
  }

  private static final InferenceQuery OF_FOUR =
      InferenceNodes.of(FeatureMatrix.dense(new double[][] {{1}, {2}, {3}, {4}}))
          .query()
          .observing(IntList.of(1, 3));

  @Test
  void theObservedRowsAreReturnedForFullAndForPartialAnswers() {
    DMatrixRMaj all = new DMatrixRMaj(new double[][] {{1, 2}, {3, 4}, {5, 6}, {7, 8}});
    DMatrixRMaj observed = new DMatrixRMaj(new double[][] {{3, 4}, {7, 8}});
    assertArrayEquals(observed.data, OF_FOUR.ask(query -> all, "it").data);
    assertSame(observed, OF_FOUR.ask(query -> observed, "it"));
    InferenceQuery none = OF_FOUR.observing(IntList.of());
    assertEquals(0, none.ask(query -> all, "it").numRows);
  }

  @Test
  void onlyObservedRowsMustBeFinite() {
    DMatrixRMaj all = new DMatrixRMaj(new double[][] {{Double.NaN}, {3}, {1 / 0.0}, {4}});
    assertArrayEquals(new double[] {3, 4}, OF_FOUR.ask(query -> all, "it").data);
    DMatrixRMaj observed = new DMatrixRMaj(new double[][] {{3}, {Double.NaN}});
    assertRefusal(
        InferenceException.class,
        "it returned NaN for node 3",
        () -> OF_FOUR.ask(query -> observed, "it"));
  }

  @Test
  void anAnswerWithTheWrongNumberOfRowsIsRejected() {
    assertRefusal(
        InferenceException.class,
        "it did not return 4 or 2 rows of at least one logit",
        () -> OF_FOUR.ask(query -> new DMatrixRMaj(3, 1), "it"));
  }

  @Test
  void queriesAreSentInBatchesOfTheDeclaredSize() {
    List<Integer> sizes = new ArrayList<>();
    InferenceApi pairs =
        new InferenceApi() {
          @Override
          public DMatrixRMaj predict(InferenceQuery query) {
            sizes.add(1);
            return query.features().toDense();
          }

          @Override
          public List<DMatrixRMaj> predictAll(List<InferenceQuery> queries) {
            sizes.add(queries.size());
            return queries.stream().map(query -> query.features().toDense()).toList();
          }

          @Override
          public int batchSize() {
            return 2;
          }
        };
    List<InferenceQuery> five = Collections.nCopies(5, OF_FOUR);
    LinkAttack asking =
        session -> {
          assertEquals(5, session.askAll(five, "a query").size());
          return Finding.of(PairScores.ofAll(4, (i, j) -> 0));
        };
    asking.run(pairs, InferenceNodes.of(OF_FOUR.base()), 0.5);
    assertEquals(List.of(1, 2, 2), sizes);
  }

  @Test
  void aBatchIsSentTogetherAndEachAnswerIsValidated() {
    List<InferenceQuery> two = List.of(OF_FOUR, OF_FOUR.with(FeatureEdit.scaling(1, 5)));
    InferenceApi features = query -> query.features().toDense();
    List<DMatrixRMaj> answers = InferenceQuery.askAll(features, two, i -> "query " + i, 1);
    assertArrayEquals(new double[] {2, 4}, answers.get(0).data);
    assertArrayEquals(new double[] {10, 4}, answers.get(1).data);
    InferenceApi second =
        query -> {
          DMatrixRMaj answer = query.features().toDense();
          answer.data[1] = query.edit().isEmpty() ? 0 : Double.NaN;
          return answer;
        };
    assertRefusal(
        InferenceException.class,
        "query 1 returned NaN for node 1",
        () -> InferenceQuery.askAll(second, two, i -> "query " + i, 1));
    InferenceApi tooShort =
        new InferenceApi() {
          @Override
          public DMatrixRMaj predict(InferenceQuery query) {
            return new DMatrixRMaj(4, 1);
          }

          @Override
          public List<DMatrixRMaj> predictAll(List<InferenceQuery> queries) {
            return List.of(new DMatrixRMaj(4, 1));
          }

          @Override
          public int batchSize() {
            return 2;
          }
        };
    assertRefusal(
        InferenceException.class,
        "the batch of 2 queries from query 0 on returned 1 answers",
        () -> InferenceQuery.askAll(tooShort, two, i -> "query " + i, 1));
  }
}
