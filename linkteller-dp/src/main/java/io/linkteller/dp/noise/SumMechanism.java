package io.linkteller.dp.noise;

import io.linkteller.dp.sampling.Chance;
import io.linkteller.graph.Graph;
import io.linkteller.privacy.NeighborAggregation;
import org.ejml.data.DMatrixRMaj;

/**
 * A mechanism that adds noise to sums over neighbors and takes all random decisions from a {@link
 * Chance}. Immutable and thread-safe.
 *
 * <p>Direct calls of {@link #aggregate(Graph, DMatrixRMaj)} are not charged to a ledger; a {@link
 * io.linkteller.dp.session.PrivateSession PrivateSession} charges its releases.
 */
public interface SumMechanism extends NeighborAggregation {

  /**
   * Releases noisy sums with given random decisions.
   *
   * @param graph A on n nodes
   * @param rows M, n x m
   * @param chance random decisions, the only randomness in the result
   * @return A M plus noise, n x m
   * @throws IllegalArgumentException if M does not have one row per node or is out of range; never
   *     because of the edges
   */
  DMatrixRMaj aggregate(Graph graph, DMatrixRMaj rows, Chance chance);

  /**
   * {@inheritDoc}
   *
   * <p>Random bits come from the secure source.
   */
  @Override
  default DMatrixRMaj aggregate(Graph graph, DMatrixRMaj rows) {
    return aggregate(graph, rows, Chance.secure());
  }
}
