package io.linkteller.attack.choice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.feature.FeatureMatrix;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.output.AnswerKind;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.Test;

/** Compares checks of scripted answers with noise, deltas and query counts computed by hand. */
class InferenceEffortTest {

  private static final int NODES = 40;
  private static final InferenceNodes ONES = ones(NODES);

  private static InferenceNodes ones(int count) {
    return InferenceNodes.of(features(count, 1));
  }

  private static FeatureMatrix features(int count, double value) {
    double[][] x = new double[count][1];
    for (double[] row : x) {
      row[0] = value;
    }
    return FeatureMatrix.dense(x);
  }

  /** Returns irrational logits that differ between all nodes. */
  private static DMatrixRMaj logits(int count) {
    DMatrixRMaj logits = new DMatrixRMaj(count, 2);
    for (int i = 0; i < logits.getNumElements(); i++) {
      logits.data[i] = Math.sqrt(i + 2) - 3;
    }
    return logits;
  }

  /** Returns a black box in which a probe with the k-th Δ moves the next {@code moved[k]} nodes. */
  private static InferenceApi moving(int count, int... moved) {
    return query -> {
      DMatrixRMaj logits = logits(count);
      if (!query.edit().isEmpty()) {
        int row = query.edit().rows().getInt(0);
        int k = 4 + (int) Math.rint(Math.log10(query.features().get(row, 0) - 1));
        for (int i = 1; i <= moved[k]; i++) {
          logits.add((row + i) % count, 0, 1);
        }
      }
      return logits;
    };
  }

  private static String own(InferenceCheck check) {
    String reason = check.recommended().reason();
    return reason.substring(reason.lastIndexOf(';') + 2);
  }

  /** It is sufficient to move nine of ten nodes. */
  @Test
  void theSmallestDeltaThatMovesNearlyAllNodesIsChosen() {
    InferenceCheck third = InferenceCheck.run(moving(NODES, 1, 8, 9, 10, 10), ONES);
    assertEquals(9, third.movedNodes());
    assertEquals(1e-2, third.recommended().delta());
    assertEquals(
        "use linkteller, with a delta of 0.01, if features must be the nodes' own", own(third));
    InferenceCheck first = InferenceCheck.run(moving(NODES, 9, 10, 10, 10, 10), ONES);
    assertEquals(9, first.movedNodes());
    assertEquals(
        "use linkteller, with a delta of 1.0E-4, if features must be the nodes' own", own(first));
  }

  /**
   * Every repetition differs by d, so a probe must move an answer by more than three times that.
   */
  @Test
  void aProbeMustMoveAnswersByThreeTimesTheNoise() {
    double d = 0x1p-7;
    InferenceCheck below = InferenceCheck.run(jumping(d, 2.9 * d), ONES);
    assertEquals(0, below.movedNodes());
    assertFalse(below.dependsOnAllRows());
    // d² / 2 per row, of two numbers.
    assertEquals(d / 2, below.noise(), 1e-12);
    InferenceCheck above = InferenceCheck.run(jumping(d, 3.1 * d), ONES);
    assertEquals(NODES - 1, above.movedNodes());
    assertTrue(above.dependsOnAllRows());
  }

  private static InferenceApi jumping(double repeated, double probed) {
    AtomicInteger asked = new AtomicInteger();
    return query -> {
      DMatrixRMaj logits = logits(NODES);
      boolean first = asked.getAndIncrement() == 0;
      for (int u = 0; u < NODES; u++) {
        logits.add(u, 0, first ? 0 : query.edit().isEmpty() ? repeated : probed);
      }
      return logits;
    };
  }

  /** Answers the first label for {@code first} nodes and the second for the others. */
  private static InferenceApi labels(int first) {
    return query -> {
      DMatrixRMaj labels = new DMatrixRMaj(query.nodes().size(), 2);
      for (int u = 0; u < labels.numRows; u++) {
        labels.set(u, u < first ? 0 : 1, 1);
      }
      return labels;
    };
  }

  @Test
  void noAttackIsRecommendedIfAllLabelsAreEqual() {
    assertEquals(Optional.empty(), InferenceCheck.run(labels(NODES), ONES).recommendation());
    // A single label cannot differ from another.
    assertEquals(105, InferenceCheck.run(labels(1), ones(1)).recommended().queries());
  }

  @Test
  void oneIntegerPerNodeIsALabelUnlessMostAreDistinct() {
    assertEquals(
        AnswerKind.Form.LABELS,
        InferenceCheck.kindOf(new DMatrixRMaj(new double[][] {{0}, {2}, {5}, {2}, {0}, {5}}))
            .form());
    assertEquals(
        AnswerKind.Form.LOGITS,
        InferenceCheck.kindOf(new DMatrixRMaj(new double[][] {{0}, {2}, {5}, {2}, {3}, {1}}))
            .form());
    assertEquals(
        AnswerKind.Form.LABELS,
        InferenceCheck.kindOf(new DMatrixRMaj(new double[][] {{1, 0}, {0, 1}})).form());
    assertEquals(
        AnswerKind.Form.LOGITS,
        InferenceCheck.kindOf(new DMatrixRMaj(new double[][] {{1, 0}, {0, 2}})).form());
  }

  @Test
  void numbersFromZeroToOneAreLogitsIfSomeAreExactlyZero() {
    double[][] embeddings = {
      {0, Math.sqrt(0.6), Math.sqrt(0.1)}, {Math.sqrt(0.2), 0, Math.sqrt(0.7)}
    };
    assertEquals(AnswerKind.Form.LOGITS, InferenceCheck.kindOf(new DMatrixRMaj(embeddings)).form());
    embeddings[0][0] = 1e-9;
    embeddings[1][1] = 1e-9;
    assertEquals(
        AnswerKind.Form.PROBABILITIES, InferenceCheck.kindOf(new DMatrixRMaj(embeddings)).form());
  }
}
