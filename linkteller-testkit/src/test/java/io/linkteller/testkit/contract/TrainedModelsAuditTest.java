package io.linkteller.testkit.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.dp.audit.DpAudit;
import io.linkteller.dp.audit.DpAuditReport;
import io.linkteller.dp.noise.GaussianAggregation;
import io.linkteller.dp.noise.SumMechanism;
import io.linkteller.dp.sampling.Chance;
import io.linkteller.dp.session.PrivateSession;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.models.aggregate.AggregateApi;
import io.linkteller.models.aggregate.AggregateTraining;
import io.linkteller.models.aggregate.Gap;
import io.linkteller.models.train.Labels;
import io.linkteller.models.train.Trainer;
import io.linkteller.privacy.NeighborAggregation;
import io.linkteller.privacy.PrivacyGuarantee;
import io.linkteller.testing.Thorough;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.Test;

/** Audits the guarantees of trained models and of their answers. */
class TrainedModelsAuditTest {

  private static final int NODES = 4;

  /** Bounds reach at most 1.7 if almost no noise is claimed to be noise for ε = 0.5. */
  private static final int RUNS = Thorough.size(100, 400);

  private static DpAuditReport audit(DpAudit.Program program) {
    Graph path = Graph.builder(NODES).addEdge(1, 2).build();
    Graph more = Graph.builder(NODES).addEdge(1, 2).addEdge(0, 3).build();
    return DpAudit.builder()
        .runs(RUNS)
        .confidence(1 - 1e-6)
        .seed(7)
        .pair(path, more)
        .build()
        .audit(2, program);
  }

  private static Object answers(AggregateTraining trained) {
    // Queries use ordinary features; the hostile ones were aggregated.
    double[][] x = {{1, 0}, {0, 1}, {1, 1}, {0.5, -1}};
    return AggregateApi.of(trained.model(), trained.aggregates())
        .predict(InferenceNodes.of(FeatureMatrix.dense(x)).query());
  }

  private static Trainer trainer() {
    return Trainer.builder().epochs(1).parallelism(1).build();
  }

  private static AggregateTraining gap(
      PrivateSession session, FeatureMatrix x, NeighborAggregation noise) {
    return Gap.builder()
        .hops(1)
        .embedding(2)
        .hidden(4)
        .dropout(0)
        .trainer(trainer())
        .train(session, tame(x), labels(), Graph.empty(NODES).nodes(), noise);
  }

  /** Training on 10^308 diverges on every graph, so the attacker's features are not trained on. */
  private static FeatureMatrix tame(FeatureMatrix x) {
    DMatrixRMaj tame = x.toDense().copy();
    for (int i = 0; i < tame.getNumElements(); i++) {
      tame.data[i] = Math.max(-10, Math.min(10, tame.data[i]));
    }
    return FeatureMatrix.dense(tame);
  }

  private static Labels labels() {
    return Labels.single(new int[] {0, 1, 0, 1}, 2);
  }

  @Test
  void gapKeepsItsGuarantee() {
    GaussianAggregation noise = GaussianAggregation.builder().epsilon(1).delta(1e-4).build();
    DpAuditReport report = audit((session, x) -> answers(gap(session, x, noise)));
    assertFalse(report.isViolation(), report::summary);
    assertEquals(noise.guarantee(1).epsilon(), report.claimed().epsilon());
  }

  /** D2, reintroduced: sums with almost no noise that claim strong noise. */
  @Test
  void aModelOnSumsWithLessNoiseThanClaimedIsCaught() {
    GaussianAggregation weak = GaussianAggregation.builder().deviation(0.01).build();
    SumMechanism boastful =
        new SumMechanism() {
          @Override
          public DMatrixRMaj aggregate(Graph graph, DMatrixRMaj rows, Chance chance) {
            return weak.aggregate(graph, rows, chance);
          }

          @Override
          public PrivacyGuarantee guarantee(int releases) {
            return GaussianAggregation.builder().epsilon(0.5).build().guarantee(releases);
          }
        };
    DpAuditReport report = audit((session, x) -> answers(gap(session, x, boastful)));
    assertTrue(report.isViolation(), report::summary);
  }
}
