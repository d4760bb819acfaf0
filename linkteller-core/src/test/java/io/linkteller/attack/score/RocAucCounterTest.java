package io.linkteller.attack.score;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** The branchless search; the area itself is tested with the other metrics. */
class RocAucCounterTest {

  @Property
  void theSearchCountsWhatLiesBelow(@ForAll @IntRange(min = 1, max = 40) int n, @ForAll long seed) {
    Random random = new Random(seed);
    double[] sorted = random.ints(n, -9, 10).distinct().sorted().asDoubleStream().toArray();
    for (double x = -10; x <= 10; x += 0.5) {
      double bound = x;
      long below = Arrays.stream(sorted).filter(value -> value < bound).count();
      assertEquals(below, RocAucCounter.countBelow(sorted, x));
    }
  }
}
