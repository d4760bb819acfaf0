/**
 * The evaluation of attacks: {@link io.linkteller.eval.metric metrics}, the {@link
 * io.linkteller.eval.bound bounds} of differential privacy, {@link io.linkteller.eval.audit leakage
 * audits}, the owner's {@link io.linkteller.eval.choice choice} of a protection, and the paper's
 * {@link io.linkteller.eval.sample samples of targets}.
 */
module io.linkteller.eval {
  requires static org.jspecify;
  requires transitive io.linkteller.core;
  requires transitive io.linkteller.dp;
  requires transitive io.linkteller.models;
  requires com.fasterxml.jackson.databind;
  requires commons.math3;

  exports io.linkteller.eval.audit;
  exports io.linkteller.eval.bound;
  exports io.linkteller.eval.cell;
  exports io.linkteller.eval.choice;
  exports io.linkteller.eval.metric;
  exports io.linkteller.eval.sample;

  // Jackson reads and writes finished cells as records of this package.
  opens io.linkteller.eval.cell to
      com.fasterxml.jackson.databind;
}
