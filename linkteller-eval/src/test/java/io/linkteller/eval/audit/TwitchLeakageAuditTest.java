package io.linkteller.eval.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
import it.unimi.dsi.fastutil.ints.IntList;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** On RU the audit finds what any attack of the library finds. */
@Tag("thorough")
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
    GnnModel model = Gcn.ofParameters(ModelWeights.read(weights).parameters(), normalization);
    LeakageAuditReport report = assertNotBelowTheLibrary(dataset, model);
    // Every normalization gives all edges away.
    assertEquals(1, report.verdict().strongest().found().recall(), report.toString());
    assertTrue(report.verdict().strongest().recall().low() < 1);
    assertEquals(report.verdict().edges(), report.exposure().edges().size());
  }

  @Test
  void reportsAtLeastTheRecallOfEveryAttackOnAGat() {
    Dataset dataset = TwitchDataset.load(RealData.directory(), "RU");
    GnnModel model =
        Gat.builder()
            .layers(dataset.features().cols(), 16, 2)
            .with(Gat.HEADS, IntList.of(4, 1))
            .seed(3)
            .build();
    LeakageAuditReport report = assertNotBelowTheLibrary(dataset, model);
    assertTrue(report.verdict().strongest().found().recall() > 0.5, report.toString());
  }

  private static LeakageAuditReport assertNotBelowTheLibrary(Dataset dataset, GnnModel model) {
    InferenceApi api = GraphOwner.of(dataset.graph()).serve(model).parallelism(2);
    NodeSample sample =
        NodeSample.draw(
            dataset.graph(), DegreeClass.UNCONSTRAINED, DegreeThresholds.TWITCH, TARGETS, 42);
    InferenceNodes nodes = InferenceNodes.of(dataset.features()).targeting(sample.nodes());
    LeakageAuditReport report =
        LeakageAudit.builder().parallelism(2).build().run(api, dataset.graph(), nodes);
    BestOfTheLibrary best =
        BestOfTheLibrary.on(api, nodes, report.verdict().strongest().kHat(), dataset.graph());
    assertTrue(
        report.verdict().strongest().found().recall() >= best.recall(),
        best + " is above " + report);
    assertTrue(best.fitting().containsAll(BestOfTheLibrary.ALWAYS), best.toString());
    return report;
  }
}
