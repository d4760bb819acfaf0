package io.linkteller.models.audit;

/**
 * A node and the number of its edges that an attacker predicts correctly.
 *
 * @param node the node
 * @param edges the number of edges to other targets
 * @param found the number of these edges that the attacker predicts
 * @param firstRank the rank, counted from 1, of its most exposed edge among all pairs
 */
public record ExposedNode(int node, int edges, int found, long firstRank) {

  /** {@return the fraction of its edges that the attacker predicts, in [0, 1]} */
  public double share() {
    return (double) found / edges;
  }
}
