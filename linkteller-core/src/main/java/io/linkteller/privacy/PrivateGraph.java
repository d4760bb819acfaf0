package io.linkteller.privacy;

/**
 * A graph whose edges are private, as seen by code that trains or serves under a guarantee: it can
 * be read only through releases, each of which is charged before it is computed. The graph itself
 * is not accessible. {@code PrivateSession} in the module {@code io.linkteller.dp} implements it;
 * any other implementation can only pass on releases that a session has charged.
 */
public interface PrivateGraph {

  /** {@return n, the number of nodes, which is public} */
  int nodeCount();

  /**
   * Charges a number of noisy sums over neighbors.
   *
   * @param mechanism the mechanism that adds the noise
   * @param releases the number of sums that may be released, at least 1
   * @return the sums, which are computed on demand
   * @throws IllegalArgumentException if {@code releases} is below 1, there is no guarantee for that
   *     many sums, or the mechanism needs a bound on degrees that was not declared for this graph
   * @throws RuntimeException if the budget does not cover the sums, in which case nothing is
   *     charged
   */
  NoisySums sums(NeighborAggregation mechanism, int releases);
}
