package io.linkteller.dp;

import static io.linkteller.testing.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.dp.sampling.Chance;
import io.linkteller.graph.Graph;
import io.linkteller.graph.NodePairs;
import io.linkteller.privacy.NeighboringGraphs;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.DoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests common to all mechanisms: arguments, seeds, guarantees, unusual graphs, sizes. */
class MechanismsTest {

  static List<DoubleFunction<GraphMechanism>> mechanisms() {
    return List.of(EdgeRand::withEpsilon, LapGraph::withEpsilon, TopMFilter::withEpsilon);
  }

  private static Graph random(int n, int edges, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Graph.Builder graph = Graph.builder(n).mergingDuplicates();
    for (int i = 0; i < edges; i++) {
      int u = random.nextInt(n);
      int v = random.nextInt(n - 1);
      graph.addEdge(u, v < u ? v : v + 1);
    }
    return graph.build();
  }

  private static void assertRejects(String why, Executable call) {
    IllegalArgumentException refusal = assertThrows(IllegalArgumentException.class, call);
    assertTrue(String.valueOf(refusal.getMessage()).contains(why), refusal::getMessage);
    assertEquals(null, refusal.getCause(), "the cause of a failure may depend on the graph");
  }

  @ParameterizedTest
  @MethodSource("mechanisms")
  void anEpsilonThatIsNotPositiveAndFiniteIsRefused(DoubleFunction<GraphMechanism> mechanism) {
    for (double epsilon :
        new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY}) {
      assertRejects(
          "epsilon = " + epsilon + " is outside (0, Infinity)", () -> mechanism.apply(epsilon));
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 1, -0.1, Double.NaN})
  void aShareOutsideItsRangeIsRefused(double share) {
    String why = "countShare = " + share + " is outside (0, 1)";
    assertRejects(why, () -> LapGraph.withEpsilon(1).withCountShare(share));
    assertRejects(why, () -> TopMFilter.withEpsilon(1).withCountShare(share));
  }

  @Test
  void anEpsilonTooSmallToSplitIsRefused() {
    assertRejects("cannot be split", () -> LapGraph.withEpsilon(Double.MIN_VALUE));
  }

  @ParameterizedTest
  @MethodSource("mechanisms")
  void theGuaranteeStatesEpsilonAndNeighbors(DoubleFunction<GraphMechanism> mechanism) {
    GraphMechanism secure = mechanism.apply(2.5);
    assertEquals(2.5, secure.guarantee().epsilon());
    assertEquals(NeighboringGraphs.ONE_EDGE, secure.guarantee().neighbors());
    assertEquals(secure.guarantee(), secure.perturb(Graph.empty(4)).guarantee());
    assertFalse(secure.guarantee().isSeeded());
    assertTrue(secure.forExperiments(1).guarantee().isSeeded());
    assertTrue(secure.forExperiments(1).guarantee().mechanism().contains("for experiments only"));
    assertFalse(secure.forExperiments(987654321).guarantee().mechanism().contains("987654321"));
  }

  @ParameterizedTest
  @MethodSource("mechanisms")
  void aSeedRepeatsAndTheSecureSourceDoesNot(DoubleFunction<GraphMechanism> mechanism) {
    Graph graph = random(200, 900, 5);
    GraphMechanism seeded = mechanism.apply(3).forExperiments(42);
    assertEquals(seeded.perturb(graph), seeded.perturb(graph));
    assertNotEquals(seeded.perturb(graph), seeded.forExperiments(43).perturb(graph));
    GraphMechanism secure = mechanism.apply(3);
    assertNotEquals(secure.perturb(graph), secure.perturb(graph));
  }

  @ParameterizedTest
  @MethodSource("mechanisms")
  void graphsOfFewNodesAndExtremeEpsilonsWork(DoubleFunction<GraphMechanism> mechanism) {
    for (int n = 0; n <= 3; n++) {
      for (int mask = 0; mask < 1 << SmallGraphs.cells(n); mask++) {
        Graph graph = SmallGraphs.graph(n, mask);
        for (double epsilon : new double[] {1e-300, 1e-9, 0.01, 1, 40, 800, 1e5, 1e300}) {
          for (int i = 0; i < 5; i++) {
            Graph output = mechanism.apply(epsilon).perturb(graph).graph();
            assertEquals(n, output.nodeCount());
            // At such an ε, 1 % of which may go to the count, noise is less likely than e^-1000.
            assertTrue(epsilon < 1e5 || output.equals(graph), () -> graph + " became " + output);
          }
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("mechanisms")
  void arcsAndRelationsArePreserved(DoubleFunction<GraphMechanism> mechanism) {
    for (SmallGraphs.Kind kind : SmallGraphs.kinds()) {
      for (int mask = 0; mask < 1 << kind.cells(); mask++) {
        Graph graph = kind.graph(mask);
        // Noise is less likely than e^-1000.
        assertEquals(graph, mechanism.apply(1e5).perturb(graph).graph());
        kind.mask(mechanism.apply(0.1).perturb(graph).graph());
      }
    }
  }

  /** One relation is frequent and the other rare, and perturbation preserves this. */
  @ParameterizedTest
  @MethodSource("mechanisms")
  void eachRelationHasAboutTheExpectedNumberOfArcs(DoubleFunction<GraphMechanism> mechanism) {
    Graph.Builder frequent = Graph.builder(2_000).directed();
    Graph.Builder rare = Graph.builder(2_000).directed();
    random(2_000, 20_000, 11).forEachEdge(frequent::addEdge);
    random(2_000, 1_000, 12).forEachEdge((u, v) -> rare.addEdge(v, u));
    Graph graph = Graph.ofRelations(List.of(frequent.build(), rare.build()));
    GraphMechanism at4 = mechanism.apply(4);
    Graph perturbed = at4.forExperiments(7).perturb(graph).graph();
    for (int r = 0; r < 2; r++) {
      Graph relation = graph.relations().get(r);
      double expected =
          at4 instanceof EdgeRand edgeRand
              ? edgeRand.expectedEdges(relation)
              : relation.edgeCount();
      // Six standard deviations of independent cells, plus the noise of the count beyond 1e-9.
      assertEquals(
          expected,
          (double) perturbed.relations().get(r).edgeCount(),
          6 * Math.sqrt(expected) + 21 / 0.04);
    }
  }

  @ParameterizedTest
  @MethodSource("mechanisms")
  void weightsAreRefusedBecauseTheyArePrivate(DoubleFunction<GraphMechanism> mechanism) {
    Graph weighted = Graph.builder(3).addEdge(0, 1, 2.5).build();
    for (Graph graph : List.of(weighted, Graph.ofRelations(List.of(Graph.empty(3), weighted)))) {
      assertRejects(
          "hides edges but not their weights, which are just as private",
          () -> mechanism.apply(1).perturb(graph));
    }
  }

  /** Among 5e11 cells, with positions far beyond int, only a few are drawn. */
  @Test
  void aMillionNodesAreSupported() {
    Graph graph = random(1_000_000, 100_000, 8);
    long cells = NodePairs.count(1_000_000);
    Graph flipped =
        EdgeRand.withEpsilon(Math.log(2 / 4e-7 - 1)).forExperiments(1).perturb(graph).graph();
    double expected = graph.edgeCount() + cells * 2e-7;
    assertEquals(expected, (double) flipped.edgeCount(), 6 * Math.sqrt(expected));
    int[] late = new int[1];
    flipped.forEachEdge((u, v) -> late[0] += u > 500_000 ? 1 : 0);
    // A quarter of the cells lie beyond row 500,000.
    assertEquals(expected / 4, (double) late[0], 6 * Math.sqrt(expected));
    assertEquals(
        graph.edgeCount(),
        LapGraph.withEpsilon(1).forExperiments(2).perturb(graph).graph().edgeCount(),
        2_200);
  }

  @Test
  void oversizedResultsAreRefused() {
    EdgeRand edgeRand = EdgeRand.withEpsilon(1);
    // Flickr-sized. In three gigabytes, no more than 80 million edges fit.
    assertRejects(
        "EdgeRand[epsilon = 1.0] on 89,250 nodes is expected to return 1,071,1",
        () ->
            edgeRand.perturb(
                random(89_250, 449_878, 9),
                Chance.forExperiments(1),
                OutputSize.limit(89_250, OutputSize.BYTES_PER_EDGE, 3L << 30)));
    assertRejects(
        "(a graph can hold no more)",
        () -> OutputSize.limit(70_000, 12, 1L << 50).require(edgeRand, 70_000, 1.2e9));
    OutputSize half = OutputSize.limit(70_000, 12, 512L << 20);
    assertEquals(26_726_878, half.maxEdges());
    assertRejects(
        "(a heap of 512 MB is too small for more)", () -> half.require(edgeRand, 70_000, 2.7e7));
    half.require(edgeRand, 70_000, 2.6e7);
    // With a tiny ε, the count is so noisy that results of LapGraph do not always fit either.
    assertRejects(
        "is expected to return",
        () -> {
          for (int i = 0; i < 100; i++) {
            LapGraph.withEpsilon(1e-12).forExperiments(i).perturb(Graph.empty(200_000));
          }
        });
  }

  @Test
  void aResultThatDoesNotFitInMemoryIsRefused() {
    EdgeRand edgeRand = EdgeRand.withEpsilon(1);
    assertRejects(
        "there was not enough memory for EdgeRand[epsilon = 1.0] on 7 nodes",
        () ->
            new OutputSize(21, "")
                .building(
                    edgeRand,
                    Graph.empty(7),
                    (graph, left) -> {
                      throw new OutOfMemoryError("Java heap space");
                    }));
  }

  @Test
  void descriptionsStateTheBudgetShares() {
    assertEquals(
        "LapGraph[epsilon = 2.0, of which 0.5 for the count]",
        LapGraph.withEpsilon(2).withCountShare(0.25).toString());
    assertEquals("EdgeRand[epsilon = 2.0]", EdgeRand.withEpsilon(2).toString());
  }

  private static List<NoisyCountMechanism> mechanismsWithACount() {
    return List.of(
        LapGraph.withEpsilon(2).withCountShare(0.25),
        TopMFilter.withEpsilon(2).withCountShare(0.25));
  }

  @ParameterizedTest
  @MethodSource("mechanismsWithACount")
  void theBudgetIsSplitAsRequested(NoisyCountMechanism mechanism) {
    assertEquals(0.5, mechanism.countEpsilon());
    assertEquals(1.5, mechanism.cellEpsilon());
  }

  @ParameterizedTest
  @MethodSource("mechanismsWithACount")
  void aResultExpectedNotToFitIsRefusedBeforeSampling(NoisyCountMechanism mechanism) {
    assertRefused(
        PerturbationRefusedException.class,
        "is expected to return",
        () ->
            mechanism.perturb(
                oneInTen(100), Chance.forExperiments(1), new OutputSize(100, "for a test")));
  }

  private static Graph oneInTen(int nodes) {
    Graph.Builder graph = Graph.builder(nodes);
    for (int u = 0; u < nodes; u++) {
      for (int v = u + 1; v < nodes; v++) {
        if ((u * 7 + v * 3) % 10 == 0) {
          graph.addEdge(u, v);
        }
      }
    }
    return graph.build();
  }
}
