package io.linkteller.experiment;

import io.linkteller.eval.cell.Cell;
import io.linkteller.eval.cell.Observation;
import io.linkteller.eval.cell.ResultKey;
import io.linkteller.eval.metric.PrecisionRecallCurve;
import io.linkteller.eval.sample.DegreeClass;
import io.linkteller.eval.sample.NodeSample;
import io.linkteller.inference.InferenceApi;
import io.linkteller.report.Report;
import io.linkteller.report.figure.PrecisionRecallFigure;
import io.linkteller.report.table.Columns;
import io.linkteller.report.table.Metric;
import io.linkteller.report.table.ResultTable;
import io.linkteller.report.table.Unit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The precision-recall curves of a grid's attacks on models without protection, which cover all
 * beliefs. They are computed for the first training seed and targets of any degree, as the mean
 * over the samples of the precision at which each recall is first reached. A cell is one victim
 * with all samples. Immutable.
 *
 * @param grid the attacks to run
 */
record RecallCurves(AttackGrid grid) {

  /** The precision at a {@link #RECALL}. */
  static final Metric PRECISION = Metric.unmarked("precision at a recall", Unit.PERCENT, 1);

  /** The key of observations for a recall in percent. */
  static final String RECALL = "recall";

  private static final int POINTS = 100;

  List<Cell> cells(TrainedModels models) {
    List<Cell> cells = new ArrayList<>();
    for (Victim victim : grid.victims()) {
      Scenario scenario = victim.scenario();
      ModelRecipe recipe = victim.recipe().withSeed(grid.trainingSeeds().get(0));
      ResultKey key =
          grid.samples()
              .in(scenario.in(ResultKey.of("recall-curve")))
              .with("methods", grid.methods().stream().map(AttackMethod::name).toList());
      cells.add(
          new Cell(
              recipe.in(key),
              () -> observe(scenario, models.serve(scenario, recipe, Protection.NONE))));
    }
    return cells;
  }

  List<Observation> observe(Scenario scenario, InferenceApi api) {
    List<Observation> observations = new ArrayList<>();
    for (int seed : grid.samplingSeeds()) {
      NodeSample sample = grid.samples().draw(scenario, DegreeClass.UNCONSTRAINED, seed);
      // Recall is undefined without edges.
      TargetSamples.density(scenario, sample)
          .ifPresent(
              density -> {
                for (AttackMethod method : grid.methods()) {
                  PrecisionRecallCurve curve =
                      PrecisionRecallCurve.of(
                          method.find(scenario, api, sample, density), scenario.served().graph());
                  Map<String, String> keys = new LinkedHashMap<>();
                  keys.put(Columns.DATASET, scenario.name());
                  keys.put(Columns.METHOD, method.name());
                  keys.put(TargetSamples.SEED, String.valueOf(seed));
                  for (int point = 1; point <= POINTS; point++) {
                    observations.add(at(point, curve, keys));
                  }
                }
              });
    }
    return observations;
  }

  /** Returns the precision at the first edge with which the recall reaches the given value. */
  private static Observation at(int percent, PrecisionRecallCurve curve, Map<String, String> keys) {
    int edges = curve.recalls().size();
    int found = (percent * edges + POINTS - 1) / POINTS;
    Map<String, String> of = new LinkedHashMap<>(keys);
    of.put(RECALL, String.valueOf(percent));
    return new Observation(of, PRECISION.name(), curve.precisions().getDouble(found - 1));
  }

  /** Adds one figure per observed data set. */
  static void addTo(Report.Builder report, Observations all) {
    Observations curves = all.where(of -> of.metric().equals(PRECISION.name()));
    ResultTable means =
        curves.table(
            "Precision against recall",
            List.of(Columns.DATASET, Columns.METHOD, RECALL),
            PRECISION);
    report.section("Precision against recall");
    PaperLayout.by(Columns.DATASET, means)
        .forEach(
            (dataset, part) ->
                report.figure(
                    new PrecisionRecallFigure(dataset, lines(part)),
                    "Precision when a share of the edges among the targets is found; mean over the"
                        + " samples of targets of any degree."));
  }

  private static List<PrecisionRecallFigure.Curve> lines(ResultTable means) {
    return PaperLayout.by(Columns.METHOD, means).entrySet().stream()
        .map(of -> line(of.getKey(), of.getValue()))
        .toList();
  }

  private static PrecisionRecallFigure.Curve line(String method, ResultTable means) {
    return new PrecisionRecallFigure.Curve(
        method,
        means.rows().stream()
            .map(row -> Integer.parseInt(row.keys().getOrDefault(RECALL, "")) / (double) POINTS)
            .toList(),
        means.rows().stream().map(row -> row.ours().mean()).toList());
  }
}
