package io.linkteller.attack.chosen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.graph.Graph;
import io.linkteller.graph.RandomGraphs;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class CountDecoderTest {

  private static boolean[][] sets(int n, int count, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    boolean[][] members = new boolean[count][n];
    for (boolean[] set : members) {
      for (int u = 0; u < n; u++) {
        set[u] = random.nextDouble() < 0.3;
      }
    }
    return members;
  }

  private static int[][] counts(Graph graph, boolean[][] members) {
    int[][] counts = new int[graph.nodeCount()][members.length];
    for (int u = 0; u < counts.length; u++) {
      for (int q = 0; q < members.length; q++) {
        for (int k = 0; k < graph.degree(u); k++) {
          counts[u][q] += members[q][graph.neighbor(u, k)] ? 1 : 0;
        }
      }
    }
    return counts;
  }

  private static int[] degrees(Graph graph) {
    int[] degrees = new int[graph.nodeCount()];
    for (int u = 0; u < degrees.length; u++) {
      degrees[u] = graph.degree(u);
    }
    return degrees;
  }

  private static CountDecoder.Decoded decode(Graph graph, int sets, long seed) {
    boolean[][] members = sets(graph.nodeCount(), sets, seed);
    return CountDecoder.decode(members, counts(graph, members), degrees(graph), new double[0]);
  }

  private static int errors(Graph graph, CountDecoder.Decoded decoded) {
    int n = graph.nodeCount();
    int errors = 0;
    for (int u = 0; u < n; u++) {
      for (int w = u + 1; w < n; w++) {
        errors += (decoded.values()[u * n + w] > 0.5) == graph.hasEdge(u, w) ? 0 : 1;
      }
    }
    return errors;
  }

  @Property(tries = 100)
  void enoughSetsDetermineAnyGraph(
      @ForAll @IntRange(min = 2, max = 40) int n,
      @ForAll @DoubleRange(min = 0, max = 1) double density,
      @ForAll long seed) {
    Graph graph = RandomGraphs.uniform(n, density, seed);
    CountDecoder.Decoded decoded = decode(graph, 60, ~seed);
    assertEquals(0, errors(graph, decoded));
    assertEquals(0, decoded.contradicted());
    assertTrue(decoded.isExact());
  }

  @Property(tries = 100)
  void valuesAreSymmetricAndWithinTheBoxHoweverFewTheSets(
      @ForAll @IntRange(min = 2, max = 30) int n,
      @ForAll @DoubleRange(min = 0, max = 1) double density,
      @ForAll @IntRange(min = 1, max = 6) int sets,
      @ForAll long seed) {
    double[] values = decode(RandomGraphs.uniform(n, density, seed), sets, ~seed).values();
    for (int u = 0; u < n; u++) {
      assertEquals(0, values[u * n + u]);
      for (int w = 0; w < n; w++) {
        assertEquals(values[u * n + w], values[w * n + u]);
        assertTrue(values[u * n + w] >= 0 && values[u * n + w] <= 1);
      }
    }
  }

  /** 0.01 n²/2 edges of 200 nodes from 15 sets: some 3,000 counts for 19,900 pairs. */
  @Test
  void fewerCountsThanPairsAreEnoughForASparseGraph() {
    Graph graph = RandomGraphs.uniform(200, 0.01, 1);
    CountDecoder.Decoded decoded = decode(graph, 15, 2);
    assertEquals(0, errors(graph, decoded));
    assertTrue(decoded.isExact());
  }

  @Test
  void nodesWithoutADegreeOrWithImpossibleCountsAreLeftToTheirNeighbors() {
    Graph graph = RandomGraphs.uniform(60, 0.05, 3);
    boolean[][] members = sets(60, 30, 4);
    int[][] counts = counts(graph, members);
    int[] degrees = degrees(graph);
    degrees[5] = -1;
    degrees[7] = 2;
    counts[7][0] = 40;
    CountDecoder.Decoded decoded = CountDecoder.decode(members, counts, degrees, new double[0]);
    assertEquals(2, decoded.contradicted());
    assertFalse(decoded.isExact());
    int wrong = errors(graph, decoded);
    assertTrue(wrong <= 1, () -> wrong + " errors: only the pair of the two has no witness");
  }

  /** 199 edges among 19,900 pairs take some 1,600 bits, of which a set gives about 400. */
  @Test
  void aFewSetsCannotDetermineAGraph() {
    int[] degrees = degrees(RandomGraphs.uniform(200, 0.01, 1));
    assertFalse(CountDecoder.canDetermine(3, degrees));
    assertTrue(CountDecoder.canDetermine(15, degrees));
  }

  @Property(tries = 100)
  void moreSetsNeverDetermineLess(
      @ForAll @IntRange(min = 2, max = 60) int n,
      @ForAll @DoubleRange(min = 0, max = 1) double density,
      @ForAll @IntRange(min = 0, max = 50) int sets,
      @ForAll long seed) {
    int[] degrees = degrees(RandomGraphs.uniform(n, density, seed));
    if (CountDecoder.canDetermine(sets, degrees)) {
      assertTrue(CountDecoder.canDetermine(sets + 1, degrees));
    }
    assertTrue(CountDecoder.canDetermine(1_000, degrees));
  }
}
