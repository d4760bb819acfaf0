package io.linkteller.experiment.attack;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.data.Dataset;
import io.linkteller.data.InductivePair;
import io.linkteller.eval.metric.PrecisionRecallCurve;
import io.linkteller.eval.sample.DegreeClass;
import io.linkteller.eval.sample.DegreeThresholds;
import io.linkteller.eval.sample.NodeSample;
import io.linkteller.experiment.cell.CellRunner;
import io.linkteller.experiment.cell.CellStore;
import io.linkteller.experiment.cell.FinishedCell;
import io.linkteller.experiment.cell.Observation;
import io.linkteller.experiment.cell.Observations;
import io.linkteller.experiment.cell.ResultKey;
import io.linkteller.experiment.scenario.ModelRecipe;
import io.linkteller.experiment.scenario.Scenario;
import io.linkteller.experiment.scenario.SmallScenario;
import io.linkteller.experiment.scenario.TrainedModels;
import io.linkteller.experiment.scenario.Utility;
import io.linkteller.models.search.Preset;
import io.linkteller.report.figure.PrecisionRecallFigure;
import io.linkteller.report.paper.PaperTable;
import io.linkteller.report.table.Columns;
import io.linkteller.report.table.Metric;
import io.linkteller.report.table.ResultRow;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class InductiveAttackTest {

  /** One number of a method on RU for each training seed; the paper's are far from all of them. */
  private static ResultRow row(String method, double... bySeed) {
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
      all.add(new Observation(of, Metric.PRECISION.name(), bySeed[seed]));
      all.add(new Observation(of, Metric.RECALL.name(), bySeed[seed]));
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
            TrainedModels.inMemory(1),
            List.of(PaperTable.ATTACK_GCN));
    return attack
        .report(List.of(new FinishedCell(ResultKey.of("attack"), all, 1)))
        .build()
        .tables()
        .get(0)
        .where(Columns.METRIC, Metric.PRECISION.name())
        .rows()
        .get(0);
  }

  @Test
  void aDifferenceIsExplainedByPairsAndByTheModelsOfSingleSeeds() {
    ResultRow row = row("LinkTeller", 0.1, 0.15);
    assertTrue(row.differs());
    String note = row.note().orElseThrow();
    assertTrue(note.contains("of the 40.0 pairs called edges"), note);
    assertTrue(
        note.endsWith(
            "; the means of 2 training seeds run from 10.0 to 15.0 %, all to one side of the"
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
    assertTrue(row("LSA2-post", 0.9).note().orElseThrow().endsWith("the order of ties decides"));
    assertEquals(-1, row("LinkTeller", 0.1).note().orElseThrow().indexOf("ties"));
  }

  @Test
  void precisionOverRecallIsDrawnForEachAttack() {
    AttackGrid grid =
        AttackGrid.paper(
                List.of(
                    new Victim(SmallScenario.inductive(2), new ModelRecipe(Preset.TWITCH, 2, 0))),
                List.of(1L))
            .targets(60)
            .build();
    InductiveAttack attack =
        new InductiveAttack(
            "attack-gcn",
            "Attack",
            grid,
            TrainedModels.inMemory(1),
            List.of(PaperTable.ATTACK_GCN));
    List<FinishedCell> finished = CellRunner.keepingIn(CellStore.inMemory()).run(attack.cells());
    PrecisionRecallFigure figure =
        (PrecisionRecallFigure) attack.report(finished).build().figures().get(0);
    assertEquals(
        AttackMethod.PAPER.stream().map(AttackMethod::name).toList(),
        figure.curves().stream().map(PrecisionRecallFigure.Curve::name).toList());
    // When all edges are found, precision is at least what calling every pair an edge has.
    Observations observed = Observations.of(finished);
    for (PrecisionRecallFigure.Curve curve : figure.curves()) {
      assertEquals(100, curve.recalls().size());
      assertEquals(1, curve.recalls().get(99));
      assertTrue(curve.precisions().get(99) >= density(observed), curve.name());
    }
    assertTrue(
        figure.curves().get(0).precisions().get(0) > 2 * density(observed),
        "LinkTeller begins with edges");
  }

  /** The mean share of pairs that are edges, of 60 targets of any degree. */
  private static double density(Observations observed) {
    double pairs = 60 * 59 / 2;
    return observed
            .where(Columns.DEGREE, "unconstrained")
            .where(of -> of.metric().equals(AttackGrid.ACTUAL.name()))
            .all()
            .stream()
            .mapToDouble(Observation::value)
            .average()
            .orElseThrow()
        / pairs;
  }

  @Test
  void aCurveHasThePrecisionAtWhichARecallIsFirstReached() {
    Scenario scenario = SmallScenario.inductive(2);
    AttackGrid grid =
        AttackGrid.paper(List.of(Victim.of(scenario, Preset.TWITCH)), List.of(1L))
            .samplingSeeds(List.of(2))
            .methods(List.of(AttackMethod.LSA2_ATTR))
            .targets(60)
            .build();
    Observations observed =
        new Observations(new RecallCurves(grid).observe(scenario, AttackMethod.NOBODY));
    NodeSample sample = grid.samples().draw(scenario, DegreeClass.UNCONSTRAINED, 2);
    PrecisionRecallCurve curve =
        PrecisionRecallCurve.of(
            AttackMethod.LSA2_ATTR
                .attack()
                .run(AttackMethod.NOBODY, AttackMethod.LSA2_ATTR.nodes(scenario, sample), 0.5),
            scenario.served().graph());
    for (String percent : List.of("1", "37", "50", "100")) {
      double asked = Integer.parseInt(percent) / 100.0;
      int first = 0;
      while (curve.recalls().getDouble(first) < asked - 1e-9) {
        first++;
      }
      assertEquals(
          curve.precisions().getDouble(first),
          observed.where(RecallCurves.RECALL, percent).all().get(0).value(),
          percent);
    }
  }
}
