package io.linkteller.attack.direct;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.linkteller.LinkTeller;
import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.UnsuitableModelException;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.testing.RandomGraphs;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.Test;

class ShownPairsAttackTest {

  private static final int N = 20;
  private static final Graph GRAPH = RandomGraphs.uniform(N, 0.15, 4);
  private static final InferenceNodes NODES =
      InferenceNodes.of(FeatureMatrix.dense(new double[N][1]));

  private static void assertReadsAll(InferenceApi api, InferenceNodes nodes) {
    Graph among = GRAPH.inducedSubgraph(nodes.targets());
    LinkPrediction found = LinkTeller.named("shown-pairs").run(api, nodes, among.density());
    assertEquals(
        among.edgeCount(),
        found.edges().stream().filter(edge -> GRAPH.hasEdge(edge.u(), edge.v())).count());
  }

  @Test
  void aNumberForEachNodeIsAScoreOfThePair() {
    InferenceApi scores =
        query -> {
          DMatrixRMaj answer = new DMatrixRMaj(N, N);
          GRAPH.forEachEdge((u, v) -> answer.set(v, u, 0.7 + 0.01 * u));
          return answer;
        };
    assertReadsAll(scores, NODES);
    assertReadsAll(scores, NODES.targeting(19, 3, 8, 11, 0, 5, 7));
  }

  /** The neighbors of each node, or itself where it has no further ones, beside two numbers. */
  @Test
  void wholeNumbersBelowTheNumberOfNodesAreNodes() {
    InferenceApi explanations =
        query -> {
          DMatrixRMaj answer = new DMatrixRMaj(N, 12);
          for (int u = 0; u < N; u++) {
            answer.set(u, 0, 0.5 * u);
            answer.set(u, 1, -u);
            for (int col = 2; col < 12; col++) {
              answer.set(u, col, u);
            }
          }
          int[] at = new int[N];
          GRAPH.forEachEdge(
              (u, v) -> {
                answer.set(u, 2 + at[u]++, v);
                answer.set(v, 2 + at[v]++, u);
              });
          return answer;
        };
    assertReadsAll(explanations, NODES);
  }

  @Test
  void otherNumbersShowNoPairs() {
    InferenceApi logits =
        query -> {
          DMatrixRMaj answer = new DMatrixRMaj(N, 3);
          for (int u = 0; u < N; u++) {
            answer.set(u, 0, u + 0.5);
            answer.set(u, 1, 2 * u);
            answer.set(u, 2, u % 3);
          }
          return answer;
        };
    assertThrows(
        UnsuitableModelException.class,
        () -> LinkTeller.named("shown-pairs").run(logits, NODES, GRAPH.density()));
  }
}
