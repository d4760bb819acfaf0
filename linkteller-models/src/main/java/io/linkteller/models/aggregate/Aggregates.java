package io.linkteller.models.aggregate;

import io.linkteller.privacy.ChargedGuarantee;
import java.util.List;
import org.ejml.data.DMatrixRMaj;

/**
 * What was released about a graph: noisy sums over neighbors, hop after hop. It may be stored,
 * copied and used for any number of answers at no further cost. Immutable.
 */
public final class Aggregates {

  private final List<DMatrixRMaj> sums;
  private final ChargedGuarantee guarantee;

  Aggregates(List<DMatrixRMaj> sums, ChargedGuarantee guarantee) {
    this.sums = List.copyOf(sums);
    this.guarantee = guarantee;
  }

  /** {@return the number of nodes} */
  public int nodeCount() {
    return sums.get(0).numRows;
  }

  /** {@return the guarantee for the edges of the graph, of all hops together} */
  public ChargedGuarantee guarantee() {
    return guarantee;
  }

  /**
   * Returns a copy of the released sums.
   *
   * @param hop the hop, in [1, K]
   * @return A M plus noise, n x m
   * @throws IndexOutOfBoundsException if {@code hop} is out of range
   */
  public DMatrixRMaj hop(int hop) {
    return sums.get(hop - 1).copy();
  }

  /** The released sums, which callers must not change. */
  List<DMatrixRMaj> sums() {
    return sums;
  }
}
