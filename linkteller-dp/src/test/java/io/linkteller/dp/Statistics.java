package io.linkteller.dp;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.apache.commons.math3.distribution.ChiSquaredDistribution;

/**
 * Tests of whether samples follow a law. Each call raises a false alarm with probability {@link
 * #ALPHA} at most, and fewer than 250 calls are made by all tests of this module together: the
 * total stays below 1e-6. Seeds are fixed, so an alarm is the same in every run.
 */
public final class Statistics {

  public static final double ALPHA = 4e-9;

  /** Rarer outcomes are pooled so that the chi-square approximation is valid. */
  private static final double MIN_EXPECTED = 25;

  private Statistics() {}

  /** P(Y = y) proportional to e^(-y²/(2 σ²)), up to twelve standard deviations. */
  public static Map<Long, Double> discreteGaussian(long variance) {
    Map<Long, Double> law = new HashMap<>();
    long reach = (long) (12 * Math.sqrt((double) variance)) + 4;
    double total = 0;
    for (long y = -reach; y <= reach; y++) {
      total += Math.exp(-(double) y * y / (2.0 * variance));
    }
    for (long y = -reach; y <= reach; y++) {
      law.put(y, Math.exp(-(double) y * y / (2.0 * variance)) / total);
    }
    return law;
  }

  /** Pearson's test of counts against probabilities, whose sum may be less than 1. */
  public static <T> void assertFollows(String what, Map<T, Integer> counts, Map<T, Double> law) {
    double runs = counts.values().stream().mapToInt(Integer::intValue).sum();
    double statistic = 0;
    int classes = 0;
    double restExpected = runs;
    double restCount = runs;
    for (Map.Entry<T, Double> entry : law.entrySet()) {
      double expected = runs * entry.getValue();
      if (expected >= MIN_EXPECTED) {
        int count = counts.getOrDefault(entry.getKey(), 0);
        statistic += (count - expected) * (count - expected) / expected;
        classes++;
        restExpected -= expected;
        restCount -= count;
      }
    }
    if (restExpected >= MIN_EXPECTED) {
      statistic += (restCount - restExpected) * (restCount - restExpected) / restExpected;
      classes++;
    } else {
      // A remainder with a mean below 25 exceeds 75 with probability below 1e-14.
      assertTrue(
          restCount <= 3 * MIN_EXPECTED, what + ": " + restCount + " nearly impossible outcomes");
    }
    assertNotAbove(what, statistic, classes - 1);
  }

  private static void assertNotAbove(String what, double statistic, int freedom) {
    if (freedom < 1) {
      // All samples are in one class, so there is nothing to compare.
      return;
    }
    double p = 1 - new ChiSquaredDistribution(freedom).cumulativeProbability(statistic);
    assertTrue(
        p > ALPHA,
        what + ": chi-square " + statistic + " at " + freedom + " degrees of freedom, p = " + p);
  }

  /**
   * The Kolmogorov-Smirnov test of two samples for the same law. The asymptotic bound P(D &gt; d)
   * &lt;= 2 exp(-2 d² ab/(a + b)) is conservative for laws with atoms.
   */
  public static void assertSameDistribution(String what, int[] a, int[] b) {
    TreeMap<Integer, int[]> counts = new TreeMap<>();
    for (int value : a) {
      counts.computeIfAbsent(value, key -> new int[2])[0]++;
    }
    for (int value : b) {
      counts.computeIfAbsent(value, key -> new int[2])[1]++;
    }
    double distance = 0;
    double belowA = 0;
    double belowB = 0;
    for (int[] count : counts.values()) {
      belowA += (double) count[0] / a.length;
      belowB += (double) count[1] / b.length;
      distance = Math.max(distance, Math.abs(belowA - belowB));
    }
    double size = (double) a.length * b.length / (a.length + b.length);
    double p = 2 * Math.exp(-2 * distance * distance * size);
    assertTrue(p > ALPHA, what + ": distance " + distance + ", p = " + p);
  }
}
