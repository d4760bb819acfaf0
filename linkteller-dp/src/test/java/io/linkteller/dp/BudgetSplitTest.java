package io.linkteller.dp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.dp.sampling.Chance;
import io.linkteller.graph.Graph;
import java.math.BigDecimal;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Scale;

/** The parts of a budget, and the range of a noisy count. */
class BudgetSplitTest {

  @Property
  void thePartsAddUpToNoMoreThanTheWhole(
      @ForAll @DoubleRange(min = 1e-6, max = 100) @Scale(6) double epsilon,
      @ForAll @DoubleRange(min = 0.001, max = 0.999) @Scale(6) double share) {
    BudgetSplit split = BudgetSplit.of(epsilon, share);
    BigDecimal sum = new BigDecimal(split.count()).add(new BigDecimal(split.cells()));
    assertTrue(sum.compareTo(new BigDecimal(epsilon)) <= 0);
    // Not an ulp is wasted beyond that.
    assertTrue(
        sum.add(new BigDecimal(Math.ulp(split.cells()))).compareTo(new BigDecimal(epsilon)) > 0);
    assertEquals(epsilon * share, split.count());
  }

  @Example
  void noisyCountsStayInRangeEvenAtTheSmallestEpsilons() {
    Chance chance = Chance.forExperiments(5);
    Graph halfFull = SmallGraphs.graph(5, 0b11111);
    for (double epsilon : new double[] {Double.MIN_VALUE, 1e-300, 1e-20, 1e300}) {
      BudgetSplit split = new BudgetSplit(epsilon, 1);
      for (int i = 0; i < 20; i++) {
        long count = split.noisyCount(halfFull, chance);
        assertTrue(count >= 0 && count <= 10);
        assertTrue(epsilon < 1 || count == 5);
      }
    }
  }
}
