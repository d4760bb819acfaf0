package io.linkteller.dp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.linkteller.dp.sampling.Chance;
import io.linkteller.graph.Graph;
import io.linkteller.graph.NodePairs;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The fast samplers beside the papers' cell-by-cell algorithms, which draw their noise in floating
 * point from another generator: chi-square over whole outputs on five nodes, Kolmogorov and
 * Smirnov's test on what large outputs have in common with the input. See {@link Statistics} for
 * the probability of a false alarm.
 */
@Tag("thorough")
class SamplerLawTest {

  private static final int SMALL_RUNS = 15_000;
  private static final int LARGE_RUNS = 1_000;
  private static final int LARGE = 60;

  /** Empty, sparse, half, dense and complete. */
  static List<Graph> smallGraphs() {
    return List.of(
        SmallGraphs.graph(5, 0),
        SmallGraphs.graph(5, 0b10_0000_0100),
        SmallGraphs.graph(5, 0b11_0010_1010),
        SmallGraphs.graph(5, 0b11_1011_1111),
        SmallGraphs.graph(5, 0b11_1111_1111));
  }

  static List<Graph> largeGraphs() {
    return List.of(Graph.empty(LARGE), random(0.02), random(0.5), random(0.97), random(1));
  }

  private static Graph random(double density) {
    SplittableRandom random = new SplittableRandom(17);
    Graph.Builder graph = Graph.builder(LARGE);
    for (int u = 0; u < LARGE; u++) {
      for (int v = u + 1; v < LARGE; v++) {
        if (random.nextDouble() < density) {
          graph.addEdge(u, v);
        }
      }
    }
    return graph.build();
  }

  private static void assertSameOutputs(
      String what, Supplier<Graph> fast, Supplier<Graph> literal) {
    Map<Long, Integer> ours = new HashMap<>();
    Map<Long, Integer> theirs = new HashMap<>();
    for (int i = 0; i < SMALL_RUNS; i++) {
      ours.merge(SmallGraphs.mask(fast.get()), 1, Integer::sum);
      theirs.merge(SmallGraphs.mask(literal.get()), 1, Integer::sum);
    }
    Statistics.assertSameLaw(what, ours, theirs);
  }

  private static void assertSameShapes(
      String what, Graph input, Supplier<Graph> fast, Supplier<Graph> literal) {
    int[][] ours = new int[3][LARGE_RUNS];
    int[][] theirs = new int[3][LARGE_RUNS];
    for (int i = 0; i < LARGE_RUNS; i++) {
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
  @MethodSource("smallGraphs")
  void edgeRandGivesTheOutputsOfAlgorithm3(Graph graph) {
    Chance chance = Chance.forExperiments(11);
    RandomGenerator random = new SplittableRandom(12);
    for (double epsilon : new double[] {0.3, 1.5, 5}) {
      EdgeRand edgeRand = EdgeRand.withEpsilon(epsilon);
      assertSameOutputs(
          edgeRand + " on " + graph,
          () -> edgeRand.perturb(graph, chance),
          () -> LiteralMechanisms.edgeRand(graph, 2 * edgeRand.flipProbability(), random));
    }
  }

  @ParameterizedTest
  @MethodSource("largeGraphs")
  void edgeRandGivesTheShapesOfAlgorithm3(Graph graph) {
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
  @MethodSource("smallGraphs")
  void lapGraphGivesTheOutputsOfAlgorithm4(Graph graph) {
    Chance chance = Chance.forExperiments(31);
    RandomGenerator random = new SplittableRandom(32);
    for (double epsilon : new double[] {0.3, 3, 8}) {
      LapGraph lapGraph = LapGraph.withEpsilon(epsilon).withCountShare(0.3);
      assertSameOutputs(
          lapGraph + " on " + graph,
          () -> lapGraph.perturb(graph, chance),
          () ->
              LiteralMechanisms.lapGraph(
                  graph,
                  LiteralMechanisms.noisyCount(graph, lapGraph.countEpsilon(), random),
                  lapGraph.cellEpsilon(),
                  random));
    }
  }

  @ParameterizedTest
  @MethodSource("largeGraphs")
  void lapGraphGivesTheShapesOfAlgorithm4(Graph graph) {
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

  /** Counts far from the number of edges, so that the last winner lies in every stretch. */
  @ParameterizedTest
  @MethodSource("largeGraphs")
  void lapGraphKeepsTheRequestedNumberOfEdgesOfAnyGraph(Graph graph) {
    Chance chance = Chance.forExperiments(51);
    RandomGenerator random = new SplittableRandom(52);
    LapGraph lapGraph = LapGraph.withEpsilon(1.5);
    int cells = (int) NodePairs.count(LARGE);
    assertEquals(Graph.empty(LARGE), lapGraph.perturb(graph, 0, chance, Long.MAX_VALUE));
    assertEquals(cells, lapGraph.perturb(graph, cells, chance, Long.MAX_VALUE).edgeCount());
    for (int count : new int[] {1, 30, 600, 1400, cells - 25}) {
      assertEquals(count, lapGraph.perturb(graph, count, chance, Long.MAX_VALUE).edgeCount());
      assertSameShapes(
          lapGraph + " with T = " + count + " on " + graph,
          graph,
          () -> lapGraph.perturb(graph, count, chance, Long.MAX_VALUE),
          () -> LiteralMechanisms.lapGraph(graph, count, lapGraph.cellEpsilon(), random));
    }
  }

  @ParameterizedTest
  @MethodSource("smallGraphs")
  void asymmetricResponseGivesTheOutputsOfItsPaper(Graph graph) {
    Chance chance = Chance.forExperiments(61);
    RandomGenerator random = new SplittableRandom(62);
    AsymmetricRandomizedResponse arr =
        AsymmetricRandomizedResponse.withEpsilon(2).withCountShare(0.3);
    assertSameOutputs(
        arr + " on " + graph,
        () -> arr.perturb(graph, chance),
        () -> {
          long count = LiteralMechanisms.noisyCount(graph, arr.countEpsilon(), random);
          return LiteralMechanisms.asymmetric(graph, count, arr.cellEpsilon(), random);
        });
  }

  @ParameterizedTest
  @MethodSource("smallGraphs")
  void theFilterGivesTheOutputsOfAThresholdOnNoisyCells(Graph graph) {
    Chance chance = Chance.forExperiments(71);
    RandomGenerator random = new SplittableRandom(72);
    TopMFilter filter = TopMFilter.withEpsilon(2).withCountShare(0.3);
    assertSameOutputs(
        filter + " on " + graph,
        () -> filter.perturb(graph, chance),
        () -> {
          long count = LiteralMechanisms.noisyCount(graph, filter.countEpsilon(), random);
          double c = filter.threshold(count, NodePairs.count(5));
          return LiteralMechanisms.filter(
              graph, 1 + c / filter.cellEpsilon(), filter.cellEpsilon(), random);
        });
  }
}
