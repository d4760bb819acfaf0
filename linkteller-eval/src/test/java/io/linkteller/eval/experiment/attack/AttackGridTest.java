package io.linkteller.eval.experiment.attack;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.JsonNode;
import io.linkteller.eval.dataset.InductivePair;
import io.linkteller.eval.dataset.TwitchDataset;
import io.linkteller.eval.experiment.DegreeClass;
import io.linkteller.eval.experiment.DegreeThresholds;
import io.linkteller.eval.experiment.cell.Observation;
import io.linkteller.eval.experiment.cell.Observations;
import io.linkteller.eval.experiment.scenario.Alice;
import io.linkteller.eval.experiment.scenario.Protection;
import io.linkteller.eval.experiment.scenario.Scenario;
import io.linkteller.eval.experiment.scenario.SmallScenario;
import io.linkteller.eval.experiment.scenario.Utility;
import io.linkteller.eval.reference.Goldens;
import io.linkteller.eval.reference.RealData;
import io.linkteller.eval.report.Columns;
import io.linkteller.eval.report.Metric;
import io.linkteller.models.gcn.Gcn;
import io.linkteller.models.search.Preset;
import io.linkteller.models.weights.ModelWeights;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

class AttackGridTest {

  private static AttackGrid grid(Scenario scenario) {
    return AttackGrid.paper(List.of(Victim.of(scenario, Preset.TWITCH)), List.of(42L));
  }

  /**
   * The reference attacks the same weights with other code, in NumPy. Of LSA2-post all scores are 1
   * or -1 where there are two classes, up to rounding, which then decides the order: those numbers
   * are near the reference's, but not the same.
   */
  @Test
  void theProtocolGivesTheReferencesNumbersForAllAttacksOnRu() {
    Path data = RealData.directory();
    Path weights = data.resolve("../reference/gcn-twitch-es.npz").normalize();
    Assumptions.assumeTrue(
        Files.isRegularFile(weights), () -> "skipped: no reference weights at " + weights);
    Scenario russia =
        Scenario.inductive(
            "RU",
            new InductivePair(TwitchDataset.load(data, "ES"), TwitchDataset.load(data, "RU")),
            DegreeThresholds.TWITCH,
            Utility.RARE_CLASS_F1);
    Gcn model =
        Gcn.builder()
            .layers(TwitchDataset.FEATURE_COUNT, 256, 2)
            .build()
            .withParameters(ModelWeights.read(weights).parameters());
    Observations observed =
        new Observations(
            grid(russia)
                .withSamplingSeeds(List.of(42))
                .observe(
                    russia,
                    Alice.of(russia, Protection.NONE).serve(model, 2),
                    AttackMethod.PAPER,
                    Map.of(Columns.DATASET, "RU")));
    JsonNode cells = Goldens.read("twitch-attack.json").get("RU").get("cells");
    Map<String, String> columns =
        Map.of(
            "LinkTeller", "linkteller_fd_1e-4",
            "LSA2-post", "lsa2_post",
            "LSA2-attr", "lsa2_attr");
    int compared = 0;
    for (Observation observation : observed.all()) {
      JsonNode golden =
          cells
              .get(observation.key(Columns.DEGREE) + "/" + observation.key("sampling seed"))
              .get(columns.getOrDefault(observation.key(Columns.METHOD), ""));
      boolean tied = "LSA2-post".equals(observation.key(Columns.METHOD));
      if (observation.metric().equals(Metric.AUC.name())) {
        assertEquals(golden.get("auc").asDouble(), observation.value(), tied ? 0.05 : 1e-6);
      } else if (observation.metric().equals(Metric.PRECISION.name())
          || observation.metric().equals(Metric.RECALL.name())) {
        assertEquals(
            golden.get(observation.key(Columns.BELIEF)).get(observation.metric()).asDouble(),
            observation.value(),
            tied ? 0.05 : 1e-12,
            observation.toString());
      } else {
        continue;
      }
      compared++;
    }
    // 3 degree classes, 3 attacks; an AUC, and precision and recall at 5 beliefs.
    assertEquals(3 * 3 * (1 + 2 * 5), compared);
  }

  @Test
  void aDegreeClassWithFewerNodesIsAttackedAsAWhole() {
    Scenario scenario = SmallScenario.inductive(2);
    for (DegreeClass degree : DegreeClass.values()) {
      assertEquals(
          degree.pool(scenario.served().graph(), scenario.thresholds()).size(),
          AttackGrid.sample(scenario, degree, 500, 42).nodes().size(),
          degree.name().toLowerCase(Locale.ROOT));
    }
  }

  @Test
  void aGridWithNothingToDoIsRefused() {
    AttackGrid grid = grid(SmallScenario.inductive(2));
    assertThrows(IllegalArgumentException.class, () -> grid.withMethods(List.of()));
    assertThrows(IllegalArgumentException.class, () -> grid.withTargets(1));
    assertThrows(IllegalArgumentException.class, () -> AttackGrid.paper(List.of(), List.of(1L)));
  }
}
