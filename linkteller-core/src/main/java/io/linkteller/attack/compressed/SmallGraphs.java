package io.linkteller.attack.compressed;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * All graphs on a few nodes, which may explain the influences within one small component.
 * Eigenvectors do not always determine the root of a small component: for instance, three
 * eigenvalues of a cycle of four nodes have the same magnitude under {@link Propagation#AUGMENTED},
 * and no basis of their eigenspace is better than any other.
 */
final class SmallGraphs {

  /** The largest number of nodes; there are 2^(n(n-1)/2) graphs. */
  static final int MAX_NODES = 5;

  /** A cache: there are only a few models, and their powers do not depend on the influences. */
  private static final Map<Model, SmallGraphs> COMPUTED = new ConcurrentHashMap<>();

  private final int size;

  /** Â^k of each graph, row-major; row v contains the influences of v on each node. */
  private final double[][] powers;

  private SmallGraphs(int size, double[][] powers) {
    this.size = size;
    this.powers = powers;
  }

  private record Model(int size, Propagation propagation, int depth) {}

  /** Returns all graphs of a size with their Â^k. */
  static SmallGraphs of(int size, Propagation propagation, int depth) {
    return COMPUTED.computeIfAbsent(new Model(size, propagation, depth), SmallGraphs::compute);
  }

  private static SmallGraphs compute(Model model) {
    int size = model.size();
    double[][] powers = new double[1 << (size * (size - 1) / 2)][];
    double[] identity = new double[size * size];
    for (int v = 0; v < size; v++) {
      identity[v * size + v] = 1;
    }
    for (int graph = 0; graph < powers.length; graph++) {
      NamedGraph named = new NamedGraph(model.propagation(), model.depth(), neighbors(size, graph));
      double[] power = identity;
      for (int layer = 0; layer < model.depth(); layer++) {
        power = named.propagate(power, size, true);
      }
      powers[graph] = power;
    }
    return new SmallGraphs(size, powers);
  }

  /**
   * Returns the graph that leaves the smallest part of the squared influences unexplained (in case
   * of a tie, the first), if this part is less than a quarter of the part that the given graph
   * leaves. Otherwise returns empty: if the model is of another kind, such as APPNP, no graph
   * explains the influences exactly, and the root is more informative than the closest graph.
   *
   * @param m the influences up to a factor, row-major; row v contains those of v
   * @param weights the weight of each squared deviation
   * @param given the neighbors of each node in the given graph
   */
  Optional<int[][]> better(double[] m, double[] weights, int[][] given) {
    double all = 0;
    for (int i = 0; i < m.length; i++) {
      all += weights[i] * m[i] * m[i];
    }
    int best = code(given);
    double least = (all - explained(best, m, weights)) / 4;
    for (int graph = 0; graph < powers.length; graph++) {
      double unexplained = all - explained(graph, m, weights);
      if (unexplained < least) {
        least = unexplained;
        best = graph;
      }
    }
    return best == code(given) ? Optional.empty() : Optional.of(neighbors(size, best));
  }

  /** Returns how much of the weighted squares of m a multiple of Â^k explains. */
  private double explained(int graph, double[] m, double[] weights) {
    double product = 0;
    double squares = 0;
    for (int i = 0; i < m.length; i++) {
      product += weights[i] * m[i] * powers[graph][i];
      squares += weights[i] * powers[graph][i] * powers[graph][i];
    }
    return product > 0 ? product * product / squares : 0;
  }

  /** Returns the neighbors of each node, ascending; bit i of {@code graph} represents pair i. */
  private static int[][] neighbors(int size, int graph) {
    int[][] neighbors = new int[size][];
    for (int u = 0; u < size; u++) {
      int[] of = new int[size];
      int count = 0;
      for (int w = 0; w < size; w++) {
        if (w != u && (graph >> pair(Math.min(u, w), Math.max(u, w), size) & 1) == 1) {
          of[count++] = w;
        }
      }
      neighbors[u] = Arrays.copyOf(of, count);
    }
    return neighbors;
  }

  /** Returns the bits of a graph, one per pair. */
  private int code(int[][] neighbors) {
    int code = 0;
    for (int u = 0; u < size; u++) {
      for (int w : neighbors[u]) {
        code |= 1 << pair(Math.min(u, w), Math.max(u, w), size);
      }
    }
    return code;
  }

  private static int pair(int u, int w, int size) {
    return u * (2 * size - u - 1) / 2 + w - u - 1;
  }
}
