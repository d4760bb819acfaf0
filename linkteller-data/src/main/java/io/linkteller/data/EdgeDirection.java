package io.linkteller.data;

import io.linkteller.graph.Graph;
import io.linkteller.graph.NodeNames;
import java.util.Collections;

/** How the pairs of nodes in a file are converted to the edges of a graph. */
public enum EdgeDirection {
  /** Each edge of an undirected graph is listed in both directions. */
  SYMMETRIC,
  /** Each pair is an arc from the first node to the second. */
  DIRECTED,
  /** Each pair is an undirected edge. */
  UNDIRECTED;

  /**
   * Returns a builder that accepts the pairs as they are listed.
   *
   * @param nodeCount n, at least 0
   * @return a builder; pass its graph to {@link #graph}
   * @throws IllegalArgumentException if {@code nodeCount} is out of range
   */
  public Graph.Builder builder(int nodeCount) {
    Graph.Builder builder = Graph.builder(nodeCount);
    return this == UNDIRECTED ? builder : builder.directed();
  }

  /**
   * Returns the graph of the listed pairs. Takes O(n + |E| log d) time, where d is the maximum
   * degree.
   *
   * @param pairs the pairs
   * @param names the names of the nodes, for error messages
   * @return the graph
   * @throws IllegalArgumentException if a pair of a symmetric list lacks its reverse, or the two
   *     have different weights
   */
  public Graph graph(Graph pairs, NodeNames names) {
    if (this != SYMMETRIC) {
      return pairs;
    }
    Graph.Builder edges = Graph.builder(pairs.nodeCount());
    for (int v = 0; v < pairs.nodeCount(); v++) {
      for (int i = 0; i < pairs.degree(v); i++) {
        int u = pairs.neighbor(v, i);
        double weight = pairs.weight(v, i);
        int reverse = Collections.binarySearch(pairs.neighbors(u), v);
        if (reverse < 0 || pairs.weight(u, reverse) != weight) {
          throw new IllegalArgumentException(
              "arc ("
                  + names.of(u)
                  + ", "
                  + names.of(v)
                  + (reverse < 0
                      ? ") is present without its reverse; set direction(DIRECTED) if arcs have a"
                          + " direction for the model, or direction(UNDIRECTED) if each edge is"
                          + " listed once"
                      : ") and its reverse have different weights; set direction(DIRECTED) if arcs"
                          + " have a direction for the model, direction(UNDIRECTED) and"
                          + " repeated(SUM) to add the weights, or"
                          + " ignoringWeights()"));
        }
        if (u < v && pairs.isWeighted()) {
          edges.addEdge(u, v, weight);
        } else if (u < v) {
          edges.addEdge(u, v);
        }
      }
    }
    return edges.build();
  }
}
