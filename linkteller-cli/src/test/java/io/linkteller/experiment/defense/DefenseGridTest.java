package io.linkteller.experiment.defense;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.experiment.attack.Victim;
import io.linkteller.experiment.cell.Cell;
import io.linkteller.experiment.cell.CellRunner;
import io.linkteller.experiment.cell.CellStore;
import io.linkteller.experiment.cell.FinishedCell;
import io.linkteller.experiment.reproduce.ExperimentProvider;
import io.linkteller.experiment.scenario.ModelRecipe;
import io.linkteller.experiment.scenario.SmallScenario;
import io.linkteller.experiment.scenario.TrainedModels;
import io.linkteller.experiment.scenario.Utility;
import io.linkteller.models.search.Preset;
import io.linkteller.report.Report;
import io.linkteller.report.table.ResultRow;
import io.linkteller.report.table.ResultTable;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class DefenseGridTest {

  private static DefenseGrid grid() {
    return new DefenseGrid(
        List.of(
            new Victim(
                SmallScenario.inductive(2).judgedBy(Utility.RARE_CLASS_AUC),
                new ModelRecipe(Preset.TWITCH, 5, 1))),
        List.of(42),
        60,
        List.of(1L),
        true,
        TrainedModels.inMemory(1));
  }

  @Test
  void everyDefenseAndSettingIsACellOfItsOwn() {
    List<Cell> cells = grid().cells();
    Set<Map<String, String>> keys =
        cells.stream().map(cell -> cell.key().settings()).collect(Collectors.toSet());
    assertEquals(cells.size(), keys.size());
    assertEquals(Defense.all(true).size(), cells.size());
    assertTrue(Defense.all(false).size() > cells.size());
    assertTrue(ExperimentProvider.labeled("defenses").isPresent());
  }

  @Tag("thorough")
  @Test
  void theReportNamesTheStrongestAttackOfEachDefense() {
    DefenseGrid grid = grid();
    Set<String> few = Set.of(Defense.GCN, Defense.MLP, "LPGNet", "labels only");
    List<Cell> cells =
        grid.cells().stream()
            .filter(cell -> few.contains(cell.key().settings().get("defense")))
            .toList();
    List<FinishedCell> finished = CellRunner.keepingIn(CellStore.inMemory()).run(cells);
    Report report = grid.report(finished).build();
    ResultTable table = report.tables().get(0);
    assertEquals(few, Set.copyOf(table.values("defense")));
    double undefended = f1(table, Defense.GCN);
    assertTrue(undefended > 0.8, "the GCN is open: " + undefended);
    assertTrue(f1(table, Defense.MLP) < undefended / 2);
    for (ResultRow row : table.rows()) {
      if (row.metric().name().equals("loss") && row.key("defense").equals(Defense.GCN)) {
        assertEquals(0, row.ours().mean());
      }
    }
    // Those who know the release are among the attackers of aggregates.
    assertTrue(
        finished.stream()
            .flatMap(cell -> cell.observations().stream())
            .anyMatch(of -> "released-sums".equals(of.keys().get("strongest attack"))));
    assertEquals(1, report.figures().size());
  }

  private static double f1(ResultTable table, String defense) {
    return table.rows().stream()
        .filter(row -> row.key("defense").equals(defense))
        .filter(row -> row.metric().name().startsWith("F1"))
        .mapToDouble(row -> row.ours().mean())
        .max()
        .orElseThrow();
  }
}
