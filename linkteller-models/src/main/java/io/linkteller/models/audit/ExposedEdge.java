package io.linkteller.models.audit;

/**
 * An edge and its rank in the attacker's ranking of all pairs.
 *
 * @param u the endpoint that comes first in V^(C), or the source if the graph is directed
 * @param v the other endpoint
 * @param score the attack's score for the pair
 * @param rank the pair's rank among all pairs of targets, counted from 1; an attacker who predicts
 *     at least {@code rank} edges predicts this one
 * @param edgesUpTo the number of edges up to and including this rank
 */
public record ExposedEdge(int u, int v, double score, long rank, int edgesUpTo) {

  /** {@return the precision of an attacker who predicts the pairs up to this rank, in (0, 1]} */
  public double precisionAtRank() {
    return (double) edgesUpTo / rank;
  }
}
