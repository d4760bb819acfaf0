package io.linkteller.dp.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Scale;
import org.apache.commons.math3.distribution.BinomialDistribution;

class ClopperPearsonTest {

  /** The definition: at the bound, the observed tail has probability alpha. */
  @Property(tries = 200)
  void theTailAtABoundHasProbabilityAlpha(
      @ForAll @IntRange(min = 1, max = 2000) int runs,
      @ForAll @IntRange(max = 2000) int seen,
      @ForAll @DoubleRange(min = 1e-9, max = 0.2) @Scale(9) double alpha) {
    int hits = Math.min(seen, runs);
    double lower = ClopperPearson.lower(hits, runs, alpha);
    double upper = ClopperPearson.upper(hits, runs, alpha);
    assertTrue(lower <= (double) hits / runs && (double) hits / runs <= upper);
    if (hits > 0) {
      double tail = 1 - new BinomialDistribution(null, runs, lower).cumulativeProbability(hits - 1);
      assertTail(alpha, tail);
    }
    if (hits < runs) {
      double tail = new BinomialDistribution(null, runs, upper).cumulativeProbability(hits);
      assertTail(alpha, tail);
    }
  }

  /** Bounds are rounded outward by 1e-14, which changes the tail of 2000 trials by up to 2e-11. */
  private static void assertTail(double alpha, double tail) {
    assertEquals(alpha, tail, 1e-3 * alpha + 3e-11);
    assertTrue(tail <= alpha * (1 + 1e-6) + 1e-13, () -> tail + " > " + alpha);
  }

  /** Closed forms: (1 - p)^r = alpha and p^r = alpha. */
  @Example
  void noHitsAndOnlyHitsAreHandledLikeOtherCounts() {
    assertEquals(0, ClopperPearson.lower(0, 50, 0.01));
    assertEquals(1 - Math.pow(0.01, 1.0 / 50), ClopperPearson.upper(0, 50, 0.01), 1e-10);
    assertEquals(1, ClopperPearson.upper(50, 50, 0.01));
    assertEquals(Math.pow(0.01, 1.0 / 50), ClopperPearson.lower(50, 50, 0.01), 1e-10);
    assertEquals(Double.NEGATIVE_INFINITY, ClopperPearson.logRatio(0, 10, 50, 0.01, 0));
  }
}
