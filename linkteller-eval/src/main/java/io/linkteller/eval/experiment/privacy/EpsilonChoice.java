package io.linkteller.eval.experiment.privacy;

import io.linkteller.eval.experiment.Experiment;
import io.linkteller.eval.experiment.attack.Victim;
import io.linkteller.eval.experiment.cell.Cell;
import io.linkteller.eval.experiment.cell.FinishedCell;
import io.linkteller.eval.experiment.cell.Observation;
import io.linkteller.eval.experiment.cell.Observations;
import io.linkteller.eval.experiment.scenario.PrivacyMechanism;
import io.linkteller.eval.experiment.scenario.Scenario;
import io.linkteller.eval.experiment.scenario.TrainedModels;
import io.linkteller.eval.report.Columns;
import io.linkteller.eval.report.LineFigure;
import io.linkteller.eval.report.Measurement;
import io.linkteller.eval.report.Metric;
import io.linkteller.eval.report.PaperLayout;
import io.linkteller.eval.report.PaperTable;
import io.linkteller.eval.report.Pivot;
import io.linkteller.eval.report.Report;
import io.linkteller.eval.report.ResultTable;
import io.linkteller.eval.report.Unit;
import io.linkteller.models.train.Labels;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ejml.data.DMatrixRMaj;

/**
 * Chooses ε on validation nodes: the smallest whose utility beats that of the MLP, since with less
 * the edges are better left out altogether (section VI.D). The mean over all repetitions decides.
 *
 * @param choices the choices to make
 * @param models where trained models come from
 */
public record EpsilonChoice(List<Choice> choices, TrainedModels models) implements Experiment {

