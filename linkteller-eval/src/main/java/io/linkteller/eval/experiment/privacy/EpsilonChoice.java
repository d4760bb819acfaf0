package io.linkteller.eval.experiment.privacy;

import io.linkteller.eval.experiment.Experiment;
import io.linkteller.eval.experiment.cell.Cell;
import io.linkteller.eval.experiment.cell.FinishedCell;
import io.linkteller.eval.experiment.cell.Observations;
import io.linkteller.eval.experiment.scenario.PrivacyMechanism;
import io.linkteller.eval.experiment.scenario.TrainedModels;
import io.linkteller.eval.report.Columns;
import io.linkteller.eval.report.LineFigure;
import io.linkteller.eval.report.Measurement;
import io.linkteller.eval.report.Metric;
import io.linkteller.eval.report.PaperLayout;
import io.linkteller.eval.report.PaperTable;
import io.linkteller.eval.report.Pivot;
import io.linkteller.eval.report.Report;
import io.linkteller.eval.report.ResultRow;
import io.linkteller.eval.report.ResultTable;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Chooses ε on validation nodes: the smallest whose utility beats that of the MLP, since with less
 * the edges are better left out altogether (section VI.D). The mean over all repetitions decides.
 *
 * @param choices the choices to make
 * @param models where trained models come from
 */
public record EpsilonChoice(List<Choice> choices, TrainedModels models) implements Experiment {

  /**
   * A choice of ε for each mechanism.
   *
   * @param title what it is made on
   * @param datasets the data sets that it is made for
   * @param grid the models and validation nodes; several scenarios, such as several splits of one
   *     graph, count as repetitions
   */
  public record Choice(String title, List<String> datasets, UtilityGrid grid) {

    /**
     * Copies the list.
     *
     * @param title what it is made on
     * @param datasets the data sets that it is made for
     * @param grid the models and validation nodes
     */
    public Choice {
      datasets = List.copyOf(datasets);
    }
  }

  /**
   * Copies the list.
   *
   * @param choices the choices to make
   * @param models where trained models come from
   * @throws IllegalArgumentException if it is empty
   */
  public EpsilonChoice {
    if (choices.isEmpty()) {
      throw new IllegalArgumentException("there is nothing to choose epsilon for");
    }
    choices = List.copyOf(choices);
  }

  @Override
  public String name() {
    return "choose-epsilon";
  }

  @Override
  public List<Cell> cells() {
    return choices.stream().flatMap(choice -> choice.grid().cells(models).stream()).toList();
  }

  @Override
  public Report.Builder report(List<FinishedCell> finished) {
    Report.Builder report =
        Report.builder(name(), "Choosing epsilon on validation nodes")
            .introduction(
                "The chosen epsilon is the smallest of the sweep at which the mean utility on"
                    + " validation nodes beats that of the MLP, which looks at no edge.");
    int from = 0;
    for (Choice choice : choices) {
      int to = from + choice.grid().cells(models).size();
      ResultTable utility =
          Observations.of(finished.subList(from, to))
              .where(observation -> !observation.keys().containsKey(Columns.DEGREE_BIN))
              .table(
                  "Validation utility on " + choice.title(),
                  List.of(Columns.MODEL, Columns.EPSILON),
                  Metric.UTILITY_F1);
      from = to;
      choice.grid().recordIn(report.section(choice.title()));
      report.text(resolution(choice));
      table(choice, utility)
          .ifPresentOrElse(
              chosen -> report.table(chosen, PaperLayout.CHOSEN_EPSILON),
              () -> report.text("No epsilon of the sweep beats the MLP."));
      report
          .figure(
              LineFigure.of(utility, Metric.UTILITY_F1, Columns.EPSILON, Columns.MODEL),
              "Utility on validation nodes; level lines are models without protection.")
          .table(utility, Pivot.rows(Columns.EPSILON, Columns.METRIC).columns(Columns.MODEL));
    }
    return report;
  }

  /** Where GCN and MLP are close, few validation nodes leave the choice to chance. */
  private static String resolution(Choice choice) {
    int nodes =
        choice.grid().gcns().stream()
            .mapToInt(victim -> victim.scenario().judgedNodes().size())
            .sum();
    return String.format(
        Locale.ROOT,
        "%d validation nodes in all: the standard error of a share of them is up to %.1f points, and"
            + " a smaller lead over the MLP may be chance.",
        nodes,
        100 * 0.5 / Math.sqrt(nodes));
  }

  private static Optional<ResultTable> table(Choice choice, ResultTable utility) {
    ResultTable.Builder table =
        ResultTable.builder("Chosen epsilon", Columns.DATASET, Columns.MODEL);
    boolean any = false;
    for (PrivacyMechanism mechanism : choice.grid().sweep().mechanisms()) {
      OptionalDouble epsilon = chosen(utility, mechanism.title());
      if (epsilon.isPresent()) {
        any = true;
        for (String dataset : choice.datasets()) {
          table
              .row(dataset, mechanism.title())
              .measured(Metric.CHOSEN_EPSILON, Measurement.of(epsilon.getAsDouble()));
        }
      }
    }
    return any ? Optional.of(table.build().beside(PaperTable.CHOSEN_EPSILON)) : Optional.empty();
  }

  /**
   * Chooses ε.
   *
   * @param utility a table of {@link Metric#UTILITY_F1} by {@link Columns#MODEL}, the MLP among
   *     them, and {@link Columns#EPSILON}
   * @param mechanism a value of {@link Columns#MODEL}
   * @return the smallest ε at which the mechanism's mean is above the MLP's, if there is one
   * @throws IllegalArgumentException if the MLP or the mechanism is not in the table
   */
  public static OptionalDouble chosen(ResultTable utility, String mechanism) {
    double mlp = utility.where(Columns.MODEL, UtilityGrid.MLP).rows().get(0).ours().mean();
    return utility.where(Columns.MODEL, mechanism).rows().stream()
        .filter(row -> row.ours().mean() > mlp)
        .map(EpsilonChoice::epsilon)
        .min(Comparator.naturalOrder())
        .map(OptionalDouble::of)
        .orElseGet(OptionalDouble::empty);
  }

  private static Double epsilon(ResultRow row) {
    return Double.valueOf(row.keys().getOrDefault(Columns.EPSILON, ""));
  }
}
