package io.linkteller.attack.direct;

import static io.linkteller.testing.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.LinkTeller;
import io.linkteller.attack.AttackListener;
import io.linkteller.attack.AttackRequest;
import io.linkteller.attack.AttackWarning;
import io.linkteller.attack.LinkAttack;
import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.UnsuitableModelException;
import io.linkteller.attack.compressed.SmallNetwork;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceException;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.InferenceQuery;
import io.linkteller.inference.QueryBudgetException;
import io.linkteller.inference.output.Posterior;
import io.linkteller.inference.output.ShownOutputs;
import io.linkteller.testing.Gaussian;
import io.linkteller.testing.RandomGraphs;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class SubsetAttackTest {

  private static final int NODES = 200;

  /** About three neighbors per node. */
  private static final Graph GRAPH = RandomGraphs.uniform(NODES, 0.015, 11);

  private static double[][] features() {
    return features(NODES);
  }

  private static double[][] features(int count) {
    return Gaussian.rows(count, SmallNetwork.FEATURES, new Random(3));
  }

  private static InferenceNodes nodes() {
    return InferenceNodes.of(FeatureMatrix.dense(features()));
  }

  private static SmallNetwork network(SmallNetwork.Kind kind) {
    return new SmallNetwork(GRAPH, kind, 2, 3, 5);
  }

  private static void assertExact(LinkPrediction found) {
    assertExact(GRAPH, found);
  }

  private static void assertExact(Graph graph, LinkPrediction found) {
    Graph.Builder edges = Graph.builder(graph.nodeCount());
    found.scores().forEachStored((i, j, score) -> edges.addEdge(i, j));
    assertEquals(graph, edges.build());
  }

  /** Attacks a model of another graph. */
  private static LinkPrediction attack(Graph graph, long seed) {
    return AttackRequest.builder()
        .with(RandomAttack.SEED, seed)
        .attack("subsets")
        .run(
            new SmallNetwork(graph, SmallNetwork.Kind.SAGE, 2, 3, 5),
            InferenceNodes.of(FeatureMatrix.dense(features(graph.nodeCount()))),
            0.1);
  }

  private static LinkPrediction attack(InferenceApi api) {
    return LinkTeller.named("subsets").run(api, nodes(), GRAPH.density());
  }

  @ParameterizedTest
  @EnumSource(value = SmallNetwork.Kind.class, names = "BATCH_NORM", mode = EnumSource.Mode.EXCLUDE)
  void everyEdgeIsFoundForEveryKindOfLayer(SmallNetwork.Kind kind) {
    LinkPrediction found = attack(network(kind));
    assertExact(found);
    assertTrue(found.queries() < NODES, () -> found.queries() + " queries");
  }

  /** An arc changes only the answer for its target. */
  @ParameterizedTest
  @EnumSource(names = {"AUGMENTED", "RANDOM_WALK", "ATTENTION", "SAGE", "SUM", "APPNP"})
  void everyArcOfADirectedGraphIsFound(SmallNetwork.Kind kind) {
    Graph arcs = RandomGraphs.directed(100, 0.015, 12);
    LinkPrediction found =
        LinkTeller.named("subsets")
            .run(
                new SmallNetwork(arcs, kind, 2, 3, 5),
                InferenceNodes.of(FeatureMatrix.dense(features(100))).directed(),
                LinkPrediction.beliefOf(arcs.edgeCount(), 9900));
    assertEquals(arcs, found.toGraph());
    assertEquals(arcs.density(), found.finding().density().orElseThrow(), 1e-15);
    assertTrue(found.queries() < 350, () -> found.queries() + " queries");
  }

  /**
   * Two layers of means over the sources of arcs, so all nodes without incoming arcs look alike.
   */
  @Test
  void arcsAreFoundIfNodesDoNotSeeThemselves() {
    Graph arcs = RandomGraphs.directed(100, 0.015, 12);
    LinkPrediction found = attackMeans(arcs, arcs::hasEdge);
    assertEquals(arcs, found.toGraph());
    assertEquals(List.of(), found.warnings());
  }

  @Test
  void arcsOfUnknownDirectionArePredictedBothWays() {
    Graph arcs = RandomGraphs.directed(100, 0.015, 12);
    LinkPrediction found = attackMeans(arcs, (u, v) -> arcs.hasEdge(u, v) || arcs.hasEdge(v, u));
    assertTrue(found.atOwnDensity().orElseThrow().predictsBothWays());
    assertFalse(attackMeans(arcs, arcs::hasEdge).predictsBothWays());
  }

  private interface Passes {
    boolean message(int from, int to);
  }

  private static LinkPrediction attackMeans(Graph arcs, Passes passes) {
    double[][] features = features(100);
    InferenceApi model =
        query -> {
          int[] nodes = query.nodes().toIntArray();
          double[][] x = new double[nodes.length][];
          for (int i = 0; i < nodes.length; i++) {
            x[i] = features[nodes[i]];
          }
          return new DMatrixRMaj(means(means(x, nodes, passes), nodes, passes));
        };
    return LinkTeller.named("subsets")
        .run(
            model,
            InferenceNodes.of(FeatureMatrix.dense(features)).directed(),
            LinkPrediction.beliefOf(arcs.edgeCount(), 9900));
  }

  /** One layer: relu(1 + the mean over the sources of arcs). */
  private static double[][] means(double[][] x, int[] nodes, Passes passes) {
    double[][] out = new double[x.length][x[0].length];
    for (int v = 0; v < x.length; v++) {
      int sources = 0;
      for (int u = 0; u < x.length; u++) {
        sources += passes.message(nodes[u], nodes[v]) ? 1 : 0;
      }
      for (int col = 0; col < out[v].length; col++) {
        double sum = 0;
        for (int u = 0; u < x.length; u++) {
          sum += passes.message(nodes[u], nodes[v]) ? x[u][col] : 0;
        }
        out[v][col] = Math.max(0, 1 + (sources == 0 ? 0 : sum / sources));
      }
    }
    return out;
  }

  @Test
  void aQueryContainsTheUnchangedFeaturesOfItsNodes() {
    SmallNetwork model = network(SmallNetwork.Kind.SAGE);
    FeatureMatrix own = nodes().features();
    assertExact(
        attack(
            query -> {
              assertTrue(query.edit().isEmpty());
              assertArrayEquals(
                  own.selectRows(query.nodes()).toDense().data, query.features().toDense().data);
              return model.predict(query);
            }));
  }

  /**
   * The measured sum over four graphs. The attack depends on neither chance nor time, so a
   * different number means a different attack.
   */
  @ParameterizedTest
  @CsvSource({"100, 0.04, 647", "60, 0.06, 444"})
  void fewSubsetsSuffice(int count, double density, int measured) {
    int queries = 0;
    for (int seed = 0; seed < 4; seed++) {
      Graph graph = RandomGraphs.uniform(count, density, 11 + seed);
      LinkPrediction found = attack(graph, seed);
      assertExact(graph, found);
      queries += found.queries();
    }
    assertEquals(measured, queries);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 5, 8})
  void aPathOfFewNodesIsFound(int count) {
    Graph.Builder path = Graph.builder(count);
    for (int u = 1; u < count; u++) {
      path.addEdge(u - 1, u);
    }
    Graph graph = path.build();
    assertExact(graph, attack(graph, 42));
  }

  @Test
  void everyQueryIsCountedAndReported() {
    AtomicInteger asked = new AtomicInteger();
    AtomicInteger announced = new AtomicInteger();
    LinkAttack attack =
        AttackRequest.builder()
            .with(RandomAttack.SEED, 7L)
            .onProgress(
                (answered, total) -> {
                  assertEquals(announced.incrementAndGet(), answered);
                  assertTrue(total >= NODES && total >= answered, () -> "of " + total);
                })
            .attack("subsets");
    LinkPrediction found =
        attack.run(counted(network(SmallNetwork.Kind.SAGE), asked), nodes(), GRAPH.density());
    assertExact(found);
    assertEquals(asked.get(), found.queries() + found.verificationQueries());
    assertEquals(found.queries(), announced.get());
    assertTrue(found.elapsed().toMinutes() < 60, () -> found.elapsed().toString());
  }

  @Test
  void targetsAreNumberedByTheirPositions() {
    int[] targets = new Random(9).ints(0, NODES).distinct().limit(120).toArray();
    LinkPrediction found =
        LinkTeller.named("subsets")
            .run(network(SmallNetwork.Kind.SAGE), nodes().targeting(targets), 0.1);
    AtomicInteger stored = new AtomicInteger();
    found
        .scores()
        .forEachStored(
            (i, j, score) -> {
              stored.incrementAndGet();
              assertTrue(GRAPH.hasEdge(targets[i], targets[j]));
            });
    assertEquals(GRAPH.inducedSubgraph(IntList.of(targets)).edgeCount(), stored.get());
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e-6, 1, 1e6})
  void singlePrecisionSufficesAtAnyScaleOfAnswers(double size) {
    SmallNetwork model = network(SmallNetwork.Kind.APPNP);
    assertExact(
        attack(
            query -> {
              DMatrixRMaj answer = model.predict(query).copy();
              for (int i = 0; i < answer.getNumElements(); i++) {
                answer.data[i] = (float) (size * answer.data[i]);
              }
              return answer;
            }));
  }

  @Test
  void probabilitiesSuffice() {
    assertExact(
        attack(ShownOutputs.probabilities(network(SmallNetwork.Kind.APPNP), Posterior.SOFTMAX)));
  }

  /** Noise of eight deviations of a row occurs with probability below 1e-12 per comparison. */
  @Test
  void noiseFarBelowTheEffectOfANeighborIsIgnored() {
    SmallNetwork model = network(SmallNetwork.Kind.ATTENTION);
    AtomicInteger asked = new AtomicInteger();
    assertExact(
        attack(
            query -> {
              DMatrixRMaj answer = model.predict(query).copy();
              Random random = new Random(asked.incrementAndGet());
              for (int i = 0; i < answer.getNumElements(); i++) {
                answer.data[i] += 1e-7 * random.nextGaussian();
              }
              return answer;
            }));
  }

  /** In a single layer of sums, such a neighbor contributes nothing. */
  @Test
  void aNeighborWithoutFeaturesIsFoundByItsOwnAnswer() {
    double[][] features = features();
    for (int u = 0; u < NODES; u += 10) {
      features[u] = new double[SmallNetwork.FEATURES];
    }
    Graph.Builder edges = Graph.builder(NODES);
    GRAPH.forEachEdge(
        (u, v) -> {
          if (u % 10 != 0 || v % 10 != 0) {
            edges.addEdge(u, v);
          }
        });
    Graph graph = edges.build();
    LinkPrediction found =
        LinkTeller.named("subsets")
            .run(
                new SmallNetwork(graph, SmallNetwork.Kind.SUM, 1, 3, 5),
                InferenceNodes.of(FeatureMatrix.dense(features)),
                graph.density());
    assertEquals(graph.edgeCount(), found.scores().storedCount());
  }

  @Test
  void undecidedPairsScoreLessThanEdgesAndAreReported() {
    SmallNetwork model = network(SmallNetwork.Kind.SAGE);
    List<AttackWarning> warnings = new ArrayList<>();
    LinkPrediction found =
        AttackRequest.builder()
            .onProgress(
                new AttackListener() {
                  @Override
                  public void onAnswer(int answered, int total) {}

                  @Override
                  public void onWarning(AttackWarning warning) {
                    warnings.add(warning);
                  }
                })
            .attack("subsets")
            .run(
                query -> {
                  if (query.nodes().contains(3) && query.nodes().contains(9)) {
                    throw new InferenceException("nodes 3 and 9 are never asked together");
                  }
                  return model.predict(query);
                },
                nodes(),
                GRAPH.density());
    assertEquals(
        List.of(AttackWarning.Kind.PAIRS_UNDECIDED),
        warnings.stream().map(AttackWarning::kind).toList());
    assertEquals(
        "1 pairs are undecided after "
            + found.queries()
            + " queries: answers do not show them, the graph among the targets is too dense, or"
            + " queries failed; they rank below the edges that were found",
        warnings.get(0).message());
    // As measured, including 64 in a row that decide nothing.
    assertEquals(273, found.queries());
    double undecided = found.scores().score(3, 9);
    assertTrue(undecided > 0 && undecided <= 0.5, () -> "score " + undecided);
    found
        .scores()
        .forEachStored(
            (i, j, score) -> assertTrue((i == 3 && j == 9) || (score == 1 && GRAPH.hasEdge(i, j))));
    assertEquals(GRAPH.edgeCount(), found.scores().storedCount() - (GRAPH.hasEdge(3, 9) ? 0 : 1));
  }

  @Test
  void noQueryFollowsAnExhaustedBudget() {
    SmallNetwork model = network(SmallNetwork.Kind.SAGE);
    AtomicInteger asked = new AtomicInteger();
    InferenceApi limited =
        query -> {
          if (asked.incrementAndGet() > 20) {
            throw new QueryBudgetException(20);
          }
          return model.predict(query);
        };
    assertThrows(InferenceException.class, () -> attack(limited));
    assertEquals(21, asked.get());
  }

  @Test
  void answersThatDependOnAllNodesAreRejectedEarly() {
    AtomicInteger asked = new AtomicInteger();
    SmallNetwork model = network(SmallNetwork.Kind.BATCH_NORM);
    assertRejected(counted(model, asked), "depend on all nodes of a query");
    // Calibration, 24 random subsets, and the scouts: 8 alone, and in sets of 12, 6 and 3.
    assertEquals(2 + 24 + 8 + 1 + 2 + 3, asked.get());
  }

  @Test
  void aDenseGraphIsRejectedEarly() {
    Graph dense = RandomGraphs.uniform(NODES, 0.4, 11);
    AtomicInteger asked = new AtomicInteger();
    SmallNetwork model = new SmallNetwork(dense, SmallNetwork.Kind.SAGE, 2, 3, 5);
    assertRejected(
        counted(model, asked),
        // The entropy of 1/6 is 0.65002 bits: 200 * 199 * 0.65002 / 6.
        "the graph is too dense: only subsets of 6 targets leave enough of them without a neighbor,"
            + " which takes about 4,312 queries, more than 2,064");
    // Calibration, 24 random subsets, and the scouts: 8 alone, and in sets of 12 and 6.
    assertEquals(2 + 24 + 8 + 1 + 2, asked.get());
  }

  @Test
  void answersFromTheWholeGraphAreRejectedEarly() {
    AtomicInteger asked = new AtomicInteger();
    DMatrixRMaj all = network(SmallNetwork.Kind.SAGE).predict(nodes().query());
    InferenceApi whole =
        query -> {
          DMatrixRMaj answer = new DMatrixRMaj(query.nodes().size(), all.numCols);
          for (int row = 0; row < answer.numRows; row++) {
            for (int col = 0; col < all.numCols; col++) {
              answer.set(row, col, all.get(query.nodes().getInt(row), col));
            }
          }
          return answer;
        };
    assertRejected(counted(whole, asked), "not restricted to them");
    // As measured.
    assertEquals(30, asked.get());
  }

  /** Among 30 targets with about nine neighbors each, only subsets of about four are useful. */
  @Test
  void aSmallDenseGraphIsReadByUpToTenQueriesPerTarget() {
    Graph dense = RandomGraphs.uniform(30, 0.3, 11);
    LinkPrediction found = attack(dense, 0);
    assertEquals(dense.edgeCount(), found.scores().storedCount());
    found.scores().forEachStored((i, j, score) -> assertTrue(dense.hasEdge(i, j)));
    // As measured.
    assertEquals(170, found.queries());
  }

  /** One in twenty answers for a node is changed, except while noise is measured. */
  @Test
  void answersThatContradictEachOtherAreRejected() {
    SmallNetwork model = network(SmallNetwork.Kind.SAGE);
    Random random = new Random(8);
    AtomicInteger asked = new AtomicInteger();
    assertRejected(
        query -> {
          DMatrixRMaj answer = model.predict(query).copy();
          boolean measured = asked.incrementAndGet() <= 2;
          for (int row = 0; row < answer.numRows; row++) {
            if (!measured && query.nodes().size() > 1 && random.nextDouble() < 0.05) {
              answer.add(row, 0, 1 + random.nextDouble());
            }
          }
          return answer;
        },
        "contradict");
  }

  @Test
  void unrepeatableAnswersAreRejected() {
    Random random = new Random(4);
    assertRejected(
        query -> {
          DMatrixRMaj answer = new DMatrixRMaj(query.nodes().size(), 3);
          for (int i = 0; i < answer.getNumElements(); i++) {
            answer.data[i] = random.nextGaussian();
          }
          return answer;
        },
        "");
  }

  private static InferenceApi counted(InferenceApi api, AtomicInteger asked) {
    return (InferenceQuery query) -> {
      asked.incrementAndGet();
      return api.predict(query);
    };
  }

  private static void assertRejected(InferenceApi api, String reason) {
    assertRefused(UnsuitableModelException.class, reason, () -> attack(api));
  }
}
