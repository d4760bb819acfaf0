package io.linkteller.eval.sample;

import io.linkteller.graph.Graph;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.stream.IntStream;

/**
 * A class of nodes by degree from which targets are drawn (section VI): low, unconstrained or high.
 */
public enum DegreeClass {
  /** Nodes with a degree of at most {@link DegreeThresholds#lowAtMost}. */
  LOW,
  /** All nodes. */
  UNCONSTRAINED,
  /** Nodes with a degree of at least {@link DegreeThresholds#highAtLeast}. */
  HIGH;

  /**
   * Returns whether a node belongs to this class.
   *
   * @param degree the degree of the node
   * @param thresholds the limits of low and high degrees
   * @return whether the degree is in the range of the class
   */
  public boolean contains(int degree, DegreeThresholds thresholds) {
    return switch (this) {
      case LOW -> degree <= thresholds.lowAtMost();
      case UNCONSTRAINED -> true;
      case HIGH -> degree >= thresholds.highAtLeast();
    };
  }

  /**
   * Returns the nodes of this class. Takes O(n) time.
   *
   * @param graph the graph whose degrees are used
   * @param thresholds the limits of low and high degrees
   * @return the nodes in ascending order, unmodifiable
   */
  public IntList pool(Graph graph, DegreeThresholds thresholds) {
    return IntList.of(
        IntStream.range(0, graph.nodeCount())
            .filter(node -> contains(graph.degree(node), thresholds))
            .toArray());
  }
}
