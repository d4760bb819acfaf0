package io.linkteller.experiment;

import io.linkteller.report.Report;
import io.linkteller.report.table.Columns;
import io.linkteller.report.table.ResultRow;
import io.linkteller.report.table.ResultTable;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The settings of attacks that reports list. */
final class AttackSettings {

  private AttackSettings() {}

  static Report.Builder of(List<Victim> victims, List<Long> trainingSeeds, Report.Builder report) {
    return report
        .setting(
            "models", victims.stream().map(Victim::description).collect(Collectors.joining("; ")))
        .setting("training seeds", trainingSeeds);
  }

  /** Adds the same settings for models that are trained with the seeds of their recipes. */
  static Report.Builder of(List<Victim> victims, Report.Builder report) {
    return of(
        victims,
        victims.stream().map(victim -> victim.recipe().seed()).distinct().toList(),
        report);
  }

  /** Returns a sentence that says how many of LinkTeller's numbers agree with the paper's. */
  static String agreement(ResultTable table) {
    List<ResultRow> compared =
        table.rows().stream()
            .filter(row -> row.paper().isPresent())
            .filter(
                row ->
                    AttackMethod.LINK_TELLER
                        .name()
                        .equals(row.keys().getOrDefault(Columns.METHOD, "")))
            .toList();
    long agreeing = compared.stream().filter(row -> !row.differs()).count();
    return String.format(
        Locale.ROOT,
        "Of LinkTeller's %d numbers that the paper also reports, %d (%.0f %%) differ from the"
            + " paper's by at most twice its standard deviation, or by at most the margin stated"
            + " below.",
        compared.size(),
        agreeing,
        compared.isEmpty() ? 100 : 100.0 * agreeing / compared.size());
  }
}
