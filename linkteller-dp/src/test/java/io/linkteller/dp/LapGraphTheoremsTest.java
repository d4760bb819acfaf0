package io.linkteller.dp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.linkteller.dp.SmallGraphs.Kind;
import io.linkteller.dp.audit.ExhaustiveChance;
import io.linkteller.dp.sampling.RankCursor;
import io.linkteller.graph.Graph;
import io.linkteller.testing.Thorough;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Scale;
import org.apache.commons.math3.util.CombinatoricsUtils;

/**
 * Theorem 5. The law of the number of absent winners is computed by enumerating all outcomes of the
 * sampler's steps; nothing is sampled.
 */
class LapGraphTheoremsTest {

  /** Each step halves the bands, so states that are open after these agree to one part in 2^50. */
  private static final int STEPS = 60;

  /** P(number of absent cells among the T largest = index). */
  static double[] absentWinners(double epsilon, int present, int absent, int wanted) {
    double[] law = new double[absent + 1];
    Map<TopCells, Double> states = new HashMap<>();
    states.put(TopCells.start(epsilon, present, absent, wanted), 1.0);
    for (int step = 0; !states.isEmpty(); step++) {
      Map<TopCells, Double> next = new HashMap<>();
      for (Map.Entry<TopCells, Double> entry : states.entrySet()) {
        TopCells state = entry.getKey();
        if (state.isDecided()) {
          law[(int) state.absentWinners()] += entry.getValue();
          continue;
        }
        TopCells followed = step < STEPS ? state : alike(state);
        ExhaustiveChance.law(followed::next, 0)
            .probabilities()
            .forEach((after, p) -> next.merge(after, p * entry.getValue(), Double::sum));
      }
      states = next;
    }
    return law;
  }

  /** P(the T largest are exactly the output's cells), where T is the output's size. */
  private static double topLaw(double[] absentWinners, int graph, int output, int cells) {
    int present = Integer.bitCount(graph);
    int absentKept = Integer.bitCount(output & ~graph);
    int presentKept = Integer.bitCount(output & graph);
    return absentWinners[absentKept]
        / CombinatoricsUtils.binomialCoefficientDouble(present, presentKept)
        / CombinatoricsUtils.binomialCoefficientDouble(cells - present, absentKept);
  }

  @Example
  void theTopStepMatchesTheGoldenLaw() throws IOException {
    JsonNode cases;
    try (InputStream file = getClass().getResourceAsStream("/lapgraph-law.json")) {
      assertNotNull(file);
      cases = new ObjectMapper().readTree(file).get("cases");
    }
    int checked = 0;
    for (JsonNode golden : cases) {
      int cells = golden.get("values").size();
      int graph = 0;
      for (int i = 0; i < cells; i++) {
        graph |= golden.get("values").get(i).asInt() << i;
      }
      int present = Integer.bitCount(graph);
      double[] law =
          absentWinners(
              golden.get("epsilon2").asDouble(), present, cells - present, golden.get("T").asInt());
      for (Map.Entry<String, JsonNode> output : golden.get("P").properties()) {
        int mask = 0;
        for (String cell : output.getKey().split(",", -1)) {
          mask |= 1 << Integer.parseInt(cell);
        }
        assertEquals(
            output.getValue().asDouble(), topLaw(law, graph, mask, cells), 1e-8, golden.toString());
        checked++;
      }
    }
    assertTrue(checked > 100, checked + " probabilities checked");
  }

  /** The noisy count's law, from its definition: discrete Laplace, clamped. */
  static double[] countLaw(double epsilon, int edges, int cells) {
    double[] law = new double[cells + 1];
    double decay = Math.exp(-epsilon);
    double scale = -Math.expm1(-epsilon) / (1 + decay);
    for (int t = 1; t < cells; t++) {
      law[t] = scale * Math.exp(-epsilon * Math.abs(t - edges));
    }
    // The tail from a distance d on is e^(-ε d)/(1 + e^-ε); the tail around 0 is 1 minus the other.
    law[0] = edges == 0 ? 1 / (1 + decay) : Math.exp(-epsilon * edges) / (1 + decay);
    law[cells] =
        edges == cells ? 1 / (1 + decay) : Math.exp(-epsilon * (cells - edges)) / (1 + decay);
    return law;
  }

  /** The law of the mechanism, which perturbs each relation independently. */
  static double[][] laws(Kind kind, LapGraph lapGraph) {
    int cells = kind.cellsOfOne();
    double[][] one = laws(cells, lapGraph);
    double[][] laws = new double[1 << kind.cells()][1 << kind.cells()];
    for (int graph = 0; graph < laws.length; graph++) {
      for (int output = 0; output < laws.length; output++) {
        laws[graph][output] = 1;
        for (int from = 0; from < kind.cells(); from += cells) {
          laws[graph][output] *=
              one[graph >>> from & one.length - 1][output >>> from & one.length - 1];
        }
      }
    }
    return laws;
  }

