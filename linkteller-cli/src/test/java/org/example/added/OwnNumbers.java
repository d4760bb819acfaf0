package org.example.added;

import io.linkteller.report.Report;
import io.linkteller.report.table.Columns;
import io.linkteller.report.table.Measurement;
import io.linkteller.report.table.Metric;
import io.linkteller.report.table.Pivot;
import io.linkteller.report.table.ResultTable;
import io.linkteller.report.table.Unit;

/** A report of numbers measured elsewhere, built only from types of linkteller-report. */
public final class OwnNumbers {

  private static final Metric LATENCY = Metric.unmarked("latency", Unit.SECONDS, 2);

  private OwnNumbers() {}

  /** Returns the report. */
  public static Report report() {
    ResultTable table =
        ResultTable.builder("Latency", "server", "batch")
            .row("first", "1")
            .measured(LATENCY, Measurement.of(0.25, 0.75))
            .row("second", "1")
            .measured(LATENCY, Measurement.of(1.25))
            .build();
    return Report.builder("own-numbers", "Latency of two servers")
        .introduction("Measured elsewhere.")
        .section("Latency")
        .table(table, Pivot.rows("server").columns("batch", Columns.METRIC))
        .build();
  }
}
