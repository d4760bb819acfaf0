package io.linkteller.attack.chosen;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.graph.Graph;
import io.linkteller.graph.RandomGraphs;
import java.util.Arrays;
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

  private static CountDecoder.Decoded ofDegrees(double[] guess, int... degrees) {
    return CountDecoder.decode(new boolean[0][], new int[degrees.length][0], degrees, guess);
  }

  private static double[] matrix(int n, int... ends) {
    double[] values = new double[n * n];
    for (int e = 0; e < ends.length; e += 2) {
      values[ends[e] * n + ends[e + 1]] = 1;
      values[ends[e + 1] * n + ends[e]] = 1;
    }
    return values;
  }

  /** Three matchings of four nodes have the degree 1 everywhere; a guess chooses. */
  @Test
  void leastSquaresStayAtAGuessThatExplainsTheCounts() {
    for (int mate = 1; mate <= 3; mate++) {
      int other = mate == 1 ? 2 : 1;
      double[] guess = matrix(4, 0, mate, other, 6 - mate - other);
      CountDecoder.Decoded decoded = ofDegrees(guess, 1, 1, 1, 1);
      assertArrayEquals(guess, decoded.values());
      assertTrue(decoded.isExact());
      assertEquals(0, decoded.contradicted());
    }
  }

  @Test
  void leastSquaresLeaveAGuessThatExplainsNothing() {
    double[] all = matrix(4, 0, 1, 0, 2, 0, 3, 1, 2, 1, 3, 2, 3);
    for (double[] guess : new double[][] {{}, all}) {
      double[] values = ofDegrees(guess, 1, 1, 1, 1).values();
      for (int u = 0; u < 4; u++) {
        double sum = 0;
        for (int w = 0; w < 4; w++) {
          sum += values[u * 4 + w];
        }
        assertEquals(1, sum, 5e-3);
      }
    }
  }

  /** Three nodes of degree 1 each are no graph; half of every edge explains the degrees. */
  @Test
  void halvesOfEdgesAreNoGraph() {
    CountDecoder.Decoded decoded = ofDegrees(new double[0], 1, 1, 1);
    assertArrayEquals(new double[] {0, .5, .5, .5, 0, .5, .5, .5, 0}, decoded.values(), 5e-3);
    assertFalse(decoded.isExact());
    assertEquals(0, decoded.contradicted());
  }

  /** Edges 01, 02, 03 and 12: node 0, looked at last, decides about the others. */
  @Test
  void whatOneNodeDecidesIsHeldAgainstTheOthers() {
    CountDecoder.Decoded decoded = ofDegrees(new double[0], 3, 2, 2, 1);
    assertArrayEquals(matrix(4, 0, 1, 0, 2, 0, 3, 1, 2), decoded.values());
    assertTrue(decoded.isExact());
  }

  /** Each half has three matchings; nothing leads from one half to the other. */
  @Test
  void openPairsThatExplainTheCountsAreExact() {
    boolean[][] members = {{true, true, true, true, false, false, false, false}};
    int[][] counts = {{1}, {1}, {1}, {1}, {0}, {0}, {0}, {0}};
    int[] degrees = {1, 1, 1, 1, 1, 1, 1, 1};
    double[] guess = matrix(8, 0, 2, 1, 3, 4, 7, 5, 6);
    CountDecoder.Decoded decoded = CountDecoder.decode(members, counts, degrees, guess);
    assertArrayEquals(guess, decoded.values());
    assertTrue(decoded.isExact());
  }

  /** The conditions of Karush, Kuhn and Tucker for the sum that is minimized, written out. */
  @Test
  void openPairsMinimizeTheSumOfSquares() {
    int n = 14;
    Graph graph = RandomGraphs.uniform(n, 0.45, 21);
    for (long seed = 1; seed <= 3; seed++) {
      boolean[][] members = sets(n, 2, seed);
      int[][] counts = counts(graph, members);
      double[] x = CountDecoder.decode(members, counts, degrees(graph), new double[0]).values();
      int open = 0;
      double[][] residuals = new double[n][3];
      double[][] columns = new double[n][3];
      for (int q = 0; q < 2; q++) {
        double size = 0;
        for (int u = 0; u < n; u++) {
          size += members[q][u] ? 1 : 0;
        }
        for (int u = 0; u < n; u++) {
          columns[u][q] = (members[q][u] ? 1 : 0) - size / n;
          residuals[u][q] = counts[u][q] - graph.degree(u) * size / n;
        }
      }
      for (int u = 0; u < n; u++) {
        columns[u][2] = 0.3;
        residuals[u][2] = 0.3 * graph.degree(u);
      }
      for (int u = 0; u < n; u++) {
        for (int w = 0; w < n; w++) {
          for (int q = 0; q < 3; q++) {
            residuals[u][q] -= x[u * n + w] * columns[w][q];
          }
        }
      }
      for (int u = 0; u < n; u++) {
        for (int w = u + 1; w < n; w++) {
          double slope = 0;
          double curvature = 0;
          for (int q = 0; q < 3; q++) {
            slope += residuals[u][q] * columns[w][q] / graph.degree(u);
            slope += residuals[w][q] * columns[u][q] / graph.degree(w);
            curvature += columns[w][q] * columns[w][q] / graph.degree(u);
            curvature += columns[u][q] * columns[u][q] / graph.degree(w);
          }
          double at = x[u * n + w];
          double next = Math.max(0, Math.min(1, at + slope / curvature));
          assertEquals(at, next, 0.01, u + " and " + w);
          open += at > 0 && at < 1 ? 1 : 0;
        }
      }
      assertTrue(open > 10, open + " pairs between 0 and 1");
    }
  }

  /**
   * One edge among two nodes takes log₂ e = 1.443 bits, and a count of one neighbor has 1.921 of
   * them. 200 edges among 4,950 pairs take 1,214 bits, and 100 counts among four neighbors 292.
   */
  @Test
  void theNumberOfSetsThatDetermineIsThatOfTheEntropies() {
    assertFalse(CountDecoder.canDetermine(0, new int[] {1, 1}));
    assertTrue(CountDecoder.canDetermine(1, new int[] {1, 1}));
    int[] four = new int[100];
    Arrays.fill(four, 4);
    assertFalse(CountDecoder.canDetermine(6, four));
    assertTrue(CountDecoder.canDetermine(7, four));
  }

  /** One edge among 21 pairs takes 5.83 bits, one and a half times of which are 2.3 sets of two. */
  @Test
  void nodesWithoutNeighborsOrOfUnknownDegreeShowNothing() {
    for (int none : new int[] {0, -1}) {
      int[] degrees = {none, none, none, none, none, 1, 1};
      assertFalse(CountDecoder.canDetermine(2, degrees));
      assertTrue(CountDecoder.canDetermine(3, degrees));
    }
    assertTrue(CountDecoder.canDetermine(0, new int[] {0, -1, 0}));
  }
}
