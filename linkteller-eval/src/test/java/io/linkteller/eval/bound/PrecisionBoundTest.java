package io.linkteller.eval.bound;

import static io.linkteller.testing.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.math.MathContext;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Scale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PrecisionBoundTest {

  /** A few roundings of a result near 1. */
  private static final double ROUNDING = 1e-15;

  /** Values computed in decimal arithmetic of 50 digits. */
  @ParameterizedTest
  @CsvSource({
    "0, 0.01, 0.01, 0.01",
    "1, 0.01, 0.0271828182845904523, 0.0267236309893952239",
    "5, 0.005, 0.742065795512883017, 0.427194984455831717",
    "7, 0.0002, 0.219326631685691720, 0.179904717020600090",
    "10, 0.01, 1, 0.995525517929514630",
    "1, 0.5, 1, 0.731058578630004879"
  })
  void boundsAgreeWithTheFormulas(
      double epsilon, double density, double theorem6, double posteriorOdds) {
    assertEquals(theorem6, PrecisionBound.theorem6(epsilon, density), ROUNDING);
    assertEquals(posteriorOdds, PrecisionBound.posteriorOdds(epsilon, density), ROUNDING);
  }

  @Property
  void boundsAreOrderedAndLieBetweenTheDensityAndOne(
      @ForAll @DoubleRange(max = 2000) double epsilon,
      @ForAll @DoubleRange(max = 1) @Scale(12) double density) {
    double theorem6 = PrecisionBound.theorem6(epsilon, density);
    double tighter = PrecisionBound.posteriorOdds(epsilon, density);
    assertTrue(theorem6 >= density && theorem6 <= 1);
    assertTrue(tighter >= density - ROUNDING && tighter <= 1);
    assertTrue(tighter <= theorem6);
  }

  @Property
  void theEpsilonForAPrecisionIsTheInverseOfTheorem6(
      @ForAll @DoubleRange(min = 1e-6, max = 0.999) @Scale(6) double precision,
      @ForAll @DoubleRange(min = 1e-9, max = 1) @Scale(9) double share) {
    double density = precision * share;
    double epsilon = PrecisionBound.epsilonFor(precision, density);
    assertEquals(precision, PrecisionBound.theorem6(epsilon, density), 1e-13 * precision);
    assertRefused("density = ", () -> PrecisionBound.epsilonFor(precision, Math.nextUp(precision)));
    assertRefused("precision = 1.0", () -> PrecisionBound.epsilonFor(1, density));
  }

  @Property
  void theOddsGrowByEToTheEpsilon(
      @ForAll @DoubleRange(max = 20) double epsilon,
      @ForAll @DoubleRange(min = 0.001, max = 0.9) @Scale(12) double density) {
    // The decimals are exact, except for e^ε and the result, which are doubles.
    MathContext digits = MathContext.DECIMAL128;
    BigDecimal k = new BigDecimal(density);
    BigDecimal odds =
        new BigDecimal(Math.exp(epsilon)).multiply(k).divide(BigDecimal.ONE.subtract(k), digits);
    BigDecimal probability = odds.divide(odds.add(BigDecimal.ONE), digits);
    assertEquals(
        probability.doubleValue(), PrecisionBound.posteriorOdds(epsilon, density), ROUNDING);
  }

  @Test
  void noEpsilonOrDensityOverflows() {
    assertEquals(1, PrecisionBound.theorem6(Double.POSITIVE_INFINITY, 1e-9));
    assertEquals(1, PrecisionBound.posteriorOdds(Double.POSITIVE_INFINITY, 1e-9));
    assertEquals(0, PrecisionBound.theorem6(Double.POSITIVE_INFINITY, 0));
    assertEquals(0, PrecisionBound.posteriorOdds(Double.POSITIVE_INFINITY, 0));
    assertEquals(1, PrecisionBound.posteriorOdds(0, 1));
    assertEquals(1, PrecisionBound.theorem6(1000, Double.MIN_VALUE));
    assertEquals(1, PrecisionBound.posteriorOdds(2000, Double.MIN_VALUE));
    // e^720 overflows, e^720 · 1e-315 = 0.0049... does not; 1e-315 itself has only 8 digits left.
    assertEquals(Math.exp(720 - 315 * Math.log(10)), PrecisionBound.theorem6(720, 1e-315), 1e-8);
    assertTrue(PrecisionBound.theorem6(720, 1e-315) < 1);
  }

  @Test
  void argumentsOutOfRangeAreRefused() {
    assertRefused("epsilon = -1.0", () -> PrecisionBound.theorem6(-1, 0.5));
    assertRefused("precision = 0.0", () -> PrecisionBound.epsilonFor(0, 0.1));
    assertRefused("density = 0.0", () -> PrecisionBound.epsilonFor(0.5, 0));
    assertRefused("epsilon = NaN", () -> PrecisionBound.posteriorOdds(Double.NaN, 0.5));
    assertRefused("density = 1.5", () -> PrecisionBound.theorem6(1, 1.5));
    assertRefused("density = -0.1", () -> PrecisionBound.posteriorOdds(1, -0.1));
    assertRefused("density = NaN", () -> PrecisionBound.posteriorOdds(1, Double.NaN));
  }
}
