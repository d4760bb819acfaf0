/** Tables and figures as HTML, Markdown and JSON: {@link io.linkteller.report}. */
module io.linkteller.report {
  requires static org.jspecify;
  requires transitive io.linkteller.core;
  requires transitive io.linkteller.eval;
  requires com.fasterxml.jackson.databind;
  requires com.fasterxml.jackson.datatype.jdk8;
  requires com.j2html;
  requires java.desktop;
  requires java.xml;
  requires org.knowm.xchart;

  exports io.linkteller.report;
  exports io.linkteller.report.figure;
  exports io.linkteller.report.table;

  // Jackson reads and writes records of these packages.
  opens io.linkteller.report to
      com.fasterxml.jackson.databind;
  opens io.linkteller.report.figure to
      com.fasterxml.jackson.databind;
  opens io.linkteller.report.table to
      com.fasterxml.jackson.databind;
}
