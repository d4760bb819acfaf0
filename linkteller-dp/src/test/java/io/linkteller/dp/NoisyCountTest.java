package io.linkteller.dp;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.dp.SmallGraphs.Kind;
import io.linkteller.dp.audit.ExhaustiveChance;
import io.linkteller.graph.Graph;
import java.util.List;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The first share of the budget yields the intended noise, alone and in whole mechanisms. Nothing
 * is sampled: laws are exact except for the paths that are given up.
 */
class NoisyCountTest {

  private static final int CELLS = 6;

  @Test
  void theNoisyCountHasItsLawExactly() {
    BudgetSplit split = new BudgetSplit(1, 1);
    for (int edges : new int[] {0, 3, CELLS}) {
      Graph graph = SmallGraphs.graph(4, (1 << edges) - 1);
      ExhaustiveChance.Law<Long> law =
          ExhaustiveChance.law(chance -> split.noisyCount(graph, chance), 1e-7);
      assertTrue(law.missing() < 0.06, () -> "missing " + law.missing());
      double[] expected = LapGraphTheoremsTest.countLaw(1, edges, CELLS);
      for (int t = 0; t <= CELLS; t++) {
        SmallGraphs.assertEncloses(law, (long) t, expected[t]);
      }
    }
  }

  private static final Kind KIND = new Kind(2, false, 0);

  /** Mechanisms of ε = 4, of which a quarter goes to the count, and their laws by definition. */
  static List<Arguments> mechanisms() {
    LapGraph lapGraph = LapGraph.withEpsilon(4).withCountShare(0.25);
    TopMFilter filter = TopMFilter.withEpsilon(4).withCountShare(0.25);
    return List.of(
        Arguments.of(lapGraph, LapGraphTheoremsTest.laws(KIND, lapGraph)),
        Arguments.of(filter, laws(filter::response)));
  }

  /** Given the count, each cell is kept or filled independently. */
  private static double[][] laws(BiFunction<Long, Long, CellwiseResponse> response) {
    int cells = KIND.cells();
    double[][] laws = new double[1 << cells][1 << cells];
    for (int graph = 0; graph < laws.length; graph++) {
      double[] counts = LapGraphTheoremsTest.countLaw(1, Integer.bitCount(graph), cells);
      for (int output = 0; output < laws.length; output++) {
        for (int t = 0; t <= cells; t++) {
          CellwiseResponse given = response.apply((long) t, (long) cells);
          double p = counts[t];
          for (int cell = 0; cell < cells; cell++) {
            double edge = ((graph >> cell & 1) == 1 ? given.keep() : given.fill()).value();
            p *= (output >> cell & 1) == 1 ? edge : 1 - edge;
          }
          laws[graph][output] += p;
        }
      }
    }
    return laws;
  }

  /** With ε₂ in place of ε₁, the count would be true with probability 0.95 instead of 0.73. */
  @ParameterizedTest
  @MethodSource("mechanisms")
  void theWholeMechanismHasTheLawOfItsTwoShares(NoisyCountMechanism mechanism, double[][] laws) {
    for (int mask = 0; mask < laws.length; mask++) {
      Graph graph = KIND.graph(mask);
      ExhaustiveChance.Law<Long> law =
          ExhaustiveChance.law(chance -> KIND.mask(mechanism.perturb(graph, chance)), 1e-5);
      assertTrue(law.missing() < 0.1, () -> "missing " + law.missing());
      for (int output = 0; output < laws.length; output++) {
        SmallGraphs.assertEncloses(law, (long) output, laws[mask][output]);
      }
    }
  }
}
