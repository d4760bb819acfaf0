package io.linkteller.attack;

import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.InferenceQuery;

/**
 * Which rows of a query the positions of an {@link InfluenceMatrix} stand for. Immutable.
 *
 * <p>Targets come first, so that a target has the same position whatever the extent.
 */
final class InfluenceScope {

  private final InferenceNodes nodes;
  private final InfluenceExtent extent;
  private final int[] rows;

  InfluenceScope(InferenceNodes nodes, InfluenceExtent extent) {
    this.nodes = nodes;
    this.extent = extent;
    int targets = nodes.targets().size();
    int observed = extent == InfluenceExtent.AMONG_TARGETS ? targets : nodes.nodes().size();
    rows = new int[observed];
    boolean[] isTarget = new boolean[nodes.nodes().size()];
    for (int position = 0; position < targets; position++) {
      rows[position] = nodes.rowOfTarget(position);
      isTarget[rows[position]] = true;
    }
    int at = targets;
    for (int row = 0; at < observed; row++) {
      if (!isTarget[row]) {
        rows[at++] = row;
      }
    }
  }

  InferenceNodes nodes() {
    return nodes;
  }

  InfluenceExtent extent() {
    return extent;
  }

  /** The number of nodes whose features are scaled. */
  int probedCount() {
    return extent == InfluenceExtent.OF_ALL_NODES ? rows.length : nodes.targets().size();
  }

  /** The number of nodes whose logits are looked at. */
  int observedCount() {
    return rows.length;
  }

  /** The row in the features of the node at a position. */
  int row(int position) {
    return rows[position];
  }

  /** The query for the features as they are, whose answer is read for the nodes looked at. */
  InferenceQuery baseline() {
    InferenceQuery all = nodes.query();
    return extent == InfluenceExtent.AMONG_TARGETS ? all.observing(nodes.targetRows()) : all;
  }

  /** The row of the node at a position in an answer to {@link #baseline} or an edit of it. */
  int answerRow(int position) {
    return extent == InfluenceExtent.AMONG_TARGETS
        ? nodes.answerRowOfTarget(position)
        : rows[position];
  }

  int id(int position) {
    return nodes.nodes().getInt(rows[position]);
  }
}
