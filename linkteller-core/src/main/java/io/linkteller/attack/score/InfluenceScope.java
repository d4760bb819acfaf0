package io.linkteller.attack.score;

import io.linkteller.inference.InferenceNodes;

/**
 * Maps the positions of an {@link InfluenceMatrix} to nodes. Immutable.
 *
 * <p>Targets come first, so that a target has the same position for every extent.
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

  /** {@return the number of nodes whose features are scaled} */
  int probedCount() {
    return extent.probedCount(nodes);
  }

  /** {@return the number of nodes whose logits are compared} */
  int observedCount() {
    return rows.length;
  }

  int id(int position) {
    return nodes.nodes().getInt(rows[position]);
  }
}
