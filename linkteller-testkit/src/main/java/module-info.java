/**
 * Tests for code that is written against this library: {@link io.linkteller.testkit.arbitrary
 * arbitrary} graphs, features, models and mechanisms for jqwik properties, {@link
 * io.linkteller.testkit.contract contracts} for implementations of its interfaces, and exact proofs
 * of differential privacy on small graphs.
 */
module io.linkteller.testkit {
  requires static org.jspecify;
  requires transitive io.linkteller.core;
  requires transitive io.linkteller.dp;
  requires transitive io.linkteller.eval;
  requires transitive io.linkteller.models;
  requires transitive net.jqwik.api;
  requires transitive org.junit.jupiter.api;

  exports io.linkteller.testkit.arbitrary;
  exports io.linkteller.testkit.contract;

  provides net.jqwik.api.providers.ArbitraryProvider with
      io.linkteller.testkit.arbitrary.LinkTellerArbitraries;
}
