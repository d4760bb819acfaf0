package io.linkteller.privacy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.testing.Refusal;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Scale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class ResponseRatesTest {

  @Property
  void edgeRandShowsEdgesMoreOftenByAFactorOfEToTheEpsilon(
      @ForAll @DoubleRange(min = 0.01, max = 20) double epsilon) {
    ResponseRates rates = ResponseRates.ofEdgeRand(epsilon);
    assertEquals(Math.exp(epsilon), rates.keep() / rates.fill(), 1e-6 * Math.exp(epsilon));
    assertEquals(1, rates.keep() + rates.fill(), 1e-15);
  }

  @Property
  void mechanismsThatKeepTheDensityShowIt(
      @ForAll @DoubleRange(min = 0.01, max = 15) double epsilon,
      @ForAll @DoubleRange(min = 1e-5, max = 0.95) @Scale(6) double density) {
    ResponseRates largest = ResponseRates.ofLargestCells(epsilon, density);
    assertEquals(density, largest.shownDensity(density), 1e-9);
    assertPrivate(epsilon, largest);
  }

  /** The likelihood ratio of a shown edge, and of a shown non-edge, is at most e^ε. */
  private static void assertPrivate(double epsilon, ResponseRates rates) {
    double most = Math.exp(epsilon) * (1 + 1e-6);
    assertTrue(rates.keep() / rates.fill() <= most, rates::toString);
    assertTrue((1 - rates.fill()) / (1 - rates.keep()) <= most, rates::toString);
  }

  @Test
  void parametersOutOfRangeAreReportedByName() {
    assertRejects("keep = 1.5", () -> new ResponseRates(1.5, 0));
    assertRejects("keep = NaN", () -> new ResponseRates(Double.NaN, 0));
    assertRejects("fill = 0.5", () -> new ResponseRates(0.5, 0.5));
    assertRejects("fill = -0.1", () -> new ResponseRates(0.5, -0.1));
    assertRejects("epsilon = 0.0", () -> ResponseRates.ofEdgeRand(0));
    assertRejects("epsilon = Infinity", () -> ResponseRates.ofLargestCells(1 / 0.0, 0.1));
    assertRejects("density = 0.0", () -> ResponseRates.ofLargestCells(1, 0));
    assertRejects("density = 1.0", () -> ResponseRates.ofLargestCells(1, 1));
  }

  private static void assertRejects(String what, Executable creation) {
    assertTrue(Refusal.messageOf(creation).startsWith(what));
  }
}
