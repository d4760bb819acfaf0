package io.linkteller.report;

/** Names, without extensions, of the files that accompany a report. Not thread-safe. */
final class ReportNames {

  private final String report;
  private int figures;

  ReportNames(Report report) {
    this.report = report.name();
  }

  /** Returns the name of the next figure. */
  String nextFigure() {
    figures++;
    return report + "-figure" + figures;
  }
}
