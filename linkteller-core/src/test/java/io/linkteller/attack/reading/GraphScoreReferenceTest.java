package io.linkteller.attack.reading;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.linkteller.attack.PairScores;
import io.linkteller.attack.influence.InfluenceMatrix;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.inference.InferenceNodes;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;

/**
 * Compares the scores that look beyond a pair with their definitions, computed with dense matrices
 * and an exact solution of the least-squares problem.
 */
class GraphScoreReferenceTest {

  /** The tolerance at which coordinate descent stops, plus a margin. */
  private static final double ERROR = 2e-3;

  private static InferenceNodes nodes(int count, int targets) {
    return InferenceNodes.of(FeatureMatrix.dense(new DMatrixRMaj(count, 1)))
        .targeting(IntStream.range(0, targets).toArray());
  }

  private static InfluenceMatrix matrix(double[][] m, int targets, InfluenceMatrix.Extent extent) {
    InfluenceMatrix.Builder builder =
        InfluenceMatrix.builder(nodes(m[0].length, targets), extent, 1e-4);
    for (int v = 0; v < m.length; v++) {
      builder.set(v, m[v]);
    }
    return builder.build();
  }

  /**
   * Returns the influences of the first nodes on all nodes: mostly symmetric up to a factor per
   * row, like those of a network. The first node may have no influence on itself.
   */
  private static double[][] influences(
      int probed, int observed, double density, SplittableRandom random) {
    double[][] base = new double[observed][observed];
    for (int v = 0; v < observed; v++) {
      for (int u = 0; u <= v; u++) {
        if (u == v || random.nextDouble() < density) {
          base[v][u] = random.nextDouble(0.05, 1);
          base[u][v] = base[v][u];
        }
      }
    }
    double[][] m = new double[probed][observed];
    for (int v = 0; v < probed; v++) {
      double factor = Math.exp(random.nextDouble(-2, 2));
      for (int u = 0; u < observed; u++) {
        m[v][u] = base[v][u] * factor * random.nextDouble(0.8, 1.25);
        // With two such nodes in a component, the scales would be undetermined.
        boolean withoutSelf = v == 0 && random.nextBoolean();
        if (u == v ? withoutSelf : random.nextInt(25) == 0) {
          m[v][u] = 0;
        }
      }
    }
    return m;
  }

  private static double[] logScales(double[][] m) {
    int n = m.length;
    DMatrixRMaj normal = new DMatrixRMaj(n, n);
    DMatrixRMaj right = new DMatrixRMaj(n, 1);
    for (int v = 0; v < n; v++) {
      double self = m[v][v] > 0 ? 4 : 0;
      normal.add(v, v, self);
      right.add(v, 0, self == 0 ? 0 : self * Math.log(m[v][v]));
      for (int u = 0; u < n; u++) {
        if (u != v && m[v][u] > 0 && m[u][v] > 0) {
          normal.add(v, v, 1);
          normal.add(v, u, -1);
          right.add(v, 0, Math.log(m[v][u] / m[u][v]));
        }
      }
      if (normal.get(v, v) == 0) {
        normal.set(v, v, 1);
      }
    }
    DMatrixRMaj x = new DMatrixRMaj(n, 1);
    CommonOps_DDRM.solve(normal, right, x);
    return x.data;
  }

  /** Returns B with a zero diagonal. */
  private static double[][] symmetric(double[][] m) {
    int n = m.length;
    double[] x = logScales(m);
    double[] diagonal = new double[n];
    Arrays.setAll(diagonal, v -> m[v][v] * Math.exp(-x[v]));
    double[] positive = DoubleStream.of(diagonal).filter(d -> d > 0).sorted().toArray();
    double median = positive.length == 0 ? 1 : positive[positive.length / 2];
    double[] root = new double[n];
    for (int v = 0; v < n; v++) {
      double within =
          diagonal[v] > 0 ? Math.min(Math.max(diagonal[v], median / 3), 3 * median) : median;
      root[v] = Math.exp(-x[v] / 2) / Math.sqrt(within);
    }
    double[][] b = new double[n][n];
    for (int v = 0; v < n; v++) {
      for (int u = 0; u < n; u++) {
        b[v][u] = u == v ? 0 : Math.sqrt(m[v][u] * m[u][v]) * root[v] * root[u];
      }
    }
    return b;
  }

  /** Returns the share of u's influence that goes to nodes that v also influences. */
  private static double shared(double[][] m, int u, int v) {
    double[] others =
        IntStream.range(0, m[u].length)
            .filter(w -> w != u && m[u][w] > 0)
            .mapToDouble(w -> m[u][w])
            .sorted()
            .toArray();
    double least = others.length > 256 ? others[others.length - 256] : 0;
    double total = 0;
    double common = 0;
    for (int w = 0; w < m[u].length; w++) {
      if (w != u && m[u][w] > 0 && m[u][w] >= least) {
        total += m[u][w];
        common += w == v || m[v][w] > 0 ? m[u][w] : 0;
      }
    }
    return total == 0 ? 0 : common / total;
  }

  private static double[][] reachWeighted(double[][] m) {
    double[][] b = symmetric(m);
    for (int v = 0; v < m.length; v++) {
      for (int u = 0; u < m.length; u++) {
        if (b[v][u] != 0) {
          b[v][u] *= Math.pow(shared(m, u, v) * shared(m, v, u), 4);
        }
      }
    }
    return b;
  }

  private static void assertScores(double[][] expected, int targets, PairScores actual) {
    double largest = 0;
    for (double[] row : expected) {
      largest = Math.max(largest, Arrays.stream(row).max().orElse(0));
    }
    for (int i = 0; i < targets; i++) {
      for (int j = i + 1; j < targets; j++) {
        assertEquals(expected[i][j], actual.score(i, j), ERROR * largest, "(" + i + ", " + j + ")");
        if (expected[i][j] == 0) {
          assertEquals(0, actual.score(i, j), "(" + i + ", " + j + ")");
        }
      }
    }
  }

  @Property(tries = 60)
  void reachWeightedScoresFollowTheDefinition(
      @ForAll @IntRange(min = 2, max = 20) int targets,
      @ForAll @IntRange(max = 10) int others,
      @ForAll @DoubleRange(max = 1) double density,
      @ForAll long seed) {
    double[][] m = influences(targets, targets + others, density, new SplittableRandom(seed));
    PairScores scores =
        PairScore.REACH_WEIGHTED.of(matrix(m, targets, InfluenceMatrix.Extent.OF_TARGETS));
    assertScores(reachWeighted(m), targets, scores);
  }

  @Example
  void onlyTheMostInfluencedOfManyNodesCount() {
    for (int others : new int[] {250, 257, 400}) {
      double[][] m = influences(12, 12 + others, 0.9, new SplittableRandom(others));
      PairScores scores =
          PairScore.REACH_WEIGHTED.of(matrix(m, 12, InfluenceMatrix.Extent.OF_TARGETS));
      double[][] expected = reachWeighted(m);
      assertScores(expected, 12, scores);
    }
  }
}