  private static final String CONSTANT = "constant answer";
  private static final String ROLE = "choice";
  private static final String EVIDENCE = "two standard errors";
  private static final String LINE = "line of the MLP";
  private static final Metric LEAD = Metric.unmarked("lead over MLP", Unit.DIFFERENCE, 4);

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
                "The chosen epsilon is the smallest of the sweep at which the mean utility beats that"
                    + " of the MLP, which looks at no edge. Both are compared on the same nodes of"
                    + " each split or graph; a lead is resolved if it is further from 0 than two"
                    + " standard errors. Splits of one graph overlap, which the standard error"
                    + " allows for.");
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
    List<List<UtilityLead>> leads =
        mechanisms(choice)
            .map(mechanism -> UtilityLead.of(utility, mechanism, overlap(choice)))
            .toList();
    ResultTable shown =
        withConstant(choice, utility)
            .table(
                "Utility on " + choice.title(),
                List.of(Columns.MODEL, Columns.EPSILON),
                choice.grid().metric());
    choice.grid().recordIn(report.section("Choice on " + choice.title()));
    leads.forEach(of -> report.text(verdict(of)));
    table(choice, leads).ifPresent(chosen -> report.table(chosen, PaperLayout.CHOSEN_EPSILON));
    report
        .table(
            evidence(leads),
            Pivot.rows(Columns.MODEL, Columns.EPSILON, ROLE, EVIDENCE).columns(Columns.METRIC))
        .figure(
            LineFigure.of(shown, choice.grid().metric(), Columns.EPSILON, Columns.MODEL),
            "Utility; level lines are models without protection and the best constant answer.")
        .table(shown, Pivot.rows(Columns.EPSILON, Columns.METRIC).columns(Columns.MODEL));
    PaperMlp.in(utility).ifPresent(replaced -> againstPaper(report, choice, utility, replaced));
  }

  /** The choice with our protected models and the paper's MLP, and both choices by data set. */
  private static void againstPaper(
      Report.Builder report, Choice choice, Observations ours, Observations paper) {
    List<List<UtilityLead>> leads =
        mechanisms(choice).map(mechanism -> UtilityLead.of(paper, mechanism, 0)).toList();
    report.text(
        "With the paper's MLP in place of ours, whose F1 is "
            + PaperMlp.datasets(paper).stream()
                .map(
                    dataset ->
                        line(dataset, ours)
                            + " on "
                            + dataset
                            + " (paper "
                            + line(dataset, paper)
                            + ")")
                .collect(Collectors.joining(", "))
            + ":");
    leads.forEach(of -> report.text(verdict(of)));
    table(choice, leads).ifPresent(chosen -> report.table(chosen, PaperLayout.CHOSEN_EPSILON));
    ResultTable.Builder byDataset =
        ResultTable.builder(
            "Smallest epsilon that beats the MLP, by data set",
            Columns.DATASET,
            Columns.MODEL,
            LINE);
    for (String dataset : PaperMlp.datasets(ours)) {
      mechanisms(choice)
          .forEach(
              mechanism -> {
                row(byDataset, dataset, mechanism, "ours", ours);
                row(byDataset, dataset, mechanism, "paper's", paper);
              });
    }
    report
        .text("By data set (an empty field: none of the sweep):")
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
                    .measured(Metric.CHOSEN_EPSILON, Measurement.of(chosen.epsilon())));
  }

  private static String line(String dataset, Observations utility) {
    return String.format(
        Locale.ROOT,
        "%.3f",
        utility.where(Columns.DATASET, dataset).where(Columns.MODEL, UtilityGrid.MLP).all().stream()
            .mapToDouble(Observation::value)
            .average()
            .orElseThrow());
  }

  private static Stream<String> mechanisms(Choice choice) {
    return choice.grid().sweep().mechanisms().stream().map(PrivacyMechanism::title);
  }

  /** How much splits of one graph share; 0 for data sets that have no node in common. */
  private static double overlap(Choice choice) {
    return choice.grid().gcns().stream()
        .map(gcn -> gcn.scenario().served().split())
        .flatMap(Optional::stream)
        .mapToDouble(split -> split.test().size() / (double) split.train().size())
        .max()
        .orElse(0);
  }

  /** Adds what the best answer reaches that is the same for all nodes. */
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

  /** The largest utility of naming one and the same class for all nodes. */
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

  private static String verdict(List<UtilityLead> leads) {
    String mechanism = leads.get(0).mechanism();
    return UtilityLead.chosen(leads)
        .map(
            chosen ->
                mechanism
                    + ": epsilon "
                    + Observations.shortest(chosen.epsilon())
                    + " is the smallest whose mean beats the MLP's, by "
                    + difference(chosen)
                    + "."
                    + relapse(leads, chosen))
        .orElseGet(
            () ->
                mechanism
                    + ": none. No epsilon of the sweep beats the MLP; the nearest, "
                    + Observations.shortest(best(leads).epsilon())
                    + ", by "
                    + difference(best(leads))
                    + ".");
  }

  /** What to add where a larger ε falls behind again, as noise may make it. */
  private static String relapse(List<UtilityLead> leads, UtilityLead chosen) {
    Optional<UtilityLead> forGood = UtilityLead.aheadForGood(leads);
    if (forGood.isEmpty()) {
      return " The largest of the sweep does not.";
    }
    return forGood.get().equals(chosen)
        ? ""
        : " Larger ones fall behind again; from epsilon "
            + Observations.shortest(forGood.get().epsilon())
            + " on every one is ahead.";
  }

  private static String difference(UtilityLead lead) {
    return String.format(Locale.ROOT, "%+.4f", lead.mean())
        + (lead.standardError().isPresent()
            ? String.format(
                Locale.ROOT,
                " (standard error %.4f over %d data sets or splits; %s)",
                lead.standardError().getAsDouble(),
                lead.datasets(),
                resolution(lead))
            : " (one split, so no standard error; not resolved)");
  }

  private static String resolution(UtilityLead lead) {
    return lead.isResolved() ? "resolved" : "not resolved";
  }

  private static UtilityLead best(List<UtilityLead> leads) {
    return leads.stream().max(Comparator.comparingDouble(UtilityLead::mean)).orElseThrow();
  }

  /** The leads at the chosen ε and its neighbours, or the largest where none is chosen. */
  private static ResultTable evidence(List<List<UtilityLead>> all) {
    ResultTable.Builder table =
        ResultTable.builder(
            "Lead over the MLP, with its standard error",
            Columns.MODEL,
            Columns.EPSILON,
            ROLE,
            EVIDENCE);
    for (List<UtilityLead> leads : all) {
      Optional<UtilityLead> chosen = UtilityLead.chosen(leads);
      int at = leads.indexOf(chosen.orElseGet(() -> best(leads)));
      for (int i = Math.max(0, at - 1); i <= Math.min(leads.size() - 1, at + 1); i++) {
        UtilityLead lead = leads.get(i);
        String atIt = chosen.isPresent() ? "chosen" : "none is chosen; the nearest";
        table
            .row(
                lead.mechanism(),
                Observations.shortest(lead.epsilon()),
                i == at ? atIt : i < at ? "next below" : "next above",
                resolution(lead))
            .measured(
                LEAD,
                new Measurement(lead.mean(), lead.standardError().orElse(0), lead.datasets()));
      }
    }
    return table.build();
  }

  private static Optional<ResultTable> table(Choice choice, List<List<UtilityLead>> all) {
    ResultTable.Builder table =
        ResultTable.builder("Chosen epsilon", Columns.DATASET, Columns.MODEL);
    boolean any = false;
    for (List<UtilityLead> leads : all) {
      Optional<UtilityLead> chosen = UtilityLead.chosen(leads);
      if (chosen.isPresent()) {
        any = true;
        for (String dataset : choice.datasets()) {
          table
              .row(dataset, chosen.get().mechanism())
              .measured(Metric.CHOSEN_EPSILON, Measurement.of(chosen.get().epsilon()));
        }
      }
    }
    return any ? Optional.of(table.build().beside(PaperTable.CHOSEN_EPSILON)) : Optional.empty();
  }
}
