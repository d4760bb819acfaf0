package io.linkteller.attack.coarse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BetaTailTest {

  /** a, b, x and scipy.special.betaincc(a, b, x). */
  @ParameterizedTest
  @CsvSource({
    "0.5, 32, 0.1, 0.00968974374266006",
    "0.5, 32, 0.001, 0.8009953948552234",
    "1, 64, 0.05, 0.03752413921111613",
    "0.5, 0.5, 0.3, 0.6309898804344546",
    "3.5, 224, 0.02, 0.2454752336878921",
    "3.5, 224, 0.1, 4.535247307554888e-08",
    "2.25, 144, 0.08, 0.00012706868077312565",
    "0.5, 4, 0.9, 2.8511148630298084e-05",
    "20, 1280, 0.02, 0.09519643064341313",
    "50, 3200, 0.015, 0.5530845210791857",
    "0.6, 38.4, 0.7, 1.4911163491894204e-21",
    "0.5, 32, 1e-12, 0.9999936418077602"
  })
  void theTailOfTheBetaDistributionIsThatOfScipy(double a, double b, double x, double tail) {
    assertEquals(tail, BetaTail.upper(a, b, x, 1 - x), 1e-10 * tail);
  }

  /** f, degrees of freedom and scipy.stats.f.sf(f, above, below). */
  @ParameterizedTest
  @CsvSource({
    "4, 1, 63, 0.04981576369904482",
    "0.2, 1.7, 107.1, 0.7833347120471617",
    "7.5, 2, 126, 0.0008366431220475962",
    "25, 1.3, 81.9, 3.4061697642658155e-07",
    "80, 3, 189, 1.8878670130008943e-33",
    "1e-09, 1, 63, 0.9999748685965072",
    "1, 7, 441, 0.43051865799232825"
  })
  void theTailOfTheRatioIsThatOfScipy(double f, double above, double below, double tail) {
    assertEquals(tail, BetaTail.ofRatio(f, above, below), 1e-10 * tail);
  }

  /** x, and scipy.special.gammaln(x). */
  @ParameterizedTest
  @CsvSource({
    "0.5, 0.5723649429247",
    "1, 0.0",
    "2.5, 0.2846828704729192",
    "10, 12.801827480081469",
    "14.99, 25.164481163825506",
    "15, 25.191221182738683",
    "100.25, 360.28455963776423",
    "3250, 23027.709153838856"
  })
  void theLogarithmOfGammaIsThatOfScipy(double x, double logGamma) {
    assertEquals(logGamma, BetaTail.logGamma(x), 1e-14 * (5 + Math.abs(logGamma)));
  }

  /** I_x(a, b) = 1 - I_(1-x)(b, a), and a larger ratio is less probable. */
  @Property(tries = 300)
  void bothTailsAddUpToOneAndFall(
      @ForAll @DoubleRange(min = 0.5, max = 500) double a,
      @ForAll @DoubleRange(min = 0.5, max = 500) double b,
      @ForAll @DoubleRange(min = 0, max = 1) double x,
      @ForAll @DoubleRange(min = 0, max = 1) double y) {
    double tail = BetaTail.upper(a, b, x, 1 - x);
    assertEquals(1, tail + BetaTail.upper(b, a, 1 - x, x), 1e-9);
    double other = BetaTail.upper(a, b, y, 1 - y);
    assertTrue(x < y ? tail >= other - 1e-12 : tail <= other + 1e-12);
    assertTrue(tail >= -1e-12 && tail <= 1 + 1e-12);
  }

  @Test
  void certaintyIsReachedAtTheEnds() {
    assertEquals(1, BetaTail.ofRatio(0, 2, 7));
    assertEquals(0, BetaTail.upper(2, 3, 1, 0));
  }
}
