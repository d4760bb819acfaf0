package io.linkteller.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.data.Dataset;
import io.linkteller.data.InductivePair;
import io.linkteller.eval.cell.FinishedCell;
import io.linkteller.eval.cell.Observation;
import io.linkteller.eval.cell.ResultKey;
import io.linkteller.eval.metric.Utility;
import io.linkteller.eval.sample.DegreeThresholds;
import io.linkteller.models.train.Preset;
import io.linkteller.report.Report;
import io.linkteller.report.table.Columns;
import io.linkteller.report.table.ResultRow;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InductiveAttackTest {

  @TempDir private Path directory;

  /** Returns a row of RU with one number per training seed, all far from the paper's. */
  private ResultRow row(String method, double... bySeed) {
    Map<String, String> keys =
        Map.of(
            Columns.DATASET, "RU",
            Columns.DEGREE, "low",
            Columns.BELIEF, "k",
            Columns.METHOD, method);
    List<Observation> all = new ArrayList<>();
    for (int seed = 0; seed < bySeed.length; seed++) {
      Map<String, String> of = new HashMap<>(keys);
      of.put(AttackGrid.TRAINING_SEED, String.valueOf(seed));
      all.add(new Observation(of, PaperMetric.PRECISION.name(), bySeed[seed]));
      all.add(new Observation(of, PaperMetric.RECALL.name(), bySeed[seed]));
      all.add(new Observation(of, AttackGrid.CALLED.name(), 40));
      all.add(new Observation(of, AttackGrid.ACTUAL.name(), 50));
    }
    Dataset data = SmallScenario.inductive(2).served();
    Scenario scenario =
        Scenario.inductive(
            "RU", new InductivePair(data, data), new DegreeThresholds(4, 8), Utility.RARE_CLASS_F1);
    InductiveAttack attack =
        new InductiveAttack(
            "attack-gcn",
            "Attack",
            AttackGrid.paper(List.of(Victim.of(scenario, Preset.TWITCH)), List.of(0L)).build(),
            TrainedModels.in(directory, 1),
            List.of(PaperTable.ATTACK_GCN));
    Report report =
        attack.report(List.of(new FinishedCell(ResultKey.of("attack"), all, 1))).build();
    return SmallEvaluation.tables(report).get(0).rows().stream()
        .filter(row -> row.metric().equals(PaperMetric.PRECISION))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aDifferenceIsExplainedByPairsAndTrainingSeeds() {
    ResultRow row = row("LinkTeller", 0.1, 0.15);
    assertTrue(row.differs());
    String note = row.note().orElseThrow();
    assertTrue(note.contains("in the 40.0 predicted pairs of a sample"), note);
    assertTrue(
        note.endsWith(
            "; the means of 2 training seeds range from 10.0 to 15.0 %, all on one side of the"
                + " paper's number"),
        note);
    assertTrue(row("LinkTeller", 0, 1).note().map(of -> of.contains("around")).orElse(true));
  }

  @Test
  void oneSeedGivesNoSpread() {
    assertFalse(row("LinkTeller", 0.1).note().orElseThrow().contains("training seeds"));
  }

  @Test
  void tiesExplainPosteriorsOfTwoClasses() {
    assertTrue(row("LSA2-post", 0.9).note().orElseThrow().endsWith("the order of ties matters"));
    assertEquals(-1, row("LinkTeller", 0.1).note().orElseThrow().indexOf("ties"));
  }
}
