package io.linkteller.dp.noise;

import static io.linkteller.testing.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.dp.ConcentratedPrivacy;
import io.linkteller.dp.Statistics;
import io.linkteller.dp.sampling.Chance;
import io.linkteller.dp.sampling.DiscreteGaussian;
import io.linkteller.graph.Graph;
import io.linkteller.privacy.NeighboringGraphs;
import io.linkteller.testing.RandomGraphs;
import java.util.Map;
import java.util.SplittableRandom;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Scale;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.function.Executable;

class AggregationTest {

  private static final long UNIT_SQUARE = GaussianAggregation.UNITS * GaussianAggregation.UNITS;

  private static DMatrixRMaj rows(int nodes, int width, double size, SplittableRandom random) {
    DMatrixRMaj rows = new DMatrixRMaj(nodes, width);
    for (int i = 0; i < rows.getNumElements(); i++) {
      rows.data[i] = size * (2 * random.nextDouble() - 1);
    }
    return rows;
  }

  private static Graph flipped(Graph graph, int a, int b) {
    Graph.Builder other = Graph.builder(graph.nodeCount());
    graph.forEachEdge(
        (u, v) -> {
          if (u != Math.min(a, b) || v != Math.max(a, b)) {
            other.addEdge(u, v);
          }
        });
    if (!graph.hasEdge(a, b)) {
      other.addEdge(a, b);
    }
    return other.build();
  }

  /** The square of the distance between the exact sums of two graphs, in units. */
  private static long squaredDistance(Graph one, Graph other, DMatrixRMaj rows) {
    long[] grid = GaussianAggregation.onGrid(rows);
    long[] a = new long[rows.numCols];
    long[] b = new long[rows.numCols];
    long squares = 0;
    for (int u = 0; u < one.nodeCount(); u++) {
      GaussianAggregation.sumOfNeighbors(one, Integer.MAX_VALUE, grid, rows.numCols, u, a);
      GaussianAggregation.sumOfNeighbors(other, Integer.MAX_VALUE, grid, rows.numCols, u, b);
      for (int c = 0; c < a.length; c++) {
        squares += (a[c] - b[c]) * (a[c] - b[c]);
      }
    }
    return squares;
  }

  @Property(tries = 300)
  void anEdgeMovesTheSumsByAtMostTheSensitivity(
      @ForAll @IntRange(min = 2, max = 9) int nodes,
      @ForAll @IntRange(min = 1, max = 5) int width,
      @ForAll @DoubleRange(min = 1e-4, max = 1e6) @Scale(4) double size,
      @ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Graph graph = RandomGraphs.uniform(nodes, random.nextDouble(), random);
    int a = random.nextInt(nodes);
    int b = (a + 1 + random.nextInt(nodes - 1)) % nodes;
    long squares = squaredDistance(graph, flipped(graph, a, b), rows(nodes, width, size, random));
    assertTrue(squares <= 2 * UNIT_SQUARE, squares + " units");
  }

  @Property(tries = 300)
  void aNodeMovesTheSumsByAtMostTheSensitivityUnderADegreeBound(
      @ForAll @IntRange(min = 3, max = 9) int nodes,
      @ForAll @DoubleRange(min = 1e-4, max = 1e6) @Scale(4) double size,
      @ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Graph one = RandomGraphs.uniform(nodes, random.nextDouble(), random);
    int node = random.nextInt(nodes);
    Graph other = one;
    for (int v = 0; v < nodes; v++) {
      if (v != node && random.nextBoolean()) {
        other = flipped(other, node, v);
      }
    }
    int bound = 1;
    for (int v = 0; v < nodes; v++) {
      bound = Math.max(bound, Math.max(one.degree(v), other.degree(v)));
    }
    // Identical rows are the worst case.
    DMatrixRMaj alike = new DMatrixRMaj(nodes, 1);
    alike.fill(size);
    long most = (4L * bound * bound + 2L * bound) * UNIT_SQUARE;
    assertTrue(squaredDistance(one, other, alike) <= most);
    assertTrue(squaredDistance(one, other, rows(nodes, 3, size, random)) <= most);
  }

