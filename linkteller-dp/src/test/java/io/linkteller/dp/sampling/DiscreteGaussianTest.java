package io.linkteller.dp.sampling;

import static io.linkteller.testing.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.linkteller.dp.Statistics;
import java.util.HashMap;
import java.util.Map;
import net.jqwik.api.Example;
import org.apache.commons.math3.distribution.NormalDistribution;

class DiscreteGaussianTest {

  /**
   * Makes three calls of {@link Statistics}, each with a false-alarm probability of at most 4e-9.
   */
  @Example
  void samplesFollowTheDiscreteGaussian() {
    for (long variance : new long[] {1, 7, 1000}) {
      Chance chance = Chance.forExperiments(variance);
      DiscreteGaussian noise = DiscreteGaussian.ofVariance(variance);
      Map<Long, Integer> counts = new HashMap<>();
      for (int run = 0; run < 200_000; run++) {
        counts.merge(noise.sample(chance), 1, Integer::sum);
      }
      Statistics.assertFollows(
          "variance " + variance, counts, Statistics.discreteGaussian(variance));
    }
  }

  /**
   * In 64 bits and beyond. At these variances, the law differs from that of rounded normal
   * variables by far less than 50,000 samples can show.
   */
  @Example
  void samplesOfLargeVarianceFollowTheNormalDistribution() {
    for (long variance : new long[] {5120L * 5120, 1L << 30, 1L << 42}) {
      Chance chance = Chance.forExperiments(3);
      DiscreteGaussian noise = DiscreteGaussian.ofVariance(variance);
      NormalDistribution normal = new NormalDistribution(0, Math.sqrt((double) variance));
      int bins = 50;
      Map<Integer, Integer> counts = new HashMap<>();
      Map<Integer, Double> law = new HashMap<>();
      for (int bin = 0; bin < bins; bin++) {
        law.put(bin, 1.0 / bins);
      }
      for (int run = 0; run < 50_000; run++) {
        double quantile = normal.cumulativeProbability((double) noise.sample(chance));
        counts.merge(Math.min(bins - 1, (int) (quantile * bins)), 1, Integer::sum);
      }
      Statistics.assertFollows("variance " + variance, counts, law);
    }
  }

  @Example
  void variancesOutsideTheRangeAreRefused() {
    for (long variance : new long[] {0, -1, Long.MIN_VALUE, (1L << 60) + 1}) {
      assertRefused("variance = " + variance, () -> DiscreteGaussian.ofVariance(variance));
    }
  }

  @Example
  void theLargestVarianceIsSampledWithoutOverflow() {
    DiscreteGaussian noise = DiscreteGaussian.ofVariance(1L << 60);
    Chance chance = Chance.forExperiments(6);
    int runs = 2_000;
    double squares = 0;
    for (int run = 0; run < runs; run++) {
      double y = noise.sample(chance) * 0x1p-30;
      squares += y * y;
    }
    // A chi-square variable of 2,000 degrees of freedom is further than 0.2 times its mean from it,
    // 6.3 standard deviations, with probability below 1e-8.
    assertEquals(1, squares / runs, 0.2);
  }
}
