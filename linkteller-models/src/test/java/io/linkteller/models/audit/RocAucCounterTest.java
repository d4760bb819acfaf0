package io.linkteller.models.audit;

import static io.linkteller.testing.Refusal.assertRefusal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.function.Executable;

/** The area against its definition, by counting all pairs of a positive and a negative. */
class RocAucCounterTest {

  @Property
  void theAreaIsTheShareOfPairsInOrder(
      @ForAll @IntRange(min = 1, max = 30) int positives,
      @ForAll @IntRange(min = 1, max = 30) int negatives,
      @ForAll @IntRange(max = 3) int zeroPositives,
      @ForAll @IntRange(max = 4) int zeroNegatives,
      @ForAll long seed) {
    Random random = new Random(seed);
    // Few distinct scores, so that ties occur; -0.0 is the same as 0.
    double[] high = random.ints(positives, -2, 5).mapToDouble(i -> i == 0 ? -0.0 : i).toArray();
    double[] low = random.ints(negatives, -3, 4).asDoubleStream().toArray();
    double[] allHigh = Arrays.copyOf(high, positives + zeroPositives);
    double[] allLow = Arrays.copyOf(low, negatives + zeroNegatives);
    double inOrder = 0;
    for (double p : allHigh) {
      for (double n : allLow) {
        inOrder += p > n ? 1 : p == n ? 0.5 : 0;
      }
    }
    RocAucCounter counter = RocAucCounter.ofPositives(high, zeroPositives);
    double[] padded = new double[negatives + 2];
    padded[0] = 1000;
    padded[negatives + 1] = -1000;
    System.arraycopy(low, 0, padded, 1, negatives);
    counter.add(high).add(padded, 1, negatives + 1).addZeros(zeroPositives + zeroNegatives);
    assertEquals(inOrder / (allHigh.length * allLow.length), counter.value());
    // More items later count as if they had been there from the start.
    counter.add(new double[] {-1000, -1000});
    double more = inOrder + 2.0 * allHigh.length;
    assertEquals(more / (allHigh.length * (allLow.length + 2)), counter.value());
  }

  @Example
  void countsBeyondLongsAreExact() {
    // 3e9 positives and 4e9 negatives score 0, and 4e9 negatives lie below: (0.5 + 1)/2.
    RocAucCounter counter = RocAucCounter.ofPositives(new double[0], 3_000_000_000L);
    assertEquals(0.5, counter.addZeros(7_000_000_000L).value());
    RocAucCounter two = RocAucCounter.ofPositives(new double[] {1, 2}, Long.MAX_VALUE / 4);
    two.add(new double[] {1, 2, -1}).addZeros(Long.MAX_VALUE / 4);
    assertEquals(1, two.value());
  }

  @Example
  void pairsThatCannotBeRankedAreRejected() {
    assertMessage(
        "score 1 is NaN and cannot be ranked",
        () -> RocAucCounter.ofPositives(new double[] {0, Double.NaN}, 0));
    assertMessage(
        "there are no positive items to rank", () -> RocAucCounter.ofPositives(new double[0], 0));
    assertMessage(
        "furtherZeros = -1 is negative", () -> RocAucCounter.ofPositives(new double[0], -1));
    RocAucCounter counter = RocAucCounter.ofPositives(new double[] {3}, 1);
    assertMessage("count = -1 is negative", () -> counter.addZeros(-1));
    assertMessage(
        "score 1 is NaN and cannot be ranked",
        () -> counter.add(new double[] {0, Double.NaN}, 1, 2));
    assertThrows(IndexOutOfBoundsException.class, () -> counter.add(new double[] {0, 1}, 1, 3));
    assertMessage(
        "1 positives score 0.0, but only 0 of all items do; the items must include the positives",
        counter::value);
    counter.add(new double[] {3}).addZeros(1);
    assertMessage(
        "all 2 items are positive, so there are no negatives to rank them against", counter::value);
  }

  private static void assertMessage(String message, Executable call) {
    assertRefusal(message, call);
  }
}
