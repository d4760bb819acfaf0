/**
 * How good an attack is and what a defence costs: {@link io.linkteller.eval.metric metrics}, the
 * {@link io.linkteller.eval.bound bounds} of Theorem 6, {@link io.linkteller.eval.dataset data
 * sets}, {@link io.linkteller.eval.experiment experiments} and {@link io.linkteller.eval.report
 * reports}.
 */
module io.linkteller.eval {
  requires static org.jspecify;
  requires transitive io.linkteller.core;
  requires transitive io.linkteller.dp;
  requires transitive io.linkteller.models;
  requires com.fasterxml.jackson.databind;
  requires com.fasterxml.jackson.datatype.jdk8;
  requires com.j2html;
  requires commons.math3;
  requires de.siegmar.fastcsv;
  requires java.desktop;
  requires java.net.http;
  requires org.knowm.xchart;
  requires pickle;

  exports io.linkteller.eval.bound;
  exports io.linkteller.eval.dataset;
  exports io.linkteller.eval.experiment.attack;
  exports io.linkteller.eval.experiment.cell;
  exports io.linkteller.eval.experiment.privacy;
  exports io.linkteller.eval.experiment.reproduce;
  exports io.linkteller.eval.experiment.scenario;
  exports io.linkteller.eval.experiment;
  exports io.linkteller.eval.json;
  exports io.linkteller.eval.metric;
  exports io.linkteller.eval.report;

  // Reports are read and written as records of this package.
  opens io.linkteller.eval.report to
      com.fasterxml.jackson.databind;
}