  @Example
  void unitRowsReachTheSensitivity() {
    DMatrixRMaj ones = new DMatrixRMaj(new double[][] {{1, 0}, {0, -1}});
    Graph edge = Graph.builder(2).addEdge(0, 1).build();
    assertEquals(2 * UNIT_SQUARE, squaredDistance(edge, Graph.empty(2), ones));
  }

  @Property(tries = 200)
  void rowsAreTruncatedToTheGridAndNeverGrow(
      @ForAll @IntRange(min = 1, max = 6) int width,
      @ForAll @DoubleRange(min = 1e-300, max = 1e300) @Scale(305) double size,
      @ForAll long seed) {
    DMatrixRMaj row = rows(1, width, size, new SplittableRandom(seed));
    long[] grid = GaussianAggregation.onGrid(row);
    long squares = 0;
    for (int c = 0; c < width; c++) {
      assertTrue(Math.abs(grid[c]) <= GaussianAggregation.UNITS * Math.abs(row.data[c]));
      squares += grid[c] * grid[c];
    }
    assertTrue(squares <= UNIT_SQUARE);
  }

  /** The exact privacy profile of the law for a shift d: the δ that an ε requires. */
  @Property(tries = 100)
  void theExactPrivacyProfileIsWithinTheAccountedCost(
      @ForAll @LongRange(min = 1, max = 400) long variance,
      @ForAll @IntRange(min = 1, max = 30) int shift,
      @ForAll @DoubleRange(min = 1e-9, max = 0.1) @Scale(10) double delta) {
    ConcentratedPrivacy cost = new ConcentratedPrivacy(shift * shift / (2.0 * variance));
    double epsilon = cost.epsilonAt(delta);
    double needed = 0;
    for (Map.Entry<Long, Double> entry : Statistics.discreteGaussian(variance).entrySet()) {
      double y = entry.getKey();
      double loss = ((y - shift) * (y - shift) - y * y) / (2.0 * variance);
      needed += entry.getValue() * Math.max(0, -Math.expm1(epsilon - loss));
    }
    assertTrue(needed <= delta * (1 + 1e-9) + 1e-15, needed + " > " + delta);
  }

  @Example
  void aReleaseIsTheSumPlusTheNoise() {
    Graph path = Graph.builder(3).addEdge(0, 1).addEdge(1, 2).build();
    DMatrixRMaj rows = new DMatrixRMaj(new double[][] {{1, 0}, {0, 0.5}, {-0.25, 0}});
    GaussianAggregation mechanism = GaussianAggregation.builder().deviation(0.75).build();
    DMatrixRMaj released = mechanism.aggregate(path, rows, Chance.forExperiments(5));
    DiscreteGaussian noise = DiscreteGaussian.ofVariance(768L * 768);
    Chance same = Chance.forExperiments(5);
    double[] exact = {0, 0.5, 0.75, 0, 0, 0.5};
    for (int i = 0; i < exact.length; i++) {
      assertEquals(exact[i] + noise.sample(same) / 1024.0, released.data[i]);
    }
    assertEquals(0.75, mechanism.deviation());
    // Fresh noise from the secure source.
    assertNotEquals(mechanism.aggregate(path, rows).get(0), mechanism.aggregate(path, rows).get(0));
  }

