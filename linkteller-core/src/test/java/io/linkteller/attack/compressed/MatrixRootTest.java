package io.linkteller.attack.compressed;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.graph.Graph;
import io.linkteller.parallel.Workers;
import java.util.Arrays;
import java.util.List;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

class MatrixRootTest {

  private static List<MatrixRoot.Reading> candidates(int n, double... along) {
    return MatrixRoot.readings(n, along, 0, true, Workers.sequential());
  }

  private static MatrixRoot.Reading of(
      List<MatrixRoot.Reading> candidates, Propagation propagation, int depth) {
    return candidates.stream()
        .filter(c -> c.propagation() == propagation && c.depth() == depth)
        .findFirst()
        .orElseThrow();
  }

  private static int edges(MatrixRoot.Reading candidate) {
    return Arrays.stream(candidate.neighbors()).mapToInt(of -> of.length).sum() / 2;
  }

  /** The path 6 - 1 - 4, the edge 2 - 7, the star of 0, 3, 5, 8 and a single node, 9. */
  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "MEAN_WITH_IDENTITY")
  void componentsAreReadOnTheirOwn(Propagation propagation) {
    Graph graph =
        Graph.builder(10)
            .addEdge(6, 1)
            .addEdge(1, 4)
            .addEdge(2, 7)
            .addEdge(3, 0)
            .addEdge(3, 5)
            .addEdge(3, 8)
            .build();
    for (int depth = 1; depth <= 3; depth++) {
      List<MatrixRoot.Reading> found = candidates(10, influences(graph, propagation, depth));
      MatrixRoot.Reading candidate = of(found, propagation, depth);
      assertEquals(0, candidate.misfit(), 1e-7);
      for (int u = 0; u < 10; u++) {
        assertArrayEquals(graph.neighbors(u).toIntArray(), candidate.neighbors()[u]);
      }
    }
  }

  /** 3 Â^k. */
  private static double[] influences(Graph graph, Propagation propagation, int depth) {
    int n = graph.nodeCount();
    DMatrixRMaj a = SmallNetwork.aggregation(graph, SmallNetwork.Kind.valueOf(propagation.name()));
    DMatrixRMaj power = CommonOps_DDRM.identity(n);
    for (int i = 0; i < depth; i++) {
      DMatrixRMaj next = new DMatrixRMaj(n, n);
      CommonOps_DDRM.mult(power, a, next);
      power = next;
    }
    CommonOps_DDRM.scale(3, power);
    return power.data;
  }

  /** The three squares on four nodes are one under this model. */
  @Test
  void aSquareIsReadAsASquare() {
    int[] square = {1, 4, 5, 7};
    Graph graph =
        Graph.builder(9)
            .addEdge(1, 5)
            .addEdge(5, 4)
            .addEdge(4, 7)
            .addEdge(7, 1)
            .addEdge(0, 8)
            .build();
    List<MatrixRoot.Reading> found = candidates(9, influences(graph, Propagation.RANDOM_WALK, 2));
    MatrixRoot.Reading candidate = of(found, Propagation.RANDOM_WALK, 2);
    assertEquals(0, candidate.misfit(), 1e-7);
    assertEquals(5, edges(candidate));
    for (int u : square) {
      for (int w : candidate.neighbors()[u]) {
        assertTrue(Arrays.binarySearch(square, w) >= 0, u + ", " + w);
      }
      assertEquals(2, candidate.neighbors()[u].length);
    }
    assertArrayEquals(new int[] {8}, candidate.neighbors()[0]);
    assertFalse(candidate.hasModelOf(of(found, Propagation.RANDOM_WALK, 1)));
    assertFalse(candidate.hasModelOf(of(found, Propagation.AUGMENTED, 2)));
  }
}
