package io.linkteller.eval.metric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.score.PairScores;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceNodes;
import java.time.Duration;
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
}
