/**
 * Edge-differentially private perturbers of a graph, such as EdgeRand and LapGraph, a {@link
 * io.linkteller.dp.session.PrivacyLedger ledger} of the spent budget, and an {@link
 * io.linkteller.dp.audit audit} that tests the privacy claims of mechanisms.
 */
module io.linkteller.dp {
  requires static org.jspecify;
  requires transitive io.linkteller.core;
  requires commons.math3;

  exports io.linkteller.dp;
  exports io.linkteller.dp.audit;
  exports io.linkteller.dp.session;
  exports io.linkteller.dp.noise;
  exports io.linkteller.dp.sampling;

  uses io.linkteller.dp.MechanismProvider;

  provides io.linkteller.dp.MechanismProvider with
      io.linkteller.dp.StandardMechanisms;
}
