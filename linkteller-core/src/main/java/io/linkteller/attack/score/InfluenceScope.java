package io.linkteller.attack.score;

import io.linkteller.inference.InferenceNodes;

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
    rows = extent.rows(nodes);
  }

  InferenceNodes nodes() {
    return nodes;
  }

  InfluenceExtent extent() {
    return extent;
  }

  /** The number of nodes whose features are scaled. */
  int probedCount() {
    return extent.probedCount(nodes);
  }

  /** The number of nodes whose logits are looked at. */
  int observedCount() {
    return rows.length;
  }

  int id(int position) {
    return nodes.nodes().getInt(rows[position]);
  }
}
