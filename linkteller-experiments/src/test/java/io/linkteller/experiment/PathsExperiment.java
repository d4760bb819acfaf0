package io.linkteller.experiment;

import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.PairScores;
import io.linkteller.eval.cell.Cell;
import io.linkteller.eval.cell.FinishedCell;
import io.linkteller.eval.cell.Observation;
import io.linkteller.eval.cell.ResultKey;
import io.linkteller.eval.metric.PredictionMetrics;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.report.Report;
import io.linkteller.report.table.Columns;
import io.linkteller.report.table.Pivot;
import io.linkteller.report.table.ResultTable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A third party's experiment, which ranks the edges of paths by the distance of identifiers. */
public final class PathsExperiment implements ExperimentProvider {

  @Override
  public String label() {
    return "paths";
  }

  @Override
  public List<String> dataNames() {
    return List.of();
  }

  @Override
  public Experiment create(Preparation prepared) {
    return new Paths();
  }

  private static final class Paths implements Experiment {

    @Override
    public String name() {
      return "paths";
    }

    @Override
    public List<Cell> cells() {
      List<Cell> cells = new ArrayList<>();
      for (int length : new int[] {5, 10}) {
        cells.add(new Cell(ResultKey.of("paths").with("length", length), () -> measure(length)));
      }
      return cells;
    }

    private static List<Observation> measure(int length) {
      Graph.Builder path = Graph.builder(length);
      for (int node = 1; node < length; node++) {
        path.addEdge(node - 1, node);
      }
      InferenceNodes nodes = InferenceNodes.of(FeatureMatrix.dense(new double[length][1]));
      double auc =
          PredictionMetrics.rocAuc(
              LinkPrediction.of(
                  "near-ids",
                  nodes,
                  0.1,
                  PairScores.ofAll(length, (i, j) -> -Math.abs(i - j)),
                  0,
                  Duration.ZERO),
              path.build());
      return List.of(
          new Observation(
              Map.of(Columns.DATASET, "path of " + length), PaperMetric.AUC.name(), auc));
    }

    @Override
    public Report.Builder report(List<FinishedCell> finished) {
      ResultTable table =
          Observations.of(finished).table("AUC", List.of(Columns.DATASET), PaperMetric.AUC);
      return Report.builder(name(), "Near identifiers on paths")
          .section("Ranking")
          .table(table, Pivot.rows(Columns.DATASET).columns(Columns.METRIC));
    }
  }
}
