package io.linkteller.attack.compressed;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import io.linkteller.graph.Graph;
import io.linkteller.testing.RandomGraphs;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class PropagationTest {

  /** Â of the path 0 - 1 - 2 with the degrees 1, 2 and 1: columns 0 and 1. */
  @ParameterizedTest
  @CsvSource({
    "FIRST_ORDER,             1,   0.70710678118654752, 1,                  0.70710678118654752",
    "MEAN_WITH_IDENTITY,      1,   0.5,                 1,                  1",
    "AUGMENTED_WITH_IDENTITY, 1.5, 0.40824829046386302, 1.3333333333333333, 0.40824829046386302",
    "AUGMENTED,               0.5, 0.40824829046386302, 0.3333333333333333, 0.40824829046386302",
    "RANDOM_WALK,             0.5, 0.33333333333333333, 0.3333333333333333, 0.5",
    "SUM,                     1,   1,                   1,                  1",
  })
  void influencesAlongAPathFollowTheDefinition(
      Propagation propagation, double own, double onMiddle, double ownMiddle, double onEnd) {
    int[][] path = {{1}, {0, 2}, {1}};
    assertArrayEquals(new double[] {own, onMiddle, 0}, column(propagation, 1, path, 0), 1e-15);
    assertArrayEquals(
        new double[] {onEnd, ownMiddle, onEnd}, column(propagation, 1, path, 1), 1e-15);
    double[] two = {own * own + onEnd * onMiddle, onMiddle * (own + ownMiddle), onEnd * onMiddle};
    assertArrayEquals(two, column(propagation, 2, path, 0), 1e-14);
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "MEAN_WITH_IDENTITY")
  void powersEqualThoseOfTheMatrix(Propagation propagation) {
    Graph graph = RandomGraphs.uniform(12, 0.3, 4);
    int[][] neighbors = SmallNetwork.neighbors(graph);
    DMatrixRMaj a = SmallNetwork.aggregation(graph, SmallNetwork.Kind.valueOf(propagation.name()));
    DMatrixRMaj square = new DMatrixRMaj(12, 12);
    CommonOps_DDRM.mult(a, a, square);
    DMatrixRMaj cube = new DMatrixRMaj(12, 12);
    CommonOps_DDRM.mult(square, a, cube);
    for (int v = 0; v < 12; v++) {
      double[] column = new double[12];
      for (int u = 0; u < 12; u++) {
        column[u] = cube.get(u, v);
      }
      assertArrayEquals(column, column(propagation, 3, neighbors, v), 1e-10);
    }
  }

  /** Column v of Â^k. */
  private static double[] column(Propagation propagation, int k, int[][] neighbors, int v) {
    NamedGraph graph = new NamedGraph(propagation, k, neighbors);
    double[] x = new double[graph.n()];
    x[v] = 1;
    for (int layer = 0; layer < k; layer++) {
      x = graph.propagate(x, 1, false);
    }
    return x;
  }
}
