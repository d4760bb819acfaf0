package io.linkteller.experiment;

import io.linkteller.dp.MechanismType;
import io.linkteller.eval.cell.Cell;
import io.linkteller.eval.cell.FinishedCell;
import io.linkteller.report.Report;
import io.linkteller.report.table.Columns;
import io.linkteller.report.table.ResultTable;
import java.util.ArrayList;
import java.util.List;

/**
 * The F1 of LinkTeller by ε on models that are trained and served on perturbed graphs, compared
 * with the model without protection (section VI.D). Predictions are evaluated against the true
 * graph.
 */
public final class PrivacyAttack implements Experiment {

  private final AttackGrid grid;
  private final PrivacyGrid sweep;
  private final TrainedModels models;

  private PrivacyAttack(AttackGrid grid, PrivacyGrid sweep, TrainedModels models) {
    this.grid = grid;
    this.sweep = sweep;
    this.models = models;
  }

  /**
   * Returns the experiment.
   *
   * @param grid the attacks to run; the protections and methods are replaced
   * @param sweep the protections, in addition to none
   * @param models the source of trained models
   * @return the experiment
   */
  public static PrivacyAttack of(AttackGrid grid, PrivacyGrid sweep, TrainedModels models) {
    List<Protection> protections = new ArrayList<>();
    protections.add(Protection.NONE);
    protections.addAll(sweep.protections());
    return new PrivacyAttack(
        grid.toBuilder()
            .protections(protections)
            .methods(List.of(AttackMethod.LINK_TELLER))
            .build(),
        sweep,
        models);
  }

  @Override
  public String name() {
    return "dp-attack";
  }

  @Override
  public List<Cell> cells() {
    return grid.cells(models);
  }

  @Override
  public Report.Builder report(List<FinishedCell> finished) {
    ResultTable table =
        Observations.of(finished)
            .tableBeside(
                "LinkTeller on private graphs", PaperTable.DP_ATTACK, PaperMetric.ATTACK_F1);
    Report.Builder report =
        sweep
            .recordIn(grid.recordIn(Report.builder(name(), table.title())))
            .introduction(
                "The mechanism perturbs the training graph and the served graph. LinkTeller attacks"
                    + " the perturbed graph and is judged by the true one. The level lines are for"
                    + " the model without protection.");
    PaperLayout.by(Columns.DATASET, table).forEach((dataset, part) -> addTo(report, dataset, part));
    return report;
  }

  private void addTo(Report.Builder report, String dataset, ResultTable table) {
    report.section(dataset);
    for (MechanismType mechanism : sweep.mechanisms()) {
      PaperLayout.where(
              table,
              row ->
                  "k".equals(row.keys().get(Columns.BELIEF))
                      && List.of(mechanism.title(), Protection.NONE.title())
                          .contains(row.keys().get(Columns.MODEL)))
          .ifPresent(
              shown ->
                  report.figure(
                      TableFigure.of(
                          dataset + ", " + mechanism.title() + ", belief k",
                          shown,
                          PaperMetric.ATTACK_F1,
                          Columns.EPSILON,
                          Columns.DEGREE),
                      "F1 of LinkTeller against the privacy parameter, by degree class."));
    }
    report.table(table, PaperLayout.DP_ATTACK);
  }
}
