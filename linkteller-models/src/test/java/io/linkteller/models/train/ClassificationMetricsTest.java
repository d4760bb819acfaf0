package io.linkteller.models.train;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import it.unimi.dsi.fastutil.ints.IntList;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.Test;

class ClassificationMetricsTest {

  @Test
  void precisionAndRecallAreThoseOfTheClass() {
    SingleLabels truth = Labels.single(new int[] {1, 1, 1, 0, 0}, 2);
    ClassificationMetrics metrics = ClassificationMetrics.of(new int[] {1, 0, 0, 1, 0}, truth);
    assertEquals(1.0 / 2, metrics.precision(1));
    assertEquals(1.0 / 3, metrics.recall(1));
    assertEquals(2.0 / 5, metrics.f1(1));
    assertEquals(1.0 / 3, metrics.precision(0));
    assertEquals(1.0 / 2, metrics.recall(0));
    assertEquals(2.0 / 5, metrics.accuracy());
    assertEquals(2.0 / 5, ClassificationMetrics.rareClassF1(new int[] {1, 0, 0, 1, 0}, truth, 1));
    assertEquals(0, ClassificationMetrics.rarestClass(truth));
    assertThrows(IllegalArgumentException.class, () -> metrics.f1(2));
    assertThrows(IllegalArgumentException.class, () -> metrics.f1(-1));
  }

  @Test
  void anEmptyClassScoresZeroAndOnlyMultiLabelMeansCountIt() {
    ClassificationMetrics single =
        ClassificationMetrics.of(new int[] {0, 1}, Labels.single(new int[] {0, 1}, 3));
    assertEquals(0, single.f1(2));
    assertEquals(0, single.precision(2));
    assertEquals(0, single.recall(2));
    assertEquals(1, single.macroF1());

    boolean[][] rows = {{true, false, false}, {false, true, false}};
    ClassificationMetrics multi = ClassificationMetrics.of(rows, Labels.multi(rows));
    assertEquals(0, multi.f1(2));
    assertEquals(2.0 / 3, multi.macroF1());
    assertEquals(1, multi.microF1());
    assertEquals(1, multi.accuracy());
  }

  @Test
  void aClassNeverPredictedRightCountsZeroInTheMean() {
    ClassificationMetrics metrics =
        ClassificationMetrics.of(new int[] {0, 0, 0}, Labels.single(new int[] {0, 0, 1}, 2));
    assertEquals(0.8 / 2, metrics.macroF1(), 1e-15);
  }

  @Test
  void multiLabelAccuracyAsksForEveryClassOfANode() {
    ClassificationMetrics metrics =
        ClassificationMetrics.of(
            new boolean[][] {{true, true}, {true, false}},
            Labels.multi(new boolean[][] {{true, true}, {true, true}}));
    assertEquals(0.5, metrics.accuracy());
  }

  @Test
  void nodesOfUnknownClassDoNotCount() {
    ClassificationMetrics metrics =
        ClassificationMetrics.of(
            new int[] {0, 1, 1}, Labels.single(new int[] {0, Labels.UNKNOWN, 1}, 2));
    assertEquals(1, metrics.accuracy());
    assertEquals(1, metrics.precision(1));
  }

  @Test
  void onlyTheChosenNodesCount() {
    SingleLabels truth = Labels.single(new int[] {0, 1, 1}, 2);
    int[] predicted = {1, 1, 0};
    assertEquals(1, ClassificationMetrics.of(predicted, truth, IntList.of(1)).accuracy());
    assertEquals(0, ClassificationMetrics.of(predicted, truth, IntList.of(0, 2)).accuracy());
    assertEquals(0, ClassificationMetrics.of(predicted, truth, IntList.of()).macroF1());
    assertThrows(
        IllegalArgumentException.class,
        () -> ClassificationMetrics.of(predicted, truth, IntList.of(3)));
    MultiLabels multi = Labels.multi(new boolean[][] {{true}, {false}});
    boolean[][] guess = {{true}, {true}};
    assertEquals(1, ClassificationMetrics.of(guess, multi, IntList.of(0)).microF1());
    assertEquals(0, ClassificationMetrics.of(guess, multi, IntList.of(1)).microF1());
  }

  @Test
  void theLargestLogitWinsAndTheFirstOfEquals() {
    DMatrixRMaj logits =
        new DMatrixRMaj(new double[][] {{-3, -1, -2}, {5, 5, 0}, {0, 0, Double.MIN_VALUE}});
    assertArrayEquals(new int[] {1, 0, 2}, ClassificationMetrics.argMax(logits));
    assertArrayEquals(new int[0], ClassificationMetrics.argMax(new DMatrixRMaj(0, 2)));
    assertThrows(
        IllegalArgumentException.class, () -> ClassificationMetrics.argMax(new DMatrixRMaj(2, 0)));
  }

  @Test
  void aLogitOfZeroIsNotMoreLikelyThanNot() {
    boolean[][] predicted =
        ClassificationMetrics.positiveLogits(new DMatrixRMaj(new double[][] {{0, 1e-300, -1}}));
    assertArrayEquals(new boolean[] {false, true, false}, predicted[0]);
  }

  @Test
  void nanLogitsAreRefusedWithTheirPlace() {
    DMatrixRMaj logits = new DMatrixRMaj(new double[][] {{1, 2}, {0, Double.NaN}});
    IllegalArgumentException single =
        assertThrows(IllegalArgumentException.class, () -> ClassificationMetrics.argMax(logits));
    assertTrue(String.valueOf(single.getMessage()).contains("row 1, column 1"));
    assertThrows(
        IllegalArgumentException.class, () -> ClassificationMetrics.positiveLogits(logits));
  }

  @Test
  void sizesAndClassesThatDoNotFitAreRefused() {
    SingleLabels truth = Labels.single(new int[] {0, 1}, 2);
    assertThrows(
        IllegalArgumentException.class, () -> ClassificationMetrics.of(new int[] {0}, truth));
    IllegalArgumentException outside =
        assertThrows(
            IllegalArgumentException.class,
            () -> ClassificationMetrics.of(new int[] {0, 2}, truth));
    assertTrue(String.valueOf(outside.getMessage()).contains("class 2 of node 1"));
    MultiLabels multi = Labels.multi(new boolean[][] {{true, false}});
    assertThrows(
        IllegalArgumentException.class,
        () -> ClassificationMetrics.of(new boolean[][] {{true}}, multi));
    assertThrows(
        IllegalArgumentException.class,
        () -> ClassificationMetrics.rarestClass(Labels.single(new int[] {Labels.UNKNOWN}, 2)));
  }
}
