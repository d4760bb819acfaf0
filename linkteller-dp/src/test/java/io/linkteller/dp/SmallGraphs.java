package io.linkteller.dp;

import io.linkteller.dp.audit.ExhaustiveChance;
import io.linkteller.dp.sampling.Chance;
import io.linkteller.graph.Graph;
import io.linkteller.graph.NodePairs;
import java.util.ArrayList;
import java.util.List;

/** All graphs on a few nodes, as bit masks over the cells of the upper triangle in row order. */
public final class SmallGraphs {

  private SmallGraphs() {}

  static int cells(int n) {
    return (int) NodePairs.count(n);
  }

  /** The graph with the cells of a mask. */
  public static Graph graph(int n, long mask) {
    Graph.Builder builder = Graph.builder(n);
    int cell = 0;
    for (int u = 0; u < n; u++) {
      for (int v = u + 1; v < n; v++, cell++) {
        if ((mask >>> cell & 1) == 1) {
          builder.addEdge(u, v);
        }
      }
    }
    return builder.build();
  }

  /** The mask of a graph. */
  public static long mask(Graph graph) {
    long[] mask = new long[1];
    int n = graph.nodeCount();
    graph.forEachEdge((u, v) -> mask[0] |= 1L << (u * (2 * n - u - 1) / 2 + v - u - 1));
    return mask[0];
  }

  /**
   * The law of a perturbation of each graph on n nodes: [mask of the graph][mask of the output].
   */
  static double[][] laws(int n, Perturbation perturbation) {
    int graphs = 1 << cells(n);
    double[][] laws = new double[graphs][graphs];
    for (int mask = 0; mask < graphs; mask++) {
      Graph graph = graph(n, mask);
      ExhaustiveChance.Law<Long> law =
          ExhaustiveChance.law(chance -> mask(perturbation.perturb(graph, chance)), 0);
      for (int output = 0; output < graphs; output++) {
        laws[mask][output] = law.of((long) output);
      }
    }
    return laws;
  }

  /** A mechanism with chance in the test's hands. */
  @FunctionalInterface
  interface Perturbation {
    Graph perturb(Graph graph, Chance chance);
  }

  /** The largest P(output | graph) / P(output | neighbor) over all neighbors and outputs. */
  static double worstRatio(double[][] laws) {
    double worst = 0;
    for (int[] pair : neighbors(laws.length)) {
      for (int output = 0; output < laws[0].length; output++) {
        double a = laws[pair[0]][output];
        double b = laws[pair[1]][output];
        // Outputs that neither can give, or that underflow in both.
        if (a > 0 || b > 0) {
          worst = Math.max(worst, Math.max(a / b, b / a));
        }
      }
    }
    return worst;
  }

  /** Pairs of masks that differ in one cell. */
  static List<int[]> neighbors(int graphs) {
    List<int[]> pairs = new ArrayList<>();
    for (int mask = 0; mask < graphs; mask++) {
      for (int bit = 1; bit < graphs; bit <<= 1) {
        if ((mask & bit) == 0) {
          pairs.add(new int[] {mask, mask | bit});
        }
      }
    }
    return pairs;
  }
}
