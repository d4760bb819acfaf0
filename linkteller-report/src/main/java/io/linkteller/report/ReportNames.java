package io.linkteller.report;

/** Names of the files beside a report, without their endings. Not safe for several threads. */
final class ReportNames {

  private final String report;
  private int tables;
  private int figures;

  ReportNames(Report report) {
    this.report = report.name();
  }

  /** The name of the next table. */
  String nextTable() {
    tables++;
    return report + "-table" + tables;
  }

  /** The name of the next figure. */
  String nextFigure() {
    figures++;
    return report + "-figure" + figures;
  }
}
