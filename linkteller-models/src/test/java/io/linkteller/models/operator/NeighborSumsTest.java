package io.linkteller.models.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.graph.Graph;
import io.linkteller.matrix.PatternProduct;
import io.linkteller.models.gcn.Normalization;
import io.linkteller.parallel.Workers;
import java.util.Random;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class NeighborSumsTest {

  private static final int N = 530;

  @ParameterizedTest
  @EnumSource(Normalization.class)
  void denseGraphsArePropagatedOnAsSparseOnes(Normalization normalization) {
    assertPropagatedAsSparse(normalization, Graph.builder(N), false);
  }

  @ParameterizedTest
  @EnumSource(Normalization.class)
  void denseDirectedGraphsArePropagatedOnAsSparseOnes(Normalization normalization) {
    assertPropagatedAsSparse(normalization, Graph.builder(N).directed(), true);
  }

  private static void assertPropagatedAsSparse(
      Normalization normalization, Graph.Builder edges, boolean directed) {
    int n = N;
    Random random = new Random(5);
    // Node 0 has no neighbor.
    for (int u = 1; u < n; u++) {
      for (int w = directed ? 1 : u + 1; w < n; w++) {
        if (w != u && random.nextDouble() < 0.27) {
          edges.addEdge(u, w);
        }
      }
    }
    Graph graph = edges.build();
    assertTrue(PatternProduct.isCheaper(n, graph.entryCount()));
    NeighborSums sums = normalization.sums(graph);
    for (int width : new int[] {2, 20}) {
      DMatrixRMaj b = DMatrixRMaj.wrap(n, width, random.doubles((long) n * width, -1, 1).toArray());
      double[] row = random.doubles(width, -1, 1).toArray();
      DMatrixRMaj expected = new DMatrixRMaj(0, 0);
      DMatrixRMaj actual = new DMatrixRMaj(0, 0);
      sums.matrix().multiplyPlusRow(b, row, expected, Workers.sequential());
      sums.multiplyPlusRow(b, row, actual, Workers.sequential());
      assertClose(expected, actual);
      sums.matrix().multiplyTransposed(b, expected, Workers.sequential());
      sums.multiplyTransposed(b, actual, Workers.sequential());
      assertClose(expected, actual);
    }
  }

  private static void assertClose(DMatrixRMaj expected, DMatrixRMaj actual) {
    for (int i = 0; i < expected.getNumElements(); i++) {
      assertEquals(expected.data[i], actual.data[i], 1e-13);
    }
  }
}
