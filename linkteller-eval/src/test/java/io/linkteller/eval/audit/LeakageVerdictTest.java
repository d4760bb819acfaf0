package io.linkteller.eval.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.attack.Access;
import io.linkteller.attack.PairScores;
import io.linkteller.attack.direct.Lsa2Attack;
import io.linkteller.defense.QueryGuard;
import io.linkteller.eval.metric.EdgeMetrics;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.graph.NodePairs;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.models.architecture.Gcn;
import io.linkteller.models.serve.GraphOwner;
import io.linkteller.testing.Gaussian;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.junit.jupiter.api.Test;

/** Tests of the conditions for passing a gate. */
class LeakageVerdictTest {

  private static final int NODES = 60;
  private static final int FEATURES = 12;
  private static final InferenceNodes ALL =
      InferenceNodes.of(
          FeatureMatrix.dense(Gaussian.rows(NODES, FEATURES, new SplittableRandom(4))));

  /** Returns the pairs of the most similar features, all of which {@code lsa2-attr} finds. */
  private static Graph alike(int edges) {
    PairScores likeness =
        Lsa2Attack.onFeatures().run(query -> query.features().toDense(), ALL, 0.1).scores();
    Graph.Builder graph = Graph.builder(NODES);
    for (long pair : likeness.best(edges)) {
      graph.addEdge(NodePairs.first(pair), NodePairs.second(pair));
    }
    return graph.build();
  }

  /** Connects each node with the three nodes of the nearest features. */
  private static Graph nearest() {
    DMatrixRMaj x = ALL.features().toDense();
    Graph.Builder graph = Graph.builder(NODES).mergingDuplicates();
    for (int u = 0; u < NODES; u++) {
      double[] distances = new double[NODES];
      for (int i = 0; i < x.getNumElements(); i++) {
        double difference = x.data[i] - x.get(u, i % FEATURES);
        distances[i / FEATURES] += difference * difference;
      }
      int from = u;
      IntStream.range(0, NODES)
          .filter(v -> v != from)
          .boxed()
          .sorted(Comparator.comparingDouble(v -> distances[v]))
          .limit(3)
          .forEach(v -> graph.addEdge(from, v));
    }
    return graph.build();
  }

  /** Connects nodes at random, regardless of their features. */
  private static Graph unrelated(int edges) {
    SplittableRandom random = new SplittableRandom(9);
    Graph.Builder graph = Graph.builder(NODES).mergingDuplicates();
    for (int e = 0; e < edges; e++) {
      int u = random.nextInt(NODES);
      graph.addEdge(u, (u + 1 + random.nextInt(NODES - 1)) % NODES);
    }
    return graph.build();
  }

  private static Graph union(Graph one, Graph other) {
    Graph.Builder graph = Graph.builder(NODES).mergingDuplicates();
    one.forEachEdge(graph::addEdge);
    other.forEachEdge(graph::addEdge);
    return graph.build();
  }

  private static InferenceApi gcnOn(Graph graph) {
    return GraphOwner.of(graph).serve(Gcn.builder().layers(FEATURES, 16, 3).seed(5).build());
  }

  /** A perceptron with 16 outputs, which uses no edge. */
  private static InferenceApi perceptron() {
    SplittableRandom random = new SplittableRandom(3);
    DMatrixRMaj weights = new DMatrixRMaj(FEATURES, 16);
    for (int i = 0; i < weights.getNumElements(); i++) {
      weights.data[i] = random.nextGaussian();
    }
    return query -> {
      DMatrixRMaj answer = new DMatrixRMaj(0, 0);
      CommonOps_DDRM.mult(query.features().toDense(), weights, answer);
      for (int i = 0; i < answer.getNumElements(); i++) {
        answer.data[i] = Math.tanh(answer.data[i]);
      }
      return answer;
    };
  }

  private static LeakageVerdict verdict(
      InferenceApi api, Graph graph, double limit, String... attacks) {
    return LeakageAudit.builder()
        .attacks(List.of(attacks))
        .failAbove(limit)
        .build()
        .run(api, graph, ALL)
        .verdict();
  }

