package io.linkteller.attack.score;

import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.InferenceQuery;

/** Which influences a {@link PairScore} needs, and with that how many queries an attack asks. */
public enum InfluenceExtent {
  /** Of each target on each target: |V^(C)| + 1 queries. */
  AMONG_TARGETS,
  /** Of each target on each inference node: the same |V^(C)| + 1 queries, more of each answer. */
  OF_TARGETS,
  /** Of each inference node on each: |V^(I)| + 1 queries. */
  OF_ALL_NODES;

  /**
   * Returns the number of queries that measure these influences.
   *
   * @param nodes V^(I) and V^(C)
   * @return the number of nodes whose features are scaled, and one more for the baseline
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
   * Returns the query for the features as they are, whose answer is read for the nodes looked at.
   *
   * @param nodes V^(I), X^(I) and V^(C)
   * @return a query that observes the targets for {@link #AMONG_TARGETS}, else all nodes
   */
  public InferenceQuery query(InferenceNodes nodes) {
    InferenceQuery all = nodes.query();
    return this == AMONG_TARGETS ? all.observing(nodes.targetRows()) : all;
  }

  /**
   * Returns the rows of an answer to {@link #query}, or to an edit of it, by position.
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
   * Returns the rows of the features of the nodes whose logits are looked at: entry i is the row of
   * the node at position i of an {@link InfluenceMatrix}. Targets come first, in their order, so
   * that a target has the same position whatever the extent; the other nodes follow in theirs. The
   * first {@link #probedCount} are the nodes whose features are scaled.
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
