package io.linkteller.attack.chosen;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.attack.LinkPrediction;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.graph.RandomGraphs;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceException;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.output.ShownOutputs;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class GroupTestingAttackTest {

  private static final GroupTestingAttack ATTACK = GroupTestingAttack.builder().build();

  private static InferenceNodes nodes(Graph graph) {
    return InferenceNodes.of(
        FeatureMatrix.dense(new double[graph.nodeCount()][ReluNetwork.FEATURES]));
  }

  private static void assertFound(Graph graph, LinkPrediction found) {
    for (int i = 0; i < graph.nodeCount(); i++) {
      for (int j = i + 1; j < graph.nodeCount(); j++) {
        assertEquals(graph.hasEdge(i, j) ? 1 : 0, found.scores().score(i, j), 0.2);
      }
    }
  }

  @Property(tries = 40)
  void twoLayersWithTheIdentityRevealEveryEdge(
      @ForAll @IntRange(min = 3, max = 30) int n,
      @ForAll @DoubleRange(min = 0.05, max = 0.7) double density,
      @ForAll @IntRange(min = 1, max = 4) int logits,
      @ForAll boolean identity,
      @ForAll long seed) {
    Graph graph = RandomGraphs.uniform(n, density, seed);
    Assume.that(graph.edgeCount() > 0);
    Aggregation aggregation =
        identity ? Aggregation.AUGMENTED_WITH_IDENTITY : Aggregation.FIRST_ORDER;
    InferenceApi api = ReluNetwork.on(graph, aggregation, 2, logits, seed);
    assertFound(graph, ATTACK.run(api, nodes(graph), 0.5));
  }

  /**
   * A node with all neighbors but one in a set must not change sign between the two queries about
   * it, as 11 of 12 neighbors once did in the first of these networks. In the others a component is
   * one node or one edge, and shares its eigenvalue with all other components but for rounding.
   */
  @ParameterizedTest(name = "n = {0}, density {1}, {2} logits, identity twice: {3}, seed {4}")
  @CsvSource({
    "29, 0.44, 1, false, 215",
    "30, 0.08685596070900103, 3, false, 5094910517488156633",
    "28, 0.1339507146851338, 3, false, -5307303679522332250",
    "24, 0.2611032146682066, 2, true, 3469512259638733860"
  })
  void networksThatWereOnceMisreadAreReadExactly(
      int n, double density, int logits, boolean identity, long seed) {
    twoLayersWithTheIdentityRevealEveryEdge(n, density, logits, identity, seed);
  }

  @ParameterizedTest
  @EnumSource(Aggregation.class)
  void oneLayerRevealsEveryEdgeUnderAnyAggregation(Aggregation aggregation) {
    Graph graph = RandomGraphs.uniform(40, 0.1, 6);
    LinkPrediction found =
        ATTACK.run(ReluNetwork.on(graph, aggregation, 1, 2, 7), nodes(graph), 0.5);
    assertFound(graph, found);
  }

  @Test
  void queriesGrowMuchSlowerThanTargets() {
    Graph graph = RandomGraphs.uniform(150, 0.04, 8);
    AtomicInteger asked = new AtomicInteger();
    InferenceApi network = ReluNetwork.on(graph, Aggregation.FIRST_ORDER, 2, 2, 9);
    LinkPrediction found =
        ATTACK.run(
            query -> {
              asked.incrementAndGet();
              return network.predict(query);
            },
            nodes(graph),
            0.04);
    assertFound(graph, found);
    assertEquals(asked.get(), found.queries());
    assertTrue(found.queries() <= 110, () -> found.queries() + " queries for 150 targets");
  }

  @Test
  void answersInSinglePrecisionRevealEveryEdge() {
    Graph graph = RandomGraphs.uniform(150, 0.04, 8);
    for (Aggregation aggregation :
        new Aggregation[] {Aggregation.FIRST_ORDER, Aggregation.AUGMENTED_WITH_IDENTITY}) {
      InferenceApi network = ReluNetwork.on(graph, aggregation, 2, 2, 9);
      LinkPrediction found = ATTACK.run(ShownOutputs.singlePrecision(network), nodes(graph), 0.04);
      assertFound(graph, found);
    }
  }

  @Test
  void targetsAreAskedAboutAloneUnlessTheWholeGraphIsMeant() {
    Graph graph = RandomGraphs.uniform(60, 0.08, 10);
    InferenceNodes some = nodes(graph).targeting(3, 50, 7, 20, 41, 11, 33);
    InferenceApi all = ReluNetwork.on(graph, Aggregation.FIRST_ORDER, 2, 2, 11);
    LinkPrediction found = GroupTestingAttack.builder().wholeGraph().build().run(all, some, 0.2);
    Graph among = graph.inducedSubgraph(some.targets());
    assertFound(among, found);
    InferenceApi induced = ReluNetwork.on(among, Aggregation.FIRST_ORDER, 2, 2, 11);
    Assume.that(among.edgeCount() > 0);
    assertFound(
        among,
        ATTACK.run(
            query -> {
              assertEquals(some.targets(), query.nodes());
              return induced.predict(query);
            },
            some,
            0.2));
  }

  @Test
  void resultsDoNotDependOnThreads() {
    Graph graph = RandomGraphs.uniform(50, 0.1, 12);
    InferenceApi api = ReluNetwork.on(graph, Aggregation.FIRST_ORDER, 2, 3, 13);
    assertArrayEquals(
        ATTACK.run(api, nodes(graph), 0.1).scores().storedScores(),
        GroupTestingAttack.builder()
            .parallelism(3)
            .build()
            .run(api, nodes(graph), 0.1)
            .scores()
            .storedScores());
  }

  @Test
  void modelsWhoseNeighborsCannotBeCountedAreRefused() {
    Graph graph = RandomGraphs.uniform(30, 0.15, 14);
    for (InferenceApi api :
        new InferenceApi[] {
          ReluNetwork.on(graph, Aggregation.AUGMENTED, 2, 2, 15),
          ReluNetwork.on(graph, Aggregation.RANDOM_WALK, 2, 2, 15),
          ReluNetwork.on(graph, Aggregation.FIRST_ORDER, 3, 2, 15)
        }) {
      assertThrows(UnsuitableModelException.class, () -> ATTACK.run(api, nodes(graph), 0.1));
    }
  }

  @Test
  void settingsOutOfRangeAreRefusedByName() {
    GroupTestingAttack.Builder builder = GroupTestingAttack.builder();
    assertThrows(IllegalArgumentException.class, () -> builder.sets(0));
    assertThrows(IllegalArgumentException.class, () -> builder.scale(0));
    assertThrows(IllegalArgumentException.class, () -> builder.scale(Double.NaN));
    assertThrows(IllegalArgumentException.class, () -> builder.scale(Double.POSITIVE_INFINITY));
    assertThrows(IllegalArgumentException.class, () -> builder.parallelism(0));
    builder.sets(1).scale(Double.MIN_VALUE).scale(Double.MAX_VALUE);
  }

  @Test
  void anotherSeedAndAnotherScaleFindTheSameEdges() {
    Graph graph = RandomGraphs.uniform(20, 0.3, 1);
    InferenceApi api = ReluNetwork.on(graph, Aggregation.FIRST_ORDER, 2, 2, 1);
    GroupTestingAttack other = GroupTestingAttack.builder().scale(1e6).sets(1000).seed(7).build();
    assertFound(graph, other.run(api, nodes(graph), 0.5));
  }

  @Test
  void theNameSaysTheSettings() {
    assertEquals("GroupTestingAttack[sets = by size, scale = 1.0E9, seed = 42]", ATTACK.toString());
    assertEquals(
        "GroupTestingAttack[sets = 5, whole graph, scale = 10.0, seed = 7]",
        GroupTestingAttack.builder().sets(5).wholeGraph().scale(10).seed(7).build().toString());
  }

  /** 72 queries for the model and two for each of 42 sets, or of the number that was set. */
  @Test
  void theListenerIsToldHowManyQueriesToExpect() {
    Graph graph = RandomGraphs.uniform(20, 0.3, 1);
    InferenceApi api = ReluNetwork.on(graph, Aggregation.FIRST_ORDER, 2, 2, 1);
    AtomicInteger total = new AtomicInteger();
    GroupTestingAttack.builder()
        .onProgress((answered, expected) -> total.compareAndSet(0, expected))
        .build()
        .run(api, nodes(graph), 0.5);
    assertEquals(156, total.get());
    total.set(0);
    GroupTestingAttack.builder()
        .sets(50)
        .onProgress((answered, expected) -> total.compareAndSet(0, expected))
        .build()
        .run(api, nodes(graph), 0.5);
    assertEquals(172, total.get());
  }

  /** An edge scores 1 and a tenth of the geometric mean of degrees over n. */
  @Test
  void edgesBetweenHubsGoFirst() {
    Graph graph = Graph.builder(5).addEdge(0, 1).addEdge(0, 2).addEdge(0, 3).addEdge(1, 2).build();
    LinkPrediction found =
        ATTACK.run(
            ReluNetwork.on(graph, Aggregation.AUGMENTED_WITH_IDENTITY, 2, 2, 1), nodes(graph), 0.5);
    assertEquals(1 + 0.1 * Math.sqrt(6) / 5, found.scores().score(0, 1), 1e-12);
    assertEquals(1 + 0.1 * Math.sqrt(3) / 5, found.scores().score(0, 3), 1e-12);
    assertEquals(1 + 0.1 * 2 / 5, found.scores().score(1, 2), 1e-12);
    assertEquals(0, found.scores().score(3, 4));
  }

  /** The first 16 sets determine the graph, and four more confirm it. */
  @Test
  void aGraphThatIsFoundAtOnceTakesTwentySets() {
    Graph graph = RandomGraphs.uniform(20, 0.2, 1);
    InferenceApi api = ReluNetwork.on(graph, Aggregation.FIRST_ORDER, 2, 2, 1);
    int four = GroupTestingAttack.builder().sets(4).build().run(api, nodes(graph), 0.5).queries();
    assertEquals(four + 2 * 16, ATTACK.run(api, nodes(graph), 0.5).queries());
  }

  /** A query each for one layer, and two for two layers. */
  private static void assertSets(int expected, GroupTestingAttack attack, Graph graph, int depth) {
    InferenceApi api = ReluNetwork.on(graph, Aggregation.FIRST_ORDER, depth, 2, 3);
    assertEquals(
        SmallModels.queriesToIdentify(api, nodes(graph)) + depth * expected,
        attack.run(api, nodes(graph), 0.5).queries());
  }

  /** 16 sets determine a small graph, and four more confirm it. */
  @Test
  void setsAreQueriedUntilFourMoreConfirmTheGraph() {
    Graph small = RandomGraphs.uniform(10, 0.3, 2);
    assertSets(20, ATTACK, small, 1);
    assertSets(20, ATTACK, small, 2);
    assertSets(18, GroupTestingAttack.builder().sets(18).build(), small, 1);
    assertSets(17, GroupTestingAttack.builder().sets(17).build(), small, 2);
    assertSets(5, GroupTestingAttack.builder().sets(5).build(), small, 1);
  }

  /** 4,950 pairs need 32 sets, since counts of overlapping sets repeat each other. */
  @Test
  void aDenseGraphNeedsMoreSets() {
    assertSets(36, ATTACK, RandomGraphs.uniform(100, 0.5, 2), 1);
  }

  private static int expectedQueries(GroupTestingAttack.Builder attack, int n) {
    AtomicInteger expected = new AtomicInteger();
    Graph empty = Graph.empty(n);
    InferenceApi failing =
        query -> {
          if (expected.get() > 0) {
            throw new IOException("gone");
          }
          return new DMatrixRMaj(n, 1);
        };
    GroupTestingAttack listened =
        attack.onProgress((answered, total) -> expected.set(total)).build();
    assertThrows(InferenceException.class, () -> listened.run(failing, nodes(empty), 0.5));
    return expected.get();
  }

  /** 72 queries to identify the model, and two for each of 42 sets or one per twelve nodes. */
  @Test
  void theListenerReceivesTheLargestNumberOfQueries() {
    assertEquals(72 + 2 * 42, expectedQueries(GroupTestingAttack.builder(), 100));
    assertEquals(72 + 2 * 50, expectedQueries(GroupTestingAttack.builder(), 600));
    assertEquals(72 + 2 * 200, expectedQueries(GroupTestingAttack.builder(), 3_000));
    assertEquals(72 + 2 * 7, expectedQueries(GroupTestingAttack.builder().sets(7), 600));
  }

  /** From the first set on, another graph answers for some nodes. */
  private static InferenceApi contradictory(Graph graph, int nodes) {
    InferenceApi network = ReluNetwork.on(graph, Aggregation.FIRST_ORDER, 1, 1, 3);
    int identify = SmallModels.queriesToIdentify(network, nodes(graph));
    AtomicInteger asked = new AtomicInteger();
    return query -> {
      DMatrixRMaj answer = network.predict(query).copy();
      if (asked.incrementAndGet() > identify) {
        for (int u = 0; u < nodes; u++) {
          answer.data[u] *= 2 + Math.sqrt(2) * u;
        }
      }
      return answer;
    };
  }

  @Test
  void aFifthOfTheNodesMayHaveCountsOfNoGraph() {
    Graph graph = RandomGraphs.uniform(20, 0.3, 1);
    LinkPrediction found = ATTACK.run(contradictory(graph, 4), nodes(graph), 0.5);
    assertEquals(
        42, found.queries() - SmallModels.queriesToIdentify(contradictory(graph, 0), nodes(graph)));
    UnsuitableModelException refused =
        assertThrows(
            UnsuitableModelException.class,
            () -> ATTACK.run(contradictory(graph, 5), nodes(graph), 0.5));
    assertTrue(
        refused.toString().contains("5 of 20 nodes have counts of neighbors that no graph has"),
        refused::toString);
  }

  @Test
  void theTimeIsThatOfTheAttack() {
    Graph graph = RandomGraphs.uniform(10, 0.3, 2);
    InferenceApi api = ReluNetwork.on(graph, Aggregation.FIRST_ORDER, 1, 2, 3);
    LinkPrediction found = ATTACK.run(api, nodes(graph), 0.5);
    assertTrue(found.elapsed().toMinutes() < 10, () -> "took " + found.elapsed());
  }
}
