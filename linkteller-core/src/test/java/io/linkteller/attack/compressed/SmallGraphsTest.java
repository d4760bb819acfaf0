package io.linkteller.attack.compressed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SmallGraphsTest {

  private static double[] ones(int size) {
    double[] ones = new double[size * size];
    Arrays.fill(ones, 1);
    return ones;
  }

  private static double[] sum(int[][] neighbors) {
    int size = neighbors.length;
    double[] sum = new double[size * size];
    for (int u = 0; u < size; u++) {
      sum[u * size + u] = 1;
      for (int w : neighbors[u]) {
        sum[u * size + w] = 1;
      }
    }
    return sum;
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 4})
  void theTrueGraphReplacesOthersAndIsNeverReplaced(int size) {
    SmallGraphs graphs = SmallGraphs.of(size, Propagation.SUM, 1);
    int pairs = size * (size - 1) / 2;
    for (int code = 0; code < 1 << pairs; code++) {
      int[][] truth = graph(size, code);
      assertEquals(Optional.empty(), graphs.better(sum(truth), ones(size), truth));
      int[][] found =
          graphs
              .better(sum(truth), ones(size), graph(size, code ^ 1 << code % pairs))
              .orElseThrow();
      assertTrue(Arrays.deepEquals(truth, found), Arrays.deepToString(truth));
    }
  }

  /** The graph with the pairs (0, 1), (0, 2), ... (1, 2), ... whose bits are set. */
  private static int[][] graph(int size, int code) {
    boolean[][] edges = new boolean[size][size];
    int bit = 0;
    for (int u = 0; u < size; u++) {
      for (int w = u + 1; w < size; w++) {
        edges[u][w] = (code >> bit++ & 1) == 1;
        edges[w][u] = edges[u][w];
      }
    }
    int[][] neighbors = new int[size][];
    for (int u = 0; u < size; u++) {
      boolean[] row = edges[u];
      neighbors[u] = IntStream.range(0, size).filter(w -> row[w]).toArray();
    }
    return neighbors;
  }

  /**
   * Two augmented layers on any of the three 4-cycles yield (A + I)² / 9 with entries 3/9 and 2/9.
   */
  @Test
  void aFourCycleReplacesAPath() {
    SmallGraphs graphs = SmallGraphs.of(4, Propagation.AUGMENTED, 2);
    double[] m = {3, 2, 2, 2, 2, 3, 2, 2, 2, 2, 3, 2, 2, 2, 2, 3};
    int[][] path = {{1}, {0, 2}, {1, 3}, {2}};
    int[][] better = graphs.better(m, ones(4), path).orElseThrow();
    for (int[] of : better) {
      assertEquals(2, of.length, Arrays.deepToString(better));
    }
  }
}
