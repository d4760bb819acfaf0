package io.linkteller.privacy;

import io.linkteller.matrix.OwnMatrix;
import io.linkteller.privacy.ledger.LedgerEntry;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.ejml.data.DMatrixRMaj;

/**
 * A fixed number of noisy sums over neighbors in a private graph, charged in advance by the session
 * of the graph. Each may depend on the results of earlier ones. Arguments are checked before the
 * graph is read. Thread-safe.
 */
public final class NoisySums {

  private final int nodeCount;
  private final AtomicInteger remaining;
  private final Supplier<ChargedGuarantee> guarantee;
  private final Consumer<DMatrixRMaj> check;
  private final UnaryOperator<DMatrixRMaj> source;

  /**
   * Creates sums that a session has charged.
   *
   * @param nodeCount n, the number of nodes of the graph
   * @param releases the number of sums that were charged
   * @param guarantee the guarantee of all these sums together
   * @param entry the ledger entry of the charge, which only a session can create
   * @param released the guarantee of everything that the session has released so far
   * @param check checks M; throws an exception if it is out of range
   * @param source releases A M plus noise for M; returns a new matrix
   */
  public NoisySums(
      int nodeCount,
      int releases,
      PrivacyGuarantee guarantee,
      LedgerEntry entry,
      Supplier<Optional<ChargedGuarantee>> released,
      Consumer<DMatrixRMaj> check,
      UnaryOperator<DMatrixRMaj> source) {
    this.nodeCount = nodeCount;
    this.remaining = new AtomicInteger(releases);
    this.guarantee = new ChargedGuarantee(entry, guarantee).withAllOf(released);
    this.check = check;
    this.source = source;
  }

  /** {@return the number of nodes} */
  public int nodeCount() {
    return nodeCount;
  }

  /**
   * Releases the next sums.
   *
   * @param rows M, n x m, finite; public, or a result of earlier releases
   * @return A M plus noise, n x m; a new matrix
   * @throws IllegalArgumentException if M does not have one row per node, or the mechanism does not
   *     accept it; no sum is used up in either case
   * @throws IllegalStateException if all sums are used up
   */
  public DMatrixRMaj next(DMatrixRMaj rows) {
    // A copy, because M must not change after the check.
    DMatrixRMaj checked = OwnMatrix.of(rows);
    if (checked.numRows != nodeCount) {
      throw new IllegalArgumentException(
          "M has " + checked.numRows + " rows for " + nodeCount + " nodes");
    }
    check.accept(checked);
    if (remaining.getAndUpdate(left -> Math.max(0, left - 1)) == 0) {
      throw new IllegalStateException("all sums that were charged are used up");
    }
    return source.apply(checked);
  }

  /** {@return the number of sums that are left} */
  public int remaining() {
    return remaining.get();
  }

  /**
   * Returns the guarantee of all these sums, used up or not, together with everything that the
   * session has released so far, because M may depend on any of it.
   *
   * @return the composed guarantee, which grows with the releases of the session
   */
  public ChargedGuarantee guarantee() {
    return guarantee.get();
  }

  /** {@return a supplier of {@link #guarantee} that holds no reference to the graph} */
  public Supplier<ChargedGuarantee> growingGuarantee() {
    return guarantee;
  }
}
