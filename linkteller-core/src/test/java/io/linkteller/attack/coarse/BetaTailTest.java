package io.linkteller.attack.coarse;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BetaTailTest {

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
}
