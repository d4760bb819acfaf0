package io.linkteller.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.dp.StandardMechanisms;
import io.linkteller.eval.cell.CellRunner;
import io.linkteller.eval.cell.CellStore;
import io.linkteller.eval.cell.FinishedCell;
import io.linkteller.models.train.Preset;
import io.linkteller.report.Report;
import io.linkteller.report.table.Columns;
import io.linkteller.report.table.ResultTable;
import it.unimi.dsi.fastutil.ints.IntList;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UtilityGridTest {

  @TempDir private Path directory;

  private static final Scenario SCENARIO = SmallScenario.inductive(2);

  private static UtilityGrid grid() {
    return new UtilityGrid(
        List.of(new Victim(SCENARIO, new ModelRecipe(Preset.TWITCH, 2, 0))),
        List.of(new ModelRecipe(Preset.TWITCH_MLP, 2, 0)),
        List.of(1L, 2L),
        new PrivacyGrid(
            List.of(StandardMechanisms.EDGE_RAND, StandardMechanisms.LAP_GRAPH),
            List.of(1.0, 5.0),
            List.of(1L, 2L, 3L)));
  }

  @Test
  void binsContainTheNodesOfTheirDegrees() {
    Map<String, IntList> bins = UtilityGrid.bins(SCENARIO);
    bins.forEach(
        (name, nodes) -> {
          String[] ends = name.split("-", -1);
          for (int node : nodes) {
            int degree = SCENARIO.served().graph().degree(node);
            assertTrue(degree >= Integer.parseInt(ends[0]), name);
            assertTrue(ends[1].isEmpty() || degree <= Integer.parseInt(ends[1]), name);
          }
        });
    long isolated =
        SCENARIO
            .judgedNodes()
            .intStream()
            .filter(node -> SCENARIO.served().graph().degree(node) == 0)
            .count();
    assertEquals(
        SCENARIO.judgedNodes().size() - isolated,
        bins.values().stream().mapToInt(IntList::size).sum());
  }

  @Test
  void everyModelIsMeasuredAndRepetitionsAreCombined() {
    TrainedModels models = TrainedModels.in(directory, 1);
    PrivacyUtility experiment = new PrivacyUtility(grid(), models);
    List<FinishedCell> finished =
        CellRunner.keepingIn(CellStore.in(directory)).run(experiment.cells());
    // GCN and MLP have two seeds each; two mechanisms have two epsilons and three noise seeds.
    assertEquals(2 * 2 + 2 * 2 * 3, finished.size());
    Report report = experiment.report(finished).build();
    ResultTable table = SmallEvaluation.tables(report).get(0);
    assertEquals(
        List.of("GCN", "MLP", "EdgeRand", "LapGraph"),
        List.copyOf(PaperLayout.by(Columns.MODEL, table).keySet()));
    table
        .rows()
        .forEach(
            row ->
                assertEquals(
                    Columns.UNDEFENDED.equals(row.keys().get(Columns.EPSILON)) ? 2 : 3,
                    row.ours().count()));
    Report bins = new DegreeBins(grid(), models).report(finished).build();
    assertEquals(
        List.of("1", "5"),
        SmallEvaluation.tables(bins).stream()
            .map(part -> part.rows().get(0).key(Columns.EPSILON))
            .toList());
  }
}
