package io.linkteller.attack.spectral;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.graph.Graph;
import io.linkteller.graph.RandomGraphs;
import io.linkteller.parallel.Workers;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
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

  /** The sum of the magnitudes of the eigenvalues of Â, from those of its square. */
  private static double traceOfMagnitudes(DMatrixRMaj square) {
    double sum = 0;
    var eigen =
        org.ejml.dense.row.factory.DecompositionFactory_DDRM.eig(square.numRows, false, true);
    assertTrue(eigen.decompose(square.copy()));
    for (int i = 0; i < square.numRows; i++) {
      sum += Math.sqrt(Math.max(0, eigen.getEigenvalue(i).getReal()));
    }
    return sum;
  }
}
