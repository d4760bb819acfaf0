package io.linkteller.models.aggregate;

import io.linkteller.privacy.ChargedGuarantee;
import java.util.List;
import java.util.function.Supplier;
import org.ejml.data.DMatrixRMaj;

/**
 * The noisy sums over neighbors that were released for a graph, one matrix per hop. They may be
 * stored, copied and used for any number of answers at no further privacy cost. The sums are
 * immutable; the guarantee changes with each release of the session.
 */
public final class Aggregates {

  private final List<DMatrixRMaj> sums;
  private final Supplier<ChargedGuarantee> guarantee;

  Aggregates(List<DMatrixRMaj> sums, Supplier<ChargedGuarantee> guarantee) {
    this.sums = List.copyOf(sums);
    this.guarantee = guarantee;
  }

  /** {@return the number of nodes} */
  public int nodeCount() {
    return sums.get(0).numRows;
  }

  /**
   * Returns the privacy guarantee for the edges of the graph. It covers all hops and everything
   * else that the private session has released so far.
   *
   * @return the composed guarantee as of this call
   */
  public ChargedGuarantee guarantee() {
    return guarantee.get();
  }

  /**
   * Returns a copy of the released sums.
   *
   * @param hop the hop, in [1, K]
   * @return A M plus noise, n x m, where M is the matrix of the {@linkplain Gap#aggregatedRows
   *     rows} that were summed
   * @throws IndexOutOfBoundsException if {@code hop} is out of range
   */
  public DMatrixRMaj hop(int hop) {
    return sums.get(hop - 1).copy();
  }

  /** Returns the released sums without copying them. Callers must not modify them. */
  List<DMatrixRMaj> sums() {
    return sums;
  }
}
