package io.linkteller.experiment;

import io.linkteller.eval.cell.Cell;
import io.linkteller.eval.cell.FinishedCell;
import io.linkteller.eval.cell.Observation;
import io.linkteller.report.Report;
import io.linkteller.report.table.Columns;
import io.linkteller.report.table.ResultTable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The utility by degree, which shows which nodes are most affected by the noise (section VI.D).
 * Bins are by degree in the true graph: 1-5, 6-10, ..., 46-50, and more.
 *
 * @param grid the models, with the values of ε to show
 * @param models the source of trained models
 */
public record DegreeBins(UtilityGrid grid, TrainedModels models) implements Experiment {

  @Override
  public String name() {
    return "degree-bins";
  }

  @Override
  public List<Cell> cells() {
    return grid.cells(models);
  }

  @Override
  public Report.Builder report(List<FinishedCell> finished) {
    Observations binned =
        Observations.of(finished)
            .where(observation -> observation.keys().containsKey(Columns.DEGREE_BIN));
    String title = "Utility by degree";
    Report.Builder report =
        grid.recordIn(Report.builder(name(), title))
            .introduction(
                "F1 over the nodes of each range of degrees in the true graph. Models without"
                    + " protection are the same at every epsilon.");
    for (String dataset : grid.gcns().stream().map(gcn -> gcn.scenario().name()).toList()) {
      report.section(dataset);
      for (double epsilon : grid.sweep().epsilons()) {
        ResultTable table =
            at(binned.where(Columns.DATASET, dataset), Observations.shortest(epsilon))
                .table(
                    title,
                    List.of(Columns.DATASET, Columns.EPSILON, Columns.DEGREE_BIN, Columns.MODEL),
                    grid.metric());
        report
            .figure(
                TableFigure.of(
                    dataset + ", epsilon " + Observations.shortest(epsilon),
                    table,
                    grid.metric(),
                    Columns.DEGREE_BIN,
                    Columns.MODEL),
                "Utility by the lowest degree of each range.")
            .table(table, PaperLayout.DEGREE_BINS);
      }
    }
    return report;
  }

  /** Returns the observations at one ε and those without protection, labeled with this ε. */
  private static Observations at(Observations observations, String epsilon) {
    return new Observations(
        observations.all().stream()
            .filter(
                observation ->
                    List.of(epsilon, Columns.UNDEFENDED).contains(observation.key(Columns.EPSILON)))
            .map(
                observation -> {
                  Map<String, String> keys = new LinkedHashMap<>(observation.keys());
                  keys.put(Columns.EPSILON, epsilon);
                  return new Observation(keys, observation.metric(), observation.value());
                })
            .toList());
  }
}
