package io.linkteller.models.audit;

/**
 * One edge and how far up an attacker's ranking it stands.
 *
 * @param u the target that comes first in V^(C)
 * @param v the other
 * @param score the attack's score of the pair
 * @param rank its place among all pairs of targets, 1 for the first: an attacker who calls {@code
 *     rank} or more pairs edges names it
 * @param edgesUpTo how many edges stand at this rank or before it, itself included
 */
public record ExposedEdge(int u, int v, double score, long rank, int edgesUpTo) {

  /**
   * Returns the precision of an attacker who stops at this edge.
   *
   * @return the share of edges among the pairs up to this rank, in (0, 1]
   */
  public double precisionAtRank() {
    return (double) edgesUpTo / rank;
  }
}