  @Property(tries = 100)
  void boundedSumsKeepTheSensitivity(
      @ForAll @IntRange(min = 2, max = 9) int nodes,
      @ForAll @DoubleRange(min = 0.001, max = 4) @Scale(3) double bound,
      @ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Graph graph = RandomGraphs.uniform(nodes, random.nextDouble(), random);
    Graph other = flipped(graph, 0, 1 + random.nextInt(nodes - 1));
    DMatrixRMaj rows = rows(nodes, 3, 1, random);
    GaussianAggregation mechanism =
        GaussianAggregation.builder().deviation(1).largestSum(bound).build();
    double[] one = mechanism.aggregate(graph, rows, Chance.forExperiments(seed)).data;
    double[] two = mechanism.aggregate(other, rows, Chance.forExperiments(seed)).data;
    double[] none = mechanism.aggregate(Graph.empty(nodes), rows, Chance.forExperiments(seed)).data;
    double squares = 0;
    for (int i = 0; i < one.length; i++) {
      // Equal random decisions produce equal noise, which cancels.
      squares += (one[i] - two[i]) * (one[i] - two[i]);
      assertTrue(Math.abs(one[i] - none[i]) <= bound);
    }
    assertTrue(squares <= 2, squares + " for one edge");
  }

  /**
   * At the smallest ε, the variance in units exceeds the integers that a double represents exactly.
   */
  @Property(tries = 60)
  void theNoiseForAnEpsilonIsTheSmallestThatAchievesIt(
      @ForAll @DoubleRange(min = 4e-5, max = 40) @Scale(5) double epsilon,
      @ForAll @IntRange(min = 1, max = 4) int releases) {
    GaussianAggregation mechanism =
        GaussianAggregation.builder().epsilon(epsilon).delta(1e-6).releases(releases).build();
    double reached = mechanism.guarantee(releases).epsilon();
    assertTrue(reached <= epsilon, reached + " > " + epsilon);
    assertTrue(reached >= 0.999 * epsilon, reached + " wastes some of " + epsilon);
    double rho = 1 / (mechanism.deviation() * mechanism.deviation());
    double expected = new ConcentratedPrivacy(rho).epsilonAt(1e-6);
    assertEquals(expected, mechanism.guarantee(1).epsilon(), 1e-9 * expected);
  }

  @Example
  void aDegreeBoundYieldsANodeLevelGuarantee() {
    GaussianAggregation mechanism =
        GaussianAggregation.builder().deviation(20).degreeBound(2).build();
    double expected = new ConcentratedPrivacy(20.0 / (2 * 400)).epsilonAt(1e-6);
    assertEquals(expected, mechanism.guarantee(1).epsilon(), 1e-12);
    assertEquals(NeighboringGraphs.ONE_NODE, mechanism.guarantee(3).neighbors());
    Graph star = Graph.builder(4).addEdge(0, 1).addEdge(0, 2).addEdge(0, 3).build();
    // D6: an exception would reveal the node's third neighbor, so the neighbor is left out.
    DMatrixRMaj rows = new DMatrixRMaj(new double[][] {{0}, {1}, {1}, {1}});
    double bounded = mechanism.aggregate(star, rows, Chance.forExperiments(1)).get(0);
    double none = mechanism.aggregate(Graph.empty(4), rows, Chance.forExperiments(1)).get(0);
    assertEquals(2, bounded - none);
  }

  @Example
  void rowsAreShortenedToNormOneAndTruncated() {
    long[] grid =
        GaussianAggregation.onGrid(
            new DMatrixRMaj(new double[][] {{3, 4}, {-0.5, 0.25}, {0.3, -0.9}, {0, 0}, {1, -1}}));
    // 0.6 and 0.8 times 1024 are 614.4 and 819.2; 1024/sqrt(2) is 724.08.
    assertArrayEquals(new long[] {614, 819, -512, 256, 307, -921, 0, 0, 724, -724}, grid);
    // The squares of these numbers would overflow or underflow to 0.
    for (double size : new double[] {1e300, 1e10, 2}) {
      assertArrayEquals(
          new long[] {614, 819},
          GaussianAggregation.onGrid(new DMatrixRMaj(new double[][] {{3 * size, 4 * size}})));
    }
    // A row of norm 1 on the grid is unchanged.
    assertArrayEquals(
        new long[] {512, 512, 512, 512},
        GaussianAggregation.onGrid(new DMatrixRMaj(new double[][] {{7, 7, 7, 7}})));
  }

