package io.linkteller.models.train;

import static io.linkteller.testing.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import it.unimi.dsi.fastutil.ints.IntList;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.Test;

class ClassificationMetricsTest {

  private static final IntList TWO = IntList.of(0, 1);

  /** Logits that predict a class for each node. */
  private static DMatrixRMaj predicting(int classes, int... predicted) {
    DMatrixRMaj logits = new DMatrixRMaj(predicted.length, classes);
    for (int node = 0; node < predicted.length; node++) {
      logits.set(node, predicted[node], 1);
    }
    return logits;
  }

  private static DMatrixRMaj logits(double[]... rows) {
    return new DMatrixRMaj(rows);
  }

  @Test
  void f1IsComputedPerClass() {
    Labels truth = Labels.single(new int[] {1, 1, 1, 0, 0}, 2);
    ClassificationMetrics metrics =
        ClassificationMetrics.of(predicting(2, 1, 0, 0, 1, 0), truth, IntList.of(0, 1, 2, 3, 4));
    assertEquals(2.0 / 5, metrics.f1(0));
    assertEquals(2.0 / 5, metrics.f1(1));
    assertEquals(2.0 / 5, metrics.accuracy());
    assertEquals(0, ClassificationMetrics.rarestClass(truth));
    assertRefused(() -> metrics.f1(2));
    assertRefused(() -> metrics.f1(-1));
  }

  @Test
  void anEmptyClassScoresZeroAndCountsOnlyInMultiLabelMeans() {
    ClassificationMetrics single =
        ClassificationMetrics.of(predicting(3, 0, 1), Labels.single(new int[] {0, 1}, 3), TWO);
    assertEquals(0, single.f1(2));
    assertEquals(1, single.macroF1());

    boolean[][] rows = {{true, false, false}, {false, true, false}};
    ClassificationMetrics multi =
        ClassificationMetrics.of(predicting(3, 0, 1), Labels.multi(rows), TWO);
    assertEquals(0, multi.f1(2));
    assertEquals(2.0 / 3, multi.macroF1());
    assertEquals(1, multi.microF1());
    assertEquals(1, multi.accuracy());
  }

  @Test
  void multiLabelAccuracyRequiresEveryClassOfANode() {
    ClassificationMetrics metrics =
        ClassificationMetrics.of(
            logits(new double[] {1, 1}, new double[] {1, -1}),
            Labels.multi(new boolean[][] {{true, true}, {true, true}}),
            TWO);
    assertEquals(0.5, metrics.accuracy());
  }

  @Test
  void nodesOfUnknownClassDoNotCount() {
    ClassificationMetrics metrics =
        ClassificationMetrics.of(
            predicting(2, 0, 1, 1),
            Labels.single(new int[] {0, Labels.UNKNOWN, 1}, 2),
            IntList.of(0, 1, 2));
    assertEquals(1, metrics.accuracy());
    assertEquals(1, metrics.f1(1));
  }

  @Test
  void onlyTheChosenNodesCount() {
    Labels truth = Labels.single(new int[] {0, 1, 1}, 2);
    DMatrixRMaj predicted = predicting(2, 1, 1, 0);
    assertEquals(1, ClassificationMetrics.of(predicted, truth, IntList.of(1)).accuracy());
    assertEquals(0, ClassificationMetrics.of(predicted, truth, IntList.of(0, 2)).accuracy());
    assertEquals(0, ClassificationMetrics.of(predicted, truth, IntList.of()).macroF1());
    assertRefused(() -> ClassificationMetrics.of(predicted, truth, IntList.of(3)));
    Labels multi = Labels.multi(new boolean[][] {{true}, {false}});
    DMatrixRMaj guess = predicting(1, 0, 0);
    assertEquals(1, ClassificationMetrics.of(guess, multi, IntList.of(0)).microF1());
    assertEquals(0, ClassificationMetrics.of(guess, multi, IntList.of(1)).microF1());
  }

  @Test
  void theFirstOfTheLargestLogitsWins() {
    DMatrixRMaj logits =
        new DMatrixRMaj(new double[][] {{-3, -1, -2}, {5, 5, 0}, {0, 0, Double.MIN_VALUE}});
    assertArrayEquals(new int[] {1, 0, 2}, ClassificationMetrics.argMax(logits));
    assertArrayEquals(new int[0], ClassificationMetrics.argMax(new DMatrixRMaj(0, 2)));
    assertRefused(() -> ClassificationMetrics.argMax(new DMatrixRMaj(2, 0)));
  }

  @Test
  void nanLogitsAreRefusedWithTheirPosition() {
    DMatrixRMaj logits = new DMatrixRMaj(new double[][] {{1, 2}, {0, Double.NaN}});
    IllegalArgumentException single =
        assertThrows(IllegalArgumentException.class, () -> ClassificationMetrics.argMax(logits));
    assertTrue(String.valueOf(single.getMessage()).contains("row 1, column 1"));
    assertRefused(() -> ClassificationMetrics.of(logits, Labels.single(new int[] {0, 1}, 2), TWO));
  }

  @Test
  void mismatchedSizesAndClassesAreRefused() {
    Labels truth = Labels.single(new int[] {0, 1}, 2);
    assertRefused(() -> ClassificationMetrics.of(predicting(2, 0), truth, IntList.of(0)));
    assertRefused("2 x 3", () -> ClassificationMetrics.of(predicting(3, 0, 2), truth, TWO));
    assertRefused(
        () -> ClassificationMetrics.rarestClass(Labels.single(new int[] {Labels.UNKNOWN}, 2)));
  }
}
