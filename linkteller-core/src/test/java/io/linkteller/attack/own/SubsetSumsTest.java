package io.linkteller.attack.own;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.graph.Graph;
import io.linkteller.testing.RandomGraphs;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class SubsetSumsTest {

  private static double[] numbers(int m, double share, SplittableRandom random) {
    double[] numbers = new double[m];
    for (int j = 0; j < m; j++) {
      double number = SubsetSums.MIN_NUMBER + random.nextDouble() / 4;
      numbers[j] = random.nextDouble() < share ? number : 0;
    }
    return numbers;
  }

  /** Adds a query whose sums have errors of up to half of the stated error. */
  private static void add(
      SubsetSums sums, Graph graph, double share, double error, SplittableRandom random) {
    int m = graph.nodeCount();
    double[] numbers = numbers(m, share, random);
    double[] rows = new double[m];
    double[] errors = new double[m];
    Arrays.fill(errors, error);
    for (int i = 0; i < m; i++) {
      for (int j : graph.neighbors(i)) {
        rows[i] += numbers[j];
      }
      rows[i] += error * (random.nextDouble() - 0.5);
    }
    sums.add(numbers, rows, errors);
  }

  @Property(tries = 100)
  void decidedPairsAreCorrect(
      @ForAll @IntRange(min = 2, max = 40) int m,
      @ForAll @IntRange(max = 30) int density,
      @ForAll @IntRange(min = 1, max = 3) int queries,
      @ForAll long seed) {
    Graph graph = RandomGraphs.uniform(m, density / 100.0, seed);
    SubsetSums sums = new SubsetSums(m);
    SplittableRandom random = new SplittableRandom(seed);
    for (int q = 0; q < queries; q++) {
      add(sums, graph, 1, 1e-11, random);
    }
    sums.solve();
    for (int i = 0; i < m; i++) {
      for (int j = 0; j < m; j++) {
        boolean edge = i != j && graph.hasEdge(i, j);
        assertTrue(!sums.isDecided(i, j) || sums.isEdge(i, j) == edge);
      }
    }
    assertEquals(0, sums.contradictions().size());
  }

  @Test
  void aSumThatNoSetExplainsIsAContradiction() {
    SubsetSums sums = new SubsetSums(3);
    sums.add(
        new double[] {0.8, 0.9, 0.95},
        new double[] {0.9, 0.83, 0},
        new double[] {1e-9, 1e-9, 1e-9});
    sums.solve();
    assertEquals(List.of(1), sums.contradictions());
    SubsetSums wider = sums.withErrors(1e8);
    assertFalse(wider.isEdge(1, 0) || wider.isEdge(1, 2) || wider.isEdge(0, 2));
    wider.solve();
    assertEquals(List.of(), wider.contradictions());
  }
}
