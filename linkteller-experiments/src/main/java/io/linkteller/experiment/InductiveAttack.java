package io.linkteller.experiment;

import io.linkteller.eval.cell.Cell;
import io.linkteller.eval.cell.FinishedCell;
import io.linkteller.eval.cell.Observation;
import io.linkteller.report.Report;
import io.linkteller.report.table.Columns;
import io.linkteller.report.table.Metric;
import io.linkteller.report.table.ResultRow;
import io.linkteller.report.table.ResultTable;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Attacks on models that serve a graph other than the training graph (section VI.B), compared with
 * tables of the paper.
 *
 * @param name the name of the experiment
 * @param title the heading of its report
 * @param grid the attacks to run
 * @param models the source of trained models
 * @param papers the paper's tables, at least one, each of precision and recall or of AUC
 */
public record InductiveAttack(
    String name, String title, AttackGrid grid, TrainedModels models, List<PaperTable> papers)
    implements Experiment {

  /**
   * Copies the list.
   *
   * @param name the name of the experiment
   * @param title the heading of its report
   * @param grid the attacks to run
   * @param models the source of trained models
   * @param papers the paper's tables, at least one, each of precision and recall or of AUC
   * @throws IllegalArgumentException if there is no table
   */
  public InductiveAttack {
    papers = AttackGrid.notEmpty("papers", papers);
  }

  @Override
  public List<Cell> cells() {
    List<Cell> cells = new ArrayList<>(grid.cells(models));
    if (papers.stream().anyMatch(InductiveAttack::isByBelief)) {
      cells.addAll(new RecallCurves(grid).cells(models));
    }
    return cells;
  }

  private static boolean isByBelief(PaperTable paper) {
    return paper.keyColumns().contains(Columns.BELIEF);
  }

  @Override
  public Report.Builder report(List<FinishedCell> finished) {
    Observations observations = Observations.of(finished);
    Report.Builder report =
        grid.recordIn(Report.builder(name, title))
            .introduction(
                "Means over the samples of targets and the training seeds, with their standard"
                    + " deviations, next to the paper's. The attacker's belief is a multiple of the"
                    + " density k among the targets, which is rounded to one digit.");
    for (PaperTable paper : papers) {
      ResultTable table =
          observations.tableBeside(title, paper, paper.metrics().toArray(Metric[]::new));
      boolean byBelief = isByBelief(paper);
      if (byBelief) {
        table = explained(table, observations);
      }
      report
          .section(byBelief ? "Precision and recall" : "AUC")
          .text(AttackSettings.agreement(table))
          .table(table, byBelief ? PaperLayout.ATTACK : PaperLayout.AUC);
    }
    if (observations.has(RecallCurves.PRECISION)) {
      RecallCurves.addTo(report, observations);
    }
    return report;
  }

  /**
   * Returns a table with notes on the numbers that differ from the paper's: by how many pairs they
   * differ, and possible causes.
   */
  private ResultTable explained(ResultTable table, Observations observations) {
    ResultTable counts =
        observations.table(table.title(), table.keyColumns(), AttackGrid.CALLED, AttackGrid.ACTUAL);
    return new ResultTable(
        table.title(),
        table.keyColumns(),
        table.rows().stream().map(row -> explained(row, counts, observations)).toList());
  }

  private ResultRow explained(ResultRow row, ResultTable counts, Observations observations) {
    if (!row.differs()) {
      return row;
    }
    Metric whole = row.metric().equals(PaperMetric.RECALL) ? AttackGrid.ACTUAL : AttackGrid.CALLED;
    String note =
        inPairs(row, count(counts, row, whole), whole) + seeds(row, observations) + ties(row);
    return new ResultRow(row.keys(), row.metric(), row.ours(), row.paper(), Optional.of(note));
  }

  private static double count(ResultTable counts, ResultRow row, Metric whole) {
    return counts.rows().stream()
        .filter(of -> of.keys().equals(row.keys()) && of.metric().equals(whole))
        .findFirst()
        .orElseThrow()
        .ours()
        .mean();
  }

  private static String inPairs(ResultRow row, double count, Metric whole) {
    double difference = row.ours().mean() - row.paper().orElseThrow().value();
    return String.format(
        Locale.ROOT,
        "a difference of %+.1f in the %.1f %s of a sample, on average",
        difference * count,
        count,
        whole.equals(AttackGrid.CALLED) ? "predicted pairs" : "edges");
  }

  /** Returns the range of the results by training seed, or "" for a single seed. */
  private static String seeds(ResultRow row, Observations observations) {
    Map<String, DoubleSummaryStatistics> bySeed =
        observations.all().stream()
            .filter(of -> of.metric().equals(row.metric().name()))
            .filter(of -> of.keys().containsKey(AttackGrid.TRAINING_SEED))
            .filter(of -> of.keys().entrySet().containsAll(row.keys().entrySet()))
            .collect(
                Collectors.groupingBy(
                    of -> of.key(AttackGrid.TRAINING_SEED),
                    Collectors.summarizingDouble(Observation::value)));
    if (bySeed.size() < 2) {
      return "";
    }
    DoubleSummaryStatistics means =
        bySeed.values().stream()
            .mapToDouble(DoubleSummaryStatistics::getAverage)
            .summaryStatistics();
    double paper = row.paper().orElseThrow().value();
    return String.format(
        Locale.ROOT,
        "; the means of %d training seeds range from %.1f to %.1f %%, %s the paper's number",
        bySeed.size(),
        100 * means.getMin(),
        100 * means.getMax(),
        means.getMin() <= paper && paper <= means.getMax() ? "around" : "all on one side of");
  }

  private String ties(ResultRow row) {
    boolean twoClasses =
        grid.victims().stream()
            .map(Victim::scenario)
            .filter(scenario -> row.keys().containsValue(scenario.name()))
            .anyMatch(scenario -> scenario.served().labels().classCount() == 2);
    return twoClasses && row.keys().containsValue("LSA2-post")
        ? "; two probabilities that sum to 1 correlate by 1 or -1, so the order of ties matters"
        : "";
  }
}
