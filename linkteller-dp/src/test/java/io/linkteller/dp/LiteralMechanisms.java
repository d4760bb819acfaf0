package io.linkteller.dp;

import io.linkteller.graph.Graph;
import io.linkteller.graph.NodePairs;
import java.util.Arrays;
import java.util.random.RandomGenerator;

/**
 * The mechanisms as written in their papers, cell by cell in O(n²), for comparison with the fast
 * samplers. Their noise is floating-point, so they protect nothing.
 */
public final class LiteralMechanisms {

  private LiteralMechanisms() {}

  /** Algorithm 3: with probability s a cell becomes a fair bit. */
  public static Graph edgeRand(Graph graph, double samplingRate, RandomGenerator random) {
    Graph.Builder result = Graph.builder(graph.nodeCount());
    for (int u = 0; u < graph.nodeCount(); u++) {
      for (int v = u + 1; v < graph.nodeCount(); v++) {
        boolean cell =
            random.nextDouble() < samplingRate ? random.nextBoolean() : graph.hasEdge(u, v);
        if (cell) {
          result.addEdge(u, v);
        }
      }
    }
    return result.build();
  }

  /** Algorithm 4 with the noisy count given: the T largest noisy cells. */
  public static Graph lapGraph(
      Graph graph, long count, double cellEpsilon, RandomGenerator random) {
    int n = graph.nodeCount();
    double[] noisy = new double[(int) NodePairs.count(n)];
    long[] cells = new long[noisy.length];
    int at = 0;
    for (int u = 0; u < n; u++) {
      for (int v = u + 1; v < n; v++) {
        noisy[at] = (graph.hasEdge(u, v) ? 1 : 0) + laplace(1 / cellEpsilon, random);
        cells[at++] = NodePairs.pack(u, v);
      }
    }
    double[] sorted = noisy.clone();
    Arrays.sort(sorted);
    Graph.Builder result = Graph.builder(n);
    for (int i = 0; i < noisy.length; i++) {
      // Ties have probability zero, up to 2^-50 or so.
      if (count > 0 && noisy[i] >= sorted[sorted.length - (int) count]) {
        result.addEdge(NodePairs.first(cells[i]), NodePairs.second(cells[i]));
      }
    }
    return result.build();
  }

  /** The noisy count: the difference of two geometric variables is discrete Laplace. */
  public static long noisyCount(Graph graph, double countEpsilon, RandomGenerator random) {
    long up = geometric(countEpsilon, random);
    long noise = up - geometric(countEpsilon, random);
    return Math.max(0, Math.min(NodePairs.count(graph.nodeCount()), graph.edgeCount() + noise));
  }

  private static double laplace(double scale, RandomGenerator random) {
    double up = random.nextExponential();
    return scale * (up - random.nextExponential());
  }

  private static long geometric(double epsilon, RandomGenerator random) {
    return (long) Math.floor(random.nextExponential() / epsilon);
  }
}
