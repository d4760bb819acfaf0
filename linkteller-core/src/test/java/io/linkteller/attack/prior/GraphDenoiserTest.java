package io.linkteller.attack.prior;

import static io.linkteller.testing.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.attack.PairScores;
import io.linkteller.graph.Graph;
import io.linkteller.graph.NodePairs;
import io.linkteller.parallel.Workers;
import io.linkteller.privacy.ResponseRates;
import io.linkteller.testing.RandomGraphs;
import java.util.SplittableRandom;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.EigenDecomposition_F64;
import org.junit.jupiter.api.Test;

class GraphDenoiserTest {

  private static Graph respond(Graph graph, ResponseRates rates, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Graph.Builder shown = Graph.builder(graph.nodeCount());
    for (int i = 0; i < graph.nodeCount(); i++) {
      for (int j = i + 1; j < graph.nodeCount(); j++) {
        if (random.nextDouble() < (graph.hasEdge(i, j) ? rates.keep() : rates.fill())) {
          shown.addEdge(i, j);
        }
      }
    }
    return shown.build();
  }

  /** A node's weight falls with its number, and edges are drawn by the weights of their ends. */
  private static Graph hubs(int n, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Graph.Builder graph = Graph.builder(n);
    for (int i = 0; i < n; i++) {
      for (int j = i + 1; j < n; j++) {
        if (random.nextDouble() < 1 / (1 + 0.02 * (i + 1.0) * (j + 1.0))) {
          graph.addEdge(i, j);
        }
      }
    }
    return graph.build();
  }

  private static double precision(long[] pairs, Graph truth) {
    int edges = 0;
    for (long pair : pairs) {
      edges += truth.hasEdge(NodePairs.first(pair), NodePairs.second(pair)) ? 1 : 0;
    }
    return (double) edges / pairs.length;
  }

  @Property(tries = 100)
  void posteriorsOfAnyGraphAreProbabilities(
      @ForAll @IntRange(min = 2, max = 30) int n,
      @ForAll @DoubleRange(min = 0, max = 1) double density,
      @ForAll @DoubleRange(min = 0.01, max = 30) double epsilon,
      @ForAll long seed) {
    Graph shown = RandomGraphs.uniform(n, density, seed);
    PairScores posterior =
        GraphDenoiser.posterior(shown, ResponseRates.ofEdgeRand(epsilon), 42, Workers.sequential());
    assertEquals(NodePairs.count(n), posterior.storedCount());
    for (double p : posterior.storedScores()) {
      assertTrue(p > 0 && p <= 1, () -> "" + p);
    }
  }

  @Property(tries = 40)
  void withoutNoiseTheShownGraphRanksFirst(
      @ForAll @IntRange(min = 2, max = 40) int n,
      @ForAll @DoubleRange(min = 0, max = 1) double density,
      @ForAll long seed) {
    Graph graph = RandomGraphs.uniform(n, density, seed);
    Assume.that(graph.edgeCount() > 0);
    PairScores posterior =
        GraphDenoiser.posterior(graph, new ResponseRates(1, 0), 42, Workers.sequential());
    assertEquals(1, precision(posterior.best(graph.edgeCount()), graph));
  }

  @Property(tries = 20)
  void resultsDoNotDependOnThreads(@ForAll @IntRange(min = 2, max = 80) int n, @ForAll long seed) {
    ResponseRates rates = ResponseRates.ofEdgeRand(2);
    Graph shown = respond(hubs(n, seed), rates, ~seed);
    assertArrayEquals(
        GraphDenoiser.posterior(shown, rates, 42, Workers.sequential()).storedScores(),
        GraphDenoiser.posterior(shown, rates, 42, Workers.of(3)).storedScores());
  }

  /**
   * Theorem 6 assumes that pairs are independent of each other, but degrees make them dependent.
   */
  @Test
  void precisionOnHubsExceedsTheBoundForIndependentPairs() {
    Graph graph = hubs(200, 1);
    for (double epsilon : new double[] {1, 2}) {
      ResponseRates rates = ResponseRates.ofEdgeRand(epsilon);
      Graph shown = respond(graph, rates, 5);
      PairScores posterior = GraphDenoiser.posterior(shown, rates, 42, Workers.sequential());
      double bound = Math.exp(epsilon) * graph.density();
      double precision = precision(posterior.best(graph.edgeCount() / 4), graph);
      assertTrue(precision > 2 * bound, () -> precision + " is not twice " + bound);
    }
  }

