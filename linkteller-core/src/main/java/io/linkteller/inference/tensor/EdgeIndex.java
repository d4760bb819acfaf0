package io.linkteller.inference.tensor;

import io.linkteller.graph.Graph;
import it.unimi.dsi.fastutil.ints.IntList;

/**
 * The subgraph that the nodes of a query induce, as pairs of rows: what PyTorch Geometric calls
 * {@code edge_index}. It holds both directions of each edge, ordered by the node that sends, then
 * the node that receives; self-loops, if any, come last. Immutable.
 */
public final class EdgeIndex {

  private final int nodeCount;
  private final int[] from;
  private final int[] to;

  private EdgeIndex(int nodeCount, int[] from, int[] to) {
    this.nodeCount = nodeCount;
    this.from = from;
    this.to = to;
  }

  /**
   * Returns the edges among some nodes. O(n + their degrees).
   *
   * @param graph the served graph
   * @param nodes V^(I), distinct nodes of the graph
   * @param selfLoops whether each node has an edge to itself
   * @return the edges, in rows of {@code nodes}
   * @throws IllegalArgumentException if a node is out of range or repeated, or there are more
   *     entries than an array can hold
   */
  public static EdgeIndex of(Graph graph, IntList nodes, boolean selfLoops) {
    Graph induced = nodes.equals(graph.nodes()) ? graph : graph.inducedSubgraph(nodes);
    int[] offsets = induced.copyOffsets();
    int[] neighbors = induced.copyNeighbors();
    int n = nodes.size();
    long count = (long) neighbors.length + (selfLoops ? n : 0);
    if (count > Graph.MAX_NODES) {
      throw new IllegalArgumentException(
          count + " entries of the graph are more than the supported " + Graph.MAX_NODES);
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
    return new EdgeIndex(n, from, to);
  }

  /** The graph without edges, for models that are given none. */
  static EdgeIndex none(int nodeCount) {
    return new EdgeIndex(nodeCount, new int[0], new int[0]);
  }

  /** Returns n, the number of nodes. */
  public int nodeCount() {
    return nodeCount;
  }

  /** Returns m, the number of entries: two for each edge, and one for each self-loop. */
  public int entryCount() {
    return from.length;
  }

  /**
   * Returns the pairs of disjoint copies of the graph: node v of copy c is c n + v.
   *
   * @param copies how many, at least 1
   * @param byEntry whether the two nodes of an entry lie side by side (m x 2) or all senders come
   *     before all receivers (2 x m)
   * @return 2 m {@code copies} numbers
   * @throws IllegalArgumentException if there are more than an array can hold
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
   * #pairs}.
   *
   * @param weighting the weight of an edge
   * @param copies how many copies, at least 1
   * @return m {@code copies} numbers
   * @throws IllegalArgumentException if a weight is not finite, or there are more than an array can
   *     hold
   */
  public double[] weights(EdgeWeighting weighting, int copies) {
    int m = from.length;
    int[] entries = new int[nodeCount];
    for (int u : from) {
      entries[u]++;
    }
    double[] weights = new double[Math.toIntExact(requireArray((long) m * copies))];
    for (int e = 0; e < m; e++) {
      double weight = weighting.weight(from[e], to[e], entries[from[e]], entries[to[e]]);
      if (!Double.isFinite(weight)) {
        throw new IllegalArgumentException(
            "the weight of the edge from row " + from[e] + " to row " + to[e] + " is " + weight);
      }
      for (int copy = 0; copy < copies; copy++) {
        weights[copy * m + e] = weight;
      }
    }
    return weights;
  }

  private static long requireArray(long length) {
    if (length > Graph.MAX_NODES) {
      throw new IllegalArgumentException(
          length
              + " numbers for copies of the graph are more than the supported "
              + Graph.MAX_NODES
              + "; ask fewer queries at once");
    }
    return length;
  }
}
