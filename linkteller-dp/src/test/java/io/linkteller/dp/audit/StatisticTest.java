package io.linkteller.dp.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class StatisticTest {

  /** The weights of numbers without noise made the sum overflow, so that all looked the same. */
  @Test
  void numbersWithoutNoiseTellTheGraphsApart() {
    for (double offset : new double[] {0, 5, 1000, 1e12}) {
      double[] with = {offset + 3, offset + 4, 7};
      double[] without = {offset + 2, offset + 3, 7};
      List<Object> first = Collections.nCopies(40, with);
      List<Object> second = Collections.nCopies(40, without);
      Statistic statistic = Statistic.of(first, second);
      assertNotEquals(statistic.of(with), statistic.of(without), () -> "offset " + offset);
      assertEquals(statistic.of(with), statistic.of(with.clone()));
    }
  }
}
