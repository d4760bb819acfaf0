package io.linkteller.attack.compressed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.attack.AttackSettings;
import io.linkteller.attack.UnsuitableModelException;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.output.ShownOutputs;
import io.linkteller.testing.Counting;
import io.linkteller.testing.RandomGraphs;
import io.linkteller.testing.Thorough;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class CompressedProbingTest {

  static CompressedRecovery recover(InferenceApi api, InferenceNodes nodes) {
    return recover(api, nodes, OptionalInt.empty(), 42);
  }

  private static CompressedRecovery recover(
      InferenceApi api, InferenceNodes nodes, OptionalInt queries, long seed) {
    return AttackSettings.DEFAULT.open(
        "", api, nodes, 1, session -> CompressedProbing.recover(session, queries, seed));
  }

  private static final int NODES = Thorough.size(100, 150);
  private static final int COPIES = Thorough.size(4, 10);

  private static final Graph GRAPH = RandomGraphs.uniform(NODES, 0.012, 3);

  private static InferenceNodes nodes() {
    return InferenceNodes.of(FeatureMatrix.dense(new double[NODES][SmallNetwork.FEATURES]));
  }

  private static void assertFound(Graph graph, CompressedRecovery found) {
    for (int u = 0; u < NODES; u++) {
      for (int v = u + 1; v < NODES; v++) {
        assertEquals(graph.hasEdge(u, v), found.scores().score(u, v) > 0.5, u + " - " + v);
      }
    }
    assertEquals(graph.density(), found.kHat(), 1e-12);
  }

  @ParameterizedTest
  @CsvSource({
    "FIRST_ORDER, FIRST_ORDER, 2",
    "AUGMENTED_WITH_IDENTITY, AUGMENTED_WITH_IDENTITY, 2",
    "SUM, SUM, 2",
    "AUGMENTED, AUGMENTED, 1",
    "RANDOM_WALK, RANDOM_WALK, 2",
    "ATTENTION, RANDOM_WALK, 2"
  })
  void fewerQueriesThanTargetsRevealEveryEdge(
      SmallNetwork.Kind kind, Propagation propagation, int depth) {
    SmallNetwork model = new SmallNetwork(GRAPH, kind, depth, 3, 11);
    Counting counting = new Counting(model);
    CompressedRecovery found = recover(counting, nodes());
    assertTrue(found.certified(), found::toString);
    assertFound(GRAPH, found);
    assertEquals(propagation, found.propagation());
    assertEquals(depth, found.depth());
    assertEquals(counting.count(), found.queries());
    // Eight of them query halves of the nodes.
    assertTrue(found.queries() < NODES / 3 + 8, () -> found.queries() + " queries");
  }

  @Test
  void singlePrecisionIsRead() {
    InferenceApi model =
        ShownOutputs.singlePrecision(
            new SmallNetwork(GRAPH, SmallNetwork.Kind.AUGMENTED, 2, 2, 11));
    CompressedRecovery found = recover(model, nodes());
    assertFound(GRAPH, found);
    assertTrue(found.certified(), found::toString);
  }

  /** With so few edges, a large λ explains none of the contributions of other nodes. */
  @ParameterizedTest
  @ValueSource(ints = {1, 12})
  @Timeout(60)
  void aHandfulOfEdgesIsFoundWithFewQueries(int edges) {
    Graph.Builder builder = Graph.builder(NODES);
    for (int e = 0; e < edges; e++) {
      builder.addEdge(7 * e, 7 * e + 3);
    }
    Graph graph = builder.build();
    InferenceApi model = new SmallNetwork(graph, SmallNetwork.Kind.AUGMENTED, 2, 7, 11);
    CompressedRecovery found = recover(model, nodes());
    assertFound(graph, found);
    assertTrue(found.certified(), found::toString);
    assertTrue(found.queries() <= 30, () -> found.queries() + " queries");
  }

  /** An odd part takes two queries, so a single remaining query ends the search. */
  @Test
  @Timeout(120)
  void oddPartsStayWithinTheQueryLimit() {
    int queries = 111;
    SmallNetwork model = new SmallNetwork(GRAPH, SmallNetwork.Kind.AUGMENTED, 2, 7, 11);
    Counting coupled = new Counting(query -> coupled(model.predict(query)));
    try {
      CompressedRecovery found = recover(coupled, nodes(), OptionalInt.of(queries), 42);
      assertTrue(!found.certified(), found::toString);
    } catch (UnsuitableModelException e) {
      assertTrue(e.getSuppressed().length > 0, e::toString);
    }
    assertTrue(coupled.count() > 60 && coupled.count() <= queries, coupled::toString);
  }

  /** Each node scales its logits by different factors, which no common response explains. */
  @Test
  void oddPartsAreNotQueriedIfNodesAreNotCoupled() {
    SmallNetwork model = new SmallNetwork(GRAPH, SmallNetwork.Kind.AUGMENTED, 2, 7, 11);
    AtomicInteger asked = new AtomicInteger();
    InferenceApi turned =
        query -> {
          asked.incrementAndGet();
          DMatrixRMaj answer = model.predict(query).copy();
          for (int v = 0; v < answer.numRows; v++) {
            for (int j = 0; j < answer.numCols; j++) {
              answer.data[v * answer.numCols + j] *= Math.cos(1 + v * (j + 2.0));
            }
          }
          return answer;
        };
    UnsuitableModelException e =
        assertThrows(UnsuitableModelException.class, () -> recover(turned, nodes()));
    String why = String.valueOf(e.getSuppressed()[0].getMessage());
    assertTrue(why.contains("nothing couples"), why);
    assertTrue(asked.get() < 30, asked::toString);
  }

  /**
   * Adds sums over six groups of nodes, mixed differently for each node: too many to project away.
   */
  private static DMatrixRMaj coupled(DMatrixRMaj answers) {
    int groups = 6;
    DMatrixRMaj coupled = answers.copy();
    for (int j = 0; j < answers.numCols; j++) {
      double[] sums = new double[groups];
      for (int v = 0; v < answers.numRows; v++) {
        sums[v % groups] += answers.get(v, j);
      }
      for (int v = 0; v < answers.numRows; v++) {
        for (int g = 0; g < groups; g++) {
          coupled.add(v, j, (1 + v * (g + 3) % 7) * sums[g]);
        }
      }
    }
    return coupled;
  }

  @Test
  void theResultDoesNotDependOnThreads() {
    InferenceApi model = new SmallNetwork(GRAPH, SmallNetwork.Kind.AUGMENTED, 2, 3, 11);
    CompressedRecovery one = recover(model, nodes());
    CompressedRecovery three =
        new AttackSettings(3, AttackSettings.SILENT, Optional.empty())
            .open(
                "",
                model,
                nodes(),
                1,
                session -> CompressedProbing.recover(session, OptionalInt.empty(), 42));
    assertEquals(one.queries(), three.queries());
    assertEquals(one.misfit(), three.misfit());
  }

  @Test
  void answersThatIgnoreFeaturesAreRejected() {
    InferenceApi constant = query -> new DMatrixRMaj(query.nodes().size(), 2);
    assertThrows(UnsuitableModelException.class, () -> recover(constant, nodes()));
  }

  @Test
  void theNumberOfQueriesIsLimited() {
    SmallNetwork model = new SmallNetwork(GRAPH, SmallNetwork.Kind.AUGMENTED, 2, 3, 11);
    Counting counting = new Counting(model);
    CompressedRecovery found = recover(counting, nodes(), OptionalInt.of(12), 42);
    assertTrue(counting.count() <= 12, counting::toString);
    assertTrue(!found.certified(), found::toString);
  }

  private static Graph copies(int copies, int[][] edges) {
    Graph.Builder graph = Graph.builder(NODES);
    for (int copy = 0; copy < copies; copy++) {
      for (int[] edge : edges) {
        // Scattered, so that no order of the nodes helps.
        graph.addEdge((7 * (6 * copy + edge[0])) % NODES, (7 * (6 * copy + edge[1])) % NODES);
      }
    }
    return graph.build();
  }

  private static final int[][] PRISM = {
    {0, 1}, {1, 2}, {2, 0}, {3, 4}, {4, 5}, {5, 3}, {0, 3}, {1, 4}, {2, 5}
  };

  private static final int[][] SQUARE = {{0, 1}, {1, 2}, {2, 3}, {3, 0}};

  private static final int[][] LADDER_WITH_TAILS = {{0, 1}, {1, 2}, {2, 3}, {3, 0}, {0, 4}, {2, 5}};

  /** The three 4-cycles on four nodes have the same squared matrix. */
  @Test
  void fourCyclesWithEqualSquaresAreDistinguished() {
    Graph graph = copies(COPIES, SQUARE);
    InferenceApi model = new SmallNetwork(graph, SmallNetwork.Kind.RANDOM_WALK, 2, 3, 11);
    CompressedRecovery found = recover(model, nodes());
    assertFound(graph, found);
    assertTrue(found.certified(), found::toString);
  }

  /** The prism and K₃,₃ have the same squared matrix, as do two ladders with tails. */
  @Test
  void graphsWithEqualSquaresAreNotCertifiedWrongly() {
    for (int[][] component : List.of(LADDER_WITH_TAILS, PRISM)) {
      for (SmallNetwork.Kind kind :
          List.of(SmallNetwork.Kind.RANDOM_WALK, SmallNetwork.Kind.AUGMENTED)) {
        Graph graph = copies(COPIES, component);
        InferenceApi model = new SmallNetwork(graph, kind, 2, 3, 11);
        CompressedRecovery found = recover(model, nodes());
        if (found.certified()) {
          assertFound(graph, found);
        } else {
          assertTrue(found.doubt().contains("not certified"), found::doubt);
        }
      }
    }
  }

  /** No common matrix M explains several powers of Â, each with its own weights. */
  @Test
  void aModelOfSeveralPowersIsGivenUpAfterFewQueries() {
    SmallNetwork model = new SmallNetwork(GRAPH, SmallNetwork.Kind.SAGE, 2, 6, 11);
    Counting counting = new Counting(model);
    assertThrows(UnsuitableModelException.class, () -> recover(counting, nodes()));
    assertTrue(counting.count() <= 40, counting::toString);
  }

  /** K₃,₃ and the four-dimensional cube, all of whose nodes have the same neighbor outside. */
  @ParameterizedTest
  @MethodSource("seeds")
  void graphsWithEqualSquaresInsideOthersAreNotCertifiedWrongly(int seed) {
    Graph.Builder bipartite = Graph.builder(NODES).mergingDuplicates();
    Graph.Builder cube = Graph.builder(NODES).mergingDuplicates();
    RandomGraphs.uniform(NODES - 16, 0.02, seed)
        .forEachEdge(
            (u, v) -> {
              bipartite.addEdge(16 + u, 16 + v);
              cube.addEdge(16 + u, 16 + v);
            });
    for (int u = 0; u < 16; u++) {
      for (int v = 0; v < u; v++) {
        if (u < 6 && u / 3 != v / 3) {
          bipartite.addEdge(u, v);
        }
        if (Integer.bitCount(u ^ v) == 1) {
          cube.addEdge(u, v);
        }
      }
      cube.addEdge(u, 16 + seed);
      if (u < 6) {
        bipartite.addEdge(u, 16 + seed);
      }
    }
    List<Graph> graphs = List.of(bipartite.build(), cube.build());
    for (Graph graph : graphs.subList(0, Thorough.size(1, 2))) {
      CompressedRecovery found = probed(graph, seed);
      if (found.certified()) {
        assertFound(graph, found);
      }
    }
  }

  private static IntStream seeds() {
    return IntStream.rangeClosed(1, Thorough.size(1, 6));
  }

  private static CompressedRecovery probed(Graph graph, int seed) {
    InferenceApi model = new SmallNetwork(graph, SmallNetwork.Kind.AUGMENTED, 2, 3, 11);
    return recover(model, nodes(), OptionalInt.empty(), seed);
  }

  /** A model that ignores the graph gives the same answers. */
  @Test
  void anEmptyGraphIsFoundButNotCertified() {
    Graph empty = Graph.empty(NODES);
    InferenceApi model = new SmallNetwork(empty, SmallNetwork.Kind.AUGMENTED, 2, 3, 11);
    CompressedRecovery found = recover(model, nodes());
    assertFalse(found.certified(), found::toString);
    assertTrue(found.doubt().contains("ignores the graph"), found::doubt);
    assertFound(empty, found);
    assertTrue(found.queries() <= 30, () -> found.queries() + " queries");
  }

  /**
   * All nodes of a clique get nearly the same answers, with nearly the same rounding error, which a
   * graph with fewer edges may explain.
   */
  @Tag("thorough")
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6})
  void coarseAnswersOfCliquesAreNotCertifiedWrongly(int seed) {
    Graph.Builder clique = Graph.builder(NODES).mergingDuplicates();
    RandomGraphs.uniform(NODES, 0.008, seed).forEachEdge(clique::addEdge);
    for (int u = 0; u < 40; u++) {
      for (int v = 0; v < u; v++) {
        clique.addEdge(u, v);
      }
    }
    SmallNetwork model = new SmallNetwork(clique.build(), SmallNetwork.Kind.AUGMENTED, 2, 3, 11);
    InferenceApi coarse =
        query -> {
          DMatrixRMaj answer = model.predict(query).copy();
          for (int i = 0; i < answer.getNumElements(); i++) {
            double unit = Math.ulp((float) answer.data[i]) * 0x1p16;
            answer.data[i] = Math.rint(answer.data[i] / unit) * unit;
          }
          return answer;
        };
    try {
      CompressedRecovery found = recover(coarse, nodes(), OptionalInt.empty(), seed);
      if (found.certified()) {
        assertFound(clique.build(), found);
      }
    } catch (UnsuitableModelException e) {
      assertTrue(String.valueOf(e.getMessage()).contains("saturate"), e::toString);
    }
  }

  /** Errors as large as the contributions of many edges must not lead to a wrong certificate. */
  @ParameterizedTest
  @ValueSource(doubles = {1e-4, 1e-2})
  void noisyAnswersAreNotCertifiedWrongly(double share) {
    SmallNetwork model = new SmallNetwork(GRAPH, SmallNetwork.Kind.AUGMENTED, 2, 3, 11);
    Random random = new Random(99);
    InferenceApi noisy =
        query -> {
          DMatrixRMaj answer = model.predict(query).copy();
          for (int i = 0; i < answer.getNumElements(); i++) {
            answer.data[i] *= 1 + share * random.nextGaussian();
          }
          return answer;
        };
    try {
      CompressedRecovery found = recover(noisy, nodes());
      if (found.certified()) {
        assertFound(GRAPH, found);
      }
    } catch (UnsuitableModelException e) {
      assertTrue(share > 1e-4, e::toString);
    }
  }

  /**
   * A leaf at the wrong hub changes answers little, so the errors of 20-bit answers could hide it.
   */
  @Test
  void certifiedGraphsOfHubsAreCorrectDespiteCoarseAnswers() {
    int certified = 0;
    int seeds = Thorough.size(2, 8);
    for (int seed = 1; seed <= seeds; seed++) {
      Graph graph = hubs(seed);
      SmallNetwork model = new SmallNetwork(graph, SmallNetwork.Kind.AUGMENTED, 2, 3, seed);
      InferenceApi coarse =
          query -> {
            DMatrixRMaj answer = model.predict(query).copy();
            for (int i = 0; i < answer.getNumElements(); i++) {
              double step = Math.ulp((float) answer.data[i]) * (1 << 4);
              answer.data[i] = Math.rint(answer.data[i] / step) * step;
            }
            return answer;
          };
      CompressedRecovery found = recover(coarse, nodes(), OptionalInt.of(80), 42);
      if (found.certified()) {
        assertFound(graph, found);
        certified++;
      }
    }
    assertTrue(2 * certified >= seeds, certified + " certified");
  }

  /** Three hubs, each linked to about 30 % of the nodes, and some other edges. */
  private static Graph hubs(long seed) {
    Random random = new Random(seed);
    Graph.Builder graph = Graph.builder(NODES).mergingDuplicates();
    for (int hub = 0; hub < 3; hub++) {
      for (int v = 3; v < NODES; v++) {
        if (random.nextDouble() < 0.3) {
          graph.addEdge(hub, v);
        }
      }
    }
    RandomGraphs.uniform(NODES, 0.012, seed).forEachEdge(graph::addEdge);
    return graph.build();
  }

  @Test
  void aLimitThatEndsCalibrationIsRespected() {
    SmallNetwork model = new SmallNetwork(GRAPH, SmallNetwork.Kind.AUGMENTED, 2, 3, 11);
    Counting counting = new Counting(model);
    for (int most = 1; most < 7; most++) {
      counting.asked().set(0);
      OptionalInt limit = OptionalInt.of(most);
      assertThrows(UnsuitableModelException.class, () -> recover(counting, nodes(), limit, 42));
      assertTrue(counting.count() <= most, counting::toString);
    }
  }
}
