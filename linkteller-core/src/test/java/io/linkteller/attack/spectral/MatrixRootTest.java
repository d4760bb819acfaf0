package io.linkteller.attack.spectral;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.graph.Graph;
import io.linkteller.parallel.Workers;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

class MatrixRootTest {

  private static List<MatrixRoot.Reading> candidates(double[] floor, double... along) {
    Influences influences = new Influences(floor.length, along, floor);
    return MatrixRoot.readings(influences, reading -> false, Workers.sequential());
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

  /**
   * Two nodes that influence each other a third of what they do themselves: one layer of I + (D +
   * I)^(-1/2) (A + I) (D + I)^(-1/2). A model with the ratio r is off by |1/3 - r| / (1/3 √(1 +
   * r²)); without an edge r is 0.
   */
  @Test
  void misfitsOfTwoNodesAreThoseOfTheirRatios() {
    List<MatrixRoot.Reading> found = candidates(new double[2], 3, 1, 1, 3);
    assertEquals(15, found.size());
    Set<String> models = new HashSet<>();
    double last = 0;
    for (MatrixRoot.Reading candidate : found) {
      models.add(candidate.propagation() + " " + candidate.depth());
      assertTrue(candidate.misfit() >= last);
      last = candidate.misfit();
      double expected =
          switch (candidate.propagation()) {
            case FIRST_ORDER -> Math.sqrt(2);
            // The eigenvalues of Â are 2 and 1, so that r = (2^k - 1) / (2^k + 1).
            case AUGMENTED_WITH_IDENTITY -> {
              double power = Math.pow(2, candidate.depth());
              double r = (power - 1) / (power + 1);
              yield (r - 1 / 3.0) * 3 / Math.sqrt(1 + r * r);
            }
            default -> 1;
          };
      assertEquals(expected, candidate.misfit(), 1e-7, candidate.propagation().toString());
      boolean edge = candidate.propagation().hasIdentity();
      assertEquals(edge ? 1 : 0, edges(candidate));
      assertEquals(candidate.equals(found.get(0)), candidate.hasModelOf(found.get(0)));
    }
    assertEquals(15, models.size());
    assertEquals(Propagation.AUGMENTED_WITH_IDENTITY, found.get(0).propagation());
    assertEquals(1, found.get(0).depth());
    assertEquals(2, found.get(1).depth());
  }

  /**
   * Weights of 1/16, 1/4 and 1 for nodes that move themselves by 4 and 1, and each other by 1/2.
   * Without an edge, the identity explains 5/4 squared over 17/16 of 1 + 1 + 1/8.
   */
  @Test
  void influencesCountOnTheScaleOfWhatTheNodesDoToThemselves() {
    List<MatrixRoot.Reading> found = candidates(new double[2], 4, 0.5, 0.5, 1);
    assertEquals(Math.sqrt(1 + 72 / 17.0), of(found, Propagation.SUM, 1).misfit(), 1e-12);
    assertEquals(0, edges(of(found, Propagation.SUM, 1)));
    // Weights of 1, 1/4, 1/16 and, of the pair, 1/2: 7/4 squared over 21/16 of 3 + 1/4.
    List<MatrixRoot.Reading> three = candidates(new double[3], 1, 0.5, 0, 0.5, 2, 0, 0, 0, 4);
    assertEquals(Math.sqrt(11 / 3.0), of(three, Propagation.SUM, 1).misfit(), 1e-12);
  }

  /** Weights of 1/4, 1/8 and 1/16 of the floors 2 and 4; the scale is 6/5, without any edge. */
  @Test
  void influencesBelowTheFloorCountOnItsScale() {
    for (MatrixRoot.Reading candidate : candidates(new double[] {2, 4}, 1, 1, 1, 2)) {
      assertEquals(Math.sqrt(1.2), candidate.misfit(), 1e-12);
      assertEquals(0, edges(candidate));
    }
  }

  @Test
  void withoutInfluencesOnOthersEveryModelExplainsAll() {
    for (MatrixRoot.Reading candidate : candidates(new double[3], 2, 0, 0, 0, 3, 0, 0, 0, 4)) {
      assertEquals(0, candidate.misfit());
      assertEquals(0, edges(candidate));
    }
    // A node that does not move itself has no scale.
    for (MatrixRoot.Reading candidate : candidates(new double[2], 0, 1, 1, 1)) {
      assertEquals(0, candidate.misfit());
    }
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
      List<MatrixRoot.Reading> found =
          candidates(new double[10], influences(graph, propagation, depth));
      MatrixRoot.Reading candidate = of(found, propagation, depth);
      assertEquals(0, candidate.misfit(), 1e-7);
      for (int u = 0; u < 10; u++) {
        assertArrayEquals(graph.neighbors(u).toIntArray(), candidate.neighbors()[u]);
      }
    }
  }

  /** 3 Â^k, entry (v, u) being the influence of v on u. */
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
    CommonOps_DDRM.transpose(power);
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
    List<MatrixRoot.Reading> found =
        candidates(new double[9], influences(graph, Propagation.RANDOM_WALK, 2));
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
