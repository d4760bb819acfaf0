package io.linkteller.inference.output;

import static io.linkteller.testing.Refusal.assertRefusal;
import static io.linkteller.testing.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.Test;

/** Readings of outputs, and the errors that rounding causes, by hand. */
class OutputReadingTest {

  private static final double SINGLE = Math.ulp(1f);

  private static DMatrixRMaj rows(double[]... rows) {
    return new DMatrixRMaj(rows);
  }

  private static void assertRejected(String message, OutputReading reading, double value) {
    assertEquals(
        "row 1 has a number that is not a probability; read the outputs as logits",
        assertThrows(
                IllegalArgumentException.class,
                () -> reading.logits(rows(new double[] {0.5, 0.5}, new double[] {value, 0.5})),
                message)
            .getMessage());
  }

  @Test
  void logitsAreReadUnchanged() {
    DMatrixRMaj shown = rows(new double[] {-3, 700}, new double[] {1.5, 0});
    DMatrixRMaj logits = OutputReading.ofLogits().rounded(0).logits(shown);
    assertNotSame(shown, logits);
    assertArrayEquals(shown.data, logits.data);
  }

  @Test
  void probabilitiesAreReadByTheirFunction() {
    DMatrixRMaj shown = rows(new double[] {0.2, 0.8}, new double[] {0, 1});
    for (Posterior posterior : List.of(Posterior.SOFTMAX, Posterior.SIGMOID)) {
      OutputReading reading = OutputReading.ofProbabilities(posterior);
      assertArrayEquals(
          posterior.logits(shown, Double.MIN_NORMAL).data, reading.logits(shown).data);
      // A probability of 0 is taken for half of the last decimal.
      assertArrayEquals(posterior.logits(shown, 0.005).data, reading.rounded(2).logits(shown).data);
    }
  }

  @Test
  void invalidProbabilitiesAreRejectedUpToRounding() {
    OutputReading exact = OutputReading.ofProbabilities(Posterior.SIGMOID);
    assertRejected("too large", exact, 1.001);
    assertRejected("too small", exact, -0.001);
    assertRejected("no number", exact, Double.NaN);
    OutputReading single = exact.singlePrecision();
    single.logits(rows(new double[] {1 + SINGLE, -SINGLE}));
    assertRejected("beyond single precision", single, 1 + 1.01 * SINGLE);
    OutputReading rounded = exact.rounded(1);
    rounded.logits(rows(new double[] {1.05, -0.05}));
    assertRejected("beyond half a decimal", rounded, 1.0501);
    assertRejected("beyond half a decimal", rounded, -0.0501);
  }

  @Test
  void decimalsOutOfRangeAreRejected() {
    OutputReading logits = OutputReading.ofLogits();
    logits.rounded(0);
    logits.rounded(15);
    assertRefused(() -> logits.rounded(16));
    assertRefused(() -> logits.rounded(-1));
    OutputReading probabilities = OutputReading.ofProbabilities(Posterior.SOFTMAX);
    probabilities.rounded(1);
    assertRefusal("decimals = 0 is outside [1, 15]", () -> probabilities.rounded(0));
  }

  @Test
  void withoutRoundingThereIsNoError() {
    DMatrixRMaj shown = rows(new double[] {0.2, 0.8}, new double[] {0.5, 0.5});
    assertArrayEquals(new double[2], OutputReading.ofLogits().blur(shown));
    assertArrayEquals(new double[2], OutputReading.ofProbabilities(Posterior.SIGMOID).blur(shown));
  }

  @Test
  void theErrorOfLogitsIsHalfAUnitEach() {
    DMatrixRMaj shown = rows(new double[] {3, -4}, new double[] {0, 0});
    double[] decimals = OutputReading.ofLogits().rounded(2).blur(shown);
    assertEquals(0.005 * Math.sqrt(2), decimals[0], 1e-15);
    assertEquals(0.005 * Math.sqrt(2), decimals[1], 1e-15);
    double[] single = OutputReading.ofLogits().singlePrecision().blur(shown);
    assertEquals(SINGLE * 5, single[0], 1e-20);
    assertEquals(0, single[1]);
    double[] both = OutputReading.ofLogits().rounded(2).singlePrecision().blur(shown);
    assertEquals(Math.hypot(0.005 + 3 * SINGLE, 0.005 + 4 * SINGLE), both[0], 1e-15);
  }

  @Test
  void theErrorOfProbabilitiesGrowsWithTheSlopeOfTheLogit() {
    DMatrixRMaj shown = rows(new double[] {0.25, 0.75}, new double[] {0, 1});
    // The logit of a softmax is log p, that of a sigmoid log p/(1 - p).
    double[] softmax = OutputReading.ofProbabilities(Posterior.SOFTMAX).rounded(3).blur(shown);
    assertEquals(0.0005 * Math.hypot(1 / 0.25, 1 / 0.75), softmax[0], 1e-15);
    assertEquals(0.0005 * Math.hypot(1 / 0.001, 1), softmax[1], 1e-12);
    double[] sigmoid = OutputReading.ofProbabilities(Posterior.SIGMOID).rounded(3).blur(shown);
    double slope = 1 / (0.25 * 0.75);
    assertEquals(0.0005 * Math.sqrt(2) * slope, sigmoid[0], 1e-15);
    assertEquals(0.0005 * Math.hypot(1 / (0.001 * 0.999), 1 / 0.001), sigmoid[1], 1e-12);
    double[] single =
        OutputReading.ofProbabilities(Posterior.SIGMOID).singlePrecision().blur(shown);
    assertEquals(SINGLE * Math.hypot(0.25 * slope, 0.75 * slope), single[0], 1e-20);
    assertEquals(SINGLE * (1 / SINGLE), single[1], 1e-9);
  }
}
