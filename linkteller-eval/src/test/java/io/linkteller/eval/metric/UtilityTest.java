package io.linkteller.eval.metric;

import static io.linkteller.testing.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.models.train.Labels;
import it.unimi.dsi.fastutil.ints.IntList;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.Test;

class UtilityTest {

  private static final Labels LABELS = Labels.single(new int[] {0, 1, 0, 0, 1}, 2);
  private static final IntList ALL = IntList.of(0, 1, 2, 3, 4);

  /** Node 1 is above all of class 0; node 4 is above two of three and ties with none. */
  @Test
  void theAucIsTheFrequencyWithWhichTheRareClassRanksHigher() {
    DMatrixRMaj logits =
        new DMatrixRMaj(new double[][] {{0, -1}, {3, 5}, {0, 1.5}, {2, 0}, {1, 2}});
    assertEquals(5 / 6.0, Utility.RARE_CLASS_AUC.of(logits, LABELS, ALL), 1e-15);
    assertEquals(1, Utility.RARE_CLASS_AUC.of(logits, LABELS, IntList.of(0, 1)));
  }

  @Test
  void aConstantAnswerHasAnAucOfOneHalf() {
    DMatrixRMaj logits = new DMatrixRMaj(5, 2);
    assertEquals(0.5, Utility.RARE_CLASS_AUC.of(logits, LABELS, ALL));
  }

  @Test
  void aucIsUndefinedIfOneClassIsMissing() {
    IntList common = IntList.of(0, 2);
    assertFalse(Utility.RARE_CLASS_AUC.isDefined(LABELS, common));
    assertTrue(Utility.RARE_CLASS_AUC.isDefined(LABELS, ALL));
    assertTrue(Utility.RARE_CLASS_F1.isDefined(LABELS, common));
    assertRefused(() -> Utility.RARE_CLASS_AUC.of(new DMatrixRMaj(5, 2), LABELS, common));
  }

  @Test
  void anAucOfThreeClassesIsRefused() {
    Labels three = Labels.single(new int[] {0, 1, 2}, 3);
    assertFalse(Utility.RARE_CLASS_AUC.isDefined(three, IntList.of(0, 1, 2)));
    assertRefused(
        () -> Utility.RARE_CLASS_AUC.of(new DMatrixRMaj(3, 3), three, IntList.of(0, 1, 2)));
  }

  /** Predicted 0, 1, 1, 0, 1: one false positive of class 1, no false negative. */
  @Test
  void theOtherMeasuresFollowFromTheCountsOfEachClass() {
    DMatrixRMaj logits = new DMatrixRMaj(new double[][] {{1, 0}, {0, 1}, {0, 1}, {1, 0}, {0, 1}});
    assertEquals(0.8, Utility.RARE_CLASS_F1.of(logits, LABELS, ALL), 1e-15);
    assertEquals(0.8, Utility.ACCURACY.of(logits, LABELS, ALL), 1e-15);
    assertEquals(0.8, Utility.MICRO_F1.of(logits, LABELS, ALL), 1e-15);
  }

  @Test
  void labelsOfSeveralClassesAreMeasuredByMicroF1() {
    assertEquals(Utility.ACCURACY, Utility.of(LABELS));
    assertEquals(
        Utility.MICRO_F1, Utility.of(Labels.multi(new boolean[][] {{true, true}, {false, true}})));
    assertEquals("micro F1 microF1", Utility.MICRO_F1.title() + " " + Utility.MICRO_F1.field());
  }
}
