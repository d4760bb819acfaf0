package io.linkteller.dp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.linkteller.dp.sampling.Chance;
import io.linkteller.graph.Graph;
import io.linkteller.graph.NodePairs;
import io.linkteller.testing.RandomGraphs;
import io.linkteller.testing.Thorough;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compares the fast samplers, on graphs too large to enumerate, with the papers' cell-by-cell
 * algorithms, which draw floating-point noise from another generator, by Kolmogorov-Smirnov tests
 * on the overlap of outputs with the input. See {@link Statistics} for the probability of a false
 * alarm. With 250 runs each, distances of 0.283 and more raise an alarm; a number that is off by
 * 1.2 of its standard deviations has a distance of 0.45 and is missed less than once in 10^4. Noise
 * of 1/ε instead of 2/ε moves the overlap by six standard deviations.
 */
class SamplerLawTest {

  private static final int RUNS = Thorough.size(250, 4_000);
  private static final int LARGE = 40;

  static List<Graph> largeGraphs() {
    return List.of(Graph.empty(LARGE), random(0.02), random(0.5), random(0.97), random(1));
  }

  private static Graph random(double density) {
    return RandomGraphs.uniform(LARGE, density, 17);
  }

  private static void assertSameShapes(
      String what, Graph input, Supplier<Graph> fast, Supplier<Graph> literal) {
    int[][] ours = new int[3][RUNS];
    int[][] theirs = new int[3][RUNS];
    for (int i = 0; i < RUNS; i++) {
      measure(input, fast.get(), ours, i);
      measure(input, literal.get(), theirs, i);
    }
    Statistics.assertSameDistribution(what + ", edges", ours[0], theirs[0]);
    Statistics.assertSameDistribution(what + ", overlap", ours[1], theirs[1]);
    Statistics.assertSameDistribution(what + ", position", ours[2], theirs[2]);
  }

  private static void measure(Graph input, Graph output, int[][] into, int run) {
    output.forEachEdge(
        (u, v) -> {
          into[0][run]++;
          into[1][run] += input.hasEdge(u, v) ? 1 : 0;
          into[2][run] += u + v < LARGE ? 1 : 0;
        });
  }

  @ParameterizedTest
  @MethodSource("largeGraphs")
  void edgeRandMatchesAlgorithm3(Graph graph) {
    Chance chance = Chance.forExperiments(21);
    RandomGenerator random = new SplittableRandom(22);
    for (double epsilon : new double[] {0.01, 2, 6}) {
      EdgeRand edgeRand = EdgeRand.withEpsilon(epsilon);
      assertSameShapes(
          edgeRand + " on " + graph,
          graph,
          () -> edgeRand.perturb(graph, chance),
          () -> LiteralMechanisms.edgeRand(graph, 2 * edgeRand.flipProbability(), random));
    }
  }

  @ParameterizedTest
  @MethodSource("largeGraphs")
  void lapGraphMatchesAlgorithm4(Graph graph) {
    Chance chance = Chance.forExperiments(41);
    RandomGenerator random = new SplittableRandom(42);
    for (double epsilon : new double[] {0.05, 2, 7}) {
      LapGraph lapGraph = LapGraph.withEpsilon(epsilon);
      int runs = graph.edgeCount() == 0 ? 1 : 0;
      long count = Math.max(graph.edgeCount(), 40L * runs);
      assertSameShapes(
          lapGraph + " on " + graph,
          graph,
          () -> lapGraph.perturb(graph, count, chance, Long.MAX_VALUE),
          () -> LiteralMechanisms.lapGraph(graph, count, lapGraph.cellEpsilon(), random));
    }
  }

  /** Counts far from the number of edges place the last winner in every stretch. */
  @ParameterizedTest
  @MethodSource("largeGraphs")
  void lapGraphReturnsTheRequestedNumberOfEdges(Graph graph) {
    Chance chance = Chance.forExperiments(51);
    RandomGenerator random = new SplittableRandom(52);
    LapGraph lapGraph = LapGraph.withEpsilon(1.5);
    int cells = (int) NodePairs.count(LARGE);
    assertEquals(Graph.empty(LARGE), lapGraph.perturb(graph, 0, chance, Long.MAX_VALUE));
    assertEquals(cells, lapGraph.perturb(graph, cells, chance, Long.MAX_VALUE).edgeCount());
    for (int count : new int[] {1, 30, 300, 600, cells - 25}) {
      assertEquals(count, lapGraph.perturb(graph, count, chance, Long.MAX_VALUE).edgeCount());
      assertSameShapes(
          lapGraph + " with T = " + count + " on " + graph,
          graph,
          () -> lapGraph.perturb(graph, count, chance, Long.MAX_VALUE),
          () -> LiteralMechanisms.lapGraph(graph, count, lapGraph.cellEpsilon(), random));
    }
  }
}
