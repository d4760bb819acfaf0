package io.linkteller.eval.metric;

import static io.linkteller.testing.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.JsonNode;
import io.linkteller.models.audit.RocAucCounter;
import io.linkteller.testing.fixture.Goldens;
import org.junit.jupiter.api.Test;

class RankingMetricsTest {

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
  void negativeZeroTiesWithZeroAndInfinitiesStandAtTheEnds() {
    assertEquals(0.5, RankingMetrics.rocAuc(new boolean[] {true, false}, new double[] {-0.0, 0.0}));
    assertEquals(0.5, RankingMetrics.rocAuc(new boolean[] {true, false}, new double[] {0.0, -0.0}));
    assertEquals(
        1,
        RankingMetrics.rocAuc(
            new boolean[] {true, false, false},
            new double[] {Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 1e300}));
  }

  @Test
  void anEdgeOfScoreZeroTiesWithAllPairsThatAreNotStored() {
    // Positives 3 and 0, negatives 2 and 0 (998 times): 999 wins, 998/2 + 0 for the second.
    double auc = RankingMetrics.sparseRocAuc(new double[] {2, 3}, 999, new double[] {3}, 1);
    assertEquals((999 + 998 / 2.0) / (2 * 999), auc);
  }

  @Test
  void countsStayExactWherePairsOfPairsOverflow64Bits() {
    long zeros = 2_000_000_000_000_000_000L;
    double auc =
        RankingMetrics.sparseRocAuc(new double[] {1, 2}, zeros, new double[] {1, 2}, zeros / 2);
    // Half of the zeros are positive and tie with all negatives; two positives more change nothing
    // that a double could show.
    assertEquals(0.5, auc);
    long many = 100_000_000_000L;
    double wins = RankingMetrics.sparseRocAuc(new double[] {-1}, many, new double[0], many / 2);
    assertEquals(0.5 + 0.5 / (many / 2 + 1), wins, 1e-15);
  }

  @Test
  void portionsGiveWhatTheWholeGives() {
    double[] all = {5, 1, 4, 4, -2, 0, 3};
    double[] positives = {4, 3};
    double whole = RankingMetrics.sparseRocAuc(all, 10, positives, 2);
    double portions =
        RocAucCounter.ofPositives(positives, 2)
            .addZeros(4)
            .add(all, 4, 7)
            .add(all, 0, 4)
            .addZeros(6)
            .value();
    assertEquals(whole, portions);
  }

  @Test
  void nanIsRefusedWithItsIndex() {
    assertRefused(
        "score 2 is NaN",
        () ->
            RankingMetrics.rocAuc(
                new boolean[] {true, false, false}, new double[] {1, 0, Double.NaN}));
    assertRefused(
        "score 1 is NaN",
        () -> RankingMetrics.sparseRocAuc(new double[] {1, Double.NaN}, 3, new double[] {1}, 0));
    assertRefused(
        () -> RankingMetrics.sparseRocAuc(new double[] {1}, 3, new double[] {Double.NaN}, 0));
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
  void inconsistentArgumentsAreRefused() {
    assertRefused(() -> RankingMetrics.rocAuc(new boolean[2], new double[] {1}));
    assertRefused(() -> RankingMetrics.sparseRocAuc(new double[] {1}, -1, new double[] {1}, 0));
    assertRefused(() -> RankingMetrics.sparseRocAuc(new double[] {1}, 1, new double[] {1}, -1));
    assertRefused(
        "1 positives score 3.0",
        () -> RankingMetrics.sparseRocAuc(new double[] {1, 2}, 5, new double[] {3}, 0));
    assertRefused(() -> RankingMetrics.sparseRocAuc(new double[] {1}, 3, new double[] {1}, 4));
    assertThrows(
        IndexOutOfBoundsException.class,
        () -> RocAucCounter.ofPositives(new double[] {1}, 0).add(new double[3], 1, 4));
  }
}
