package io.linkteller.inference;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.feature.FeatureMatrix;
import java.util.concurrent.atomic.AtomicInteger;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.Test;

class AnswersTest {

  private static final InferenceQuery QUERY =
      InferenceNodes.of(FeatureMatrix.dense(new double[2][1])).query();

  @Test
  void anInterruptIsNoticedBeforeTheQueryAndStays() {
    AtomicInteger calls = new AtomicInteger();
    InferenceApi counting =
        query -> {
          calls.incrementAndGet();
          return new DMatrixRMaj(2, 3);
        };
    Thread.currentThread().interrupt();
    var e =
        assertThrows(InferenceException.class, () -> Answers.ask(counting, QUERY, "the question"));
    assertTrue(Thread.interrupted());
    assertEquals("the attack was interrupted before the question", e.getMessage());
    assertEquals(0, calls.get());
  }

  @Test
  void anAnswerOfAnotherWidthThanAnEarlierOneIsRefused() {
    DMatrixRMaj answer = new DMatrixRMaj(2, 3);
    assertSame(answer, Answers.ask(query -> answer, QUERY, "the question", 3));
    var e =
        assertThrows(
            InferenceException.class, () -> Answers.ask(query -> answer, QUERY, "the question", 2));
    assertEquals(
        "the question returned 3 logits per node where an earlier answer had 2", e.getMessage());
  }
}
