package io.linkteller.testkit.arbitrary;

import io.linkteller.dp.GraphMechanism;
import io.linkteller.dp.MechanismType;
import io.linkteller.privacy.GraphPerturber;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;

/** Arbitrary mechanisms: those of the library and those that are registered. */
public final class MechanismArbitraries {

  private MechanismArbitraries() {}

  /**
   * Returns mechanisms from the catalog with ε in [0.1, 8] and random bits from the secure source.
   *
   * @return mechanisms
   */
  public static Arbitrary<GraphMechanism> mechanisms() {
    return Arbitraries.of(MechanismType.all())
        .flatMap(
            type ->
                Arbitraries.integers().between(1, 80).map(tenth -> type.withEpsilon(tenth / 10.0)));
  }

  /**
   * Returns mechanisms from the catalog with ε in [0.1, 8] and random bits from seeds, so that a
   * counterexample can be repeated.
   *
   * @return perturbers, marked as seeded
   */
  public static Arbitrary<GraphPerturber> perturbers() {
    return mechanisms().flatMap(mechanism -> Arbitraries.longs().map(mechanism::forExperiments));
  }
}
