package io.linkteller.dp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.dp.audit.ExhaustiveChance;
import io.linkteller.dp.sampling.Chance;
import io.linkteller.graph.Graph;
import io.linkteller.graph.NodePairs;
import java.util.ArrayList;
import java.util.List;

/** All graphs on a few nodes, as bit masks over their cells. */
public final class SmallGraphs {

  private SmallGraphs() {}

  /**
   * Graphs of one kind. The bits of a mask are the cells in row order, one relation after another.
   *
   * @param n the number of nodes
   * @param directed whether cells are ordered pairs
   * @param relations R, or 0 for graphs without relations
   */
  public record Kind(int n, boolean directed, int relations) {

    /** The number of cells. */
    public int cells() {
      return cellsOfOne() * Math.max(1, relations);
    }

    int cellsOfOne() {
      return Math.toIntExact(NodePairs.count(n, directed));
    }

    /** The graph with the cells of a mask. */
    public Graph graph(long mask) {
      List<Graph> each = new ArrayList<>();
      int cell = 0;
      for (int r = 0; r < Math.max(1, relations); r++) {
        Graph.Builder builder = directed ? Graph.builder(n).directed() : Graph.builder(n);
        for (int u = 0; u < n; u++) {
          for (int v = directed ? 0 : u + 1; v < n; v++) {
            if (u != v && (mask >>> cell++ & 1) == 1) {
              builder.addEdge(u, v);
            }
          }
        }
        each.add(builder.build());
      }
      return relations == 0 ? each.get(0) : Graph.ofRelations(each);
    }

    /** The mask of a graph. */
    public long mask(Graph graph) {
      long mask = 0;
      int cell = 0;
      assertEquals(directed, graph.isDirected());
      assertEquals(relations, graph.relations().size());
      for (Graph each : relations == 0 ? List.of(graph) : graph.relations()) {
        for (int u = 0; u < n; u++) {
          for (int v = directed ? 0 : u + 1; v < n; v++) {
            mask |= u != v && each.hasEdge(u, v) ? 1L << cell : 0;
            cell += u == v ? 0 : 1;
          }
        }
      }
      return mask;
    }
  }

  /** Kinds with one to six cells and no relations, undirected and directed. */
  static List<Kind> ofOneRelation() {
    return List.of(
        new Kind(2, false, 0),
        new Kind(3, false, 0),
        new Kind(4, false, 0),
        new Kind(2, true, 0),
        new Kind(3, true, 0));
  }

  /** Kinds with one to six cells. */
  static List<Kind> kinds() {
    List<Kind> kinds = new ArrayList<>(ofOneRelation());
    kinds.addAll(
        List.of(
            new Kind(3, true, 1),
            new Kind(2, false, 3),
            new Kind(3, false, 2),
            new Kind(2, true, 2),
            new Kind(2, true, 3)));
    return kinds;
  }

  static int cells(int n) {
    return (int) NodePairs.count(n);
  }

  /** The undirected graph with the cells of a mask. */
  public static Graph graph(int n, long mask) {
    return new Kind(n, false, 0).graph(mask);
  }

  /** The mask of an undirected graph. */
  public static long mask(Graph graph) {
    return new Kind(graph.nodeCount(), false, 0).mask(graph);
  }

  static double[][] laws(int n, Perturbation perturbation) {
    return laws(new Kind(n, false, 0), perturbation);
  }

  /** The law of a perturbation of each graph of a kind: [mask of the graph][mask of the output]. */
  static double[][] laws(Kind kind, Perturbation perturbation) {
    int graphs = 1 << kind.cells();
    double[][] laws = new double[graphs][graphs];
    for (int mask = 0; mask < graphs; mask++) {
      Graph graph = kind.graph(mask);
      ExhaustiveChance.Law<Long> law =
          ExhaustiveChance.law(chance -> kind.mask(perturbation.perturb(graph, chance)), 0);
      for (int output = 0; output < graphs; output++) {
        laws[mask][output] = law.of((long) output);
      }
    }
    return laws;
  }

  /** Asserts that an outcome has its probability, up to the part of the law that was given up. */
  static void assertEncloses(ExhaustiveChance.Law<Long> law, long outcome, double expected) {
    double found = law.of(outcome);
    assertTrue(
        found <= expected + 1e-10 && expected <= found + law.missing() + 1e-10,
        () -> found + " is not " + expected + " less at most " + law.missing());
  }

  /** A mechanism whose randomness the test controls. */
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
        // Outputs that are impossible, or underflow, for both graphs.
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
