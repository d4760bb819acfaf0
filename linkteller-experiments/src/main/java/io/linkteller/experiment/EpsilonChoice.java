package io.linkteller.experiment;

import io.linkteller.dp.MechanismType;
import io.linkteller.eval.cell.Cell;
import io.linkteller.eval.cell.FinishedCell;
import io.linkteller.eval.cell.Observation;
import io.linkteller.models.train.Labels;
import io.linkteller.report.Report;
import io.linkteller.report.table.Columns;
import io.linkteller.report.table.Measurement;
import io.linkteller.report.table.Pivot;
import io.linkteller.report.table.ResultTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.ejml.data.DMatrixRMaj;

/**
 * Chooses ε on validation nodes: the smallest with a higher utility than the MLP, since below it a
 * model without edges is better (section VI.D). The mean over all repetitions is compared.
 *
 * @param choices the choices to make
 * @param models the source of trained models
 */
public record EpsilonChoice(List<Choice> choices, TrainedModels models) implements Experiment {

  private static final String CONSTANT = "constant answer";
  private static final String LINE = "line of the MLP";

  /**
   * A choice of ε for each mechanism.
   *
   * @param title a description of the validation data
   * @param datasets the data sets to which the choice applies
   * @param grid the models and validation nodes; several scenarios, such as several splits of one
   *     graph, count as repetitions
   */
  public record Choice(String title, List<String> datasets, UtilityGrid grid) {

    /**
     * Copies the list.
     *
     * @param title a description of the validation data
     * @param datasets the data sets to which the choice applies
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
   * @param models the source of trained models
   * @throws IllegalArgumentException if there are no choices
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
                "The chosen epsilon is the smallest of the sweep at which the mean utility exceeds"
                    + " that of the MLP, which uses no edges. Both are compared on the same nodes"
                    + " of each split or graph; a lead is resolved if it is more than two standard"
                    + " errors from 0. The standard error accounts for the overlap of splits of one"
                    + " graph.");
    int from = 0;
    for (Choice choice : choices) {
      int to = from + choice.grid().cells(models).size();
      addTo(report, choice, Observations.of(finished.subList(from, to)));
      from = to;
    }
    return report;
  }

  private static void addTo(Report.Builder report, Choice choice, Observations observations) {
    Observations utility = observations.where(of -> !of.keys().containsKey(Columns.DEGREE_BIN));
    LeadsByMechanism leads = LeadsByMechanism.of(utility, mechanisms(choice), overlap(choice));
    ResultTable shown =
        withConstant(choice, utility)
            .table(
                "Utility on " + choice.title(),
                List.of(Columns.MODEL, Columns.EPSILON),
                choice.grid().metric());
    choice.grid().recordIn(report.section("Choice on " + choice.title()));
    leads.tellIn(report, choice.datasets());
    leads
        .addEvidenceTo(report)
        .figure(
            TableFigure.of(
                shown.title(), shown, choice.grid().metric(), Columns.EPSILON, Columns.MODEL),
            "Utility; level lines are models without protection and the best constant answer.")
        .table(shown, Pivot.rows(Columns.EPSILON, Columns.METRIC).columns(Columns.MODEL));
    PaperMlp.in(utility).ifPresent(replaced -> againstPaper(report, choice, utility, replaced));
  }

  /**
   * Reports the choice with our protected models and the paper's MLP, and the choices for each data
   * set with either MLP.
   */
  private static void againstPaper(
      Report.Builder report, Choice choice, Observations ours, Observations paper) {
    Map<String, Double> ourLine = UtilityLead.meanByDataset(mlp(ours));
    Map<String, Double> paperLine = UtilityLead.meanByDataset(mlp(paper));
    report.text(
        "With the paper's MLP in place of ours, whose F1 is "
            + ourLine.entrySet().stream()
                .map(
                    of ->
                        String.format(
                            Locale.ROOT,
                            "%.3f on %s (paper %.3f)",
                            of.getValue(),
                            of.getKey(),
                            paperLine.get(of.getKey())))
                .collect(Collectors.joining(", "))
            + ":");
    LeadsByMechanism.of(paper, mechanisms(choice), 0).tellIn(report, choice.datasets());
    ResultTable.Builder byDataset =
        ResultTable.builder(
            "Smallest epsilon that beats the MLP, by data set",
            Columns.DATASET,
            Columns.MODEL,
            LINE);
    for (String dataset : ourLine.keySet()) {
      for (String mechanism : mechanisms(choice)) {
        row(byDataset, dataset, mechanism, "ours", ours);
        row(byDataset, dataset, mechanism, "paper's", paper);
      }
    }
    report
        .text("By data set (an empty field: no epsilon of the sweep beats the MLP):")
        .table(
            byDataset.build(),
            Pivot.rows(Columns.DATASET, Columns.METRIC).columns(Columns.MODEL, LINE));
  }

  private static void row(
      ResultTable.Builder table,
      String dataset,
      String mechanism,
      String line,
      Observations utility) {
    UtilityLead.chosen(UtilityLead.of(utility.where(Columns.DATASET, dataset), mechanism, 0))
        .ifPresent(
            chosen ->
                table
                    .row(dataset, mechanism, line)
                    .measured(PaperMetric.CHOSEN_EPSILON, Measurement.of(chosen.epsilon())));
  }

  private static Observations mlp(Observations utility) {
    return utility.where(Columns.MODEL, UtilityGrid.MLP);
  }

  private static List<String> mechanisms(Choice choice) {
    return choice.grid().sweep().mechanisms().stream().map(MechanismType::title).toList();
  }

  /** Returns the overlap of splits of one graph; 0 for data sets without common nodes. */
  private static double overlap(Choice choice) {
    return choice.grid().gcns().stream()
        .map(gcn -> gcn.scenario().served().split())
        .flatMap(Optional::stream)
        .mapToDouble(split -> split.test().size() / (double) split.train().size())
        .max()
        .orElse(0);
  }

  /** Adds the utility of the best constant answer. */
  private static Observations withConstant(Choice choice, Observations utility) {
    List<Observation> all = new ArrayList<>(utility.all());
    for (Victim gcn : choice.grid().gcns()) {
      all.add(
          new Observation(
              Map.of(Columns.MODEL, CONSTANT, Columns.EPSILON, Columns.UNDEFENDED),
              choice.grid().metric().name(),
              constantAnswer(gcn.scenario())));
    }
    return new Observations(all);
  }

  /** Returns the largest utility of predicting the same class for all nodes. */
  static double constantAnswer(Scenario scenario) {
    Labels labels = scenario.served().labels();
    double best = 0;
    for (int named = 0; named < labels.classCount(); named++) {
      DMatrixRMaj logits = new DMatrixRMaj(labels.nodeCount(), labels.classCount());
      logits.fill(-1);
      for (int node = 0; node < labels.nodeCount(); node++) {
        logits.set(node, named, 1);
      }
      best = Math.max(best, scenario.utility().of(logits, labels, scenario.judgedNodes()));
    }
    return best;
  }
}
