package io.linkteller.attack.score;

import io.linkteller.inference.InferenceNodes;

/**
 * Which rows of a query the positions of an {@link InfluenceMatrix} stand for. Immutable.
 *
 * <p>Targets come first, so that a target has the same position whatever the extent.
 */
public final class InfluenceScope {

  private final InferenceNodes nodes;
  private final InfluenceExtent extent;
  private final int[] rows;

  public InfluenceScope(InferenceNodes nodes, InfluenceExtent extent) {
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

  public InferenceNodes nodes() {
    return nodes;
  }

  public InfluenceExtent extent() {
    return extent;
  }

  /** The number of nodes whose features are scaled. */
  public int probedCount() {
    return extent == InfluenceExtent.OF_ALL_NODES ? rows.length : nodes.targets().size();
  }

  /** The number of nodes whose logits are looked at. */
  public int observedCount() {
    return rows.length;
  }

  /** The row in features and answers of the node at a position. */
  public int row(int position) {
    return rows[position];
  }

  public int id(int position) {
    return nodes.nodes().getInt(rows[position]);
  }
}
