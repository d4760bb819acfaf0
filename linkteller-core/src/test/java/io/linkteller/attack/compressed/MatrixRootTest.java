package io.linkteller.attack.compressed;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
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
import org.junit.jupiter.params.provider.ValueSource;

class MatrixRootTest {

  /** The path 6 - 1 - 4, the edge 2 - 7, the star of 0, 3, 5, 8 and a single node, 9. */
  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "MEAN_WITH_IDENTITY")
  void componentsAreReadSeparately(Propagation propagation) {
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
      NamedGraph expected = new NamedGraph(propagation, depth, SmallNetwork.neighbors(graph));
      List<NamedGraph> found =
          MatrixRoot.graphs(
              10, influences(graph, propagation, depth), 0, true, Workers.sequential());
      assertTrue(found.stream().anyMatch(expected::isLike), expected::toString);
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

  /** The three 4-cycles on four nodes have the same influences under this model. */
  @Test
  void aFourCycleIsReadAsAFourCycle() {
    int[] square = {1, 4, 5, 7};
    Graph graph =
        Graph.builder(9)
            .addEdge(1, 5)
            .addEdge(5, 4)
            .addEdge(4, 7)
            .addEdge(7, 1)
            .addEdge(0, 8)
            .build();
    double[] influences = influences(graph, Propagation.RANDOM_WALK, 2);
    NamedGraph found =
        MatrixRoot.graphs(9, influences, 0, true, Workers.sequential()).stream()
            .filter(each -> each.propagation() == Propagation.RANDOM_WALK && each.depth() == 2)
            .findFirst()
            .orElseThrow();
    assertEquals(5, found.edgeCount());
    for (int u : square) {
      for (int w : found.neighbors()[u]) {
        assertTrue(Arrays.binarySearch(square, w) >= 0, u + ", " + w);
      }
      assertEquals(2, found.neighbors()[u].length);
    }
    assertTrue(found.hasEdge(0, 8));
  }

  /** Every graph on so few nodes is read, up to others with the same square. */
  @ParameterizedTest
  @ValueSource(ints = {3, 4})
  void allSmallGraphsAreReadUpToEqualSquares(int n) {
    for (int code = 0; code < 1 << (n * (n - 1) / 2); code++) {
      Graph.Builder edges = Graph.builder(n);
      int bit = 0;
      for (int u = 0; u < n; u++) {
        for (int w = u + 1; w < n; w++) {
          if ((code >> bit++ & 1) == 1) {
            edges.addEdge(u, w);
          }
        }
      }
      double[] square = influences(edges.build(), Propagation.AUGMENTED, 2);
      NamedGraph found =
          MatrixRoot.graphs(n, square, 0, true, Workers.sequential()).stream()
              .filter(each -> each.propagation() == Propagation.AUGMENTED && each.depth() == 2)
              .findFirst()
              .orElseThrow();
      Graph.Builder read = Graph.builder(n);
      for (int u = 0; u < n; u++) {
        for (int w = u + 1; w < n; w++) {
          if (found.hasEdge(u, w)) {
            read.addEdge(u, w);
          }
        }
      }
      assertArrayEquals(square, influences(read.build(), Propagation.AUGMENTED, 2), 1e-9);
    }
  }
}
