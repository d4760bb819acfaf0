package io.linkteller.eval.metric;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class RankingMetricsPropertiesTest {

  @Property
  void theAreaIsTheShareOfOrderedPairs(
      @ForAll @IntRange(min = 2, max = 60) int n,
      @ForAll @IntRange(min = 1, max = 12) int distinctScores,
      @ForAll long seed) {
    Random random = new Random(seed);
    boolean[] positive = labels(n, random);
    double[] scores = scores(n, distinctScores, random);

    double wins = 0;
    long pairs = 0;
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        if (positive[i] && !positive[j]) {
          pairs++;
          wins += scores[i] > scores[j] ? 1 : scores[i] == scores[j] ? 0.5 : 0;
        }
      }
    }
    assertEquals(wins / pairs, RankingMetrics.rocAuc(positive, scores));
  }

  @Property
  void zerosNeedNotBeStored(
      @ForAll @IntRange(min = 2, max = 60) int n,
      @ForAll @IntRange(min = 1, max = 12) int distinctScores,
      @ForAll long seed) {
    Random random = new Random(seed);
    boolean[] positive = labels(n, random);
    double[] scores = scores(n, distinctScores, random);

    double[] stored = new double[n];
    double[] storedPositives = new double[n];
    int s = 0;
    int p = 0;
    int zeros = 0;
    int positiveZeros = 0;
    for (int i = 0; i < n; i++) {
      // Some zeros are stored all the same, as a caller may.
      if (scores[i] == 0 && random.nextInt(4) > 0) {
        zeros++;
        positiveZeros += positive[i] ? 1 : 0;
      } else {
        stored[s++] = scores[i];
        if (positive[i]) {
          storedPositives[p++] = scores[i];
        }
      }
    }
    assertEquals(
        RankingMetrics.rocAuc(positive, scores),
        RankingMetrics.sparseRocAuc(
            Arrays.copyOf(stored, s), zeros, Arrays.copyOf(storedPositives, p), positiveZeros));
  }

  private static boolean[] labels(int n, Random random) {
    boolean[] positive = new boolean[n];
    for (int i = 0; i < n; i++) {
      positive[i] = random.nextInt(3) == 0;
    }
    int certain = random.nextInt(n);
    positive[certain] = true;
    positive[(certain + 1) % n] = false;
    return positive;
  }

  private static double[] scores(int n, int distinct, Random random) {
    double[] scores = new double[n];
    for (int i = 0; i < n; i++) {
      scores[i] = (random.nextInt(distinct) - distinct / 3) * 0.37;
    }
    return scores;
  }
}
