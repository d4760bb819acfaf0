package io.linkteller.eval.metric;

import static io.linkteller.testing.Refusal.assertRefusal;
import static io.linkteller.testing.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.PairScores;
import io.linkteller.attack.ScoredPair;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.graph.NodePairs;
import io.linkteller.inference.InferenceNodes;
import it.unimi.dsi.fastutil.doubles.DoubleList;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class PredictionMetricsTest {

  private static final Graph TRUTH =
      Graph.builder(6).addEdge(5, 2).addEdge(2, 4).addEdge(0, 1).build();

  private static LinkPrediction predicted() {
    InferenceNodes nodes = InferenceNodes.of(FeatureMatrix.zero(6, 1)).targeting(5, 2, 4);
    PairScores scores = PairScores.ofAll(3, (i, j) -> i == 0 && j == 1 ? 2 : j);
    return LinkPrediction.of("for the test", nodes, 0.3, scores, 0, Duration.ZERO);
  }

  @Test
  void targetsAreLookedUpByTheirIds() {
    EdgeMetrics metrics = PredictionMetrics.edges(predicted(), TRUTH);
    assertEquals(1, metrics.precision());
    assertEquals(0.5, metrics.recall());
  }

  /** Ranked: (5, 2), (2, 5), (4, 2), then the others; two arcs are among the targets. */
  @Test
  void arcsOfADirectedGraphAreCountedAmongOrderedPairs() {
    Graph truth = Graph.builder(6).directed().addEdge(5, 2).addEdge(4, 2).addEdge(0, 5).build();
    InferenceNodes nodes =
        InferenceNodes.of(FeatureMatrix.zero(6, 1)).targeting(5, 2, 4).directed();
    long[] arcs = {NodePairs.pack(0, 1), NodePairs.pack(1, 0), NodePairs.pack(2, 1)};
    PairScores scores = PairScores.ofStored(3, true, arcs, new double[] {3, 2, 1});
    LinkPrediction found = LinkPrediction.of("arcs", nodes, 0.33, scores, 0, Duration.ZERO);
    assertEquals(new EdgeMetrics(1, 2, 2), PredictionMetrics.edges(found, truth));
    // Of the 2 x 4 pairs of an arc and another, one is in the wrong order.
    assertEquals(7.0 / 8, PredictionMetrics.rocAuc(found, truth));
    assertRefused(() -> PredictionMetrics.edges(found, truth.simple()));
    assertRefused(() -> PredictionMetrics.edges(predicted(), truth));
    // Scores of unordered pairs predict both arcs.
    LinkPrediction both =
        LinkPrediction.of("pairs", nodes, 0.33, predicted().scores(), 0, Duration.ZERO);
    assertEquals(List.of(new ScoredPair(5, 2, 2), new ScoredPair(5, 4, 2)), both.edges());
  }

  @Test
  void theSubgraphOfTheTargetsIsRefusedWithAHint() {
    Graph induced = TRUTH.inducedSubgraph(predicted().targets());
    for (int i = 0; i < 2; i++) {
      boolean edges = i == 0;
      IllegalArgumentException refusal =
          assertThrows(
              IllegalArgumentException.class,
              () -> {
                if (edges) {
                  PredictionMetrics.edges(predicted(), induced);
                } else {
                  PredictionMetrics.rocAuc(predicted(), induced);
                }
              });
      assertTrue(String.valueOf(refusal.getMessage()).contains("target 5"), refusal.toString());
      assertTrue(
          String.valueOf(refusal.getMessage()).contains("pass the whole graph"),
          refusal.toString());
    }
  }

  @Test
  void theFirstNodeBeyondTheGraphIsRejected() {
    assertRefusal(
        "target 5 is not a node of the graph, which has 5 nodes",
        () -> PredictionMetrics.edges(predicted(), Graph.empty(5)));
  }

  /** Pairs (5, 2), (5, 4) and (2, 4) score 2, 2 and 2; the edges are the first and the last. */
  @Test
  void aTieCountsHalf() {
    assertEquals(0.5, PredictionMetrics.rocAuc(predicted(), TRUTH));
  }

  private static LinkPrediction ranked() {
    InferenceNodes nodes = InferenceNodes.of(FeatureMatrix.zero(6, 1)).targeting(5, 2, 4, 0);
    // In order of rank: (5, 2), (5, 4), (5, 0), (2, 4), (2, 0), (4, 0), of which the last three are
    // not stored.
    long[] pairs = {NodePairs.pack(0, 1), NodePairs.pack(0, 2), NodePairs.pack(0, 3)};
    PairScores scores = PairScores.ofStored(4, false, pairs, new double[] {9, 8, 7});
    return LinkPrediction.of("for the test", nodes, 0.3, scores, 0, Duration.ZERO);
  }

  @Test
  void theAreaCountsUnstoredPairs() {
    // Edges (5, 2) at rank 1 and (2, 4), which scores 0 like two of the four other pairs.
    assertEquals((4 + 1) / 8.0, PredictionMetrics.rocAuc(ranked(), TRUTH));
    // (2, 4) alone: three of the five others score more, two the same.
    assertEquals(
        0.5 * 2 / 5, PredictionMetrics.rocAuc(ranked(), Graph.builder(6).addEdge(2, 4).build()));
  }

  @Test
  void theCurveHasAPointPerEdgeInOrderOfRank() {
    PrecisionRecallCurve curve = PrecisionRecallCurve.of(ranked(), TRUTH);
    assertEquals(DoubleList.of(0.5, 1), curve.recalls());
    assertEquals(DoubleList.of(1, 2 / 4.0), curve.precisions());
    assertThrows(UnsupportedOperationException.class, () -> curve.recalls().add(1));
  }

  @Test
  void aCurveWithoutEdgesIsRejected() {
    assertRefusal(
        "no pair of the 4 targets is an edge",
        () -> PrecisionRecallCurve.of(ranked(), Graph.empty(6)));
  }
}
