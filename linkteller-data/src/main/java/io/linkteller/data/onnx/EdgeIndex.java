package io.linkteller.data.onnx;

import io.linkteller.graph.Graph;
import it.unimi.dsi.fastutil.doubles.DoubleArrayList;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;

/**
 * The subgraph induced by the nodes of a query, as pairs of rows of the query, like {@code
 * edge_index} in PyTorch Geometric. It contains both directions of each edge, ordered by source and
 * then by target, or the arcs of a directed graph, ordered by target and then by source;
 * self-loops, if any, come last. Immutable.
 */
public final class EdgeIndex {

  /** The maximum number of entries whose pairs fit in one array. */
  private static final int MAX_ENTRIES = Graph.MAX_NODES / 2;

  private final int nodeCount;
  private final int[] from;
  private final int[] to;

  /** The weights of a weighted graph, without self-loops; empty if there are no weights. */
  private final double[] weights;

  /** The relation of each entry; empty if there are no relations. */
  private final int[] types;

  private EdgeIndex(int nodeCount, int[] from, int[] to, double[] weights, int[] types) {
    this.nodeCount = nodeCount;
    this.from = from;
    this.to = to;
    this.weights = weights;
    this.types = types;
  }

  /**
   * Returns arcs in a given order, without weights or types.
   *
   * @param nodeCount n, the number of nodes
   * @param sources the sending node of each arc
   * @param targets the receiving node of each arc
   * @return the arcs
   * @throws IllegalArgumentException if the arrays differ in length
   */
  public static EdgeIndex of(int nodeCount, int[] sources, int[] targets) {
    requireLength("targets", targets.length, sources.length);
    return new EdgeIndex(nodeCount, sources.clone(), targets.clone(), new double[0], new int[0]);
  }

  /**
   * Returns a copy with weights.
   *
   * @param each the weight of each entry
   * @return the entries
   * @throws IllegalArgumentException if their number differs from that of the entries
   */
  public EdgeIndex withWeights(double[] each) {
    requireLength("weights", each.length, from.length);
    return new EdgeIndex(nodeCount, from, to, each.clone(), types);
  }

  /**
   * Returns a copy with types.
   *
   * @param each the type of each entry, counted from 0
   * @return the entries
   * @throws IllegalArgumentException if their number differs from that of the entries
   */
  public EdgeIndex withTypes(int[] each) {
    requireLength("types", each.length, from.length);
    return new EdgeIndex(nodeCount, from, to, weights, each.clone());
  }

  private static void requireLength(String name, int length, int entries) {
    if (length != entries) {
      throw new IllegalArgumentException(
          name + " has " + length + " numbers for " + entries + " entries");
    }
  }

  /**
   * Returns the edges of a graph whose nodes are the rows of a query. Takes O(n + |E|) time.
   *
   * @param graph the graph, such as the subgraph induced by the nodes of the query
   * @param selfLoops whether to add a self-loop to each node
   * @return the edges
   * @throws IllegalArgumentException if there are more entries than an array can hold, or
   *     self-loops, which have no relation, are to be added to a graph with relations
   */
  public static EdgeIndex of(Graph graph, boolean selfLoops) {
    if (!graph.relations().isEmpty()) {
      if (selfLoops) {
        throw new IllegalArgumentException("self-loops have no relation");
      }
      return ofRelations(graph);
    }
    int[] offsets = graph.copyOffsets();
    int[] neighbors = graph.copyNeighbors();
    int n = graph.nodeCount();
    long count = (long) neighbors.length + (selfLoops ? n : 0);
    if (count > MAX_ENTRIES) {
      throw new IllegalArgumentException(
          count + " entries of the graph exceed the maximum of " + MAX_ENTRIES);
    }
    int[] from = new int[(int) count];
    int[] to = new int[(int) count];
    System.arraycopy(neighbors, 0, to, 0, neighbors.length);
    for (int u = 0; u < n; u++) {
      Arrays.fill(from, offsets[u], offsets[u + 1], u);
      if (selfLoops) {
        from[neighbors.length + u] = u;
        to[neighbors.length + u] = u;
      }
    }
    double[] weights = graph.isWeighted() ? graph.copyWeights() : new double[0];
    // In a directed graph, the row of a node contains the sources of its incoming arcs.
    return graph.isDirected()
        ? new EdgeIndex(n, to, from, weights, new int[0])
        : new EdgeIndex(n, from, to, weights, new int[0]);
  }

