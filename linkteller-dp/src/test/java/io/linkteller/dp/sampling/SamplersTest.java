package io.linkteller.dp.sampling;

import static io.linkteller.testing.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.dp.Statistics;
import io.linkteller.dp.audit.ExhaustiveChance;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Scale;
import org.apache.commons.math3.distribution.BinomialDistribution;
import org.apache.commons.math3.util.CombinatoricsUtils;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Building blocks of samplers, compared with exact laws if these can be enumerated and by
 * chi-square tests otherwise.
 */
class SamplersTest {

  /** At 50,000 gaps, a rate that is off by 6 % raises an alarm. */
  private static final int RUNS = 50_000;

  private static List<Long> all(RankCursor cursor) {
    List<Long> ranks = new ArrayList<>();
    for (long rank = cursor.next(); rank != RankCursor.END; rank = cursor.next()) {
      ranks.add(rank);
    }
    assertEquals(RankCursor.END, cursor.next());
    return ranks;
  }

  @Property(tries = 100)
  void successesAreIndependentTrials(
      @ForAll @DoubleRange(max = 1) @Scale(6) double q, @ForAll @IntRange(max = 8) int count) {
    ExhaustiveChance.Law<List<Long>> law =
        ExhaustiveChance.law(chance -> all(Trials.successes(Probability.of(q), count, chance)), 0);
    double total = 0;
    for (Map.Entry<List<Long>, Double> entry : law.probabilities().entrySet()) {
      int hits = entry.getKey().size();
      double expected = Math.pow(q, hits) * Math.pow(1 - q, count - hits);
      assertEquals(expected, entry.getValue(), 1e-11 * expected, entry::toString);
      total += entry.getValue();
    }
    assertEquals(1, total, 1e-11);
  }

  @Property(tries = 50)
  void countsOfSuccessesAreBinomial(
      @ForAll @DoubleRange(max = 1) @Scale(6) double q, @ForAll @IntRange(max = 8) int count) {
    ExhaustiveChance.Law<Long> law =
        ExhaustiveChance.law(chance -> Trials.countSuccesses(Probability.of(q), count, chance), 0);
    for (int hits = 0; hits <= count; hits++) {
      double expected =
          CombinatoricsUtils.binomialCoefficientDouble(count, hits)
              * Math.pow(q, hits)
              * Math.pow(1 - q, count - hits);
      assertEquals(expected, law.of((long) hits), 1e-11);
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.7, 0.3, 0.05, 0.0123, 1e-3})
  void gapsBetweenSuccessesAreGeometric(double q) {
    Chance chance = Chance.forExperiments(1);
    Map<Long, Integer> gaps = new HashMap<>();
    Trials trials = new Trials(Probability.of(q), Long.MAX_VALUE >> 2, chance);
    long width = (long) Math.ceil(0.05 / q);
    long previous = -1;
    for (int i = 0; i < RUNS; i++) {
      long at = trials.next();
      gaps.merge((at - previous - 1) / width, 1, Integer::sum);
      previous = at;
    }
    Map<Long, Double> law = new HashMap<>();
    for (long bin = 0; bin < 2000; bin++) {
      law.put(bin, Math.pow(1 - q, (double) bin * width) * (1 - Math.pow(1 - q, (double) width)));
    }
    Statistics.assertFollows("gaps at q = " + q, gaps, law);
  }

  @ParameterizedTest
  @CsvSource({"1000,0.5", "1000,0.004", "40,0.93", "100000,1e-5", "1000000,3e-6"})
  void largeCountsOfSuccessesAreBinomial(int count, double q) {
    Chance chance = Chance.forExperiments(2);
    BinomialDistribution binomial = new BinomialDistribution(count, q);
    Map<Long, Integer> counts = new HashMap<>();
    for (int i = 0; i < RUNS / 5; i++) {
      counts.merge(Trials.countSuccesses(Probability.of(q), count, chance), 1, Integer::sum);
    }
    Map<Long, Double> law = new HashMap<>();
    for (int hits = 0; hits <= Math.min(count, 2000); hits++) {
      law.put((long) hits, binomial.probability(hits));
    }
    Statistics.assertFollows("binomial " + count + ", " + q, counts, law);
  }

  @Property(tries = 60)
  void denseSubsetsAreUniform(
      @ForAll @IntRange(max = 7) int population, @ForAll @IntRange(max = 7) int wanted) {
    int size = Math.min(population, wanted);
    ExhaustiveChance.Law<List<Long>> law =
        ExhaustiveChance.law(chance -> all(UniformSubset.of(population, size, chance)), 0);
    double subsets = CombinatoricsUtils.binomialCoefficientDouble(population, size);
    assertEquals(subsets, law.probabilities().size());
    for (double p : law.probabilities().values()) {
      assertEquals(1 / subsets, p, 1e-12);
    }
  }

