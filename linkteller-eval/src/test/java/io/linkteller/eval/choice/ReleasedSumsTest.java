package io.linkteller.eval.choice;

import static io.linkteller.testing.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.attack.PairScores;
import io.linkteller.dp.noise.GaussianAggregation;
import io.linkteller.dp.session.PrivateSession;
import io.linkteller.feature.DenseFeatures;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.models.aggregate.AggregateTraining;
import io.linkteller.models.aggregate.Gap;
import io.linkteller.models.audit.LeakageReport;
import io.linkteller.models.train.Labels;
import io.linkteller.models.train.Trainer;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ReleasedSumsTest {

  private static final int NODES = 80;

  private static LeakageReport read(double deviation) {
    return read(
        GaussianAggregation.builder().deviation(deviation).build(), Double.POSITIVE_INFINITY);
  }

  private static LeakageReport read(GaussianAggregation noise, double assumedBound) {
    return read(noise, noise.deviation(), assumedBound);
  }

  /** Reads sums as an attacker who assumes this noise and this bound on sums. */
  private static LeakageReport read(
      GaussianAggregation noise, double assumedDeviation, double assumedBound) {
    SplittableRandom random = new SplittableRandom(2);
    Graph.Builder builder = Graph.builder(NODES);
    double[][] x = new double[NODES][20];
    int[] classes = new int[NODES];
    for (int u = 0; u < NODES; u++) {
      for (int v = u + 1; v < NODES; v++) {
        if (random.nextDouble() < 0.05) {
          builder.addEdge(u, v);
        }
      }
      for (int c = 0; c < 20; c++) {
        x[u][c] = random.nextDouble() - 0.5;
      }
      classes[u] = random.nextInt(2);
    }
    Graph graph = builder.build();
    DenseFeatures features = FeatureMatrix.dense(x);
    AggregateTraining trained =
        Gap.builder()
            .hops(2)
            .embedding(16)
            .trainer(Trainer.builder().epochs(2).parallelism(1).build())
            .train(
                PrivateSession.forExperiments(graph, 1).open(),
                features,
                Labels.single(classes, 2),
                graph.nodes(),
                noise);
    PairScores scores =
        ReleasedSums.of(
            trained.model(),
            features,
            trained.aggregates(),
            assumedDeviation,
            assumedBound,
            graph.nodes());
    return LeakageReport.of(scores, graph.nodes(), graph);
  }

  @Test
  void littleNoiseHidesNothingAndMuchNoiseHidesAll() {
    LeakageReport open = read(0.01);
    assertTrue(open.recall(open.density()) > 0.8, open::toString);
    assertTrue(open.auc() > 0.97, open::toString);
    LeakageReport hidden = read(1000);
    assertEquals(0.5, hidden.auc(), 0.1);
  }

  @Test
  void knowingTheBoundOnSumsHelpsTheAttack() {
    GaussianAggregation bounded =
        GaussianAggregation.builder().deviation(0.05).largestSum(0.5).build();
    LeakageReport ignored = read(bounded, Double.POSITIVE_INFINITY);
    LeakageReport known = read(bounded, 0.5);
    assertTrue(known.auc() > ignored.auc() + 0.01, () -> known + " after " + ignored);
    // A bound that no sum reaches changes nothing but the last digits.
    GaussianAggregation free = GaussianAggregation.builder().deviation(0.05).build();
    assertEquals(read(free, Double.POSITIVE_INFINITY).auc(), read(free, 1e6).auc(), 1e-9);
    assertEquals(read(free, Double.POSITIVE_INFINITY).auc(), read(free, 1e200).auc(), 1e-9);
    assertRefused(() -> read(free, 0));
    assertRefused(() -> read(free, Double.NaN));
    assertRefused(() -> read(free, 0, 0.5));
  }
}
