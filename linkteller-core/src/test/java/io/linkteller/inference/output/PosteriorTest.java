package io.linkteller.inference.output;

import static io.linkteller.testing.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.feature.FeatureMatrix;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import java.util.List;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.Test;

class PosteriorTest {

  private static final InferenceNodes ONE_NODE =
      InferenceNodes.of(FeatureMatrix.dense(new double[][] {{1}}));

  private static DMatrixRMaj row(double... numbers) {
    return new DMatrixRMaj(1, numbers.length, true, numbers);
  }

  /** Logarithms of small integers, computed by hand. */
  @Test
  void oddsOfOneToThreeYieldOneQuarterAndThreeQuarters() {
    assertArrayEquals(
        new double[] {0.25, 0.75},
        Posterior.SOFTMAX.probabilities(row(0, Math.log(3))).data,
        1e-15);
    assertArrayEquals(
        new double[] {0.25, 0.75},
        Posterior.SIGMOID.probabilities(row(-Math.log(3), Math.log(3))).data,
        1e-15);
  }

  @Test
  void labelsAreZerosAndOnes() {
    assertArrayEquals(new double[] {0, 1, 0}, Posterior.SOFTMAX.labels(row(1, 3, 3)).data);
    assertArrayEquals(new double[] {1, 0, 0}, Posterior.SIGMOID.labels(row(0.1, 0, -2)).data);
  }

  @Property(tries = 100)
  void logitsOfSoftmaxAreTheLogitsMinusTheirMean(
      @ForAll @IntRange(min = 2, max = 7) int width, @ForAll long seed) {
    double[] logits = new SplittableRandom(seed).doubles(width, -300, 300).toArray();
    DMatrixRMaj back =
        Posterior.SOFTMAX.logits(Posterior.SOFTMAX.probabilities(row(logits)), Double.MIN_NORMAL);
    double mean = 0;
    for (double z : logits) {
      mean += z / logits.length;
    }
    for (int i = 0; i < logits.length; i++) {
      assertEquals(logits[i] - mean, back.data[i], 1e-10);
    }
  }

  @Property(tries = 100)
  void logitsOfSigmoidAreTheLogits(@ForAll @DoubleRange(min = -600, max = 15) double logit) {
    DMatrixRMaj p = Posterior.SIGMOID.probabilities(row(logit));
    double lost = Math.ulp(1.0) / Math.min(p.data[0], 1 - p.data[0] + 1e-300);
    double tolerance = logit > 0 ? 10 * lost : 1e-10 * Math.max(1, -logit);
    assertEquals(logit, Posterior.SIGMOID.logits(p, Double.MIN_NORMAL).data[0], tolerance);
  }

  @Property(tries = 50)
  void probabilitiesOfZeroAndOneHaveFiniteLogits(@ForAll @IntRange(min = 1, max = 15) int decimals)
      throws Exception {
    for (Posterior posterior : Posterior.values()) {
      InferenceApi certain = query -> row(0, 1);
      for (OptionalInt shown : List.of(OptionalInt.of(decimals), OptionalInt.empty())) {
        AnswerKind kind = new AnswerKind(AnswerKind.Form.PROBABILITIES, posterior, shown);
        for (double z : kind.asLogits(certain).predict(ONE_NODE.query()).data) {
          assertTrue(Double.isFinite(z));
        }
      }
    }
  }

  @Test
  void roundingKeepsTheRequestedNumberOfDecimals() throws Exception {
    InferenceApi shown =
        ShownOutputs.rounded(
            ShownOutputs.probabilities(query -> row(0, Math.log(2)), Posterior.SOFTMAX), 4);
    assertArrayEquals(new double[] {0.3333, 0.6667}, shown.predict(ONE_NODE.query()).data);
  }

  @Test
  void settingsOutOfRangeAreRejected() {
    InferenceApi api = query -> row(0, 1);
    assertRefused(() -> ShownOutputs.rounded(api, -1));
    assertRefused(() -> ShownOutputs.rounded(api, 16));
    assertRefused(() -> Posterior.SOFTMAX.logits(row(0, 1), 0));
  }
}