  private static void assertOutcome(LeakageVerdict.Outcome expected, LeakageVerdict verdict) {
    assertEquals(expected, verdict.outcome().orElseThrow(), verdict::toString);
    assertTrue(verdict.sentences().get(0).startsWith(expected.name()), verdict::toString);
  }

  private static final class Mixed {
    static final Graph ALIKE = alike(70);
    static final Graph UNRELATED = unrelated(60);
    static final Graph GRAPH = union(ALIKE, UNRELATED);
  }

  @Test
  void edgesRevealedByFeaturesAreNotLeakedByAModelWithoutEdges() {
    LeakageVerdict verdict = verdict(perceptron(), nearest(), 0.3, "lsa2-post", "linkteller");
    RevealedByFeatures told = verdict.revealedByFeatures().get(0);
    assertTrue(verdict.strongest().found().recall() > 0.3, verdict::toString);
    assertEquals(verdict.strongest().attack(), told.attack());
    assertTrue(told.found().truePositives() < told.byFeatures(), told::toString);
    assertOutcome(LeakageVerdict.Outcome.PASS, verdict);
    String said = String.join(" ", verdict.sentences());
    assertTrue(said.contains("attacks that are not registered, which may find more"), said);
    assertFalse(said.contains("do not depend on the edges"), said);
  }

  /** The model's answers are the same on every graph. */
  @Test
  void aModelThatHasMemorizedItsEdgesFails() {
    Graph graph = unrelated(90);
    LeakageVerdict verdict = verdict(gcnOn(graph), graph, 0.02, "linkteller", "subsets");
    assertEquals(1, verdict.strongest().found().recall());
    assertOutcome(LeakageVerdict.Outcome.FAIL, verdict);
  }

  @Test
  void aModelThatRevealsEdgesBeyondFeaturesFails() {
    Graph graph = Mixed.GRAPH;
    assertOutcome(
        LeakageVerdict.Outcome.FAIL, verdict(gcnOn(graph), graph, 0.3, "lsa2-attr", "subsets"));
    // This model reveals only the other half: fewer edges than the features, but different ones.
    LeakageVerdict verdict = verdict(gcnOn(Mixed.UNRELATED), graph, 0.3, "lsa2-attr", "subsets");
    RevealedByFeatures told = verdict.revealedByFeatures().get(0);
    assertEquals("subsets", told.attack());
    assertTrue(told.found().truePositives() <= told.byFeatures(), told::toString);
    assertTrue(told.share() > 0.3, told::toString);
    assertOutcome(LeakageVerdict.Outcome.FAIL, verdict);
  }

  @Test
  void attacksAreExcusedBySetsOfEdgesNotByCounts() {
    ConfidenceInterval all = new ConfidenceInterval(0.5, 0.5, 0.95);
    EdgeMetrics half = new EdgeMetrics(50, 100, 100);
    ConfidenceInterval tenth = new ConfidenceInterval(0.05, 0.1, 0.95);
    assertTrue(new RevealedByFeatures("a", half, all, 50, 10, tenth).isWithin(0.1));
    assertFalse(new RevealedByFeatures("a", half, all, 49, 10, tenth).isWithin(0.1));
    assertFalse(new RevealedByFeatures("a", half, all, 100, 11, tenth).isWithin(0.09));
    assertTrue(new RevealedByFeatures("a", half, all, 0, 50, all).isWithin(0.5));
  }

  /** All similarities are equal, so only the numbering could select the edges of node 0. */
  @Test
  void equalFeaturesExcuseNothingForAnyNumbering() {
    Graph.Builder star = Graph.builder(NODES);
    IntStream.range(1, NODES).forEach(v -> star.addEdge(0, v));
    Graph graph = star.build();
    PairScores equal = PairScores.ofAll(NODES, (i, j) -> 1);
    assertEquals(0, RevealedByFeatures.edgesRevealed(equal, graph, NODES - 1, false).size());
    PairScores first = PairScores.ofAll(NODES, (i, j) -> i == 0 && j < 5 ? 1 : 0);
    assertEquals(4, RevealedByFeatures.edgesRevealed(first, graph, NODES - 1, false).size());
  }

