package io.linkteller.privacy;

import io.linkteller.matrix.OwnMatrix;
import io.linkteller.privacy.ledger.LedgerEntry;
import it.unimi.dsi.fastutil.ints.IntImmutableList;
import it.unimi.dsi.fastutil.ints.IntList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.ints.IntSet;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.ejml.data.DMatrixRMaj;

/**
 * A number of noisy sums over the neighbors in a private graph, which its session has charged in
 * advance. Each may depend on the results of those before. Arguments are checked before the graph
 * is read. Safe for use by several threads.
 */
public final class NoisySums {

  /** Computes noisy sums. */
  @FunctionalInterface
  public interface Source {

    /**
     * Releases noisy sums.
     *
     * @param nodes the nodes whose common edges are summed over; empty for all
     * @param rows M, one row per node
     * @return A M plus noise; a new matrix
     */
    DMatrixRMaj sum(Optional<IntList> nodes, DMatrixRMaj rows);
  }

  private final int graphNodes;
  private final Optional<IntList> nodes;
  private final AtomicInteger remaining;
  private final Supplier<ChargedGuarantee> guarantee;
  private final Consumer<DMatrixRMaj> check;
  private final Source source;

  /**
   * Creates sums that a session has charged. Only the session has entries.
   *
   * @param nodeCount n, the number of nodes of the graph
   * @param releases how many sums were charged
   * @param guarantee the guarantee of all of them
   * @param entry the entry of the charge in the ledger
   * @param released the guarantee of all that the session has released so far
   * @param check throws if a matrix is out of range
   * @param source computes the sums
   */
  public NoisySums(
      int nodeCount,
      int releases,
      PrivacyGuarantee guarantee,
      LedgerEntry entry,
      Supplier<Optional<ChargedGuarantee>> released,
      Consumer<DMatrixRMaj> check,
      Source source) {
    this(
        nodeCount,
        Optional.empty(),
        new AtomicInteger(releases),
        new ChargedGuarantee(entry, guarantee).withAllOf(released),
        check,
        source);
  }

  private NoisySums(
      int graphNodes,
      Optional<IntList> nodes,
      AtomicInteger remaining,
      Supplier<ChargedGuarantee> guarantee,
      Consumer<DMatrixRMaj> check,
      Source source) {
    this.graphNodes = graphNodes;
    this.nodes = nodes;
    this.remaining = remaining;
    this.guarantee = guarantee;
    this.check = check;
    this.source = source;
  }

  /** {@return the number of nodes over whose edges sums are computed} */
  public int nodeCount() {
    return nodes.map(IntList::size).orElse(graphNodes);
  }

  /**
   * Releases the next sums.
   *
   * @param rows M, n x m, finite; public, or a result of earlier releases
   * @return A M plus noise, n x m; a new matrix
   * @throws IllegalArgumentException if M does not have one row per node, or the mechanism does not
   *     accept it; no sum is used up then
   * @throws IllegalStateException if all sums are used up
   */
  public DMatrixRMaj next(DMatrixRMaj rows) {
    // What was checked must not change.
    DMatrixRMaj checked = OwnMatrix.of(rows);
    if (checked.numRows != nodeCount()) {
      throw new IllegalArgumentException(
          "M has " + checked.numRows + " rows for " + nodeCount() + " nodes");
    }
    check.accept(checked);
    if (remaining.getAndUpdate(left -> Math.max(0, left - 1)) == 0) {
      throw new IllegalStateException("all sums that were charged are used up");
    }
    return source.sum(nodes, checked);
  }

  /**
   * Returns the same sums over the edges among some of the nodes.
   *
   * @param some distinct nodes; row i of M is that of the i-th
   * @return a view that uses up the same sums
   * @throws IllegalArgumentException if a node is out of range or occurs twice
   */
  public NoisySums among(IntList some) {
    if (nodes.isPresent()) {
      throw new IllegalArgumentException("these are sums among some of the nodes already");
    }
    // What is checked must not change: others may have the array.
    IntList copy = IntImmutableList.of(some.toIntArray().clone());
    IntSet seen = new IntOpenHashSet(copy.size());
    boolean inOrder = copy.size() == graphNodes;
    for (int i = 0; i < copy.size(); i++) {
      int node = copy.getInt(i);
      if (node < 0 || node >= graphNodes || !seen.add(node)) {
        throw new IllegalArgumentException(
            "node = " + node + " is outside [0, " + graphNodes + ") or occurs twice");
      }
      inOrder &= node == i;
    }
    if (inOrder) {
      return this;
    }
    return new NoisySums(graphNodes, Optional.of(copy), remaining, guarantee, check, source);
  }

  /** {@return the number of sums that are left} */
  public int remaining() {
    return remaining.get();
  }

  /**
   * Returns the guarantee of all these sums, used up or not, together with everything that the
   * session has released so far: M may depend on any of it.
   *
   * @return the composed guarantee, which grows with the releases of the session
   */
  public ChargedGuarantee guarantee() {
    return guarantee.get();
  }

  /** {@return a supplier of {@link #guarantee}, without a reference to the graph} */
  public Supplier<ChargedGuarantee> growingGuarantee() {
    return guarantee;
  }
}