  @Example
  void sparseSubsetsAreUniform() {
    ExhaustiveChance.Law<List<Long>> law =
        ExhaustiveChance.law(chance -> all(UniformSubset.of(25, 3, chance)), 1e-7);
    assertEquals(2300, law.probabilities().size());
    assertTrue(law.missing() < 1e-2, () -> "missing " + law.missing());
    double first = law.probabilities().values().iterator().next();
    for (Map.Entry<List<Long>, Double> entry : law.probabilities().entrySet()) {
      assertEquals(3, entry.getKey().stream().distinct().count());
      assertEquals(first, entry.getValue(), 1e-12);
    }
  }

  @Example
  void largeSparseSubsetsAreDistinctAscendingAndEvenlySpread() {
    Chance chance = Chance.forExperiments(3);
    long population = 400_000_000_000L;
    int size = 100_000;
    List<Long> ranks = all(UniformSubset.of(population, size, chance));
    assertEquals(size, ranks.size());
    Map<Long, Integer> counts = new HashMap<>();
    for (int i = 0; i < size; i++) {
      assertTrue(i == 0 || ranks.get(i) > ranks.get(i - 1));
      counts.merge(ranks.get(i) / (population / 1000), 1, Integer::sum);
    }
    Map<Long, Double> law = new HashMap<>();
    for (long bin = 0; bin < 1000; bin++) {
      law.put(bin, 1e-3);
    }
    Statistics.assertFollows("bins of a subset", counts, law);
    assertRefused(() -> UniformSubset.of(3, 4, chance));
    assertRefused(() -> UniformSubset.of(3, -1, chance));
  }

  @Property(tries = 60)
  void countsOfAKindAreHypergeometric(
      @ForAll @IntRange(max = 5) int kind,
      @ForAll @IntRange(max = 5) int others,
      @ForAll @IntRange(max = 10) int wanted) {
    int size = Math.min(wanted, kind + others);
    ExhaustiveChance.Law<Long> law =
        ExhaustiveChance.law(chance -> UniformSubset.countOfKind(kind, others, size, chance), 0);
    for (int hits = 0; hits <= kind; hits++) {
      double expected =
          size - hits < 0 || size - hits > others
              ? 0
              : CombinatoricsUtils.binomialCoefficientDouble(kind, hits)
                  * CombinatoricsUtils.binomialCoefficientDouble(others, size - hits)
                  / CombinatoricsUtils.binomialCoefficientDouble(kind + others, size);
      assertEquals(expected, law.of((long) hits), 1e-12);
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {1, 0.5})
  void discreteLaplaceHasItsLawExactly(double epsilon) {
    ExhaustiveChance.Law<BigInteger> law =
        ExhaustiveChance.law(DiscreteLaplace.of(epsilon)::sample, 1e-7);
    assertTrue(law.missing() < 0.06, () -> "missing " + law.missing());
    double scale = -Math.expm1(-epsilon) / (1 + Math.exp(-epsilon));
    for (int y = -4; y <= 4; y++) {
      double expected = scale * Math.exp(-epsilon * Math.abs(y));
      double found = law.of(BigInteger.valueOf(y));
      assertTrue(
          found <= expected + 1e-12 && expected <= found + law.missing(),
          () -> found + " is not " + expected + " less at most " + law.missing());
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.01, 0.1, 0.7, 5, 1e-3})
  void discreteLaplaceHasItsLawForAnyDouble(double epsilon) {
    Chance chance = Chance.forExperiments(4);
    DiscreteLaplace noise = DiscreteLaplace.of(epsilon);
    long width = (long) Math.ceil(0.05 / epsilon);
    Map<Long, Integer> counts = new HashMap<>();
    for (int i = 0; i < RUNS / 2; i++) {
      counts.merge(Math.floorDiv(noise.sample(chance).longValueExact(), width), 1, Integer::sum);
    }
    Map<Long, Double> law = new HashMap<>();
    double scale = -Math.expm1(-epsilon) / (1 + Math.exp(-epsilon));
    for (long bin = -500; bin < 500; bin++) {
      double p = 0;
      for (long y = bin * width; y < (bin + 1) * width; y++) {
        p += scale * Math.exp(-epsilon * Math.abs(y));
      }
      law.put(bin, p);
    }
    Statistics.assertFollows("discrete Laplace at " + epsilon, counts, law);
  }
}
