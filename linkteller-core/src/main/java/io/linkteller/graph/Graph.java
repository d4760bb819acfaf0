package io.linkteller.graph;

import it.unimi.dsi.fastutil.doubles.DoubleArrayList;
import it.unimi.dsi.fastutil.doubles.DoubleArrays;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.ints.IntImmutableList;
import it.unimi.dsi.fastutil.ints.IntList;
import it.unimi.dsi.fastutil.ints.IntLists;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import it.unimi.dsi.fastutil.longs.LongArrays;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A graph on the nodes 0 to n-1, without self-loops or parallel edges: the adjacency matrix A of
 * the paper. Unless built otherwise, a graph is undirected and has no weights. The edges of a
 * directed graph are arcs (u, v) from a source u to a target v, and edges may have weights. A graph
 * may have several {@linkplain #ofRelations relations}, whose edges may connect the same nodes.
 * Immutable and safe for use by several threads.
 *
 * <p>A graph is stored as compressed sparse rows, in which the neighbors of a node are contiguous
 * and ascending. In a directed graph, they are the sources of the arcs to the node; a GNN layer
 * aggregates their features at the node, and {@link #degree} is the in-degree. In an undirected
 * graph, each edge is stored twice. A graph takes 4(n + 1) + 8 |E| bytes if undirected, 4(n + 1) +
 * 4 |E| if directed, and 8 more per stored entry for weights. {@link #hasEdge} takes O(log d) time
 * and {@link #degree} O(1). A graph has at most 2<sup>30</sup> - 1 edges.
 *
 * <pre>{@code
 * Graph triangle = Graph.builder(3).addEdge(0, 1).addEdge(1, 2).addEdge(2, 0).build();
 * Graph payments = Graph.builder(3).directed().addEdge(0, 1, 12.50).addEdge(1, 2, 8).build();
 * }</pre>
 */
public final class Graph {

  /** Receives each edge once: with {@code u < v}, or each arc from u to v of a directed graph. */
  @FunctionalInterface
  public interface EdgeConsumer {

    /**
     * Receives one edge.
     *
     * @param u the smaller node, or the source
     * @param v the larger node, or the target
     */
    void accept(int u, int v);
  }

  /** The maximum number of edges: both directions of all edges must fit in an array. */
  public static final int MAX_EDGES = (1 << 30) - 1;

  /** The maximum number of nodes: the n + 1 row offsets must fit in an array. */
  public static final int MAX_NODES = Integer.MAX_VALUE - 9;

  private final int[] offsets;
  private final int[] neighbors;
  private final boolean directed;

  /** The weight of each entry; empty if edges have no weights. */
  private final double[] weights;

  /** The edges of each relation; empty if there is only one kind of edge. */
  private final List<Graph> relations;

  /** The name of each relation; empty if relations have only numbers. */
  private final List<String> relationNames;

  private Graph(int[] offsets, int[] neighbors, boolean directed, double[] weights) {
    this(offsets, neighbors, directed, weights, List.of(), List.of());
  }

  private Graph(
      int[] offsets,
      int[] neighbors,
      boolean directed,
      double[] weights,
      List<Graph> relations,
      List<String> relationNames) {
    this.relations = relations;
    this.relationNames = relationNames;
    this.offsets = offsets;
    this.neighbors = neighbors;
    this.directed = directed;
    this.weights = weights;
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
   * Returns a graph with several relations on the same nodes. Its edges are the pairs connected by
   * an edge of any relation, without weights. {@link #relations} returns the edges of each
   * relation, for models that distinguish relations, such as an R-GCN; other models reject the
   * graph. Takes O(n + |E| log |E|) time.
   *
   * @param relations the edges of each relation; at least one graph, each without relations
   * @return the graph
   * @throws IllegalArgumentException if the graphs differ in their nodes, or some are directed and
   *     others not
   */
  public static Graph ofRelations(List<Graph> relations) {
    List<Graph> copy = List.copyOf(relations);
    if (copy.isEmpty()) {
      throw new IllegalArgumentException("a graph with relations needs at least one");
    }
    Graph first = copy.get(0);
    Builder any = builder(first.nodeCount()).mergingDuplicates();
    if (first.directed) {
      any.directed();
    }
    for (Graph each : copy) {
      if (each.nodeCount() != first.nodeCount() || each.directed != first.directed) {
        throw new IllegalArgumentException(first + " and " + each + " are not on the same nodes");
      }
      each.requireOneRelation("a relation").forEachEdge(any::addEdge);
    }
    Graph union = any.build();
    return new Graph(
        union.offsets, union.neighbors, union.directed, union.weights, copy, List.of());
  }

  /**
   * Returns the graph whose adjacency matrix has a given strict upper triangle, in compressed
   * sparse rows: the neighbors of u that are larger than u are {@code columns[offsets[u]]} to
   * {@code columns[offsets[u + 1] - 1]}, ascending. Intended for producers that generate the edges
   * in order, such as samplers of random graphs: edges are neither packed nor sorted, and only the
   * graph itself is allocated. Takes O(n + |E|) time.
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
   * for readers of files that store graphs in this form. The arrays are checked, in O(n + |E|)
   * time, and are not copied.
   *
   * @param offsets n + 1 ascending offsets, from 0 to 2|E|; the caller must not change them later
   * @param neighbors 2|E| nodes; the caller must not change them later
   * @return the graph, which takes ownership of the arrays
   * @throws IllegalArgumentException if the offsets do not ascend from 0 to the number of entries,
   *     a row is not strictly ascending in [0, n) or contains its own node, or the matrix is not
   *     symmetric
   */
  public static Graph ofAdjacencyRows(int[] offsets, int[] neighbors) {
    AdjacencyRows.check(offsets, neighbors);
    return ofRows(offsets, neighbors);
  }

  /** Takes ownership of valid rows, which are symmetric, sorted and without self-loops. */
  private static Graph ofRows(int[] offsets, int[] neighbors) {
    return new Graph(offsets, neighbors, false, new double[0]);
  }

  /** {@return whether edges are arcs, from a source to a target} */
  public boolean isDirected() {
    return directed;
  }

  /** {@return the kind of the edges, with the words for them} */
  public EdgeKind edgeKind() {
    return new EdgeKind(
        directed,
        isWeighted() || relations.stream().anyMatch(Graph::isWeighted),
        !relations.isEmpty());
  }

  /**
   * {@return whether edges have weights; false if only the {@linkplain #relations relations} do}
   */
  public boolean isWeighted() {
    return weights.length > 0;
  }

  /** {@return the edges of each relation, unmodifiable; empty if there is only one kind of edge} */
  public List<Graph> relations() {
    return relations;
  }

  /**
   * Returns this graph with names for its relations. Equality ignores these names.
   *
   * @param names the name of each relation, or none to use their numbers
   * @return the graph
   * @throws IllegalArgumentException if there are names, but not one for each relation
   */
  public Graph withRelationNames(List<String> names) {
    if (!names.isEmpty() && names.size() != relations.size()) {
      throw new IllegalArgumentException(
          "there are " + names.size() + " names for " + relations.size() + " relations");
    }
    return new Graph(offsets, neighbors, directed, weights, relations, List.copyOf(names));
  }

  /** {@return the name of each relation, unmodifiable; empty if relations have only numbers} */
  public List<String> relationNames() {
    return relationNames;
  }

  /**
   * Returns the name of a relation.
   *
   * @param relation its number, in [0, number of relations)
   * @return its name, or its number if it has none
   * @throws IndexOutOfBoundsException if there are names, but none for this relation
   */
  public String relationName(int relation) {
    return relationNames.isEmpty() ? Integer.toString(relation) : relationNames.get(relation);
  }

  /**
   * Returns this graph if it has no relations.
   *
   * @param algorithm the algorithm that requires this, for the message
   * @return this graph
   * @throws IllegalArgumentException if the graph has relations
   */
  public Graph requireOneRelation(String algorithm) {
    if (!relations.isEmpty()) {
      throw new IllegalArgumentException(
          algorithm
              + " supports only one kind of edge, but the graph has "
              + relations.size()
              + " relations; if the model has the same restriction, read the graph without types"
              + " (omit edgeType(...) or types(...), and call repeated(ONCE))");
    }
    return this;
  }

  /**
   * Returns this graph if it is undirected and has neither weights nor relations. Intended for
   * algorithms that are defined only for such graphs.
   *
   * @param algorithm the algorithm that requires this, for the message
   * @return this graph
   * @throws IllegalArgumentException if the graph is directed or weighted, or has relations
   */
  public Graph requireSimple(String algorithm) {
    requireOneRelation(algorithm);
    if (directed || isWeighted()) {
      throw new IllegalArgumentException(
          algorithm
              + " supports only undirected graphs without weights, but this one is "
              + (directed ? isWeighted() ? "directed and weighted" : "directed" : "weighted")
              + "; if the model has the same restriction, read the graph without "
              + (directed
                  ? "directions (direction(UNDIRECTED) repeated(ONCE)"
                      + (isWeighted() ? " ignoringWeights())" : ")")
                  : "weights (ignoringWeights())"));
    }
    return this;
  }

  /**
   * Returns this graph if it has no weights in any relation.
   *
   * @param algorithm the algorithm that requires this, for the message
   * @return this graph
   * @throws IllegalArgumentException if the graph is weighted
   */
  public Graph requireUnweighted(String algorithm) {
    if (edgeKind().isWeighted()) {
      throw new IllegalArgumentException(
          algorithm
              + " supports only graphs without weights, but this one is weighted; if the model"
              + " ignores weights, read the graph without them (ignoringWeights())");
    }
    return this;
  }

  /**
   * Returns an undirected graph without weights or relations that connects two nodes if this graph
   * connects them in either direction. Returns this graph itself if nothing changes. Takes O(n +
   * |E| log |E|) time if this graph is directed, and O(1) otherwise.
   *
   * @return the graph without directions, weights or relations
   */
  public Graph simple() {
    if (!directed) {
      return isWeighted() || !relations.isEmpty() ? ofRows(offsets, neighbors) : this;
    }
    Builder simple = builder(nodeCount()).mergingDuplicates();
    forEachEdge(simple::addEdge);
    return simple.build();
  }

  /** {@return the number of nodes, n} */
  public int nodeCount() {
    return offsets.length - 1;
  }

  /** {@return all nodes, 0 to n-1, unmodifiable} */
  public IntList nodes() {
    return IntImmutableList.of(IntStream.range(0, nodeCount()).toArray());
  }

  /** {@return |E|, the number of undirected edges or of arcs} */
  public int edgeCount() {
    return directed ? neighbors.length : neighbors.length / 2;
  }

  /** {@return the number of nonzero entries of A: 2|E| if undirected, |E| if directed} */
  public int entryCount() {
    return neighbors.length;
  }

  /**
   * Returns the number of neighbors of a node, which is its in-degree in a directed graph.
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
   * Returns the weight of the edge between a node and one of its neighbors, or of the arc from the
   * neighbor to the node.
   *
   * @param node a node, in [0, n)
   * @param index the position among the neighbors in ascending order, in [0, degree)
   * @return the weight, at least 0; 1 in a graph without weights
   * @throws IllegalArgumentException if {@code node} or {@code index} is out of range
   */
  public double weight(int node, int index) {
    neighbor(node, index);
    return isWeighted() ? weights[offsets[node] + index] : 1;
  }

  /**
   * Returns the neighbors of a node in ascending order: in a directed graph, the sources of the
   * arcs to it.
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
   * Returns whether two nodes are connected by an edge, or by an arc from the first to the second.
   *
   * @param u a node, in [0, n)
   * @param v a node, in [0, n)
   * @return true if {u, v} is an edge or (u, v) an arc; false for {@code u == v}
   * @throws IllegalArgumentException if a node is out of range
   */
  public boolean hasEdge(int u, int v) {
    checkNode(u);
    checkNode(v);
    return Arrays.binarySearch(neighbors, offsets[v], offsets[v + 1], u) >= 0;
  }

  /**
   * Visits each edge once. Edges of an undirected graph are visited in ascending order of (u, v)
   * with u &lt; v, and arcs (u, v) of a directed graph in ascending order of (v, u).
   *
   * @param action called for each edge
   */
  public void forEachEdge(EdgeConsumer action) {
    for (int u = 0; u < nodeCount(); u++) {
      for (int i = offsets[u]; i < offsets[u + 1]; i++) {
        if (directed) {
          action.accept(neighbors[i], u);
        } else if (neighbors[i] > u) {
          action.accept(u, neighbors[i]);
        }
      }
    }
  }

  /**
   * Returns the density k = 2|E| / (n (n - 1)): the share of pairs that are edges. In a directed
   * graph it is |E| / (n (n - 1)), the share of ordered pairs.
   *
   * @return k in [0, 1]; 0 for fewer than two nodes
   */
  public double density() {
    long pairs = NodePairs.count(nodeCount());
    return pairs == 0 ? 0 : (double) edgeCount() / (directed ? 2 * pairs : pairs);
  }

  /**
   * Returns the subgraph induced by some nodes. Node i of the result is node {@code
   * nodes.getInt(i)} of this graph. Takes O(n + Σ d log d) time, where the sum is over the degrees
   * d of these nodes.
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
    double[] weightsOf = new double[isWeighted() ? entries.length : 0];
    for (int i = 0; i < nodes.size(); i++) {
      int node = nodes.getInt(i);
      int at = rows[i];
      for (int e = offsets[node]; e < offsets[node + 1]; e++) {
        if (position[neighbors[e]] >= 0) {
          if (weightsOf.length > 0) {
            weightsOf[at] = weights[e];
          }
          entries[at++] = position[neighbors[e]];
        }
      }
      if (weightsOf.length > 0) {
        it.unimi.dsi.fastutil.Arrays.quickSort(
            rows[i],
            rows[i + 1],
            (a, b) -> Integer.compare(entries[a], entries[b]),
            (a, b) -> {
              IntArrays.swap(entries, a, b);
              DoubleArrays.swap(weightsOf, a, b);
            });
      } else {
        IntArrays.quickSort(entries, rows[i], rows[i + 1]);
      }
    }
    return new Graph(
        rows,
        entries,
        directed,
        weightsOf,
        relations.stream().map(each -> each.inducedSubgraph(nodes)).toList(),
        relationNames);
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
   * {@return a copy of the neighbors of all nodes, row by row, ascending in each row: one node per
   * entry}
   */
  public int[] copyNeighbors() {
    return neighbors.clone();
  }

  /**
   * {@return the weights of all entries, in the order of {@link #copyNeighbors()}; all 1 if not
   * weighted}
   */
  public double[] copyWeights() {
    double[] each = Arrays.copyOf(weights, neighbors.length);
    if (!isWeighted()) {
      Arrays.fill(each, 1);
    }
    return each;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Graph graph
        && directed == graph.directed
        && Arrays.equals(offsets, graph.offsets)
        && Arrays.equals(neighbors, graph.neighbors)
        && Arrays.equals(weights, graph.weights)
        && relations.equals(graph.relations);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(offsets) + Arrays.hashCode(neighbors);
  }

  @Override
  public String toString() {
    return "Graph[nodes = "
        + nodeCount()
        + (directed ? ", arcs = " : ", edges = ")
        + edgeCount()
        + (isWeighted() ? ", weighted" : "")
        + (relations.isEmpty() ? "]" : ", relations = " + relations.size() + "]");
  }

  private void checkNode(int node) {
    if (node < 0 || node >= nodeCount()) {
      throw new IllegalArgumentException("node = " + node + " is outside [0, " + nodeCount() + ")");
    }
  }

  /**
   * A builder of graphs. Not safe for use by several threads. {@link #build} sorts the edges, which
   * takes O(n + |E| log |E|) time.
   */
  public static final class Builder {

    private final int nodeCount;
    private final LongArrayList packed = new LongArrayList();
    private final DoubleArrayList weights = new DoubleArrayList();
    private boolean mergeDuplicates;
    private boolean directed;

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
     * Makes the edges arcs. Call it before adding the first edge.
     *
     * @return this builder
     * @throws IllegalStateException if an edge has been added
     */
    public Builder directed() {
      if (!packed.isEmpty()) {
        throw new IllegalStateException("directed() must be called before an edge is added");
      }
      directed = true;
      return this;
    }

    /**
     * Adds an edge with a weight. Either all edges of a graph have weights, or none. An edge of
     * weight 0 counts as an edge, although most models treat it as absent.
     *
     * @param u a node, in [0, n); the source if directed
     * @param v another node, in [0, n); the target if directed
     * @param weight the weight, finite and at least 0
     * @return this builder
     * @throws IllegalArgumentException if a node is out of range, {@code u == v}, or the weight is
     *     negative or not finite
     */
    public Builder addEdge(int u, int v, double weight) {
      if (!(weight >= 0 && weight < Double.POSITIVE_INFINITY)) {
        throw new IllegalArgumentException(
            "edge (" + u + ", " + v + ") has weight " + weight + ", not a finite number >= 0");
      }
      addEdge(u, v);
      weights.add(weight);
      return this;
    }

    /**
     * Adds an edge. The order of the nodes does not matter unless the graph is directed.
     *
     * @param u a node, in [0, n); the source if directed
     * @param v another node, in [0, n); the target if directed
     * @return this builder
     * @throws IllegalArgumentException if a node is out of range or {@code u == v}
     */
    public Builder addEdge(int u, int v) {
      if (u < 0 || u >= nodeCount || v < 0 || v >= nodeCount) {
        throw new IllegalArgumentException(
            "edge (" + u + ", " + v + ") has a node outside [0, " + nodeCount + ")");
      }
      if (u == v) {
        throw new IllegalArgumentException(
            "edge (" + u + ", " + v + ") is a self-loop; a simple graph has none");
      }
      // Arcs are sorted by target, because rows contain the sources.
      packed.add(directed ? NodePairs.pack(v, u) : NodePairs.pack(Math.min(u, v), Math.max(u, v)));
      return this;
    }

    /**
     * Allows the same edge to be added more than once. Without this call, {@link #build} rejects a
     * repeated edge. Edges with weights are never merged.
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
     *     if there are more than 2<sup>30</sup> - 1 edges, or some edges have weights and others do
     *     not
     */
    public Graph build() {
      long[] edges = packed.toLongArray();
      double[] weightOf = weights.toDoubleArray();
      if (weightOf.length > 0 && weightOf.length != edges.length) {
        throw new IllegalArgumentException(
            weightOf.length + " of " + edges.length + " edges have weights");
      }
      // Perturbers and most files supply edges in order. Skipping the sort also avoids the 20 KB
      // that radix sort allocates, most of the cost of a graph of a few nodes.
      if (!isAscending(edges)) {
        if (weightOf.length > 0) {
          it.unimi.dsi.fastutil.Arrays.quickSort(
              0,
              edges.length,
              (a, b) -> Long.compare(edges[a], edges[b]),
              (a, b) -> {
                LongArrays.swap(edges, a, b);
                DoubleArrays.swap(weightOf, a, b);
              });
        } else {
          LongArrays.radixSort(edges);
        }
      }
      int distinct = 0;
      for (int i = 0; i < edges.length; i++) {
        if (i > 0 && edges[i] == edges[i - 1]) {
          if (!mergeDuplicates || weightOf.length > 0) {
            int first = NodePairs.first(edges[i]);
            int second = NodePairs.second(edges[i]);
            throw new IllegalArgumentException(
                "edge ("
                    + (directed ? second : first)
                    + ", "
                    + (directed ? first : second)
                    + ") is repeated");
          }
        } else {
          edges[distinct++] = edges[i];
        }
      }
      if (distinct > MAX_EDGES) {
        throw new IllegalArgumentException(distinct + " edges exceed the maximum of " + MAX_EDGES);
      }
      return directed
          ? ofSortedArcs(nodeCount, edges, distinct, weightOf)
          : ofSortedEdges(nodeCount, edges, distinct, weightOf);
    }

    private static boolean isAscending(long[] values) {
      for (int i = 1; i < values.length; i++) {
        if (values[i] < values[i - 1]) {
          return false;
        }
      }
      return true;
    }

    private static Graph ofSortedArcs(int nodeCount, long[] arcs, int count, double[] weights) {
      int[] offsets = new int[nodeCount + 1];
      int[] sources = new int[count];
      for (int i = 0; i < count; i++) {
        offsets[NodePairs.first(arcs[i]) + 1]++;
        sources[i] = NodePairs.second(arcs[i]);
      }
      for (int v = 0; v < nodeCount; v++) {
        offsets[v + 1] += offsets[v];
      }
      return new Graph(offsets, sources, true, weights);
    }

    private static Graph ofSortedEdges(int nodeCount, long[] edges, int count, double[] weights) {
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
      double[] weightOf = new double[weights.length == 0 ? 0 : neighbors.length];
      // Edges are sorted by (u, v). The first pass writes the smaller neighbors of each node, the
      // second the larger ones, so that every row ends up ascending.
      for (int i = 0; i < count; i++) {
        int slot = at[NodePairs.second(edges[i])]++;
        neighbors[slot] = NodePairs.first(edges[i]);
        if (weightOf.length > 0) {
          weightOf[slot] = weights[i];
        }
      }
      for (int i = 0; i < count; i++) {
        int slot = at[NodePairs.first(edges[i])]++;
        neighbors[slot] = NodePairs.second(edges[i]);
        if (weightOf.length > 0) {
          weightOf[slot] = weights[i];
        }
      }
      return new Graph(offsets, neighbors, false, weightOf);
    }
  }
}