  private static double[][] laws(int cells, LapGraph lapGraph) {
    double[][][] winners = new double[cells + 1][cells + 1][];
    for (int edges = 0; edges <= cells; edges++) {
      for (int t = 0; t <= cells; t++) {
        winners[edges][t] = absentWinners(lapGraph.cellEpsilon(), edges, cells - edges, t);
      }
    }
    double[][] laws = new double[1 << cells][1 << cells];
    for (int graph = 0; graph < laws.length; graph++) {
      int edges = Integer.bitCount(graph);
      double[] counts = countLaw(lapGraph.countEpsilon(), edges, cells);
      for (int output = 0; output < laws.length; output++) {
        int t = Integer.bitCount(output);
        laws[graph][output] = counts[t] * topLaw(winners[edges][t], graph, output, cells);
      }
    }
    return laws;
  }

  @Provide
  Arbitrary<Kind> kinds() {
    return Arbitraries.of(
        SmallGraphs.kinds().stream().filter(kind -> kind.cells() <= Thorough.size(4, 6)).toList());
  }

  @Property(tries = 15)
  void everyRatioOfTheWholeMechanismIsAtMostExpEpsilon(
      @ForAll("kinds") Kind kind,
      @ForAll @DoubleRange(min = 0.01, max = 20) @Scale(6) double epsilon,
      @ForAll @DoubleRange(min = 0.005, max = 0.9) @Scale(6) double countShare) {
    LapGraph lapGraph = LapGraph.withEpsilon(epsilon).withCountShare(countShare);
    double[][] laws = laws(kind, lapGraph);
    for (double[] law : laws) {
      double total = 0;
      for (double p : law) {
        total += p;
      }
      assertEquals(1, total, 1e-9);
    }
    double worst = SmallGraphs.worstRatio(laws);
    assertTrue(worst <= Math.exp(epsilon) * (1 + 1e-9), () -> "ratio " + worst);
    assertTrue(worst > 1);
  }

  /**
   * Each subset of present and absent cells yields a different graph, so uniform ranks select
   * uniform subsets of the cells of any graph.
   */
  @Example
  void distinctRanksSelectDistinctSubsetsOfCells() {
    for (Kind kind : SmallGraphs.ofOneRelation()) {
      for (int mask = 0; mask < 1 << kind.cells(); mask++) {
        Set<Long> selected = new HashSet<>();
        int present = Integer.bitCount(mask);
        for (int ranks = 0; ranks < 1 << kind.cells(); ranks++) {
          int kept = ranks & (1 << present) - 1;
          int filled = ranks >>> present;
          long output =
              kind.mask(
                  CellSelection.keepingAndFilling(
                      kind.graph(mask), ranks(kept), ranks(filled), 3, Long.MAX_VALUE));
          assertEquals(Integer.bitCount(kept), Long.bitCount(output & mask));
          assertEquals(Integer.bitCount(filled), Long.bitCount(output & ~mask));
          assertTrue(selected.add(output), () -> kind + " twice " + output);
        }
      }
    }
  }

  private static RankCursor ranks(int mask) {
    long[] ranks =
        IntStream.range(0, 6).filter(i -> (mask >>> i & 1) == 1).asLongStream().toArray();
    return RankCursor.of(ranks, ranks.length);
  }

  /** Uses one graph for each number of edges; the test above covers the choice of cells. */
  @Example
  void perturbedGraphsFollowTheLaw() {
    LapGraph lapGraph = LapGraph.withEpsilon(2);
    Kind kind = new Kind(3, false, 0);
    int cells = kind.cells();
    for (int mask : new int[] {0b000, 0b100, 0b011, 0b111}) {
      Graph graph = kind.graph(mask);
      int edges = Integer.bitCount(mask);
      for (int t = 0; t <= cells; t++) {
        int count = t;
        ExhaustiveChance.Law<Long> law =
            ExhaustiveChance.law(
                chance -> kind.mask(lapGraph.perturb(graph, count, chance, Long.MAX_VALUE)), 1e-7);
        double[] winners = absentWinners(lapGraph.cellEpsilon(), edges, cells - edges, t);
        double seen = law.missing();
        for (int output = 0; output < 1 << cells; output++) {
          double expected =
              Integer.bitCount(output) == t ? topLaw(winners, mask, output, cells) : 0;
          SmallGraphs.assertEncloses(law, (long) output, expected);
          seen += law.of((long) output);
        }
        assertEquals(1, seen, 1e-10);
        assertTrue(law.missing() < 1e-3, () -> "missing " + law.missing());
      }
    }
  }

  /**
   * Includes the count, whose noise is unbounded: much of the law is given up, but the rest is
   * exact.
   */
  @Example
  void perturbedRelationsAreIndependentAndFollowTheLaw() {
    LapGraph lapGraph = LapGraph.withEpsilon(8).withCountShare(0.5);
    Kind kind = new Kind(2, false, 2);
    double[][] laws = laws(kind, lapGraph);
    for (int mask = 0; mask < laws.length; mask++) {
      Graph graph = kind.graph(mask);
      ExhaustiveChance.Law<Long> law =
          ExhaustiveChance.law(chance -> kind.mask(lapGraph.perturb(graph, chance)), 1e-4);
      for (int output = 0; output < laws.length; output++) {
        SmallGraphs.assertEncloses(law, (long) output, laws[mask][output]);
      }
      assertTrue(law.missing() < 0.8, () -> "missing " + law.missing());
    }
  }

  private static TopCells alike(TopCells state) {
    return new TopCells(state.epsilon(), state.open(), state.absentWinners(), new TopCells.Alike());
  }
}
