package io.linkteller.experiment;

import io.linkteller.report.Report;
import io.linkteller.report.table.Columns;
import io.linkteller.report.table.Measurement;
import io.linkteller.report.table.Metric;
import io.linkteller.report.table.Pivot;
import io.linkteller.report.table.ResultTable;
import io.linkteller.report.table.Unit;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The leads of each mechanism over the MLP, and a report of the chosen ε and its lead.
 *
 * @param all the leads of each mechanism, in ascending order of ε
 */
record LeadsByMechanism(List<List<UtilityLead>> all) {

  private static final String ROLE = "choice";
  private static final String EVIDENCE = "two standard errors";
  private static final Metric LEAD = Metric.unmarked("lead over MLP", Unit.DIFFERENCE, 4);

  /** Computes the leads of mechanisms; see {@link UtilityLead#of}. */
  static LeadsByMechanism of(Observations utility, List<String> mechanisms, double overlap) {
    return new LeadsByMechanism(
        mechanisms.stream().map(mechanism -> UtilityLead.of(utility, mechanism, overlap)).toList());
  }

  /** Reports the chosen ε in words and, for the given data sets, in a table next to the paper's. */
  void tellIn(Report.Builder report, List<String> datasets) {
    all.forEach(leads -> report.text(verdict(leads)));
    chosen(datasets).ifPresent(table -> report.table(table, PaperLayout.CHOSEN_EPSILON));
  }

  Report.Builder addEvidenceTo(Report.Builder report) {
    return report.table(
        evidence(),
        Pivot.rows(Columns.MODEL, Columns.EPSILON, ROLE, EVIDENCE).columns(Columns.METRIC));
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
                    + ", has a lead of "
                    + difference(best(leads))
                    + ".");
  }

  /**
   * Returns a remark if the utility at a larger ε is not above the MLP's, which noise may cause.
   */
  private static String relapse(List<UtilityLead> leads, UtilityLead chosen) {
    Optional<UtilityLead> forGood = UtilityLead.aheadForGood(leads);
    if (forGood.isEmpty()) {
      return " The largest of the sweep does not beat it.";
    }
    return forGood.get().equals(chosen)
        ? ""
        : " Some larger ones fall behind again; every epsilon from "
            + Observations.shortest(forGood.get().epsilon())
            + " on is ahead.";
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

  /**
   * Returns the leads at the chosen ε and its neighbors, or around the largest lead if no ε is
   * chosen.
   */
  private ResultTable evidence() {
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

  private Optional<ResultTable> chosen(List<String> datasets) {
    ResultTable.Builder table =
        ResultTable.builder("Chosen epsilon", Columns.DATASET, Columns.MODEL);
    boolean any = false;
    for (List<UtilityLead> leads : all) {
      Optional<UtilityLead> chosen = UtilityLead.chosen(leads);
      if (chosen.isPresent()) {
        any = true;
        for (String dataset : datasets) {
          table
              .row(dataset, chosen.get().mechanism())
              .measured(PaperMetric.CHOSEN_EPSILON, Measurement.of(chosen.get().epsilon()));
        }
      }
    }
    return any ? Optional.of(PaperTable.CHOSEN_EPSILON.beside(table.build())) : Optional.empty();
  }
}
