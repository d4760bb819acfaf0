package io.linkteller.experiment;

import static io.linkteller.testing.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import io.linkteller.data.InductivePair;
import io.linkteller.data.twitch.TwitchDataset;
import io.linkteller.eval.cell.Observation;
import io.linkteller.eval.metric.Utility;
import io.linkteller.eval.sample.DegreeClass;
import io.linkteller.eval.sample.DegreeThresholds;
import io.linkteller.eval.sample.NodeSample;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.models.architecture.Gcn;
import io.linkteller.models.architecture.GnnModel;
import io.linkteller.models.train.Labels;
import io.linkteller.models.train.Preset;
import io.linkteller.models.weights.ModelWeights;
import io.linkteller.report.table.Columns;
import io.linkteller.testing.fixture.Goldens;
import io.linkteller.testing.fixture.RealData;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class AttackGridTest {

  private static final TargetSamples SAMPLES =
      new TargetSamples(List.of(42), NodeSample.PAPER_SIZE);

  private static AttackGrid grid(Scenario scenario) {
    return AttackGrid.paper(List.of(Victim.of(scenario, Preset.TWITCH)), List.of(42L)).build();
  }

  /** The reference attacks the same weights with independent code in NumPy. */
  @Tag("thorough")
  @Test
  void theProtocolReproducesTheReferenceOnRu() {
    Path weights = RealData.reference("gcn-twitch-es.npz");
    Path data = RealData.directory();
    Scenario russia =
        Scenario.inductive(
            "RU",
            new InductivePair(TwitchDataset.load(data, "ES"), TwitchDataset.load(data, "RU")),
            DegreeThresholds.TWITCH,
            Utility.RARE_CLASS_F1);
    GnnModel model =
        Gcn.builder()
            .layers(TwitchDataset.FEATURE_COUNT, 256, 2)
            .build()
            .withParameters(ModelWeights.read(weights).parameters());
    Map<AttackMethod, String> golden =
        Map.of(AttackMethod.LINK_TELLER, "linkteller_fd_1e-4", AttackMethod.LSA2_ATTR, "lsa2_attr");
    List<Observation> observed =
        grid(russia).toBuilder()
            .samplingSeeds(List.of(42))
            .build()
            .observe(
                russia,
                ProtectedPipeline.of(russia, Protection.NONE).serve(model, 2),
                List.copyOf(golden.keySet()),
                Map.of(Columns.DATASET, "RU"));
    JsonNode cells = Goldens.read("twitch-attack.json").get("RU").get("cells");
    int compared = 0;
    for (AttackMethod method : golden.keySet()) {
      for (Observation observation : observed) {
        if (!method.name().equals(observation.key(Columns.METHOD))) {
          continue;
        }
        JsonNode expected =
            cells
                .get(observation.key(Columns.DEGREE) + "/" + observation.key("sampling seed"))
                .get(golden.get(method));
        if (observation.metric().equals(PaperMetric.AUC.name())) {
          assertEquals(expected.get("auc").asDouble(), observation.value(), 1e-6);
          compared++;
        } else if (Set.of(PaperMetric.PRECISION.name(), PaperMetric.RECALL.name())
            .contains(observation.metric())) {
          double value =
              expected.get(observation.key(Columns.BELIEF)).get(observation.metric()).asDouble();
          assertEquals(value, observation.value(), 1e-12, observation::toString);
          compared++;
        }
      }
    }
    // 3 degree classes, 2 attacks; an AUC, and precision and recall at 5 beliefs.
    assertEquals(3 * 2 * (1 + 2 * 5), compared);
  }

  /** A model with several labels per node has no softmax. */
  @Test
  void posteriorsOfSeveralLabelsAreSigmoids() {
    Labels several = Labels.multi(new boolean[][] {{true, false}, {true, true}, {false, false}});
    Labels single = Labels.single(new int[] {0, 1, 0}, 2);
    InferenceNodes three = InferenceNodes.of(FeatureMatrix.dense(new double[][] {{1}, {2}, {3}}));
    // Equal logits: one softmax for all three.
    InferenceApi api = query -> new DMatrixRMaj(new double[][] {{1, 1}, {-1, -1}, {0, 0}});
    AttackMethod post = AttackMethod.LSA2_POST;
    assertEquals(-1, post.on(several).attack().run(api, three, 1).scores().score(0, 1), 1e-12);
    assertEquals(0, post.on(single).attack().run(api, three, 1).scores().score(0, 1));
    assertEquals(AttackMethod.LSA2_ATTR, AttackMethod.LSA2_ATTR.on(several));
    assertEquals(post.name(), post.on(several).name());
  }

  @Test
  void aDegreeClassWithFewerNodesIsAttackedAsAWhole() {
    Scenario scenario = SmallScenario.inductive(2);
    for (DegreeClass degree : DegreeClass.values()) {
      assertEquals(
          degree.pool(scenario.served().graph(), scenario.thresholds()).size(),
          SAMPLES.draw(scenario, degree, 42).nodes().size(),
          degree.name().toLowerCase(Locale.ROOT));
    }
  }

  @Test
  void aGridWithNothingToDoIsRefused() {
    AttackGrid grid = grid(SmallScenario.inductive(2));
    assertRefused(() -> grid.toBuilder().methods(List.of()).build());
    assertRefused(() -> grid.toBuilder().targets(1).build());
    assertRefused(() -> AttackGrid.paper(List.of(), List.of(1L)).build());
  }
}
