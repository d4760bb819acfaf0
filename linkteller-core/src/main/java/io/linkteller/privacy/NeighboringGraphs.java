package io.linkteller.privacy;

import io.linkteller.graph.Graph;

/**
 * The relation of neighboring graphs, between which a mechanism must hide the difference.
 *
 * <p>An edge is one secret of the kind that the graph has. Directed graphs are neighbors if they
 * differ in one arc: the two arcs between a pair of nodes are two secrets, hidden together with 2
 * ε. Graphs with relations are neighbors if they differ in one edge of one relation: that an edge
 * has another relation is a difference of two edges, that a pair is connected at all one of as many
 * as there are relations. Public are n, whether the graph is directed, and the number of relations.
 * Weights are not covered: no mechanism of this library takes a weighted graph.
 */
public sealed interface NeighboringGraphs {

  /** Graphs that differ in one edge: Definition 1 of the paper. */
  NeighboringGraphs ONE_EDGE = new EdgesApart(1);

  /** Graphs that differ in any number of edges, all incident to one node. */
  NeighboringGraphs ONE_NODE = new OneNode();

  /**
   * Returns the relation of graphs that differ in at most a number of edges.
   *
   * @param count the number of edges, at least 1
   * @return the relation
   * @throws IllegalArgumentException if {@code count} is below 1
   */
  static NeighboringGraphs edges(int count) {
    return count == 1 ? ONE_EDGE : new EdgesApart(count);
  }

  /** {@return a description of the difference, such as {@code one edge}} */
  String description();

  /**
   * Returns a description of the difference for graphs of a kind.
   *
   * @param kind a graph of the kind; what is described depends on public properties of it only
   * @return the description, such as {@code one arc of one relation}
   */
  String description(Graph kind);

  /**
   * Tells whether a guarantee for this relation is also one for another, with the same ε and δ.
   *
   * @param weaker the other relation
   * @return whether graphs that are neighbors by the other relation are neighbors by this one
   */
  boolean includes(NeighboringGraphs weaker);

  /**
   * The relation of graphs that differ in at most a number of edges.
   *
   * @param count the number of edges, at least 1
   */
  record EdgesApart(int count) implements NeighboringGraphs {

    /**
     * Creates the relation.
     *
     * @param count the number of edges, at least 1
     * @throws IllegalArgumentException if {@code count} is below 1
     */
    public EdgesApart {
      if (count < 1) {
        throw new IllegalArgumentException("count = " + count + " is below 1");
      }
    }

    @Override
    public boolean includes(NeighboringGraphs weaker) {
      return weaker instanceof EdgesApart fewer && fewer.count <= count;
    }

    @Override
    public String description() {
      return description(Graph.empty(0));
    }

    @Override
    public String description(Graph kind) {
      String edge = kind.isDirected() ? "arc" : "edge";
      String relation = kind.relations().isEmpty() ? "" : " of one relation";
      return count == 1
          ? "one " + edge + relation
          : count + " " + edge + "s" + relation.replace("one relation", "any relations");
    }
  }

  /** The relation of graphs that differ in the edges of one node. */
  record OneNode() implements NeighboringGraphs {

    @Override
    public boolean includes(NeighboringGraphs weaker) {
      return weaker.equals(this) || weaker.equals(ONE_EDGE);
    }

    @Override
    public String description() {
      return description(Graph.empty(0));
    }

    @Override
    public String description(Graph kind) {
      return "the " + (kind.isDirected() ? "arcs" : "edges") + " of one node";
    }
  }
}
