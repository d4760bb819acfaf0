package io.linkteller.privacy;

import io.linkteller.graph.Graph;

/**
 * The relation between neighboring graphs, whose difference a mechanism must hide.
 *
 * <p>Each edge is one secret, whatever the kind of graph. Directed graphs are neighbors if they
 * differ in one arc. The two arcs between a pair of nodes are two secrets, so hiding both costs 2
 * ε. Graphs with relations are neighbors if they differ in one edge of one relation: moving an edge
 * to another relation changes two edges, and disconnecting a pair may change one edge per relation.
 * The number of nodes, the number of relations, and whether the graph is directed are public.
 * Weights are not covered: no mechanism in this library accepts a weighted graph.
 */
public sealed interface NeighboringGraphs {

  /** Graphs that differ in one edge: Definition 1 of the paper. */
  NeighboringGraphs ONE_EDGE = new EdgesApart(1);

  /** Graphs that differ in any number of edges, all incident to one node. */
  NeighboringGraphs ONE_NODE = new OneNode();

  /**
   * Returns the relation of graphs that differ in at most a given number of edges.
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
   * Returns a description of the difference for one kind of graph.
   *
   * @param kind a graph of that kind; the description depends only on its public properties
   * @return the description, such as {@code one arc of one relation}
   */
  String description(Graph kind);

  /**
   * Returns whether a guarantee for this relation also holds for another, with the same ε and δ.
   *
   * @param weaker the other relation
   * @return whether graphs that are neighbors under the other relation are neighbors under this one
   */
  boolean includes(NeighboringGraphs weaker);

  /**
   * The relation of graphs that differ in at most a given number of edges.
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
