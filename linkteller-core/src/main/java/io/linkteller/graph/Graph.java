package io.linkteller.graph;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.ints.IntImmutableList;
import it.unimi.dsi.fastutil.ints.IntList;
import it.unimi.dsi.fastutil.ints.IntLists;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import it.unimi.dsi.fastutil.longs.LongArrays;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A simple undirected graph on the nodes 0 to n-1, without self-loops: the adjacency matrix A of
 * the paper. Immutable and safe for use by several threads.
 *
 * <p>Stored as compressed sparse rows: the neighbors of a node are contiguous and ascending, and
 * each edge is stored twice. Memory is 4(n + 1) + 8 |E| bytes; {@link #hasEdge} takes O(log d),
 * {@link #degree} O(1). At most 2<sup>30</sup> - 1 edges.
 *
 * <pre>{@code
 * Graph triangle = Graph.builder(3).addEdge(0, 1).addEdge(1, 2).addEdge(2, 0).build();
 * }</pre>
 */
public final class Graph {

  /** Receives each edge once, with {@code u < v}. */
  @FunctionalInterface
  public interface EdgeConsumer {

    /**
     * Receives one edge.
     *
     * @param u the smaller node
     * @param v the larger node
     */
    void accept(int u, int v);
  }

  /** The maximum number of edges: both directions of all edges must fit in an array. */
  public static final int MAX_EDGES = (1 << 30) - 1;

  /** The maximum number of nodes: the n + 1 row offsets must fit in an array. */
  public static final int MAX_NODES = Integer.MAX_VALUE - 9;

  private final int[] offsets;
  private final int[] neighbors;

  private Graph(int[] offsets, int[] neighbors) {
    this.offsets = offsets;
    this.neighbors = neighbors;
  }

  /**
   * Returns a builder of a graph, initially without edges.
   *
   * @param nodeCount n, at least 0
   * @return a builder
   * @throws IllegalArgumentException if {@code nodeCount} is negative or above {@link #MAX_NODES}
   */
  public static Builder builder(int nodeCount) {
    return new Builder(nodeCount);
  }

  /**
   * Returns a graph without edges.
   *
   * @param nodeCount n, at least 0
   * @return the graph
   * @throws IllegalArgumentException if {@code nodeCount} is negative or above {@link #MAX_NODES}
   */
  public static Graph empty(int nodeCount) {
    return builder(nodeCount).build();
  }

  /**
   * Returns the graph whose adjacency matrix has a given strict upper triangle, in compressed
   * sparse rows: the neighbors of u that are larger than u are {@code columns[offsets[u]]} to
   * {@code columns[offsets[u + 1] - 1]}, ascending. Intended for producers that generate the edges
   * in order, such as samplers of random graphs: edges are neither packed nor sorted, and only the
   * graph itself is allocated. O(n + |E|).
   *
   * @param nodeCount n, at least 0
   * @param offsets n + 1 ascending offsets, the first of them 0
   * @param columns the entries of the rows; entries from index {@code offsets[n]} on are ignored
   * @return the graph, with copies of the arrays
   * @throws IllegalArgumentException if the offsets do not ascend from 0 or exceed the number of
   *     entries, the entries of some row u are not strictly ascending in (u, n), or there are more
   *     than {@link #MAX_EDGES} edges
   */
  public static Graph ofUpperTriangle(int nodeCount, int[] offsets, int[] columns) {
    UpperTriangle triangle = UpperTriangle.of(nodeCount, offsets, columns);
    int[] rows = triangle.rowOffsets();
    return ofRows(rows, triangle.entries(rows));
  }

  /**
   * Returns the graph with a given adjacency matrix, in compressed sparse rows: the neighbors of u
   * are {@code neighbors[offsets[u]]} to {@code neighbors[offsets[u + 1] - 1]}, ascending. Intended
   * for readers of files that store graphs in this form. O(n + |E|); the arrays are checked and not
   * copied.
   *
   * @param offsets n + 1 ascending offsets, from 0 to 2|E|; the caller must not change them later
   * @param neighbors 2|E| nodes; the caller must not change them later
   * @return the graph, which takes ownership of the arrays
   * @throws IllegalArgumentException if the offsets do not ascend from 0 to the number of entries,
   *     a row is not strictly ascending in [0, n), contains its own node, or the matrix is not
   *     symmetric
   */
  public static Graph ofAdjacencyRows(int[] offsets, int[] neighbors) {
    AdjacencyRows.check(offsets, neighbors);
    return ofRows(offsets, neighbors);
  }

  /** Takes ownership of valid rows: symmetric, sorted, no self-loops. */
  private static Graph ofRows(int[] offsets, int[] neighbors) {
    return new Graph(offsets, neighbors);
  }

  /** {@return the number of nodes, n} */
  public int nodeCount() {
    return offsets.length - 1;
  }

  /** {@return all nodes, 0 to n-1, unmodifiable} */
  public IntList nodes() {
    return IntImmutableList.of(IntStream.range(0, nodeCount()).toArray());
  }

  /** {@return the number of undirected edges, |E|} */
  public int edgeCount() {
    return neighbors.length / 2;
  }

  /**
   * Returns the number of neighbors of a node.
   *
   * @param node a node, in [0, n)
   * @return its degree
   * @throws IllegalArgumentException if {@code node} is out of range
   */
  public int degree(int node) {
    checkNode(node);
    return offsets[node + 1] - offsets[node];
  }

  /**
   * Returns one neighbor of a node.
   *
   * @param node a node, in [0, n)
   * @param index the position among the neighbors in ascending order, in [0, degree)
   * @return the neighbor
   * @throws IllegalArgumentException if {@code node} or {@code index} is out of range
   */
  public int neighbor(int node, int index) {
    if (index < 0 || index >= degree(node)) {
      throw new IllegalArgumentException(
          "index = " + index + " is outside [0, " + degree(node) + ") at node " + node);
    }
    return neighbors[offsets[node] + index];
  }

  /**
   * Returns the neighbors of a node in ascending order.
   *
   * @param node a node, in [0, n)
   * @return an unmodifiable view
   * @throws IllegalArgumentException if {@code node} is out of range
   */
  public IntList neighbors(int node) {
    checkNode(node);
    return IntLists.unmodifiable(
        IntArrayList.wrap(neighbors).subList(offsets[node], offsets[node + 1]));
  }

  /**
   * Returns whether two nodes are connected by an edge.
   *
   * @param u a node, in [0, n)
   * @param v a node, in [0, n)
   * @return true if {u, v} is an edge; false for {@code u == v}
   * @throws IllegalArgumentException if a node is out of range
   */
  public boolean hasEdge(int u, int v) {
    checkNode(u);
    checkNode(v);
    return Arrays.binarySearch(neighbors, offsets[u], offsets[u + 1], v) >= 0;
  }

  /**
   * Visits each edge once, in ascending order of (u, v), u &lt; v.
   *
   * @param action called for each edge
   */
  public void forEachEdge(EdgeConsumer action) {
    for (int u = 0; u < nodeCount(); u++) {
      for (int i = offsets[u]; i < offsets[u + 1]; i++) {
        if (neighbors[i] > u) {
          action.accept(u, neighbors[i]);
        }
      }
    }
  }

  /**
   * Returns the density k = 2|E| / (n (n - 1)): the share of pairs that are edges.
   *
   * @return k in [0, 1]; 0 for fewer than two nodes
   */
  public double density() {
    long pairs = NodePairs.count(nodeCount());
    return pairs == 0 ? 0 : (double) edgeCount() / pairs;
  }

  /**
   * Returns the subgraph induced by some nodes. Node i of the result is node {@code
   * nodes.getInt(i)} of this graph. O(n + Σ d log d) for the degrees d of the nodes.
   *
   * @param nodes distinct nodes of this graph
   * @return the induced subgraph
   * @throws IllegalArgumentException if a node is out of range or repeated
   */
  public Graph inducedSubgraph(IntList nodes) {
    int[] position = new int[nodeCount()];
    Arrays.fill(position, -1);
    for (int i = 0; i < nodes.size(); i++) {
      int node = nodes.getInt(i);
      checkNode(node);
      if (position[node] >= 0) {
        throw new IllegalArgumentException(
            "node " + node + " is repeated at positions " + position[node] + " and " + i);
      }
      position[node] = i;
    }
    int[] rows = new int[nodes.size() + 1];
    for (int i = 0; i < nodes.size(); i++) {
      int node = nodes.getInt(i);
      int kept = 0;
      for (int e = offsets[node]; e < offsets[node + 1]; e++) {
        if (position[neighbors[e]] >= 0) {
          kept++;
        }
      }
      rows[i + 1] = rows[i] + kept;
    }
    int[] entries = new int[rows[nodes.size()]];
    for (int i = 0; i < nodes.size(); i++) {
      int node = nodes.getInt(i);
      int at = rows[i];
      for (int e = offsets[node]; e < offsets[node + 1]; e++) {
        if (position[neighbors[e]] >= 0) {
          entries[at++] = position[neighbors[e]];
        }
      }
      IntArrays.quickSort(entries, rows[i], rows[i + 1]);
    }
    return ofRows(rows, entries);
  }

  /**
   * Returns a copy of the row offsets: the neighbors of v are the entries {@code offsets[v]} to
   * {@code offsets[v + 1] - 1} of {@link #copyNeighbors()}.
   *
   * @return n + 1 ascending offsets
   */
  public int[] copyOffsets() {
    return offsets.clone();
  }

  /**
   * {@return a copy of the neighbors of all nodes, row by row, ascending in each row: 2|E| nodes}
   */
  public int[] copyNeighbors() {
    return neighbors.clone();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Graph graph
        && Arrays.equals(offsets, graph.offsets)
        && Arrays.equals(neighbors, graph.neighbors);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(offsets) + Arrays.hashCode(neighbors);
  }

  @Override
  public String toString() {
    return "Graph[nodes = " + nodeCount() + ", edges = " + edgeCount() + "]";
  }

  private void checkNode(int node) {
    if (node < 0 || node >= nodeCount()) {
      throw new IllegalArgumentException("node = " + node + " is outside [0, " + nodeCount() + ")");
    }
  }

  /**
   * A builder of graphs. Not safe for use by several threads. {@link #build} sorts the edges: O(n +
   * |E| log |E|).
   */
  public static final class Builder {

    private final int nodeCount;
    private final LongArrayList packed = new LongArrayList();
    private boolean mergeDuplicates;

    private Builder(int nodeCount) {
      if (nodeCount < 0) {
        throw new IllegalArgumentException("nodeCount = " + nodeCount + " is negative");
      }
      if (nodeCount > MAX_NODES) {
        throw new IllegalArgumentException("nodeCount = " + nodeCount + " is above " + MAX_NODES);
      }
      this.nodeCount = nodeCount;
    }

    /**
     * Adds an undirected edge. The order of the nodes does not matter.
     *
     * @param u a node, in [0, n)
     * @param v another node, in [0, n)
     * @return this builder
     * @throws IllegalArgumentException if a node is out of range or {@code u == v}
     */
    public Builder addEdge(int u, int v) {
      if (u < 0 || u >= nodeCount || v < 0 || v >= nodeCount) {
        throw new IllegalArgumentException(
            "edge (" + u + ", " + v + ") names a node outside [0, " + nodeCount + ")");
      }
      if (u == v) {
        throw new IllegalArgumentException(
            "edge (" + u + ", " + v + ") is a self-loop; a simple graph has none");
      }
      packed.add(NodePairs.pack(Math.min(u, v), Math.max(u, v)));
      return this;
    }

    /**
     * Allows the same edge to be added more than once. Without this call {@link #build} rejects a
     * repeated edge.
     *
     * @return this builder
     */
    public Builder mergingDuplicates() {
      mergeDuplicates = true;
      return this;
    }

    /**
     * Builds the graph.
     *
     * @return the graph
     * @throws IllegalArgumentException if an edge was added twice and duplicates are not merged, or
     *     if there are more than 2<sup>30</sup> - 1 edges
     */
    public Graph build() {
      long[] edges = packed.toLongArray();
      // Perturbers and most files give edges in order; and radix sort allocates 20 KB, which is
      // most of the cost of a graph of a few nodes.
      if (!isAscending(edges)) {
        LongArrays.radixSort(edges);
      }
      int distinct = 0;
      for (int i = 0; i < edges.length; i++) {
        if (i > 0 && edges[i] == edges[i - 1]) {
          if (!mergeDuplicates) {
            throw new IllegalArgumentException(
                "edge ("
                    + NodePairs.first(edges[i])
                    + ", "
                    + NodePairs.second(edges[i])
                    + ") is repeated");
          }
        } else {
          edges[distinct++] = edges[i];
        }
      }
      if (distinct > MAX_EDGES) {
        throw new IllegalArgumentException(distinct + " edges exceed the maximum of " + MAX_EDGES);
      }
      return ofSortedEdges(nodeCount, edges, distinct);
    }

    private static boolean isAscending(long[] values) {
      for (int i = 1; i < values.length; i++) {
        if (values[i] < values[i - 1]) {
          return false;
        }
      }
      return true;
    }

    private static Graph ofSortedEdges(int nodeCount, long[] edges, int count) {
      int[] offsets = new int[nodeCount + 1];
      for (int i = 0; i < count; i++) {
        offsets[NodePairs.first(edges[i]) + 1]++;
        offsets[NodePairs.second(edges[i]) + 1]++;
      }
      for (int v = 0; v < nodeCount; v++) {
        offsets[v + 1] += offsets[v];
      }
      int[] at = Arrays.copyOf(offsets, nodeCount);
      int[] neighbors = new int[2 * count];
      // Edges are sorted by (u, v). The first pass writes the smaller neighbors of each node, the
      // second the larger ones, so that every row ends up ascending.
      for (int i = 0; i < count; i++) {
        neighbors[at[NodePairs.second(edges[i])]++] = NodePairs.first(edges[i]);
      }
      for (int i = 0; i < count; i++) {
        neighbors[at[NodePairs.first(edges[i])]++] = NodePairs.second(edges[i]);
      }
      return ofRows(offsets, neighbors);
    }
  }
}
