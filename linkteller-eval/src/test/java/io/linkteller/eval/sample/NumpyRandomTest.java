package io.linkteller.eval.sample;

import static io.linkteller.testing.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import io.linkteller.testing.fixture.Goldens;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class NumpyRandomTest {

  @Test
  void samplesAgreeWithNumpy() {
    JsonNode cases = Goldens.read("numpy-choice.json").get("cases");
    assertEquals(20, cases.size());
    for (JsonNode golden : cases) {
      IntList pool = IntList.of(IntStream.range(0, golden.get("pool").intValue()).toArray());
      IntList drawn =
          NumpyRandom.seeded(golden.get("seed").intValue())
              .choice(pool, golden.get("n").intValue());
      assertArrayEquals(Goldens.ints(golden.get("sample")), drawn.toIntArray());
    }
  }

  /** Computed with NumPy 2.4. */
  @Test
  void laterDrawsAgreeWithNumpy() {
    NumpyRandom random = NumpyRandom.seeded(42);
    assertArrayEquals(new int[] {1, 4, 2, 0, 3}, random.permutation(5));
    assertArrayEquals(new int[] {3, 1, 2, 0, 4}, random.permutation(5));
    assertEquals(IntList.of(9, 1, 3, 15), random.choice(IntList.of(3, 1, 4, 15, 9, 2, 6), 4));
  }

  /** Computed with NumPy 2.4. */
  @Test
  void theLargestSeedAndPoolsOfPowersOfTwoAgreeWithNumpy() {
    assertArrayEquals(
        new int[] {3, 6, 0, 1, 4, 5, 2}, NumpyRandom.seeded(Integer.MAX_VALUE).permutation(7));
    assertArrayEquals(
        new int[] {875681, 1046907, 646861},
        Arrays.copyOf(NumpyRandom.seeded(0).permutation(1 << 20), 3));
  }

  @Test
  void nothingAndEverythingCanBeDrawn() {
    assertEquals(IntList.of(), NumpyRandom.seeded(1).choice(IntList.of(), 0));
    assertArrayEquals(new int[0], NumpyRandom.seeded(1).permutation(0));
    assertArrayEquals(new int[] {0}, NumpyRandom.seeded(1).permutation(1));
  }

  @Test
  void argumentsOutOfRangeAreRefused() {
    assertRefused(() -> NumpyRandom.seeded(-1));
    NumpyRandom random = NumpyRandom.seeded(1);
    assertRefused(() -> random.permutation(-1));
    assertRefused(() -> random.choice(IntList.of(1, 2), 3));
    assertRefused(() -> random.choice(IntList.of(1, 2), -1));
  }

  /** Computed with NumPy 2.4: {@code choice(n)} for successive n. */
  @Test
  void singleIntegersAgreeWithNumpy() {
    NumpyRandom random = NumpyRandom.seeded(42);
    int[] digits = IntStream.range(0, 12).map(i -> random.below(10)).toArray();
    assertArrayEquals(new int[] {6, 3, 7, 4, 6, 9, 2, 6, 7, 4, 3, 7}, digits);
    int[] nodes = IntStream.range(0, 5).map(i -> random.below(2708)).toArray();
    assertArrayEquals(new int[] {130, 1685, 769, 2391, 1515}, nodes);
    assertEquals(0, random.below(1));
    assertEquals(327069, random.below(1_000_000));
    assertRefused(() -> random.below(0));
  }
}
