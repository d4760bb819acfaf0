package io.linkteller.attack.direct;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.LinkTeller;
import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.PairScores;
import io.linkteller.attack.ScoredPair;
import io.linkteller.feature.DenseFeatures;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class EdgeRelationsTest {

  /** A path 0 - 1 - 2 - 3 - 4 - 5 whose edges alternate, and the edge 6 - 7 of both relations. */
  private static final Graph TRUTH =
      Graph.ofRelations(
          List.of(
              Graph.builder(9).addEdge(0, 1).addEdge(2, 3).addEdge(4, 5).addEdge(6, 7).build(),
              Graph.builder(9).addEdge(1, 2).addEdge(3, 4).addEdge(6, 7).build()));

  private static final InferenceNodes NODES =
      InferenceNodes.of(
          DenseFeatures.of(
              new DMatrixRMaj(new double[][] {{1}, {2}, {3}, {4}, {5}, {6}, {7}, {8}, {9}})));

  /**
   * Sums of neighbors, by two weights for the two relations, with noise of a standard deviation.
   */
  private static InferenceApi api(double noise) {
    SplittableRandom random = new SplittableRandom(3);
    return query -> {
      DMatrixRMaj answer = new DMatrixRMaj(query.nodes().size(), 1);
      for (int v = 0; v < answer.numRows; v++) {
        double sum = 10 * query.features().get(v, 0) + noise * random.nextGaussian();
        for (int u = 0; u < answer.numRows; u++) {
          for (int r = 0; r < 2; r++) {
            if (TRUTH
                .relations()
                .get(r)
                .hasEdge(query.nodes().getInt(u), query.nodes().getInt(v))) {
              sum += (r + Math.PI) * query.features().get(u, 0);
            }
          }
        }
        answer.set(v, 0, sum);
      }
      return answer;
    };
  }

  private static LinkPrediction naming(int[][] pairs) {
    PairScores.Builder scores = PairScores.builder(9);
    for (int[] pair : pairs) {
      scores.add(pair[0], pair[1], 1);
    }
    return LinkPrediction.of(
        "given",
        NODES,
        LinkPrediction.beliefOf(pairs.length, 36),
        scores.build(),
        0,
        Duration.ZERO);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 1e-4})
  void pairsOfOneRelationShareANumberAndAWrongPairHasNone(double noise) {
    LinkPrediction found =
        naming(new int[][] {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}, {6, 7}, {7, 8}});
    EdgeRelations told = EdgeRelations.ask(api(noise), NODES, found);
    assertEquals(7, told.edgeCount());
    assertEquals(3, told.count());
    for (int rank = 0; rank < 7; rank++) {
      ScoredPair pair = found.edges().get(rank);
      int expected =
          switch (Math.min(pair.u(), pair.v())) {
            case 0, 2, 4 -> 0;
            case 1, 3 -> 1;
            case 6 -> 2;
            default -> EdgeRelations.NONE;
          };
      assertEquals(expected, told.relation(rank), pair::toString);
    }
    // Two queries for each of at most three matchings, one again, and one about a node alone.
    assertTrue(told.queries() <= 8, () -> "queries = " + told.queries());
  }

  /** A model with weights of its own for the sources of arcs and for their targets. */
  private static InferenceApi bothWays(Graph arcs) {
    return query -> {
      DMatrixRMaj answer = new DMatrixRMaj(query.nodes().size(), 1);
      for (int v = 0; v < answer.numRows; v++) {
        double sum = 10 * query.features().get(v, 0);
        for (int u = 0; u < answer.numRows; u++) {
          int other = query.nodes().getInt(u);
          int node = query.nodes().getInt(v);
          double weight =
              (arcs.hasEdge(other, node) ? Math.E : 0) + (arcs.hasEdge(node, other) ? Math.PI : 0);
          sum += weight * query.features().get(u, 0);
        }
        answer.set(v, 0, sum);
      }
      return answer;
    };
  }

  @Test
  void eachArcOfAModelThatPassesMessagesBothWaysIsNamedOnceUpToOneReversal() {
    Graph arcs =
        Graph.builder(9)
            .directed()
            .addEdge(0, 1)
            .addEdge(2, 1)
            .addEdge(2, 3)
            .addEdge(5, 4)
            .addEdge(6, 7)
            .addEdge(7, 6)
            .addEdge(8, 0)
            .build();
    LinkPrediction found =
        LinkTeller.named("subsets").run(bothWays(arcs), NODES.directed(), 7 / 72.0);
    LinkPrediction own = found.atOwnDensity().orElseThrow();
    assertTrue(own.namesBothWays());
    assertEquals(12, own.m());
    EdgeRelations told = EdgeRelations.ask(bothWays(arcs), NODES.directed(), found);
    int named = told.isNamedOnce(0) ? 0 : 1;
    assertTrue(told.isNamedOnce(named));
    Graph graph = told.found().toGraph();
    Graph reversed = told.reversed(named).found().toGraph();
    assertEquals(7, told.found().atOwnDensity().orElseThrow().m());
    assertTrue(graph.equals(arcs) || reversed.equals(arcs), graph::toString);
  }

  /** As in a model that adds the answers of both ends: then nothing is reversed or left out. */
  @Test
  void endsThatAnswerAlikeStayNamedBothWays() {
    Graph both = Graph.builder(9).directed().addEdge(0, 1).addEdge(1, 0).build();
    LinkPrediction found =
        LinkTeller.named("subsets").run(bothWays(both), NODES.directed(), 2 / 72.0);
    assertSame(found, EdgeRelations.ask(bothWays(both), NODES.directed(), found).found());
  }

  @Test
  void nothingIsAskedAboutNoEdges() {
    LinkPrediction nothing =
        LinkPrediction.of("given", NODES, 0.1, PairScores.builder(9).build(), 0, Duration.ZERO);
    EdgeRelations told =
        EdgeRelations.ask(
            query -> {
              throw new AssertionError("asked");
            },
            NODES,
            nothing);
    assertEquals(0, told.queries());
    assertEquals(0, told.count());
  }
}
