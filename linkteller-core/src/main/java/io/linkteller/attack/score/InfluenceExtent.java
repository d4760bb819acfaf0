package io.linkteller.attack.score;

import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.InferenceQuery;

/**
 * The influences that a {@link PairScore} needs, which determine the number of queries of an
 * attack.
 */
public enum InfluenceExtent {
  /** The influence of each target on each target: |V^(C)| + 1 queries. */
  AMONG_TARGETS,
  /**
   * The influence of each target on each inference node: |V^(C)| + 1 queries that observe all
   * nodes.
   */
  OF_TARGETS,
  /** The influence of each inference node on each inference node: |V^(I)| + 1 queries. */
  OF_ALL_NODES;

  /**
   * Returns the number of queries that measure these influences.
   *
   * @param nodes V^(I) and V^(C)
   * @return the number of nodes whose features are scaled, plus one for the baseline
   */
  public int queryCount(InferenceNodes nodes) {
    return Math.incrementExact(probedCount(nodes));
  }

  /**
   * Returns the number of nodes whose features are scaled.
   *
   * @param nodes V^(I) and V^(C)
   * @return |V^(I)| for {@link #OF_ALL_NODES}, else |V^(C)|
   */
  public int probedCount(InferenceNodes nodes) {
    return (this == OF_ALL_NODES ? nodes.nodes() : nodes.targets()).size();
  }

  /**
   * Returns the baseline query, which has the original features and observes the nodes of this
   * extent.
   *
   * @param nodes V^(I), X^(I) and V^(C)
   * @return a query that observes the targets for {@link #AMONG_TARGETS}, else all nodes
   */
  public InferenceQuery query(InferenceNodes nodes) {
    InferenceQuery all = nodes.query();
    return this == AMONG_TARGETS ? all.observing(nodes.targetRows()) : all;
  }

  /**
   * Maps positions to the rows of an answer to {@link #query}, or to an edit of it.
   *
   * @param nodes V^(I) and V^(C)
   * @return for each position of {@link #rows}, the row of the answer
   */
  public int[] answerRows(InferenceNodes nodes) {
    int[] rows = rows(nodes);
    for (int position = 0; this == AMONG_TARGETS && position < rows.length; position++) {
      rows[position] = nodes.answerRowOfTarget(position);
    }
    return rows;
  }

  /**
   * Maps positions to the rows of the features: entry i is the row of the node at position i of an
   * {@link InfluenceMatrix}. Targets come first, in their order, so that a target has the same
   * position for every extent; the other nodes follow in theirs. The first {@link #probedCount}
   * positions are the nodes whose features are scaled.
   *
   * @param nodes V^(I) and V^(C)
   * @return |V^(C)| rows for {@link #AMONG_TARGETS}, else all |V^(I)|
   */
  public int[] rows(InferenceNodes nodes) {
    int targets = nodes.targets().size();
    int[] rows = new int[this == AMONG_TARGETS ? targets : nodes.nodes().size()];
    boolean[] isTarget = new boolean[nodes.nodes().size()];
    for (int position = 0; position < targets; position++) {
      rows[position] = nodes.rowOfTarget(position);
      isTarget[rows[position]] = true;
    }
    int at = targets;
    for (int row = 0; at < rows.length; row++) {
      if (!isTarget[row]) {
        rows[at++] = row;
      }
    }
    return rows;
  }
}
