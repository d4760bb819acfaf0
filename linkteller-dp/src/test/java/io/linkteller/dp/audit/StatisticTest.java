package io.linkteller.dp.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class StatisticTest {

  /**
   * Regression: weights of noiseless numbers made the sum overflow, so all outcomes looked the
   * same.
   */
  @Test
  void noiselessNumbersDistinguishTheGraphs() {
    for (double offset : new double[] {0, 5, 1000, 1e12}) {
      double[] with = {offset + 3, offset + 4, 7};
      double[] without = {offset + 2, offset + 3, 7};
      Outcome first = new Outcome(List.of(), with);
      Outcome second = new Outcome(List.of(), without);
      Statistic statistic =
          Statistic.of(Collections.nCopies(40, first), Collections.nCopies(40, second));
      assertNotEquals(
          statistic.ofNumbers(first), statistic.ofNumbers(second), () -> "offset " + offset);
      assertEquals(
          statistic.ofNumbers(first), statistic.ofNumbers(new Outcome(List.of(), with.clone())));
    }
  }
}
