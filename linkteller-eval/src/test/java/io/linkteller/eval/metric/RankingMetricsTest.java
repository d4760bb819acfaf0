package io.linkteller.eval.metric;

import static io.linkteller.testing.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import io.linkteller.testing.fixture.Goldens;
import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class RankingMetricsTest {

  @Property
  void theAreaIsTheShareOfCorrectlyOrderedPairs(
      @ForAll @IntRange(min = 1, max = 30) int positives,
      @ForAll @IntRange(min = 1, max = 30) int negatives,
      @ForAll long seed) {
    Random random = new Random(seed);
    boolean[] positive = new boolean[positives + negatives];
    Arrays.fill(positive, 0, positives, true);
    double[] scores = random.doubles(positive.length, -3, 4).map(Math::rint).toArray();
    double inOrder = 0;
    for (int i = 0; i < positives; i++) {
      for (int j = positives; j < scores.length; j++) {
        inOrder += (1 + Math.signum(scores[i] - scores[j])) / 2;
      }
    }
    assertEquals(inOrder / (positives * negatives), RankingMetrics.rocAuc(positive, scores));
  }

  @Test
  void agreesWithScikitLearn() {
    JsonNode cases = Goldens.read("metric-goldens.json").get("ranking");
    assertEquals(6, cases.size());
    for (JsonNode golden : cases) {
      boolean[] positive = Goldens.bits(golden.get("y"));
      double[] scores = Goldens.doubles(golden.get("score"));
      assertEquals(golden.get("auc").doubleValue(), RankingMetrics.rocAuc(positive, scores), 1e-12);
    }
  }

  @Test
  void negativeZeroTiesWithZeroAndInfinitiesRankAtTheEnds() {
    assertEquals(0.5, RankingMetrics.rocAuc(new boolean[] {true, false}, new double[] {-0.0, 0.0}));
    assertEquals(0.5, RankingMetrics.rocAuc(new boolean[] {true, false}, new double[] {0.0, -0.0}));
    assertEquals(
        1,
        RankingMetrics.rocAuc(
            new boolean[] {true, false, false},
            new double[] {Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 1e300}));
  }

  @Test
  void nanIsRefusedWithItsIndex() {
    assertRefused(
        "score 2 is NaN",
        () ->
            RankingMetrics.rocAuc(
                new boolean[] {true, false, false}, new double[] {1, 0, Double.NaN}));
  }

  @Test
  void aMissingClassIsRefused() {
    assertRefused(
        "no positive", () -> RankingMetrics.rocAuc(new boolean[] {false}, new double[] {1}));
    assertRefused(
        "no negative",
        () -> RankingMetrics.rocAuc(new boolean[] {true, true}, new double[] {1, 2}));
  }

  @Test
  void truthsWithoutAScoreAreRefused() {
    assertRefused(() -> RankingMetrics.rocAuc(new boolean[2], new double[] {1}));
  }
}
