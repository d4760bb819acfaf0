package io.linkteller.attack.chosen;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ProbeNodesTest {

  private static double[] ascending(int n) {
    return IntStream.rangeClosed(1, n).asDoubleStream().toArray();
  }

  private static int[] first(int n) {
    return IntStream.range(0, n).toArray();
  }

  @Test
  void ofManyTargetsThoseOfTheLargestPiAreProbedAndEveryQuarter() {
    boolean[] none = new boolean[20];
    assertArrayEquals(
        new int[] {19, 18, 17, 16, 2, 7, 12}, ProbeNodes.of(ascending(20), none, first(20)).rows());
    boolean[] isolated = new boolean[20];
    isolated[19] = true;
    isolated[7] = true;
    // Node 17 is at the last quarter, and among the largest already.
    assertArrayEquals(
        new int[] {18, 17, 16, 15, 2, 12},
        ProbeNodes.of(ascending(20), isolated, first(20)).rows());
    double[] falling = new double[20];
    Arrays.setAll(falling, u -> u < 15 ? 15 - u : 0.5 + u);
    assertArrayEquals(
        new int[] {19, 18, 17, 16, 2, 7, 12}, ProbeNodes.of(falling, none, first(20)).rows());
  }

  @Test
  void eightTargetsAreProbedAndNineAreTooMany() {
    boolean[] none = new boolean[9];
    assertArrayEquals(first(8), ProbeNodes.of(ascending(9), none, first(8)).rows());
    assertArrayEquals(
        new int[] {8, 7, 6, 5, 1, 3}, ProbeNodes.of(ascending(9), none, first(9)).rows());
  }

  @Test
  void fewTargetsAreJoinedByNodesSpreadOverTheGraph() {
    boolean[] isolated = new boolean[17];
    isolated[4] = true;
    assertArrayEquals(
        new int[] {6, 0, 2, 8, 10, 12, 14, 16},
        ProbeNodes.of(ascending(17), isolated, new int[] {6}).rows());
    assertArrayEquals(
        new int[] {1, 0, 2}, ProbeNodes.of(ascending(3), new boolean[3], new int[] {1}).rows());
  }

  @Test
  void theSmallestPiIsThatOfTheFirstNodeThatHasNeighbors() {
    double[] pi = {0.1, 3, 2, 2};
    boolean[] isolated = {true, false, false, false};
    assertEquals(2, ProbeNodes.of(pi, isolated, new int[] {0, 1, 2, 3}).leastPi());
    assertEquals(3, ProbeNodes.of(pi, isolated, new int[] {0, 3, 1, 2}).leastPi());
  }
}
