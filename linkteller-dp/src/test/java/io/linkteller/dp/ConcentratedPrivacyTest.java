package io.linkteller.dp;

import static io.linkteller.testing.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.privacy.NeighboringGraphs;
import io.linkteller.privacy.PrivacyGuarantee;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Scale;
import org.apache.commons.math3.distribution.NormalDistribution;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConcentratedPrivacyTest {

  /** Rényi divergences of exact laws: EdgeRand on three nodes, released k times. */
  @Property(tries = 40)
  void renyiDivergencesOfEdgeRandAreWithinRhoAlpha(
      @ForAll @DoubleRange(min = 0.05, max = 4) @Scale(6) double epsilon,
      @ForAll @DoubleRange(min = 1.01, max = 50) @Scale(6) double alpha,
      @ForAll @IntRange(min = 1, max = 5) int releases) {
    double[][] laws = SmallGraphs.laws(3, EdgeRand.withEpsilon(epsilon)::perturb);
    // Proposition 1.4
    ConcentratedPrivacy all = new ConcentratedPrivacy(epsilon * epsilon / 2).times(releases);
    for (int[] pair : SmallGraphs.neighbors(laws.length)) {
      double sum = 0;
      for (int output = 0; output < laws.length; output++) {
        sum += Math.pow(laws[pair[0]][output], alpha) * Math.pow(laws[pair[1]][output], 1 - alpha);
      }
      double divergence = releases * Math.log(sum) / (alpha - 1);
      assertTrue(divergence <= all.rho() * alpha * (1 + 1e-12), divergence + " > " + all);
    }
  }

  /**
   * Compares with Bun and Steinke's upper bound and with ρ - ln(1/(1 - δ)), a lower bound for every
   * α.
   */
  @ParameterizedTest
  @CsvSource({"1e20, 0.9999999999999999", "1e30, 1e-6", "1e100, 0.5", "1e200, 1e-300"})
  void epsilonIsFiniteForEnormousRho(double rho, double delta) {
    ConcentratedPrivacy cost = new ConcentratedPrivacy(rho);
    double epsilon = cost.epsilonAt(delta);
    double bound = rho + 2 * Math.sqrt(-rho * Math.log(delta));
    assertTrue(epsilon <= bound * (1 + 1e-12), epsilon + " > " + bound);
    assertTrue(epsilon >= rho * (1 - 1e-9) - 100, epsilon + " for " + rho);
    double back = ConcentratedPrivacy.within(epsilon, delta).rho();
    assertEquals(rho, back, 1e-9 * rho);
  }

  /** Bun and Steinke's bound exceeds the smallest rounding error of the search. */
  @Example
  void epsilonIsFiniteForTheSmallestRho() {
    for (double rho : new double[] {Double.MIN_VALUE, 1e-321, 1e-310, 1e-300}) {
      for (double delta : new double[] {Double.MIN_VALUE, 1e-6, 0.5, Math.nextDown(1.0)}) {
        double epsilon = new ConcentratedPrivacy(rho).epsilonAt(delta);
        double bound = rho + 2 * Math.sqrt(rho) * Math.sqrt(-Math.log(delta));
        assertTrue(epsilon > 0 && epsilon <= bound + 1e-150, epsilon + " > " + bound);
      }
    }
    assertTrue(ConcentratedPrivacy.within(Double.MIN_VALUE, 1e-6).rho() > 0);
  }

  @Example
  void aHundredReleasesCostLessThanTheirSum() {
    // A hundred releases at ε = 0.1 cost less than their sum, 10.
    ConcentratedPrivacy hundred = new ConcentratedPrivacy(100 * 0.005);
    assertTrue(hundred.epsilonAt(1e-6) < 6);
    assertRefused(() -> new ConcentratedPrivacy(0));
    assertRefused(() -> hundred.epsilonAt(0));
    assertRefused(() -> hundred.times(0));
    assertRefused(() -> hundred.epsilonAt(1));
    // Rounded up, not down.
    assertTrue(hundred.times(3).rho() > 1.5);
    PrivacyGuarantee guarantee = hundred.guarantee("a hundred releases", 1e-6);
    assertEquals("a hundred releases", guarantee.mechanism());
    assertEquals(hundred.epsilonAt(1e-6), guarantee.epsilon());
    assertEquals(1e-6, guarantee.delta());
    assertEquals(NeighboringGraphs.ONE_EDGE, guarantee.neighbors());
  }

  /** Computed with forty digits by another program. */
  @ParameterizedTest
  @CsvSource({
    "0.1, 1e-6, 2.1419389283854737",
    "0.5, 1e-6, 5.221534444530169",
    "2, 1e-5, 10.724824112939172",
    "0.001, 1e-9, 0.24511925387195138",
    "20, 1e-6, 51.719404463000248"
  })
  void epsilonIsTheBestOverAllOrders(double rho, double delta, double epsilon) {
    double found = new ConcentratedPrivacy(rho).epsilonAt(delta);
    assertEquals(epsilon, found, 1e-12 * epsilon);
    assertTrue(found >= epsilon * (1 - 1e-16), found + " is rounded down");
  }

  /**
   * The exact curve of Gaussian noise (Balle and Wang, ICML 2018, Theorem 8) is below the bound.
   */
  @Property(tries = 200)
  void gaussianNoiseStaysWithinTheBound(
      @ForAll @DoubleRange(min = 1e-3, max = 20) @Scale(6) double rho,
      @ForAll @DoubleRange(min = 1e-9, max = 0.1) @Scale(10) double delta) {
    double epsilon = new ConcentratedPrivacy(rho).epsilonAt(delta);
    double closedForm = rho + 2 * Math.sqrt(rho * -Math.log(delta));
    assertTrue(epsilon <= closedForm * (1 + 1e-12), epsilon + " > " + closedForm);
    double mu = Math.sqrt(2 * rho);
    NormalDistribution normal = new NormalDistribution();
    double exact =
        normal.cumulativeProbability(mu / 2 - epsilon / mu)
            - Math.exp(epsilon) * normal.cumulativeProbability(-mu / 2 - epsilon / mu);
    assertTrue(exact <= delta * (1 + 1e-6), exact + " > " + delta);
  }

  @Property(tries = 200)
  void theLargestRhoWithinAGuaranteeIsTheInverse(
      @ForAll @DoubleRange(min = 0.01, max = 100) @Scale(6) double epsilon,
      @ForAll @DoubleRange(min = 1e-9, max = 1e-3) @Scale(10) double delta) {
    ConcentratedPrivacy cost = ConcentratedPrivacy.within(epsilon, delta);
    double reached = cost.epsilonAt(delta);
    assertTrue(reached <= epsilon, reached + " > " + epsilon);
    assertTrue(reached >= epsilon * (1 - 1e-6), reached + " wastes some of " + epsilon);
  }
}
