package io.linkteller.eval.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.attack.LinkAttack;
import io.linkteller.attack.LinkTeller;
import io.linkteller.attack.chosen.ChosenFeatureAttack;
import io.linkteller.attack.chosen.GroupTestingAttack;
import io.linkteller.attack.chosen.UnsuitableModelException;
import io.linkteller.attack.score.PairScore;
import io.linkteller.attack.spectral.SpectralRoot;
import io.linkteller.data.Dataset;
import io.linkteller.data.twitch.TwitchDataset;
import io.linkteller.eval.metric.PredictionMetrics;
import io.linkteller.eval.sample.DegreeClass;
import io.linkteller.eval.sample.DegreeThresholds;
import io.linkteller.eval.sample.NodeSample;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.models.gcn.Gcn;
import io.linkteller.models.gcn.Normalization;
import io.linkteller.models.serve.GraphOwner;
import io.linkteller.models.weights.ModelWeights;
import io.linkteller.testkit.fixture.RealData;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The reference GCN on RU: the audit finds what any attack of the library finds. */
@Tag("slow")
class TwitchLeakageAuditTest {

  @ParameterizedTest
  @EnumSource(
      value = Normalization.class,
      names = {"FIRST_ORDER_GCN", "AUG_NORM_ADJ"})
  void reportsAtLeastTheRecallOfEveryAttackOnTheSameTargets(Normalization normalization) {
    Path data = RealData.directory();
    Path weights = data.resolve("../reference/gcn-twitch-es.npz").normalize();
    Assumptions.assumeTrue(
        Files.isRegularFile(weights), () -> "skipped: no reference weights at " + weights);
    Dataset dataset = TwitchDataset.load(data, "RU");
    Gcn model = Gcn.ofParameters(ModelWeights.read(weights).parameters(), normalization);
    InferenceApi api = GraphOwner.of(dataset.graph()).serve(model);
    NodeSample sample =
        NodeSample.draw(
            dataset.graph(),
            DegreeClass.UNCONSTRAINED,
            DegreeThresholds.TWITCH,
            NodeSample.PAPER_SIZE,
            42);
    InferenceNodes nodes = InferenceNodes.of(dataset.features()).targeting(sample.nodes());
    LeakageAuditReport report =
        LeakageAudit.builder()
            .scores(List.of(PairScore.PAPER, PairScore.SELF_NORMALIZED, PairScore.REACH_WEIGHTED))
            .whiteBox(model, dataset.graph())
            .parallelism(2)
            .build()
            .run(api, dataset.graph(), nodes);
    for (LinkAttack attack :
        List.of(
            LinkTeller.builder().score(PairScore.REACH_WEIGHTED).build(),
            ChosenFeatureAttack.builder().build(),
            GroupTestingAttack.builder().build(),
            SpectralRoot.builder().build())) {
      double recall = 0;
      try {
        recall =
            PredictionMetrics.edges(attack.run(api, nodes, report.kHat()), dataset.graph())
                .recall();
      } catch (UnsuitableModelException e) {
        // Then the report says so.
        assertTrue(report.attacks().stream().anyMatch(outcome -> !outcome.fits()), e.toString());
      }
      assertTrue(report.recall() >= recall, attack + ": " + recall + " above " + report);
    }
    // Both normalizations give all edges away: k̂ is rounded, and may be below k.
    assertEquals(1, report.strongest().found().shareOfBestF1(), report.toString());
    assertTrue(report.recallInterval().orElseThrow().low() <= report.recall());
    assertEquals(report.edgeCount(), report.exposure().edges().size());
  }
}
