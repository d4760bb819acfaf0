package io.linkteller.models.audit;

/**
 * One node and how many of its edges an attacker names.
 *
 * @param node the node
 * @param edges how many edges it has to other targets
 * @param named how many of them the attacker names
 * @param firstRank the rank of its most exposed edge among all pairs, 1 for the first
 */
public record ExposedNode(int node, int edges, int named, long firstRank) {

  /**
   * Returns the share of its edges that the attacker names.
   *
   * @return in [0, 1]
   */
  public double share() {
    return (double) named / edges;
  }
}
