package io.linkteller.dp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.dp.audit.ExhaustiveChance;
import io.linkteller.dp.sampling.Chance;
import io.linkteller.graph.Graph;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntToDoubleFunction;
import org.apache.commons.math3.distribution.BinomialDistribution;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The first part of the budget buys the noise it should: exactly, and as it shows in the numbers of
 * edges that the mechanisms return. See {@link Statistics} for the probability of a false alarm.
 */
@Tag("thorough")
class NoisyCountTest {

  private static final int NODES = 4;
  private static final int CELLS = 6;
  private static final int RUNS = 200_000;

  /** Half of the cells. */
  private static final Graph GRAPH = SmallGraphs.graph(NODES, 0b010101);

  private static final int EDGES = 3;

  @ParameterizedTest
  @ValueSource(doubles = {1, 0.5})
  void theNoisyCountHasItsLawExactly(double epsilon) {
    BudgetSplit split = new BudgetSplit(epsilon, 1);
    for (int edges : new int[] {0, EDGES, CELLS}) {
      Graph graph = SmallGraphs.graph(NODES, (1 << edges) - 1);
      ExhaustiveChance.Law<Long> law =
          ExhaustiveChance.law(chance -> split.noisyCount(graph, chance), 1e-7);
      assertTrue(law.missing() < 0.06, () -> "missing " + law.missing());
      double[] expected = LapGraphTheoremsTest.countLaw(epsilon, edges, CELLS);
      for (int t = 0; t <= CELLS; t++) {
        double found = law.of((long) t);
        double wanted = expected[t];
        assertTrue(
            found <= wanted + 1e-12 && wanted <= found + law.missing() + 1e-12,
            () -> found + " is not " + wanted + " less at most " + law.missing());
      }
    }
  }

  @Test
  void theLawsOfThisTestSumToOne() {
    for (double epsilon : new double[] {0.1, 0.5, 1}) {
      double total = 0;
      for (double p : LapGraphTheoremsTest.countLaw(epsilon, EDGES, CELLS)) {
        total += p;
      }
      assertEquals(1, total, 1e-12);
    }
  }

  @ParameterizedTest
  @CsvSource({"2, 0.25", "0.2, 0.5"})
  void theEdgesOfLapGraphAreTheNoisyCount(double epsilon, double share) {
    LapGraph mechanism = LapGraph.withEpsilon(epsilon).withCountShare(share);
    Map<Integer, Double> law = new HashMap<>();
    double[] counts = LapGraphTheoremsTest.countLaw(epsilon * share, EDGES, CELLS);
    for (int t = 0; t <= CELLS; t++) {
      law.put(t, counts[t]);
    }
    assertEdgesFollow("LapGraph", mechanism::perturb, law);
  }

  @ParameterizedTest
  @CsvSource({"2, 0.25", "0.2, 0.5"})
  void theEdgesOfArrFollowTheNoisyCount(double epsilon, double share) {
    AsymmetricRandomizedResponse mechanism =
        AsymmetricRandomizedResponse.withEpsilon(epsilon).withCountShare(share);
    assertEdgesFollow(
        "ARR",
        mechanism::perturb,
        edgeLaw(
            epsilon * share,
            t -> mechanism.response(t, CELLS).keep().value(),
            t -> mechanism.response(t, CELLS).fill().value()));
  }

  @ParameterizedTest
  @CsvSource({"2, 0.25", "0.2, 0.5"})
  void theEdgesOfTheFilterFollowTheNoisyCount(double epsilon, double share) {
    TopMFilter mechanism = TopMFilter.withEpsilon(epsilon).withCountShare(share);
    assertEdgesFollow(
        "TopMFilter",
        mechanism::perturb,
        edgeLaw(
            epsilon * share,
            t -> mechanism.response(t, CELLS).keep().value(),
            t -> mechanism.response(t, CELLS).fill().value()));
  }

  /** The law of the number of edges: two binomials for each noisy count. */
  private static Map<Integer, Double> edgeLaw(
      double countEpsilon, IntToDoubleFunction keep, IntToDoubleFunction fill) {
    double[] counts = LapGraphTheoremsTest.countLaw(countEpsilon, EDGES, CELLS);
    Map<Integer, Double> law = new HashMap<>();
    for (int t = 0; t <= CELLS; t++) {
      BinomialDistribution kept = new BinomialDistribution(null, EDGES, keep.applyAsDouble(t));
      BinomialDistribution filled =
          new BinomialDistribution(null, CELLS - EDGES, fill.applyAsDouble(t));
      for (int a = 0; a <= EDGES; a++) {
        for (int b = 0; b <= CELLS - EDGES; b++) {
          law.merge(a + b, counts[t] * kept.probability(a) * filled.probability(b), Double::sum);
        }
      }
    }
    return law;
  }

  private static void assertEdgesFollow(
      String what, SmallGraphs.Perturbation perturbation, Map<Integer, Double> law) {
    Chance chance = Chance.forExperiments(11);
    Map<Integer, Integer> counts = new HashMap<>();
    for (int i = 0; i < RUNS; i++) {
      counts.merge(perturbation.perturb(GRAPH, chance).edgeCount(), 1, Integer::sum);
    }
    Statistics.assertFollows("edges of " + what, counts, law);
  }
}
