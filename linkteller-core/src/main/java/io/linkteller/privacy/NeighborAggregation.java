package io.linkteller.privacy;

import io.linkteller.graph.Graph;
import java.util.OptionalInt;
import org.ejml.data.DMatrixRMaj;

/**
 * A randomized mechanism that releases sums over neighbors, A M plus noise, for a public matrix M
 * with one row per node. A model that reads the graph only through such releases has their
 * guarantee, whatever it computes from them.
 *
 * <p>M may depend on earlier releases, on features and on parameters, but not otherwise on the
 * private edges. Each call is a release that spends the budget again; {@link PrivateGraph#sums}
 * charges it.
 */
public interface NeighborAggregation {

  /**
   * Releases noisy sums.
   *
   * @param graph A on n nodes
   * @param rows M, n x m, finite; the implementation defines which norm of a row is bounded
   * @return A M plus noise, n x m; a new matrix
   * @throws IllegalArgumentException if M does not have one row per node or is out of range
   */
  DMatrixRMaj aggregate(Graph graph, DMatrixRMaj rows);

  /**
   * Returns the guarantee of several releases computed from the same edges, each of which may
   * depend on the results of earlier ones.
   *
   * @param releases the number of releases, at least 1
   * @return the guarantee of all of them together
   * @throws IllegalArgumentException if {@code releases} is below 1, or there is no guarantee for
   *     that many releases
   */
  PrivacyGuarantee guarantee(int releases);

  /**
   * Returns the largest degree in the graphs for which the guarantee holds. A session compares it
   * with the bound that was declared for its graph, so that no release has to inspect degrees.
   *
   * @return D; empty if the guarantee holds for all graphs
   */
  default OptionalInt degreeBound() {
    return OptionalInt.empty();
  }

  /**
   * Checks M without reading a graph.
   *
   * @param rows M, n x m
   * @throws IllegalArgumentException if a number in M is out of range
   */
  default void requireRows(DMatrixRMaj rows) {}
}
