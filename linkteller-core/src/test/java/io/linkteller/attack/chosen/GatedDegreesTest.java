package io.linkteller.attack.chosen;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.linkteller.graph.Graph;
import io.linkteller.graph.RandomGraphs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GatedDegreesTest {

  @Test
  void theDenominatorIsTheSmallestThatMakesAllFractionsWhole() {
    double[][] fractions = {{0.5, 0, 0.25}, {1 / 3.0, 1, 0.15}};
    assertEquals(6, GatedDegrees.denominator(fractions, 0, 6));
    assertEquals(0, GatedDegrees.denominator(fractions, 0, 5));
    assertEquals(1, GatedDegrees.denominator(fractions, 1, 5));
    assertEquals(20, GatedDegrees.denominator(fractions, 2, 100));
  }

  /** 0.02 and 2e-5 of the candidate, 0.12 at most. */
  @Test
  void fractionsMayBeOffByAHundredthOrTwo() {
    assertEquals(1, GatedDegrees.denominator(new double[][] {{1.02}}, 0, 1));
    assertEquals(0, GatedDegrees.denominator(new double[][] {{1.0201}}, 0, 1));
    assertEquals(1, GatedDegrees.denominator(new double[][] {{0.98}}, 0, 1));
  }

  @ParameterizedTest
  @CsvSource({"AUGMENTED, 3", "AUGMENTED, 1", "RANDOM_WALK, 3", "RANDOM_WALK, 1"})
  void degreesAreExact(Aggregation aggregation, int logits) {
    Graph graph = RandomGraphs.uniform(40, 0.15, 5);
    int[] degrees = new int[40];
    for (int u = 0; u < 40; u++) {
      degrees[u] = graph.degree(u) + 1;
    }
    assertArrayEquals(
        degrees, GatedDegrees.of(SmallModels.explored(graph, aggregation, 2, logits), 42));
  }
}
