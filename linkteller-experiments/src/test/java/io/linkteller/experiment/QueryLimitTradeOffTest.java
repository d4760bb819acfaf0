package io.linkteller.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.LinkTeller;
import io.linkteller.attack.reading.PairScore;
import io.linkteller.eval.metric.PredictionMetrics;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.models.architecture.Gcn;
import io.linkteller.models.serve.GraphOwner;
import io.linkteller.models.serve.ServedModel;
import java.util.List;
import java.util.SplittableRandom;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.Test;

class QueryLimitTradeOffTest {

  private static final int N = 60;
  private static final Graph GRAPH = graph();
  private static final InferenceNodes NODES = InferenceNodes.of(features());

  private static Graph graph() {
    SplittableRandom random = new SplittableRandom(1);
    Graph.Builder graph = Graph.builder(N);
    for (int u = 0; u < N; u++) {
      for (int v = u + 1; v < N; v++) {
        if (random.nextInt(20) == 0) {
          graph.addEdge(u, v);
        }
      }
    }
    return graph.build();
  }

  private static FeatureMatrix features() {
    SplittableRandom random = new SplittableRandom(2);
    DMatrixRMaj x = new DMatrixRMaj(N, 6);
    for (int i = 0; i < x.getNumElements(); i++) {
      x.data[i] = random.nextDouble(-1, 1);
    }
    return FeatureMatrix.dense(x);
  }

  private static ServedModel api() {
    return GraphOwner.of(GRAPH).serve(Gcn.builder().layers(6, 8, 3).seed(5).build());
  }

  @Test
  void aTighterLimitWeakensTheAttackAndRefusesMoreBenignQueries() {
    QueryLimitTradeOff experiment =
        QueryLimitTradeOff.builder().limits(1, 5, 21, N + 1).benignQueries(1, 4, 10).build();
    QueryLimitTradeOff.Table table = experiment.run(api(), NODES, GRAPH, 0.9, GRAPH.density());
    List<QueryLimitTradeOff.Point> points = table.points();
    assertEquals(List.of(0, 4, 20, N), points.stream().map(p -> p.probed()).toList());
    // Of 15 benign queries, a limit of 1 allows 3, and a limit of 5 allows 1 + 4 + 5.
    assertEquals(0.9 * 3 / 15, points.get(0).benignAccuracy(), 1e-12);
    assertEquals(0.9 * 10 / 15, points.get(1).benignAccuracy(), 1e-12);
    assertEquals(0.9, points.get(2).benignAccuracy(), 1e-12);
    for (int i = 1; i < points.size(); i++) {
      assertTrue(points.get(i).attack().f1() > points.get(i - 1).attack().f1(), points.toString());
    }
    assertEquals(
        PredictionMetrics.edges(
            LinkTeller.builder().score(PairScore.MAX).build().run(api(), NODES, GRAPH.density()),
            GRAPH),
        points.get(3).attack());
    QueryLimitTradeOff.Point chosen = table.choose();
    assertTrue(points.stream().allMatch(p -> p.gain() <= chosen.gain()), table.toString());
  }
}