  @Example
  void sumsAreClampedEntryByEntry() {
    Graph star = Graph.builder(4).addEdge(0, 1).addEdge(0, 2).addEdge(0, 3).build();
    DMatrixRMaj ones = new DMatrixRMaj(new double[][] {{-1}, {1}, {1}, {1}});
    GaussianAggregation mechanism =
        GaussianAggregation.builder().deviation(1).largestSum(0.75).build();
    double[] released = mechanism.aggregate(star, ones, Chance.forExperiments(1)).data;
    double[] noise = mechanism.aggregate(Graph.empty(4), ones, Chance.forExperiments(1)).data;
    double[] sums = {0.75, -0.75, -0.75, -0.75};
    for (int i = 0; i < sums.length; i++) {
      assertEquals(sums[i], released[i] - noise[i]);
    }
  }

  @Example
  void mechanismsDescribeThemselves() {
    assertEquals(
        "GaussianAggregation[deviation=0.5]",
        GaussianAggregation.builder().deviation(0.5).build().toString());
    assertEquals(
        "GaussianAggregation[deviation=2.0, degreeBound=3]",
        GaussianAggregation.builder().deviation(2).degreeBound(3).build().toString());
  }

  private static void assertRejects(String message, Executable call) {
    assertRefused(Exception.class, message, call);
  }

  @Example
  void rangesIncludeTheirLimits() {
    double least = 1.0 / 1024;
    double most = 1 << 19;
    assertEquals(least, GaussianAggregation.builder().deviation(least).build().deviation());
    assertEquals(most, GaussianAggregation.builder().deviation(most).build().deviation());
    GaussianAggregation.Builder builder = GaussianAggregation.builder().deviation(1);
    builder.delta(Double.MIN_VALUE).delta(Math.nextDown(1)).releases(1);
    builder.degreeBound(1).degreeBound(1 << 20).largestSum(least).largestSum(most);
    for (double wrong : new double[] {Math.nextDown(least), Math.nextUp(most), Double.NaN}) {
      assertRejects("deviation = " + wrong, () -> builder.deviation(wrong));
      assertRejects("largestSum = " + wrong, () -> builder.largestSum(wrong));
    }
    for (double wrong : new double[] {0, 1, Double.NaN}) {
      assertRejects("delta = " + wrong, () -> builder.delta(wrong));
    }
    assertRejects("epsilon = 0.0", () -> builder.epsilon(0));
    assertThrows(IllegalStateException.class, () -> GaussianAggregation.builder().build());
    assertRefused(() -> builder.build().guarantee(0));
    assertRejects("releases = 0", () -> builder.releases(0));
    assertRejects("degreeBound = 0", () -> builder.degreeBound(0));
    assertRejects("degreeBound = 1048577", () -> builder.degreeBound((1 << 20) + 1));
    assertRejects("one of epsilon and deviation", () -> builder.epsilon(1).build());
    assertRejects(
        "epsilon = 1.0E-6 needs noise of deviation",
        () -> GaussianAggregation.builder().epsilon(1e-6).build());
  }

  @Example
  void refusalsNameTheRow() {
    GaussianAggregation gaussian = GaussianAggregation.builder().deviation(1).build();
    Graph three = Graph.empty(3);
    for (int rows : new int[] {2, 4}) {
      assertRejects(
          "M has " + rows + " rows for 3 nodes",
          () -> gaussian.aggregate(three, new DMatrixRMaj(rows, 2)));
    }
    assertRejects(
        "row 2 of M has NaN in column 1",
        () ->
            gaussian.aggregate(
                three, new DMatrixRMaj(new double[][] {{1, 0}, {0, 1}, {0, Double.NaN}})));
  }
}
