package io.linkteller.dp.audit;

import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.graph.NodePairs;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.IntPredicate;

/**
 * Two graphs on the same nodes that differ in one edge, or in one arc.
 *
 * @param without the graph without the edge
 * @param with the graph with the edge
 * @param u the smaller end of the edge, or the source of the arc
 * @param v the larger end of the edge, or the target of the arc
 * @param input the features of the nodes, which an audited program receives
 */
record NeighboringPair(Graph without, Graph with, int u, int v, Input input) {

  /**
   * Features with a name.
   *
   * @param name a name for reports
   * @param x X, n x d
   */
  record Input(String name, FeatureMatrix x) {

    private static final Input NONE =
        new Input("no features", FeatureMatrix.dense(new double[1][0]));
  }

  private static final int SMALL = 8;

  /** Large enough for a sum of two such numbers to overflow. */
  private static final double HUGE = 1.7e308;

  /** Larger than the graphs that a mechanism may treat as a special case. */
  private static final int MEDIUM = 12;

  private static final int LARGE = 40;

  /**
   * Returns a pair of graphs, with the edge in which they differ.
   *
   * @throws IllegalArgumentException if they do not differ in exactly one edge
   */
  static NeighboringPair of(Graph a, Graph b) {
    a.requireOneRelation("a pair of an audit");
    b.requireOneRelation("a pair of an audit");
    Graph without = a.edgeCount() < b.edgeCount() ? a : b;
    Graph with = a.edgeCount() < b.edgeCount() ? b : a;
    if (a.nodeCount() != b.nodeCount()
        || a.isDirected() != b.isDirected()
        || with.edgeCount() - without.edgeCount() != 1) {
      throw new IllegalArgumentException(a + " and " + b + " do not differ in one edge");
    }
    List<int[]> extra = new ArrayList<>();
    with.forEachEdge(
        (u, v) -> {
          if (!without.hasEdge(u, v)) {
            extra.add(new int[] {u, v});
          }
        });
    if (extra.size() != 1) {
      throw new IllegalArgumentException(
          a + " and " + b + " differ in " + (2L * extra.size() - 1) + " edges, not in one");
    }
    return new NeighboringPair(without, with, extra.get(0)[0], extra.get(0)[1], Input.NONE);
  }

  /**
   * Returns this pair with features that an attacker might choose: plain ones, ones with a dominant
   * node, and ones that overflow, cancel or vanish if the rows of the edge's two ends are added.
   */
  List<NeighboringPair> withInputs(int width) {
    List<Input> inputs = new ArrayList<>();
    double[][] plain = new double[without.nodeCount()][width];
    SplittableRandom random = new SplittableRandom(width);
    for (double[] row : plain) {
      Arrays.setAll(row, c -> 2 * random.nextDouble() - 1);
    }
    inputs.add(new Input("plain features", FeatureMatrix.dense(plain)));
    inputs.add(ends("one loud node", width, 0, 1e3));
    inputs.add(ends("features that overflow", width, HUGE, HUGE));
    inputs.add(ends("features that cancel", width, -HUGE, HUGE));
    inputs.add(ends("features that vanish", width, Double.MIN_VALUE, Double.MIN_VALUE));
    return inputs.stream().map(input -> new NeighboringPair(without, with, u, v, input)).toList();
  }

  private Input ends(String name, int width, double ofU, double ofV) {
    double[][] x = new double[without.nodeCount()][width];
    Arrays.fill(x[u], ofU);
    Arrays.fill(x[v], ofV);
    return new Input(name, FeatureMatrix.dense(x));
  }

  /**
   * Returns pairs that together reveal typical defects. The small pairs are the two graphs on two
   * nodes, the empty graph with and without one edge, the complete graph with and without one edge,
   * and a path with and without an additional edge. The larger pairs are a longer path with and
   * without an edge in its first absent cell, and with and without one in its last.
   */
  static List<NeighboringPair> general() {
    IntPredicate path = Set.of(0, 7, 13, 18, 22, 25, 27)::contains;
    return List.of(
        of(Graph.empty(2), graph(2, cell -> true)),
        of(Graph.empty(SMALL), graph(SMALL, cell -> cell == 0)),
        of(graph(SMALL, cell -> cell > 0), graph(SMALL, cell -> true)),
        of(graph(SMALL, path), graph(SMALL, path.or(cell -> cell == SMALL - 2))),
        of(longPath(), withEdge(longPath(), 0, 2)),
        of(longPath(), withEdge(longPath(), LARGE - 3, LARGE - 1)));
  }

  private static Graph longPath() {
    Graph.Builder path = Graph.builder(LARGE);
    for (int v = 1; v < LARGE; v++) {
      path.addEdge(v - 1, v);
    }
    return path.build();
  }

  private static Graph withEdge(Graph graph, int u, int v) {
    Graph.Builder more = Graph.builder(graph.nodeCount());
    graph.forEachEdge(more::addEdge);
    return more.addEdge(u, v).build();
  }

  /**
   * Returns a pair for every cell of a sparse graph, a half-full graph and a larger sparse graph:
   * the graph itself and the graph with that cell flipped. A perturber may treat cells differently.
   */
  static List<NeighboringPair> inEveryCell() {
    List<NeighboringPair> pairs = new ArrayList<>();
    addEveryCell(SMALL, cell -> cell % 5 == 2, pairs);
    addEveryCell(SMALL, cell -> cell % 2 == 0, pairs);
    addEveryCell(MEDIUM, cell -> cell % 5 == 2, pairs);
    return List.copyOf(pairs);
  }

  private static void addEveryCell(int n, IntPredicate base, List<NeighboringPair> pairs) {
    for (int flipped = 0; flipped < NodePairs.count(n); flipped++) {
      int other = flipped;
      pairs.add(
          of(graph(n, base), graph(n, cell -> cell == other ? !base.test(cell) : base.test(cell))));
    }
  }

  /**
   * Returns the graph whose edges are the chosen cells of the upper triangle, numbered in row
   * order.
   */
  static Graph graph(int n, IntPredicate present) {
    Graph.Builder graph = Graph.builder(n);
    int cell = 0;
    for (int u = 0; u < n; u++) {
      for (int v = u + 1; v < n; v++, cell++) {
        if (present.test(cell)) {
          graph.addEdge(u, v);
        }
      }
    }
    return graph.build();
  }
}