  @Test
  void posteriorsAreCalibrated() {
    ResponseRates rates = ResponseRates.ofEdgeRand(2);
    double expected = 0;
    double found = 0;
    for (int seed = 0; seed < 20; seed++) {
      Graph graph = hubs(100, seed);
      PairScores posterior =
          GraphDenoiser.posterior(respond(graph, rates, ~seed), rates, 42, Workers.sequential());
      long[] best = posterior.best(200);
      for (long pair : best) {
        expected += posterior.score(NodePairs.first(pair), NodePairs.second(pair));
      }
      found += precision(best, graph) * best.length;
    }
    // 4,000 draws: a tenth of them is more than twelve standard deviations.
    assertEquals(expected / 4000, found / 4000, 0.1);
  }

  @Test
  void aUniformGraphShowsNoStructure() {
    ResponseRates rates = ResponseRates.ofEdgeRand(1);
    Graph shown = respond(RandomGraphs.uniform(300, 0.02, 7), rates, 8);
    DegreeModel degrees = DegreeModel.fit(shown, rates, Workers.sequential());
    double least = 1;
    double most = 0;
    for (int i = 1; i < 300; i++) {
      least = Math.min(least, degrees.probability(0, i));
      most = Math.max(most, degrees.probability(0, i));
    }
    double spread = most / least;
    // Without a prior it is 10^10, because degrees below those of noise are estimated as 0.
    assertTrue(spread < 10, () -> "degrees that differ by chance spread by " + spread);
    ResidualStructure structure =
        ResidualStructure.of(shown, degrees, rates, 42, Workers.sequential());
    assertEquals(0, structure.rank());
  }

  @Test
  void expectedDegreesOfACleanGraphAreItsDegrees() {
    Graph graph = hubs(150, 3);
    DegreeModel degrees = DegreeModel.fit(graph, new ResponseRates(1, 0), Workers.sequential());
    for (int i = 0; i < 150; i++) {
      double expected = 0;
      for (int j = 0; j < 150; j++) {
        expected += i == j ? 0 : degrees.probability(i, j);
      }
      // The prior pulls a_i toward the mean by less than a standard deviation.
      assertEquals(graph.degree(i), expected, Math.sqrt(graph.degree(i)) + 2);
    }
  }

  @Test
  void groupsBeyondDegreesAreFoundAsByADenseDecomposition() {
    int n = 120;
    Graph.Builder builder = Graph.builder(n);
    SplittableRandom random = new SplittableRandom(11);
    for (int i = 0; i < n; i++) {
      for (int j = i + 1; j < n; j++) {
        if (random.nextDouble() < ((i < n / 2) == (j < n / 2) ? 0.4 : 0.05)) {
          builder.addEdge(i, j);
        }
      }
    }
    Graph graph = builder.build();
    ResponseRates rates = ResponseRates.ofEdgeRand(4);
    Graph shown = respond(graph, rates, 12);
    DegreeModel degrees = DegreeModel.fit(shown, rates, Workers.sequential());
    ResidualStructure structure =
        ResidualStructure.of(shown, degrees, rates, 42, Workers.sequential());
    DMatrixRMaj residuals = new DMatrixRMaj(n, n);
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        double p = i == j ? 0 : degrees.probability(i, j);
        double g = rates.fill() + (rates.keep() - rates.fill()) * p;
        double bit = i != j && shown.hasEdge(i, j) ? 1 : 0;
        residuals.set(i, j, i == j ? 0 : (bit - g) / Math.sqrt(g * (1 - g)));
      }
    }
    EigenDecomposition_F64<DMatrixRMaj> eigen = DecompositionFactory_DDRM.eig(n, true, true);
    assertTrue(eigen.decompose(residuals));
    double bulk = 2 * Math.sqrt(n) * (1 + Math.pow(n, -2 / 3.0));
    double[] dense = new double[n * n];
    int outliers = 0;
    for (int r = 0; r < n; r++) {
      double y = eigen.getEigenvalue(r).getReal();
      if (Math.abs(y) > bulk) {
        outliers++;
        double l = (Math.abs(y) + Math.sqrt(y * y - 4.0 * n)) / 2;
        double[] vector = eigen.getEigenVector(r).getData();
        for (int i = 0; i < n * n; i++) {
          dense[i] += Math.signum(y) * (l - n / l) * vector[i / n] * vector[i % n];
        }
      }
    }
    assertTrue(outliers > 0);
    assertEquals(outliers, structure.rank());
    for (int i = 0; i < n * n; i++) {
      assertEquals(dense[i], structure.excess(i / n, i % n), 1e-6);
    }
  }

  @Test
  void aGraphWithoutPairsIsRefused() {
    ResponseRates rates = ResponseRates.ofEdgeRand(1);
    Workers workers = Workers.sequential();
    assertRefused(() -> GraphDenoiser.posterior(Graph.empty(1), rates, 42, workers));
    assertRefused(() -> GraphDenoiser.posterior(Graph.empty(65_537), rates, 42, workers));
  }
}
