package io.linkteller.attack.chosen;

import static io.linkteller.testing.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.LinkTeller;
import io.linkteller.attack.LinkAttack;
import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.ScoredPair;
import io.linkteller.attack.UnsuitableModelException;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.output.ShownOutputs;
import io.linkteller.testing.RandomGraphs;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that an attack refuses a model that it cannot read. */
class SelfCheckTest {

  private static final LinkAttack ATTACK = LinkTeller.named("kinks");

  private static InferenceNodes nodes(int count) {
    return InferenceNodes.of(FeatureMatrix.dense(new double[count][ReluNetwork.FEATURES]));
  }

  private static int edgesAmong(LinkPrediction found, Graph graph) {
    int right = 0;
    for (ScoredPair pair : found.edges()) {
      right += graph.hasEdge(pair.u(), pair.v()) ? 1 : 0;
    }
    return right;
  }

  /**
   * With one logit, affinity reveals three layers only by chance, so the rows must. Without an
   * identity, some non-edges share as many nodes of a degree as edges do. Random pairs contain 6 or
   * 15 % edges.
   */
  @Property(tries = 10)
  void aSingleLogitRevealsTheEdgesOrIsRefused(
      @ForAll @IntRange(min = 1, max = 3) int depth,
      @ForAll Aggregation aggregation,
      @ForAll @IntRange(min = 0, max = 1_000_000) int seed) {
    Graph graph = RandomGraphs.uniform(80, seed % 2 == 0 ? 0.06 : 0.15, seed);
    double kHat = graph.edgeCount() / (80 * 79 / 2.0) - 1e-9;
    LinkPrediction found;
    try {
      found = ATTACK.run(ReluNetwork.on(graph, aggregation, depth, 1, seed), nodes(80), kHat);
    } catch (UnsuitableModelException refused) {
      assertEquals(3, depth, () -> "refused: " + refused.getMessage());
      return;
    }
    int right = edgesAmong(found, graph);
    double least = depth == 1 || aggregation.isLazy() ? 0.85 : 0.7;
    assertTrue(right >= least * graph.edgeCount(), () -> right + " of " + graph.edgeCount());
  }

  /** Two nodes joined only to each other look the same under two aggregations. */
  @ParameterizedTest
  @EnumSource(Aggregation.class)
  void anIsolatedEdgeDoesNotHideTheAggregation(Aggregation aggregation) {
    Graph.Builder builder = Graph.builder(32).addEdge(30, 31);
    RandomGraphs.uniform(30, 0.2, 5).forEachEdge(builder::addEdge);
    Graph graph = builder.build();
    for (int logits = 1; logits <= 3; logits++) {
      InferenceApi api = ReluNetwork.on(graph, aggregation, 2, logits, 4);
      assertEquals(
          new Diagnosis(2, aggregation), ChosenFeatureAttackTest.identified(api, nodes(32)));
      assertEquals(
          new Diagnosis(2, aggregation),
          ChosenFeatureAttackTest.identified(api, nodes(32).targeting(31, 0, 1)));
    }
  }

  @ParameterizedTest
  @EnumSource(Aggregation.class)
  void aGraphWithoutEdgesIsRefused(Aggregation aggregation) {
    Graph empty = Graph.empty(12);
    for (int depth = 1; depth <= 2; depth++) {
      InferenceApi api = ReluNetwork.on(empty, aggregation, depth, 2, 4);
      assertThrows(UnsuitableModelException.class, () -> ATTACK.run(api, nodes(12), 0.2));
    }
  }

  @Test
  void aPerceptronThatUsesNoGraphIsRefused() {
    InferenceApi perceptron =
        query -> {
          DMatrixRMaj x = query.features().toDense();
          DMatrixRMaj out = new DMatrixRMaj(x.numRows, 2);
          for (int u = 0; u < x.numRows; u++) {
            double hidden = x.get(u, 0) - x.get(u, 1);
            out.set(u, 0, Math.max(0, hidden) + 1);
            out.set(u, 1, Math.max(0, -hidden) - Math.max(0, hidden));
          }
          return out;
        };
    assertThrows(UnsuitableModelException.class, () -> ATTACK.run(perceptron, nodes(12), 0.2));
  }

  @ParameterizedTest
  @EnumSource(Aggregation.class)
  void logitsRoundedToIntegersRevealAsManyEdges(Aggregation aggregation) {
    Graph graph = RandomGraphs.uniform(40, 0.15, 9);
    InferenceApi exact = ReluNetwork.on(graph, aggregation, 2, 3, 4);
    LinkPrediction undisturbed = ATTACK.run(exact, nodes(40), 0.15);
    LinkPrediction rounded = ATTACK.run(ShownOutputs.rounded(exact, 0), nodes(40), 0.15);
    assertEquals(edgesAmong(undisturbed, graph), edgesAmong(rounded, graph));
    assertTrue(edgesAmong(rounded, graph) >= 0.9 * Math.min(graph.edgeCount(), rounded.m()));
  }

  @Test
  void anEmptySetOfTargetsIsRefused() {
    InferenceApi api =
        ReluNetwork.on(RandomGraphs.uniform(12, 0.3, 1), Aggregation.AUGMENTED, 2, 2, 4);
    assertRefused(() -> ChosenFeatureAttackTest.identified(api, nodes(12).targeting()));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void oneIsolatedTargetDoesNotHideTheModel(int depth) {
    Graph.Builder builder = Graph.builder(31);
    RandomGraphs.uniform(30, 0.2, 5).forEachEdge(builder::addEdge);
    Graph graph = builder.build();
    for (Aggregation aggregation : Aggregation.values()) {
      assertEquals(
          new Diagnosis(depth, aggregation),
          ChosenFeatureAttackTest.identified(
              ReluNetwork.on(graph, aggregation, depth, 2, 3), nodes(31).targeting(30)));
    }
  }
}
