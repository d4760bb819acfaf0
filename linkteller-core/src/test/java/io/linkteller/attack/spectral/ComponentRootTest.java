package io.linkteller.attack.spectral;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.graph.Graph;
import io.linkteller.graph.RandomGraphs;
import io.linkteller.parallel.Workers;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.Random;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.EigenDecomposition_F64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ComponentRootTest {

  private static final Workers ONE = Workers.sequential();

  private static DMatrixRMaj square(DMatrixRMaj a) {
    DMatrixRMaj square = new DMatrixRMaj(a.numRows, a.numCols);
    CommonOps_DDRM.mult(a, a, square);
    return square;
  }

  /**
   * The path 0 - 1 - 2 under augmented normalization: Â has the rows (1/2, 1/√6, 0), (1/√6, 1/3,
   * 1/√6) and (0, 1/√6, 1/2), and the eigenvalues 1, 1/2 and -1/6.
   */
  @Test
  void theSquareOfAPathHasThePathAsItsRoot() {
    double s = 1 / Math.sqrt(6);
    DMatrixRMaj a = new DMatrixRMaj(3, 3, true, 0.5, s, 0, s, 1 / 3.0, s, 0, s, 0.5);
    DMatrixRMaj scaled = square(a);
    CommonOps_DDRM.scale(7, scaled);
    ComponentRoot.Estimate root = ComponentRoot.of(scaled, ONE).adjacency(false, true, 2, true);
    assertArrayEquals(new double[] {1, 1, 0, 1, 1, 1, 0, 1, 1}, root.entries(), 1e-9);
    assertEquals(7, root.volume(), 1e-9);
    assertEquals(0, root.roughness(), 1e-9);
  }

  /** First-order normalization of the same path: I + N with N's entries 1/√2. */
  @Test
  void theIdentityIsTakenOffTheRoot() {
    double s = Math.sqrt(0.5);
    DMatrixRMaj a = new DMatrixRMaj(3, 3, true, 1, s, 0, s, 1, s, 0, s, 1);
    ComponentRoot.Estimate root = ComponentRoot.of(square(a), ONE).adjacency(true, true, 2, true);
    assertArrayEquals(new double[] {0, 1, 0, 1, 0, 1, 0, 1, 0}, root.entries(), 1e-6);
    assertEquals(4, root.volume(), 1e-6);
  }

  /**
   * A root of even order keeps no signs: without their retrieval the root of the square is |Â|,
   * which is no adjacency matrix.
   */
  @ParameterizedTest
  @ValueSource(ints = {14, 40, 120})
  void signsOfNegativeEigenvaluesAreFound(int n) {
    Graph graph = RandomGraphs.uniform(n, 8.0 / n, 3);
    DMatrixRMaj a = SmallNetwork.aggregation(graph, SmallNetwork.Kind.AUGMENTED);
    ComponentRoot root = ComponentRoot.of(square(a), ONE);
    assertTrue(CommonOps_DDRM.trace(a) < traceOfMagnitudes(square(a)) - 0.1, "no negative signs");
    double[] found = root.adjacency(false, true, 2, true).entries();
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        double expected = i == j || graph.hasEdge(i, j) ? 1 : 0;
        assertEquals(expected, found[i * n + j], 1e-6);
      }
    }
  }

  private static DMatrixRMaj matrix(double... entries) {
    int size = (int) Math.round(Math.sqrt(entries.length));
    return new DMatrixRMaj(size, size, true, entries);
  }

  private static ComponentRoot.Estimate plain(double... entries) {
    return ComponentRoot.of(matrix(entries), ONE).adjacency(false, false, 1, false);
  }

  /** The power of 1 without degrees is the matrix itself, divided by the median of its diagonal. */
  @Test
  void aPlainMatrixIsItsOwnRootOnTheScaleOfTheMedianOfItsDiagonal() {
    double[] three = {2, 1, 0.5, 1, 4, -3, 0.5, -3, 8};
    double[] scaled = Arrays.stream(three).map(x -> x / 4).toArray();
    assertArrayEquals(scaled, plain(three).entries(), 1e-12);
    double[] four = {1, 0.5, 0, 0, 0.5, 8, 1, 0, 0, 1, 3, 2, 0, 0, 2, 2};
    double[] halved = Arrays.stream(four).map(x -> x / 2.5).toArray();
    assertArrayEquals(halved, plain(four).entries(), 1e-12);
    // The volume is in units of the largest eigenvalue: 3 of (2, 1; 1, 2), over the diagonal's 2.
    assertEquals(1.5, plain(2, 1, 1, 2).volume(), 1e-12);
    assertArrayEquals(new double[] {1, 0.5, 0.5, 1}, plain(2, 1, 1, 2).entries(), 1e-12);
  }

  /** With the eigenvalues 1 and -3. */
  @Test
  void aDiagonalWhoseMedianIsNotPositiveSetsNoScale() {
    ComponentRoot.Estimate root = plain(-1, 2, 2, -1);
    assertArrayEquals(new double[] {-1, 2, 2, -1}, root.entries(), 1e-12);
    assertEquals(1, root.volume());
  }

  @Test
  void roughnessIsTheDistanceFromZeroAndOnePerEdgeAndOfTheDiagonalFromOne() {
    // 0.1 from 0, 0.2 from 1 and 0.3 from 1, for two edges.
    assertEquals(0.6 / 2, plain(1, 0.1, 0.8, 0.1, 1, 1.3, 0.8, 1.3, 1).roughness(), 1e-12);
    // 0.4 and 0.2 from 0; the diagonal is off by 0.5 and 0.25; no edge counts as one.
    assertEquals(1.35, plain(0.5, 0.4, 0, 0.4, 1, -0.2, 0, -0.2, 1.25).roughness(), 1e-12);
  }

  @ParameterizedTest
  @CsvSource({
    "0.24, 0.76, true",
    "-0.24, 1.24, true",
    "0.26, 1, false",
    "-0.26, 1, false",
    "0, 0.74, false",
    "0, 1.26, false",
    "0.5, 0, false",
  })
  void entriesAreClearWithinAQuarterOfZeroAndOne(double first, double second, boolean clear) {
    assertEquals(clear, plain(1, first, second, first, 1, 0, second, 0, 1).isClear());
    assertEquals(
        clear, plain(1, 0, 0, 0, 1, first, 0, first, second + 1 - Math.rint(second)).isClear());
  }

  /**
   * The star of the weights 6/7, 3/7 and 2/7 has the eigenvalues ±1, so that twice its sum with the
   * identity is divided by 2. Edges of 1 fit 11/7 times the entries; 2/7 is then less than a half,
   * and 7/5 fits the other two.
   */
  @Test
  void theUnitOfEdgesBesideAnIdentityFitsThoseThatAreMoreThanAHalf() {
    ComponentRoot.Estimate root = star(6 / 7.0, 3 / 7.0, 2 / 7.0);
    double[] expected = {0, 1.2, 0.6, 0.4, 1.2, 0, 0, 0, 0.6, 0, 0, 0, 0.4, 0, 0, 0};
    assertArrayEquals(expected, root.entries(), 1e-12);
    assertEquals(1.4, root.volume(), 1e-12);
    assertEquals((0.2 + 0.4 + 0.4) / 2, root.roughness(), 1e-12);
  }

  /**
   * Edges of 1, 0.4, 0.4 and 0.4 fit 2.2 / 1.48, of which each is more than a half. Fitted to the
   * first alone, the others would be less.
   */
  @Test
  void theUnitOfEdgesBesideAnIdentityStartsFromAllPositiveEntries() {
    DMatrixRMaj matrix = matrix(1.2, 1, 0, 0, 1, 1.2, 0.4, 0.4, 0, 0.4, 1.2, 0.4, 0, 0.4, 0.4, 1.2);
    double[] x = ComponentRoot.of(matrix, ONE).adjacency(true, false, 1, false).entries();
    double unit = 2.2 / 1.48;
    assertArrayEquals(new double[] {unit, 0, 0}, Arrays.copyOfRange(x, 1, 4), 1e-12);
    assertArrayEquals(new double[] {0.4 * unit, 0.4 * unit}, Arrays.copyOfRange(x, 6, 8), 1e-12);
    assertEquals(0.4 * unit, x[11], 1e-12);
  }

  @Test
  void negativeEntriesBesideAnIdentityAreNoEdges() {
    double[] expected = {0, 1.2, 0.6, -0.4, 1.2, 0, 0, 0, 0.6, 0, 0, 0, -0.4, 0, 0, 0};
    assertArrayEquals(expected, star(6 / 7.0, 3 / 7.0, -2 / 7.0).entries(), 1e-12);
  }

  private static ComponentRoot.Estimate star(double a, double b, double c) {
    DMatrixRMaj star = matrix(1, a, b, c, a, 1, 0, 0, b, 0, 1, 0, c, 0, 0, 1);
    return ComponentRoot.of(star, ONE).adjacency(true, false, 1, false);
  }

  @Test
  void withoutPositiveEntriesBesideAnIdentityThereIsNoUnit() {
    ComponentRoot.Estimate root =
        ComponentRoot.of(matrix(3, 0, 0, 0, 3, 0, 0, 0, 3), ONE).adjacency(true, false, 1, false);
    assertArrayEquals(new double[] {1, 0, 0, 0, 1, 0, 0, 0, 1}, root.entries(), 1e-12);
    assertEquals(1, root.volume());
    assertEquals(0, root.roughness());
  }

  /** Eigenvalues 1 and -1/5: odd roots keep the sign, others take what is negative for noise. */
  @Test
  void negativeEigenvaluesHaveOddRootsOnly() {
    DMatrixRMaj matrix = matrix(0.4, 0.6, 0.6, 0.4);
    ComponentRoot root = ComponentRoot.of(matrix, ONE);
    assertArrayEquals(
        new double[] {1, 1.5, 1.5, 1}, root.adjacency(false, false, 1, false).entries(), 1e-12);
    // The cube root is (1 ± ∛0.2) / 2.
    double off = (1 + Math.cbrt(0.2)) / (1 - Math.cbrt(0.2));
    assertArrayEquals(
        new double[] {1, off, off, 1}, root.adjacency(false, false, 3, false).entries(), 1e-12);
    for (boolean thorough : new boolean[] {false, true}) {
      assertArrayEquals(
          new double[] {1, 1, 1, 1}, root.adjacency(false, false, 2, thorough).entries(), 1e-12);
    }
    for (int depth = 1; depth <= 3; depth++) {
      assertArrayEquals(
          new double[] {0, 1, 1, 0}, root.adjacency(true, false, depth, false).entries(), 1e-12);
    }
  }

  /** Without degrees: A + I of a path, and its powers up to a factor. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void theSumOfAPathIsItsRoot(int depth) {
    DMatrixRMaj a = matrix(1, 1, 0, 1, 1, 1, 0, 1, 1);
    DMatrixRMaj power = a.copy();
    for (int i = 1; i < depth; i++) {
      DMatrixRMaj next = new DMatrixRMaj(3, 3);
      CommonOps_DDRM.mult(power, a, next);
      power = next;
    }
    CommonOps_DDRM.scale(0.01, power);
    ComponentRoot.Estimate root = ComponentRoot.of(power, ONE).adjacency(false, false, depth, true);
    assertArrayEquals(a.data, root.entries(), 1e-9);
    assertEquals(1 + Math.sqrt(2), root.volume(), 1e-9);
  }

  /**
   * Where no two eigenvalues of opposite signs share a magnitude: any basis of the space of such
   * two is as good as another.
   */
  @ParameterizedTest
  @CsvSource({"3, 4", "4, 35", "5, 653"})
  void signsOfAllSmallGraphsAreFoundThatHaveOnlyOneRoot(int n, int expected) {
    int found = 0;
    for (int code = 0; code < 1 << (n * (n - 1) / 2); code++) {
      Graph graph = graph(n, code);
      DMatrixRMaj a = SmallNetwork.aggregation(graph, SmallNetwork.Kind.AUGMENTED);
      if (isConnected(graph) && !hasOppositeEigenvalues(a)) {
        ComponentRoot.Estimate root =
            ComponentRoot.of(square(a), ONE).adjacency(false, true, 2, false);
        assertArrayEquals(withDiagonal(graph), root.entries(), 1e-5, graph::toString);
        found++;
      }
    }
    assertEquals(expected, found);
  }

  /** The graph with the pairs (0, 1), (0, 2), ... (1, 2), ... whose bits are set. */
  private static Graph graph(int n, int code) {
    Graph.Builder edges = Graph.builder(n);
    int bit = 0;
    for (int u = 0; u < n; u++) {
      for (int w = u + 1; w < n; w++) {
        if ((code >> bit++ & 1) == 1) {
          edges.addEdge(u, w);
        }
      }
    }
    return edges.build();
  }

  private static boolean hasOppositeEigenvalues(DMatrixRMaj a) {
    EigenDecomposition_F64<DMatrixRMaj> eigen =
        DecompositionFactory_DDRM.eig(a.numRows, false, true);
    assertTrue(eigen.decompose(a.copy()));
    for (int e = 0; e < a.numRows; e++) {
      for (int f = 0; f < e; f++) {
        double first = eigen.getEigenvalue(e).getReal();
        double second = eigen.getEigenvalue(f).getReal();
        if (Math.abs(first + second) < 1e-6 && Math.abs(first) > 1e-6) {
          return true;
        }
      }
    }
    return false;
  }

  /** A + I, row-major. */
  private static double[] withDiagonal(Graph graph) {
    return SmallNetwork.aggregation(graph, SmallNetwork.Kind.SUM).data;
  }

  private static boolean isConnected(Graph graph) {
    boolean[] seen = new boolean[graph.nodeCount()];
    IntArrayList reached = IntArrayList.of(0);
    seen[0] = true;
    for (int i = 0; i < reached.size(); i++) {
      int u = reached.getInt(i);
      for (int k = 0; k < graph.degree(u); k++) {
        int w = graph.neighbor(u, k);
        if (!seen[w]) {
          seen[w] = true;
          reached.add(w);
        }
      }
    }
    return reached.size() == graph.nodeCount();
  }

  /**
   * Of 20 random graphs, at least as many as were found when this was measured. Noise is a share of
   * the first entry of the square.
   */
  @ParameterizedTest(name = "{0}, {1} nodes, density {2}, noise {3}, thorough: {4}")
  @CsvSource({
    "AUGMENTED, 10, 0.5, 0,     false, 20",
    "AUGMENTED, 10, 0.5, 0.01,  false, 18",
    "AUGMENTED, 12, 0.5, 0,     true,  20",
    "AUGMENTED, 12, 0.5, 0.01,  true,  11",
    "AUGMENTED, 16, 0.3, 0.01,  true,  12",
    "AUGMENTED, 16, 0.5, 0.001, true,  18",
    "AUGMENTED, 24, 0.2, 0.01,  true,   8",
    "AUGMENTED, 40, 0.1, 0,     false, 18",
    "AUGMENTED, 40, 0.1, 0.001, false, 14",
    "SUM,       10, 0.5, 0.01,  false, 15",
    "SUM,       12, 0.5, 0.01,  true,  14",
    "SUM,       16, 0.3, 0,     true,  20",
    "SUM,       16, 0.3, 0.01,  true,  15",
    "SUM,       16, 0.5, 0.01,  true,  11",
    "SUM,       24, 0.2, 0.01,  true,   7",
    "SUM,       40, 0.1, 0.001, true,  16",
  })
  void signsOfMostSquaresAreFoundInSpiteOfNoise(
      SmallNetwork.Kind kind, int n, double density, double noise, boolean thorough, int expected) {
    boolean normalized = kind != SmallNetwork.Kind.SUM;
    int found = 0;
    int seed = 0;
    for (int graphs = 0; graphs < 20; seed++) {
      Graph graph = RandomGraphs.uniform(n, density, seed);
      if (!isConnected(graph)) {
        continue;
      }
      graphs++;
      DMatrixRMaj square = square(SmallNetwork.aggregation(graph, kind));
      addNoise(square, noise * square.get(0, 0), seed);
      double[] x =
          ComponentRoot.of(square, ONE).adjacency(false, normalized, 2, thorough).entries();
      double[] truth = withDiagonal(graph);
      boolean equal = true;
      for (int i = 0; i < x.length; i++) {
        equal &= x[i] > 0.5 == truth[i] > 0.5;
      }
      found += equal ? 1 : 0;
    }
    assertTrue(found >= expected, found + " instead of " + expected);
  }

  private static void addNoise(DMatrixRMaj symmetric, double deviation, long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < symmetric.numRows; i++) {
      for (int j = 0; j <= i; j++) {
        double noisy = symmetric.get(i, j) + deviation * random.nextGaussian();
        symmetric.set(i, j, noisy);
        symmetric.set(j, i, noisy);
      }
    }
  }

  /** The sum of the magnitudes of the eigenvalues of Â, from those of its square. */
  private static double traceOfMagnitudes(DMatrixRMaj square) {
    double sum = 0;
    EigenDecomposition_F64<DMatrixRMaj> eigen =
        DecompositionFactory_DDRM.eig(square.numRows, false, true);
    assertTrue(eigen.decompose(square.copy()));
    for (int i = 0; i < square.numRows; i++) {
      sum += Math.sqrt(Math.max(0, eigen.getEigenvalue(i).getReal()));
    }
    return sum;
  }
}
