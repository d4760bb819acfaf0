package io.linkteller.experiment;

import io.linkteller.eval.cell.Cell;
import io.linkteller.eval.cell.FinishedCell;
import io.linkteller.report.Report;
import io.linkteller.report.table.Columns;
import io.linkteller.report.table.ResultTable;
import java.util.List;

/**
 * The utility of protected models by ε, compared with a GCN and an MLP without protection (section
 * VI.D).
 *
 * @param grid the models
 * @param models the source of trained models
 */
public record PrivacyUtility(UtilityGrid grid, TrainedModels models) implements Experiment {

  @Override
  public String name() {
    return "dp-utility";
  }

  @Override
  public List<Cell> cells() {
    return grid.cells(models);
  }

  @Override
  public Report.Builder report(List<FinishedCell> finished) {
    ResultTable table =
        Observations.of(finished)
            .where(observation -> !observation.keys().containsKey(Columns.DEGREE_BIN))
            .tableBeside(
                "Utility of models on private graphs", PaperTable.DP_UTILITY, grid.metric());
    Report.Builder report =
        grid.recordIn(Report.builder(name(), table.title()))
            .introduction(
                "F1 of the rare class on twitch, micro-averaged F1 elsewhere. Protected"
                    + " models are trained and served on perturbed graphs; the MLP uses no edges."
                    + " Error bars are over the draws of noise.");
    PaperLayout.by(Columns.DATASET, table)
        .forEach(
            (dataset, part) ->
                report
                    .section(dataset)
                    .figure(
                        TableFigure.of(
                            dataset, part, grid.metric(), Columns.EPSILON, Columns.MODEL),
                        "Utility against the privacy parameter; level lines are models without"
                            + " protection."));
    return report.section("All data sets").table(table, PaperLayout.DP_UTILITY);
  }
}
