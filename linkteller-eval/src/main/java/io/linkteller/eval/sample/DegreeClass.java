package io.linkteller.eval.sample;

import io.linkteller.graph.Graph;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntImmutableList;
import it.unimi.dsi.fastutil.ints.IntList;

/** Which nodes are attacked (section VI): those of few edges, any, or those of many. */
public enum DegreeClass {
  /** Nodes of at most {@link DegreeThresholds#lowAtMost} edges. */
  LOW,
  /** All nodes. */
  UNCONSTRAINED,
  /** Nodes of at least {@link DegreeThresholds#highAtLeast} edges. */
  HIGH;

  /**
   * Tells whether a node belongs to this class.
   *
   * @param degree the degree of the node
   * @param thresholds where low ends and high begins
   * @return true if it does
   */
  public boolean contains(int degree, DegreeThresholds thresholds) {
    return switch (this) {
      case LOW -> degree <= thresholds.lowAtMost();
      case UNCONSTRAINED -> true;
      case HIGH -> degree >= thresholds.highAtLeast();
    };
  }

  /**
   * Returns the nodes of this class. O(n).
   *
   * @param graph the graph that gives the degrees
   * @param thresholds where low ends and high begins
   * @return the nodes in ascending order, unmodifiable
   */
  public IntList pool(Graph graph, DegreeThresholds thresholds) {
    IntArrayList pool = new IntArrayList();
    for (int node = 0; node < graph.nodeCount(); node++) {
      if (contains(graph.degree(node), thresholds)) {
        pool.add(node);
      }
    }
    return new IntImmutableList(pool);
  }
}
