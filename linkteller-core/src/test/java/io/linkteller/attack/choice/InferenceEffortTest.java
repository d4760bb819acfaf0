package io.linkteller.attack.choice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.attack.choice.InferenceCheck.Output;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.InferenceQuery;
import io.linkteller.inference.MeteredApi;
import io.linkteller.inference.output.AnswerKind;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.Test;

/** What a check says of scripted answers: times, noise, and the queries of an attack, by hand. */
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

  /** Irrational logits that tell all nodes apart. */
  private static DMatrixRMaj logits(int count) {
    DMatrixRMaj logits = new DMatrixRMaj(count, 2);
    for (int i = 0; i < logits.getNumElements(); i++) {
      logits.data[i] = Math.sqrt(i + 2) - 3;
    }
    return logits;
  }

  /** Answers such that a probe by each Δ moves as many of the nodes that follow the probed one. */
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

  /** Nine of ten are enough. */
  @Test
  void theSmallestDeltaThatMovesNearlyAllIsTaken() {
    InferenceCheck third = InferenceCheck.run(moving(NODES, 1, 8, 9, 10, 10), ONES);
    assertEquals(9, third.movedNodes());
    assertEquals(1e-2, third.recommended().delta());
    assertEquals(
        "own-features, with a delta of 0.01, if features must be the nodes' own", own(third));
    InferenceCheck first = InferenceCheck.run(moving(NODES, 9, 10, 10, 10, 10), ONES);
    assertEquals(9, first.movedNodes());
    assertEquals(
        "own-features, with a delta of 1.0E-4, if features must be the nodes' own", own(first));
  }

  /**
   * Every repetition differs by d, so a probe must move an answer by more than three times that.
   */
  @Test
  void aProbeMustMoveAnswersByThreeTimesWhatRepetitionsDo() {
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

  @Test
  void roundedAnswersThatVaryAreAskedForNineTimes() {
    AtomicInteger asked = new AtomicInteger();
    InferenceCheck check =
        InferenceCheck.run(
            query -> {
              DMatrixRMaj rounded = new DMatrixRMaj(NODES, 2);
              int step = asked.getAndIncrement() % 2;
              for (int u = 0; u < NODES; u++) {
                rounded.set(u, 0, (100 + u + step) / 1000.0);
                rounded.set(u, 1, (900 - u - step) / 1000.0);
              }
              return rounded;
            },
            ONES);
    assertEquals(
        10 + 112 * 9 + 9 * NODES + 64 + 35 + 100 + 5 * NODES, check.recommended().queries());
    assertEquals(
        "answers are rounded and vary, so each query is asked 9 times; then auto tries, by queries,"
            + " labels (300)",
        check.recommended().reason());
  }

  @Test
  void theReasonForLabelsNamesTheAttacksOfTheCatalogueAndTheSteps() {
    InferenceCheck check = InferenceCheck.run(labels(7), ONES);
    assertEquals(Output.LABELS, check.output());
    assertEquals(
        "answers are labels, of which auto tries, by queries, labels (300); if they decide nothing, up"
            + " to 961 queries measure how far a node must change before its label does",
        check.recommended().reason());
  }

  /** The first label for so many nodes, and the second for the others. */
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
  void equalLabelsOfAllNodesCallForNoAttack() {
    assertEquals(Optional.empty(), InferenceCheck.run(labels(NODES), ONES).recommendation());
    // A single node has none to differ from.
    assertEquals(105, InferenceCheck.run(labels(1), ones(1)).recommended().queries());
  }

  @Test
  void oneIntegerPerNodeIsALabelUnlessMostNodesHaveOneOfTheirOwn() {
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
  void numbersFromZeroToOneAreNoSigmoidIfSomeAreExactlyZero() {
    double[][] embeddings = {
      {0, Math.sqrt(0.6), Math.sqrt(0.1)}, {Math.sqrt(0.2), 0, Math.sqrt(0.7)}
    };
    assertEquals(AnswerKind.Form.LOGITS, InferenceCheck.kindOf(new DMatrixRMaj(embeddings)).form());
    embeddings[0][0] = 1e-9;
    embeddings[1][1] = 1e-9;
    assertEquals(
        AnswerKind.Form.PROBABILITIES, InferenceCheck.kindOf(new DMatrixRMaj(embeddings)).form());
  }

  @Test
  void theReasonListsTheAttacksOfTheCatalogueThatSuitTheNumberOfTargets() {
    String few = reason(1500);
    assertTrue(
        few.endsWith(
            "auto tries, by queries, compressed (324), subsets (1500), kinks (4580);"
                + " own-features, with a delta of 1.0E-4, if features must be the nodes' own"),
        few);
    String many = reason(1501);
    assertTrue(many.contains("by queries, compressed (324), kinks (4583); own-features"), many);
  }

  private static String reason(int targets) {
    InferenceCheck check = InferenceCheck.run(moving(targets, 1, 1, 1, 1, 1), ones(targets));
    assertEquals(324, check.recommended().queries());
    return check.recommended().reason();
  }

  /** One slow probe in the middle of twenty does not count; a slow baseline does without probes. */
  @Test
  void theTimeOfAQueryIsTheMedianOfTheProbes() {
    AtomicInteger asked = new AtomicInteger();
    InferenceApi logits = moving(NODES, 1, 1, 1, 1, 1);
    InferenceCheck check =
        InferenceCheck.run(
            query -> {
              if (asked.getAndIncrement() == 5 + 10) {
                Thread.sleep(100);
              }
              return logits.predict(query);
            },
            ONES);
    assertTrue(
        check.millisPerQuery() > 0 && check.millisPerQuery() < 100, check.millisPerQuery() + " ms");
  }

  @Test
  void withoutProbesTimeAndBytesAreThoseOfTheFirstQuery() {
    MeteredApi metered =
        new MeteredApi() {
          private long moved = 12_345;

          @Override
          public DMatrixRMaj predict(InferenceQuery query) throws InterruptedException {
            Thread.sleep(moved == 12_345 ? 20 : 0);
            moved += 1000;
            return logits(NODES);
          }

          @Override
          public long bytesMoved() {
            return moved;
          }
        };
    InferenceCheck check = InferenceCheck.run(metered, InferenceNodes.of(features(NODES, 0)));
    assertEquals(1000, check.bytesPerQuery());
    double millis = check.millisPerQuery();
    assertTrue(millis > 19 && millis < 1e4, millis + " ms");
  }
}
