package io.linkteller.attack.coarse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.feature.FeatureMatrix;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.output.OutputReading;
import java.util.concurrent.atomic.AtomicInteger;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.Test;

/** Answers whose noise and movements follow by hand. */
class NoiseProbeTest {

  private static final int NODES = 6;
  private static final double D = 0x1p-7;

  private static final InferenceNodes THREE =
      InferenceNodes.of(FeatureMatrix.dense(new double[][] {{1}, {1}, {1}, {1}, {1}, {1}}))
          .targeting(4, 0, 2);

  /** After the first answer, every other one is D larger, and a probe moves it further. */
  private static InferenceApi answers(double repeated, double moved) {
    AtomicInteger asked = new AtomicInteger();
    return query -> {
      DMatrixRMaj logits = new DMatrixRMaj(NODES, 2);
      double added = asked.getAndIncrement() == 0 ? 0 : query.edit().isEmpty() ? repeated : moved;
      for (int u = 0; u < NODES; u++) {
        logits.set(u, 0, Math.sqrt(u + 2) + added);
        logits.set(u, 1, -u);
      }
      return logits;
    };
  }

  private static NoiseProbe probe(double repeated, double moved, int repeats) {
    BlackBox box = new BlackBox(answers(repeated, moved), OutputReading.ofLogits());
    return NoiseProbe.of(box, THREE, false, true, repeats, false);
  }

  /**
   * Answers that differ by D from the first have half of its square as their variance. The mean of
   * five lies 0.8 D above the first, and three errors of its distance from the mean of two answers
   * are 3 (1/2 + 1/5)^0.5 2^-0.5 D = 1.7748 D.
   */
  @Test
  void aProbeMustMoveTheMeanByThreeErrors() {
    NoiseProbe noisy = probe(D, 0.8 * D + 1.774 * D, 2);
    assertTrue(noisy.isNoisy());
    assertEquals(2, noisy.repeats());
    assertEquals(5, noisy.queries());
    assertEquals(0, noisy.movedBy(0.1));
    // Two for each of three targets.
    assertEquals(5 + 6, noisy.queries());
    assertEquals(NODES - 1, probe(D, 0.8 * D + 1.776 * D, 2).movedBy(0.1));
    assertEquals(NODES - 1, probe(D, 0.8 * D - 1.776 * D, 2).movedBy(0.1));
    assertEquals(0, probe(D, 0.8 * D - 1.774 * D, 2).movedBy(0.1));
  }

  @Test
  void theNumberOfRepeatsFollowsTheNoise() {
    assertEquals(9, probe(D, 0, 0).repeats());
    NoiseProbe exact = probe(0, D, 0);
    assertFalse(exact.isNoisy());
    assertEquals(1, exact.repeats());
    assertEquals(NODES - 1, exact.movedBy(0.1));
    assertEquals(5 + 3, exact.queries());
    NoiseProbe known =
        NoiseProbe.of(
            new BlackBox(answers(0, 0), OutputReading.ofLogits()), THREE, false, true, 0, true);
    assertTrue(known.isNoisy());
    assertEquals(9, known.repeats());
    assertEquals(0, known.movedBy(0.1));
    assertEquals(5 + 27, known.queries());
  }
}
