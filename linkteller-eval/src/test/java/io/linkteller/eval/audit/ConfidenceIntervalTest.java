package io.linkteller.eval.audit;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.apache.commons.math3.distribution.BetaDistribution;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfidenceIntervalTest {

  /** By the duality of the binomial and the beta distribution. */
  @ParameterizedTest
  @CsvSource({
    "1, 2",
    "7, 30",
    "1, 1000000",
    "500, 1000000",
    "999999, 1000000",
    "10, 10000000",
    "10, 4000000000"
  })
  void eachTailHasAtMostHalfTheErrorProbability(long hits, long draws) {
    ConfidenceInterval interval =
        SampledShare.ofDraws(hits / (double) draws, draws).interval(0.95, 1);
    double below =
        new BetaDistribution((double) hits, draws - hits + 1.0)
            .cumulativeProbability(interval.low());
    double above =
        1
            - new BetaDistribution(hits + 1.0, (double) draws - hits)
                .cumulativeProbability(interval.high());
    // Up to the accuracy of the distribution functions, and not much wider than necessary.
    assertTrue(below <= 0.025 * (1 + 1e-7) && below > 0.024, "" + below);
    assertTrue(above <= 0.025 * (1 + 1e-7) && above > 0.024, "" + above);
  }
}
