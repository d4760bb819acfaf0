package io.linkteller.experiment;

import static io.linkteller.testing.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.eval.cell.CellListener;
import io.linkteller.report.Report;
import io.linkteller.report.ReportFiles;
import io.linkteller.report.table.Columns;
import io.linkteller.report.table.ResultTable;
import io.linkteller.testing.fixture.RealData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ReproductionTest {

  @TempDir Path directory;

  /** The files have the format and the names of PPI and Flickr. */
  @Tag("thorough")
  @ParameterizedTest
  @EnumSource(names = {"ATTACK_GAT", "RANDOM"})
  void presetsForPpiAndFlickrRunOnFilesInTheirFormat(PaperExperiment experiment)
      throws IOException {
    Path data = RealData.directory();
    copy(data.resolve("graphsaint-mini-multi"), directory.resolve("ppi"));
    copy(data.resolve("graphsaint-mini-single"), directory.resolve("flickr"));
    Report report =
        Reproduction.of(
                DatasetDirectory.in(directory),
                SmallEvaluation.MINIMAL,
                directory.resolve("out"),
                2)
            .report(experiment, CellListener.SILENT);
    ResultTable table = SmallEvaluation.tables(report).get(0);
    assertEquals(Set.of("PPI", "Flickr"), PaperLayout.by(Columns.DATASET, table).keySet());
    assertTrue(table.rows().stream().anyMatch(row -> row.paper().isPresent()));
  }

  private static void copy(Path from, Path to) throws IOException {
    Assumptions.assumeTrue(Files.isDirectory(from), () -> "skipped: there is no " + from);
    Files.createDirectory(to);
    try (Stream<Path> files = Files.list(from)) {
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(file.getFileName()));
      }
    }
  }

  @Tag("thorough")
  @ParameterizedTest
  @EnumSource(names = {"DP_ATTACK", "CHOOSE_EPSILON"})
  void privacyIsStudiedOnFlickr(PaperExperiment experiment) {
    Report report = SmallEvaluation.in(directory, 2).report(experiment, CellListener.SILENT);
    List<ResultTable> tables = SmallEvaluation.tables(report);
    assertTrue(
        experiment == PaperExperiment.CHOOSE_EPSILON
            || PaperLayout.by(Columns.DATASET, tables.get(0)).keySet().equals(Set.of("Flickr")));
    ResultTable last = tables.get(tables.size() - 1);
    assertTrue(PaperLayout.by(Columns.MODEL, last).containsKey("LapGraph"));
    // Every figure is drawn.
    ReportFiles.write(report, directory.resolve("reports"));
    assertFalse(report.figures().isEmpty());
  }

  @Test
  void anExperimentWithoutDataListsTheFilesThatItNeeds() {
    Reproduction run = SmallEvaluation.in(directory, 1);
    assertFalse(run.canRun(PaperExperiment.ATTACK_TRANSDUCTIVE));
    assertRefused(
        "ind.cora.graph",
        () -> run.report(PaperExperiment.ATTACK_TRANSDUCTIVE, CellListener.SILENT));
  }

  @Test
  void reportsStateTheirBudgetAndOnlyFullOnesHaveThePlainName() {
    for (Budget budget : List.of(SmallEvaluation.BUDGET, Budget.QUICK, Budget.FULL)) {
      String name =
          budget.equals(Budget.QUICK) ? "quick" : budget.equals(Budget.FULL) ? "full" : "own";
      Report report =
          Reproduction.of(SmallEvaluation.datasets(directory), budget, directory.resolve("out"), 1)
              .report(PaperExperiment.RANDOM, CellListener.SILENT);
      assertEquals(name.equals("full") ? "random" : "random-" + name, report.name());
      assertEquals(name, report.settings().get("budget"));
      String missing = report.settings().get("data sets of the paper that were absent");
      assertTrue(String.valueOf(missing).contains("PPI"), missing);
    }
  }
}
