package io.linkteller.privacy;

import io.linkteller.graph.Graph;
import io.linkteller.privacy.ledger.LedgerEntry;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The output of a {@link GraphPerturber}: a perturbed graph, and the privacy guarantee that it
 * provides for the edges of the original. Any use of the perturbed graph alone is covered by the
 * guarantee.
 *
 * <p>What a bare perturber returns is charged to no ledger: its guarantee is the claim of the
 * mechanism about this one call. What the session of a private graph returns has a charge, which
 * nothing else can add. Immutable.
 */
public final class PerturbedGraph {

  private final Graph graph;
  private final PrivacyGuarantee guarantee;
  private final Optional<ChargedGuarantee> charge;

  /**
   * Creates the output of a bare perturber, which is charged to no ledger.
   *
   * @param graph Ã, on the nodes of the original
   * @param guarantee the guarantee that the mechanism claims
   */
  public PerturbedGraph(Graph graph, PrivacyGuarantee guarantee) {
    this(graph, guarantee, Optional.empty());
  }

  /**
   * Creates the output of a session.
   *
   * @param graph Ã, on the nodes of the original
   * @param guarantee the guarantee that was charged
   * @param entry the entry of the charge in the ledger
   */
  public PerturbedGraph(Graph graph, PrivacyGuarantee guarantee, LedgerEntry entry) {
    this(graph, guarantee, Optional.of(new ChargedGuarantee(entry, guarantee)));
  }

  private PerturbedGraph(
      Graph graph, PrivacyGuarantee guarantee, Optional<ChargedGuarantee> charge) {
    this.graph = Objects.requireNonNull(graph, "graph");
    this.guarantee = Objects.requireNonNull(guarantee, "guarantee");
    this.charge = charge;
  }

  /** {@return Ã, on the nodes of the original} */
  public Graph graph() {
    return graph;
  }

  /** {@return the guarantee of the mechanism} */
  public PrivacyGuarantee guarantee() {
    return guarantee;
  }

  /** {@return the same guarantee, charged; empty if it was not} */
  public Optional<ChargedGuarantee> charge() {
    return charge;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof PerturbedGraph perturbed
        && perturbed.graph.equals(graph)
        && perturbed.guarantee.equals(guarantee)
        && perturbed.charge.equals(charge);
  }

  @Override
  public int hashCode() {
    return Objects.hash(graph, guarantee, charge);
  }

  @Override
  public String toString() {
    return "PerturbedGraph[" + graph + ", " + guarantee + ", charge = " + charge + "]";
  }
}
