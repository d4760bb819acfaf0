package io.linkteller.data.onnx;

import io.linkteller.graph.Graph;
import it.unimi.dsi.fastutil.doubles.DoubleArrayList;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;

/**
 * The subgraph induced by the nodes of a query, as pairs of rows, like {@code edge_index} in
 * PyTorch Geometric. It contains both directions of each edge, ordered by source and then by
 * target, or the arcs of a directed graph, ordered by target and then by source; self-loops, if
 * any, come last. Immutable.
 */
public final class EdgeIndex {

  private final int nodeCount;
  private final int[] from;
  private final int[] to;

  /** The weights of a weighted graph, self-loops excluded; empty without weights. */
  private final double[] weights;

  /** The relation of each entry; empty without relations. */
  private final int[] types;

  private EdgeIndex(int nodeCount, int[] from, int[] to, double[] weights, int[] types) {
    this.nodeCount = nodeCount;
    this.from = from;
    this.to = to;
    this.weights = weights;
    this.types = types;
  }

  /**
   * Returns arcs in a given order, without weights and types.
   *
   * @param nodeCount n, the number of nodes
   * @param sources the node that sends, for each arc
   * @param targets the node that receives, for each arc
   * @return the arcs
   * @throws IllegalArgumentException if the arrays differ in length
   */
  public static EdgeIndex of(int nodeCount, int[] sources, int[] targets) {
    requireLength("targets", targets.length, sources.length);
    return new EdgeIndex(nodeCount, sources.clone(), targets.clone(), new double[0], new int[0]);
  }

  /**
   * Returns the entries with weights.
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
   * Returns the entries with types.
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
   * Returns the edges between some nodes. Linear in n and the sum of the degrees of the nodes.
   *
   * @param graph the served graph
   * @param nodes V^(I), distinct nodes of the graph
   * @param selfLoops whether to add a self-loop to each node
   * @return the edges, as positions in {@code nodes}
   * @throws IllegalArgumentException if a node is out of range or repeated, there are more entries
   *     than an array can hold, or self-loops are to be added to a graph with relations, of which
   *     they have none
   */
  public static EdgeIndex of(Graph graph, IntList nodes, boolean selfLoops) {
    Graph induced = nodes.equals(graph.nodes()) ? graph : graph.inducedSubgraph(nodes);
    if (!induced.relations().isEmpty()) {
      if (selfLoops) {
        throw new IllegalArgumentException("self-loops have no relation");
      }
      return ofRelations(induced);
    }
    int[] offsets = induced.copyOffsets();
    int[] neighbors = induced.copyNeighbors();
    int n = nodes.size();
    long count = (long) neighbors.length + (selfLoops ? n : 0);
    if (count > Graph.MAX_NODES) {
      throw new IllegalArgumentException(
          count + " entries of the graph exceed the maximum of " + Graph.MAX_NODES);
    }
    int[] from = new int[(int) count];
    int[] to = new int[(int) count];
    System.arraycopy(neighbors, 0, to, 0, neighbors.length);
    for (int u = 0; u < n; u++) {
      for (int e = offsets[u]; e < offsets[u + 1]; e++) {
        from[e] = u;
      }
      if (selfLoops) {
        from[neighbors.length + u] = u;
        to[neighbors.length + u] = u;
      }
    }
    double[] weights = induced.isWeighted() ? induced.copyWeights() : new double[0];
    // The rows of a directed graph are the sources of the arcs to a node.
    return induced.isDirected()
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
      EdgeIndex entries = of(relation, relation.nodes(), false);
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

  /**
   * Returns a graph without edges, for models that take no graph.
   *
   * @param nodeCount n, the number of nodes
   * @return no entries
   */
  public static EdgeIndex none(int nodeCount) {
    return new EdgeIndex(nodeCount, new int[0], new int[0], new double[0], new int[0]);
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
   * Returns the entries of disjoint copies of the graph, where node v of copy c has the number c n
   * + v.
   *
   * @param copies the number of copies, at least 1
   * @param byEntry whether the two nodes of each entry are adjacent (m x 2); otherwise all sources
   *     precede all targets (2 x m)
   * @return 2 m {@code copies} numbers
   * @throws IllegalArgumentException if the numbers do not fit in an array
   */
  public long[] pairs(int copies, boolean byEntry) {
    int m = from.length;
    long[] pairs = new long[Math.toIntExact(requireArray(2L * m * copies))];
    int total = m * copies;
    for (int copy = 0; copy < copies; copy++) {
      long shift = (long) copy * nodeCount;
      for (int e = 0; e < m; e++) {
        int at = copy * m + e;
        pairs[byEntry ? 2 * at : at] = from[e] + shift;
        pairs[byEntry ? 2 * at + 1 : total + at] = to[e] + shift;
      }
    }
    return pairs;
  }

  /**
   * Returns the weights of the entries of disjoint copies of the graph, in the order of {@link
   * #pairs}. A weighted graph has its own, and those of self-loops are 1.
   *
   * @param weighting the weights of the edges; {@link EdgeWeighting#ONES} for a weighted graph
   * @param copies the number of copies, at least 1
   * @return m {@code copies} numbers
   * @throws IllegalArgumentException if a weight is not finite, the numbers do not fit in an array,
   *     or the graph is weighted and the weighting another
   */
  public double[] weights(EdgeWeighting weighting, int copies) {
    int m = from.length;
    int[] entries = new int[nodeCount];
    for (int v : to) {
      entries[v]++;
    }
    if (weights.length > 0 && weighting != EdgeWeighting.ONES) {
      throw new IllegalArgumentException("edge weights are set, but the graph has its own");
    }
    double[] each = new double[Math.toIntExact(requireArray((long) m * copies))];
    for (int e = 0; e < m; e++) {
      double weight =
          e < weights.length
              ? weights[e]
              : weighting.weight(from[e], to[e], entries[from[e]], entries[to[e]]);
      if (!Double.isFinite(weight)) {
        throw new IllegalArgumentException(
            "the weight of the edge from row " + from[e] + " to row " + to[e] + " is " + weight);
      }
      for (int copy = 0; copy < copies; copy++) {
        each[copy * m + e] = weight;
      }
    }
    return each;
  }

  /** {@return whether entries have weights of their own} */
  public boolean isWeighted() {
    return weights.length > 0;
  }

  /** {@return the type of each entry, in the order of {@link #pairs}; empty without types} */
  public int[] types() {
    return types.clone();
  }

  private static long requireArray(long length) {
    if (length > Graph.MAX_NODES) {
      throw new IllegalArgumentException(
          length
              + " numbers for copies of the graph exceed the maximum of "
              + Graph.MAX_NODES
              + "; use a smaller batch");
    }
    return length;
  }
}
