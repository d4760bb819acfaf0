package io.linkteller.privacy;

/** When two graphs on the same nodes count as neighbours. */
public sealed interface NeighboringGraphs {

  /** They differ in the presence of one undirected edge: Definition 1 of the paper. */
  NeighboringGraphs ONE_EDGE = new EdgesApart(1);

  /** They differ in any number of edges, all at one node. */
  NeighboringGraphs ONE_NODE = new OneNode();

  /**
   * Returns the relation of graphs that differ in up to a number of edges.
   *
   * @param count at least 1
   * @return the relation
   * @throws IllegalArgumentException if {@code count} is below 1
   */
  static NeighboringGraphs edges(int count) {
    return count == 1 ? ONE_EDGE : new EdgesApart(count);
  }

  /**
   * Returns the relation in words.
   *
   * @return for example {@code one edge}
   */
  String description();

  /**
   * Graphs that differ in up to a number of edges.
   *
   * @param count at least 1
   */
  record EdgesApart(int count) implements NeighboringGraphs {

    /**
     * Checks the number.
     *
     * @param count at least 1
     * @throws IllegalArgumentException if {@code count} is below 1
     */
    public EdgesApart {
      if (count < 1) {
        throw new IllegalArgumentException("count = " + count + " is below 1");
      }
    }

    @Override
    public String description() {
      return count == 1 ? "one edge" : count + " edges";
    }
  }

  /** Graphs that differ in the edges of one node. */
  record OneNode() implements NeighboringGraphs {

    @Override
    public String description() {
      return "the edges of one node";
    }
  }
}
