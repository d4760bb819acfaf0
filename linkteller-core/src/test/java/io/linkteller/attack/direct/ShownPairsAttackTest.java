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
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntToDoubleFunction;
import java.util.stream.Collectors;
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
  void oneNumberPerNodeIsReadAsTheScoreOfAPair() {
    InferenceApi scores =
        query -> {
          DMatrixRMaj answer = new DMatrixRMaj(N, N);
          GRAPH.forEachEdge((u, v) -> answer.set(v, u, 0.7 + 0.01 * u));
          return answer;
        };
    assertReadsAll(scores, NODES);
    assertReadsAll(scores, NODES.targeting(19, 3, 8, 11, 0, 5, 7));
  }

  /** Each row has two other numbers, then the node's neighbors, padded with the node itself. */
  @Test
  void integersBelowTheNumberOfNodesAreReadAsNodes() {
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
  void nodeNumbersAndScoresShowTheDirectionsOfArcs() {
    assertArcs(NODES, showing(u -> (u + 3) % N, u -> (u + 5) % N), 3, 5);
    InferenceApi scores =
        query -> {
          DMatrixRMaj answer = new DMatrixRMaj(N, N);
          for (int u = 0; u < N; u++) {
            answer.set(u, (u + 3) % N, 1);
          }
          return answer;
        };
    assertArcs(NODES.targeting(19, 3, 8, 11, 0, 2, 5), scores, 3);
  }

  private static void assertArcs(InferenceNodes nodes, InferenceApi api, int... steps) {
    Set<List<Integer>> arcs = new HashSet<>();
    for (int u : nodes.targets()) {
      for (int step : steps) {
        if (nodes.targets().contains((u + step) % N)) {
          arcs.add(List.of(u, (u + step) % N));
        }
      }
    }
    int n = nodes.targets().size();
    LinkPrediction found =
        LinkTeller.named("shown-pairs").run(api, nodes.directed(), arcs.size() / (n * (n - 1.0)));
    assertEquals(
        arcs,
        found.guesses().stream().map(arc -> List.of(arc.u(), arc.v())).collect(Collectors.toSet()));
  }

  /** Returns a black box whose answer has a column for each function of the row. */
  private static InferenceApi showing(IntToDoubleFunction... columns) {
    return query -> {
      DMatrixRMaj answer = new DMatrixRMaj(N, columns.length);
      for (int u = 0; u < N; u++) {
        for (int col = 0; col < columns.length; col++) {
          answer.set(u, col, columns[col].applyAsDouble(u));
        }
      }
      return answer;
    };
  }

  private static void assertShowsNothing(InferenceApi api) {
    assertThrows(
        UnsuitableModelException.class,
        () -> LinkTeller.named("shown-pairs").run(api, NODES, GRAPH.density()));
  }

  @Test
  void numbersThatStartAtOneAreNotReadAsNodes() {
    assertShowsNothing(showing(u -> u + 1));
  }

  @Test
  void otherNumbersShowNoPairs() {
    assertShowsNothing(showing(u -> u + 0.5, u -> 2 * u, u -> u % 3));
  }
}
