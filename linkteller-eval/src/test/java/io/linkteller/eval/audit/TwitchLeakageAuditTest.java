package io.linkteller.eval.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.attack.score.PairScore;
import io.linkteller.data.Dataset;
import io.linkteller.data.twitch.TwitchDataset;
import io.linkteller.eval.sample.DegreeClass;
import io.linkteller.eval.sample.DegreeThresholds;
import io.linkteller.eval.sample.NodeSample;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.models.architecture.GnnModel;
import io.linkteller.models.gat.Gat;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** On RU the audit finds what any attack of the library finds. */
@Tag("slow")
class TwitchLeakageAuditTest {

  private static final int TARGETS = 200;

  @ParameterizedTest
  @EnumSource(Normalization.class)
  void reportsAtLeastTheRecallOfEveryAttackOnTheSameTargets(Normalization normalization) {
    Path data = RealData.directory();
    Path weights = data.resolve("../reference/gcn-twitch-es.npz").normalize();
    Assumptions.assumeTrue(
        Files.isRegularFile(weights), () -> "skipped: no reference weights at " + weights);
    Dataset dataset = TwitchDataset.load(data, "RU");
    Gcn model = Gcn.ofParameters(ModelWeights.read(weights).parameters(), normalization);
    LeakageAuditReport report = assertNotBelowTheLibrary(dataset, model);
    // Every normalization gives all edges away: k̂ is rounded, and may be below k.
    assertEquals(1, report.strongest().found().shareOfBestF1(), report.toString());
    assertTrue(report.recallInterval().orElseThrow().low() <= report.recall());
    assertEquals(report.edgeCount(), report.exposure().edges().size());
  }

  @Test
  void reportsAtLeastTheRecallOfEveryAttackOnAGat() {
    Dataset dataset = TwitchDataset.load(RealData.directory(), "RU");
    Gat model = Gat.builder().layers(dataset.features().cols(), 16, 2).heads(4, 1).seed(3).build();
    LeakageAuditReport report = assertNotBelowTheLibrary(dataset, model);
    assertTrue(report.recall() > 0.5, report.toString());
  }

  private static LeakageAuditReport assertNotBelowTheLibrary(Dataset dataset, GnnModel<?> model) {
    InferenceApi api = GraphOwner.of(dataset.graph()).serve(model).parallelism(2);
    NodeSample sample =
        NodeSample.draw(
            dataset.graph(), DegreeClass.UNCONSTRAINED, DegreeThresholds.TWITCH, TARGETS, 42);
    InferenceNodes nodes = InferenceNodes.of(dataset.features()).targeting(sample.nodes());
    LeakageAuditReport report =
        LeakageAudit.builder()
            .scores(List.of(PairScore.PAPER, PairScore.SELF_NORMALIZED, PairScore.REACH_WEIGHTED))
            .recallCurve(false)
            .parallelism(2)
            .build()
            .run(api, dataset.graph(), nodes);
    BestOfTheLibrary best = BestOfTheLibrary.on(api, nodes, report.kHat(), dataset.graph());
    assertTrue(report.recall() >= best.recall(), best + " is above " + report);
    assertTrue(best.fitting().containsAll(BestOfTheLibrary.ALWAYS), best.toString());
    return report;
  }
}
