package io.linkteller.privacy;

/** The relation of neighboring graphs, between which a mechanism must hide the difference. */
public sealed interface NeighboringGraphs {

  /** Graphs that differ in one undirected edge: Definition 1 of the paper. */
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
      return count == 1 ? "one edge" : count + " edges";
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
      return "the edges of one node";
    }
  }
}
