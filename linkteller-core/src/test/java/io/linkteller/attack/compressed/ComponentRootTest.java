package io.linkteller.attack.compressed;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.graph.Graph;
import io.linkteller.parallel.Workers;
import io.linkteller.testing.RandomGraphs;
import it.unimi.dsi.fastutil.ints.IntArrayList;
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
  void theIdentityIsSubtractedFromTheRoot() {
    double s = Math.sqrt(0.5);
    DMatrixRMaj a = new DMatrixRMaj(3, 3, true, 1, s, 0, s, 1, s, 0, s, 1);
    ComponentRoot.Estimate root = ComponentRoot.of(square(a), ONE).adjacency(true, true, 2, true);
    assertArrayEquals(new double[] {0, 1, 0, 1, 0, 1, 0, 1, 0}, root.entries(), 1e-6);
    assertEquals(4, root.volume(), 1e-6);
  }

  /**
   * An even root loses the signs: unless they are recovered, the root of the square is |Â|, which
   * is not an adjacency matrix.
   */
  @ParameterizedTest
  @ValueSource(ints = {14, 40})
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

  /** Without degree normalization: A + I of a path and its powers, up to a factor. */
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
   * The last column is the number of graphs, of 20 random ones, that were found in a measurement.
   * Noise is relative to the first entry of the square.
   */
  @ParameterizedTest(name = "{0}, {1} nodes, density {2}, noise {3}")
  @CsvSource({
    "AUGMENTED, 10, 0.5, 0,     20",
    "AUGMENTED, 12, 0.5, 0,     20",
    "AUGMENTED, 16, 0.5, 0.001, 11",
    "AUGMENTED, 40, 0.1, 0,     20",
    "AUGMENTED, 40, 0.1, 0.001, 17",
    "SUM,       12, 0.5, 0.01,  10",
    "SUM,       16, 0.3, 0,     20",
    "SUM,       40, 0.1, 0.001, 16",
  })
  void signsOfMostSquaresAreFoundDespiteNoise(
      SmallNetwork.Kind kind, int n, double density, double noise, int expected) {
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
      double[] x = ComponentRoot.of(square, ONE).adjacency(false, normalized, 2, true).entries();
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