  /** Returns the entries of each relation, one relation after another. */
  private static EdgeIndex ofRelations(Graph graph) {
    boolean weighted = graph.relations().stream().anyMatch(Graph::isWeighted);
    IntArrayList from = new IntArrayList();
    IntArrayList to = new IntArrayList();
    IntArrayList types = new IntArrayList();
    DoubleArrayList weights = new DoubleArrayList();
    for (int r = 0; r < graph.relations().size(); r++) {
      Graph relation = graph.relations().get(r);
      EdgeIndex entries = of(relation, false);
      from.addElements(from.size(), entries.from);
      to.addElements(to.size(), entries.to);
      for (int e = 0; e < entries.from.length; e++) {
        types.add(r);
        if (weighted) {
          weights.add(entries.weights.length == 0 ? 1 : entries.weights[e]);
        }
      }
    }
    return new EdgeIndex(
        graph.nodeCount(),
        from.toIntArray(),
        to.toIntArray(),
        weights.toDoubleArray(),
        types.toIntArray());
  }

  /** {@return the number of nodes, n} */
  public int nodeCount() {
    return nodeCount;
  }

  /** {@return the number of entries, m: two per edge, or one per arc, and one per self-loop} */
  public int entryCount() {
    return from.length;
  }

  /**
   * Returns the two nodes of each entry.
   *
   * @param byEntry whether the two nodes of an entry are adjacent (m x 2); otherwise all sources
   *     precede all targets (2 x m)
   * @return 2 m numbers
   */
  public long[] pairs(boolean byEntry) {
    int m = from.length;
    long[] pairs = new long[2 * m];
    for (int e = 0; e < m; e++) {
      pairs[byEntry ? 2 * e : e] = from[e];
      pairs[byEntry ? 2 * e + 1 : m + e] = to[e];
    }
    return pairs;
  }

  /**
   * Returns the weights of the entries, in the order of {@link #pairs}. In a weighted graph, edges
   * have their own weights, and self-loops have weight 1.
   *
   * @param weighting the weights of the edges; must be {@link EdgeWeighting#ONES} for a weighted
   *     graph
   * @return m numbers
   * @throws IllegalArgumentException if a weight is not finite, or the graph is weighted and the
   *     weighting is not {@link EdgeWeighting#ONES}
   */
  public double[] weights(EdgeWeighting weighting) {
    int[] entries = new int[nodeCount];
    for (int v : to) {
      entries[v]++;
    }
    if (weights.length > 0 && weighting != EdgeWeighting.ONES) {
      throw new IllegalArgumentException("edge weights are set, but the graph has its own");
    }
    double[] each = Arrays.copyOf(weights, from.length);
    for (int e = weights.length; e < each.length; e++) {
      each[e] = weighting.weight(from[e], to[e], entries[from[e]], entries[to[e]]);
      if (!Double.isFinite(each[e])) {
        throw new IllegalArgumentException(
            "the weight of the edge from row " + from[e] + " to row " + to[e] + " is " + each[e]);
      }
    }
    return each;
  }

  /** {@return whether entries have their own weights} */
  public boolean isWeighted() {
    return weights.length > 0;
  }

  /**
   * {@return the type of each entry, in the order of {@link #pairs}; empty if there are no types}
   */
  public int[] types() {
    return types.clone();
  }
}