  /** Neighbors have the weight 0, but 0 times infinity is not a number. */
  @Test
  void nonFiniteAnswersAreReadRowByRow() {
    Graph graph = unrelated(90);
    assertOutcome(
        LeakageVerdict.Outcome.FAIL,
        verdict(overflowing(graph), graph, 0.15, "linkteller", "kinks"));
    LeakageVerdict verdict = verdict(overflowing(graph), graph, 0.15, "kinks");
    assertEquals(1, verdict.strongest().found().recall(), verdict::toString);
    assertEquals("linkteller-on-overflow", verdict.strongest().attack());
    // The served graph reveals only its own edges.
    Graph served = unrelated(30);
    double recall = verdict(overflowing(served), graph, 0.15, "kinks").strongest().found().recall();
    assertTrue(recall > 0.2 && recall < 0.5, "" + recall);
  }

  private static InferenceApi overflowing(Graph graph) {
    return query -> {
      DMatrixRMaj x = query.features().toDense();
      DMatrixRMaj answer = new DMatrixRMaj(x.numRows, 1);
      for (int row = 0; row < x.numRows; row++) {
        double sum = x.get(row, 0);
        for (int v : graph.neighbors(query.nodes().getInt(row))) {
          int of = query.nodes().indexOf(v);
          sum += of < 0 ? 0 : 0 * (x.get(of, 0) * 10 + x.get(of, 1) * 10);
        }
        answer.set(row, 0, sum);
      }
      return answer;
    };
  }

  /**
   * Huge features are not allowed here, so no attack reads the NaN, but the model must not pass.
   */
  @Test
  void nonFiniteAnswersDoNotPassIfNoAttackReadsThem() {
    Graph graph = unrelated(90);
    InferenceApi nan =
        query -> {
          DMatrixRMaj answer = query.features().toDense();
          answer.data[0] = query.edit().isEmpty() ? 0 : Double.NaN;
          return answer;
        };
    LeakageVerdict verdict =
        LeakageAudit.builder()
            .access(Access.builder().features(Access.Features.WITHIN_RANGE).build())
            .attacks(List.of("lsa2-post", "linkteller"))
            .failAbove(0.5)
            .build()
            .run(nan, graph, ALL)
            .verdict();
    assertOutcome(LeakageVerdict.Outcome.UNDECIDED, verdict);
    assertTrue(String.join(" ", verdict.failed()).contains("NaN"), verdict::toString);
  }

  @Test
  void aServiceThatRefusesAllAttacksButOneDoesNotPass() {
    // The audit sends the base query three times, once in another order, and again after lsa2-post,
    // so one query is left.
    QueryGuard guard = QueryGuard.builder(NODES).limitPerNode(5).forExperiments(1).build();
    LeakageVerdict verdict =
        verdict(
            guard.guarding(perceptron()), unrelated(90), 0.5, "lsa2-post", "linkteller", "subsets");
    assertEquals(List.of("subsets", "linkteller"), verdict.unsuited());
    assertOutcome(LeakageVerdict.Outcome.UNDECIDED, verdict);
    assertTrue(verdict.sentences().get(0).contains("almost nothing was tried"));
    assertOutcome(
        LeakageVerdict.Outcome.PASS, verdict(perceptron(), unrelated(90), 0.5, "lsa2-post"));
  }

  @Test
  void theVerdictReportsTheEdgesThatAnAttackIsSureOf() {
    Graph graph = unrelated(90);
    LeakageVerdict verdict = verdict(gcnOn(graph), graph, 0.5, "linkteller", "subsets");
    assertEquals(graph.edgeCount(), verdict.tail().preciseEdges());
    assertEquals(1, verdict.tail().rates().get(0).truePositives().orElseThrow());
    String said = String.join(" ", verdict.details());
    assertTrue(said.contains("subsets is sure of " + graph.edgeCount() + " edges"), said);
    assertTrue(said.contains("100.0 % at 0.01, not measurable at 0.001, 0.0001, 0.00001."), said);
  }
}
