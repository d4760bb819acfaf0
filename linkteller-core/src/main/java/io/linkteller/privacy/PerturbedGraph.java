package io.linkteller.privacy;

import io.linkteller.graph.Graph;
import io.linkteller.privacy.ledger.LedgerEntry;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The output of a {@link GraphPerturber}: a perturbed graph, and the privacy guarantee that it
 * provides for the edges of the original. Any use of the perturbed graph alone is covered by the
 * guarantee.
 *
 * <p>If a perturber is called directly, its output is not charged to a ledger, and the guarantee is
 * only the claim of the mechanism about that one call. The output of a private graph's session also
 * has a charge, which only the session can add. The graph and its guarantee are immutable; the
 * charge grows with the releases of the session.
 */
public final class PerturbedGraph {

  private final Graph graph;
  private final PrivacyGuarantee guarantee;
  private final Optional<ChargedGuarantee> own;
  private final Supplier<Optional<ChargedGuarantee>> released;

  /**
   * Creates the output of a perturber that was called directly, without a charge to a ledger.
   *
   * @param graph Ã, on the nodes of the original
   * @param guarantee the guarantee that the mechanism claims
   */
  public PerturbedGraph(Graph graph, PrivacyGuarantee guarantee) {
    this(graph, guarantee, Optional.empty(), Optional::empty);
  }

  /**
   * Creates the output of a session.
   *
   * @param graph Ã, on the nodes of the original
   * @param guarantee the guarantee that was charged
   * @param entry the ledger entry of the charge
   * @param released the guarantee of everything that the session has released so far
   */
  public PerturbedGraph(
      Graph graph,
      PrivacyGuarantee guarantee,
      LedgerEntry entry,
      Supplier<Optional<ChargedGuarantee>> released) {
    this(graph, guarantee, Optional.of(new ChargedGuarantee(entry, guarantee)), released);
  }

  private PerturbedGraph(
      Graph graph,
      PrivacyGuarantee guarantee,
      Optional<ChargedGuarantee> own,
      Supplier<Optional<ChargedGuarantee>> released) {
    this.graph = Objects.requireNonNull(graph, "graph");
    this.guarantee = Objects.requireNonNull(guarantee, "guarantee");
    this.own = own;
    this.released = released;
  }

  /** {@return Ã, on the nodes of the original} */
  public Graph graph() {
    return graph;
  }

  /** {@return the guarantee of the mechanism} */
  public PrivacyGuarantee guarantee() {
    return guarantee;
  }

  /**
   * Returns the guarantee as it was charged, composed with that of everything that the session has
   * released so far, because Ã and models trained on it may depend on any of it.
   *
   * @return the composed guarantee; empty if nothing was charged
   */
  public Optional<ChargedGuarantee> charge() {
    return own.map(mine -> mine.withAllOf(released).get());
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof PerturbedGraph perturbed
        && perturbed.graph.equals(graph)
        && perturbed.guarantee.equals(guarantee)
        && perturbed.own.equals(own);
  }

  @Override
  public int hashCode() {
    return Objects.hash(graph, guarantee, own);
  }

  @Override
  public String toString() {
    return "PerturbedGraph[" + graph + ", " + guarantee + ", charge = " + own + "]";
  }
}
