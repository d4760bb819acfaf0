package io.linkteller.attack.compressed;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.graph.Graph;
import io.linkteller.testing.RandomGraphs;
import java.util.Arrays;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.EigenDecomposition_F64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DiagonalSignsTest {

  /**
   * The path 0 - 1 - 2 under augmented normalization: the eigenvalue 1 with (√2, √3, √2) / √7, 1/2
   * with (1, 0, -1) / √2, and -1/6 with (√3, -√8, √3) / √14.
   */
  @Test
  void theDiagonalOfAPathRevealsTheSignsOfItsEigenvalues() {
    double[] h = {Math.sqrt(2 / 7.0), Math.sqrt(3 / 7.0), Math.sqrt(2 / 7.0)};
    double a = Math.sqrt(0.5);
    double b = Math.sqrt(3 / 14.0);
    DMatrixRMaj vectors =
        new DMatrixRMaj(3, 3, true, h[0], h[1], h[2], a, 0, -a, b, -Math.sqrt(8 / 14.0), b);
    DiagonalSigns diagonal = new DiagonalSigns(vectors, new double[] {1, 0.5, 1 / 6.0}, h);
    assertArrayEquals(new double[] {1, 0.5, -1 / 6.0}, diagonal.signed(1e-12), 0);
  }

  /**
   * Tests A + I, and Â, whose leading eigenvector is proportional to the square roots of d + 1.
   * Eigenvalues near 0 are skipped because they contribute too little to the diagonal.
   */
  @ParameterizedTest
  @EnumSource(
      value = SmallNetwork.Kind.class,
      names = {"SUM", "AUGMENTED"})
  void theDiagonalRevealsTheSignsOfRandomGraphs(SmallNetwork.Kind kind) {
    for (int seed = 0; seed < 10; seed++) {
      Graph graph = RandomGraphs.uniform(15, 0.5, seed);
      DMatrixRMaj a = SmallNetwork.aggregation(graph, kind);
      EigenDecomposition_F64<DMatrixRMaj> eigen = DecompositionFactory_DDRM.eig(15, true, true);
      assertTrue(eigen.decompose(a));
      Integer[] order = new Integer[15];
      Arrays.setAll(order, i -> i);
      Arrays.sort(
          order,
          (i, j) ->
              Double.compare(eigen.getEigenvalue(j).getReal(), eigen.getEigenvalue(i).getReal()));
      double[] signed = new double[15];
      double[] root = new double[15];
      DMatrixRMaj vectors = new DMatrixRMaj(15, 15);
      double[] h = new double[15];
      for (int e = 0; e < 15; e++) {
        signed[e] = eigen.getEigenvalue(order[e]).getReal();
        root[e] = Math.abs(signed[e]);
        for (int j = 0; j < 15; j++) {
          vectors.set(e, j, eigen.getEigenVector(order[e]).get(j));
        }
      }
      for (int j = 0; j < 15; j++) {
        h[j] = kind == SmallNetwork.Kind.SUM ? 1 : vectors.get(0, j);
      }
      double[] found = new DiagonalSigns(vectors, root, h).signed(1e-12);
      for (int e = 0; e < 15; e++) {
        assertEquals(root[e], Math.abs(found[e]));
        if (root[e] > 0.01 * root[0]) {
          assertEquals(signed[e], found[e], "seed " + seed + ", eigenvalue " + e);
        }
      }
    }
  }
}
