package io.linkteller.models.gcn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.graph.Graph;
import io.linkteller.matrix.PatternProduct;
import io.linkteller.parallel.Workers;
import java.util.Random;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PropagationTest {

  @ParameterizedTest
  @EnumSource(Normalization.class)
  void denseGraphsArePropagatedOnAsSparseOnes(Normalization normalization) {
    int n = 530;
    Random random = new Random(5);
    Graph.Builder edges = Graph.builder(n);
    // Node 0 has no neighbor.
    for (int u = 1; u < n; u++) {
      for (int w = u + 1; w < n; w++) {
        if (random.nextDouble() < 0.27) {
          edges.addEdge(u, w);
        }
      }
    }
    Graph graph = edges.build();
    assertTrue(PatternProduct.isCheaper(n, 2L * graph.edgeCount()));
    Propagation propagation = Propagation.of(graph, normalization);
    for (int width : new int[] {2, 20}) {
      DMatrixRMaj b = DMatrixRMaj.wrap(n, width, random.doubles((long) n * width, -1, 1).toArray());
      double[] row = random.doubles(width, -1, 1).toArray();
      DMatrixRMaj expected = new DMatrixRMaj(0, 0);
      DMatrixRMaj actual = new DMatrixRMaj(0, 0);
      propagation.adjacency().multiplyPlusRow(b, row, expected, Workers.sequential());
      propagation.multiplyPlusRow(b, row, actual, Workers.sequential());
      assertClose(expected, actual);
      propagation.adjacency().multiplyTransposed(b, expected, Workers.sequential());
      propagation.multiplyTransposed(b, actual, Workers.sequential());
      assertClose(expected, actual);
    }
  }

  private static void assertClose(DMatrixRMaj expected, DMatrixRMaj actual) {
    for (int i = 0; i < expected.getNumElements(); i++) {
      assertEquals(expected.data[i], actual.data[i], 1e-13);
    }
  }
}
