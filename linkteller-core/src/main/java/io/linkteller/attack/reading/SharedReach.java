package io.linkteller.attack.reading;

import io.linkteller.attack.influence.InfluenceMatrix;
import io.linkteller.parallel.Workers;
import java.util.Arrays;

/**
 * Computes F_uv, the share of u's influence that goes to nodes that v also influences.
 *
 * <p>By Theorem 1 of the paper, influence is exactly zero beyond k hops in a network of k layers.
 * With two layers, a neighbor v of u reaches every neighbor of u, and these receive nearly all of
 * u's influence. A node v that is not adjacent to u reaches each of them only by coincidence. The
 * pattern of zero influences does not depend on the weights, so F remains accurate even if the
 * activation patterns of relu distort the sizes of influences.
 */
final class SharedReach {

  /**
   * The exponent of the geometric mean of both directions. On GCNs with first-order normalization,
   * larger exponents find more edges with three layers and fewer with two.
   */
  private static final int EXPONENT = 8;

  /**
   * The number of most influenced nodes to consider per node; the others receive too little to
   * matter.
   */
  private static final int STRONGEST = 256;

  private final InfluenceMatrix influences;

  /** For each observed node, the index of its first entry in {@link #sources}. */
  private final int[] begins;

  /** The nodes that influence each observed node: the pattern of the transposed matrix. */
  private final int[] sources;

  private SharedReach(InfluenceMatrix influences, int[] begins, int[] sources) {
    this.influences = influences;
    this.begins = begins;
    this.sources = sources;
  }

  static SharedReach of(InfluenceMatrix influences) {
    int[] begins = new int[influences.observedCount() + 1];
    for (int v = 0; v < influences.probedCount(); v++) {
      InfluenceMatrix.Row row = influences.row(v);
      for (int e = 0; e < row.size(); e++) {
        begins[row.position(e) + 1]++;
      }
    }
    for (int u = 0; u + 1 < begins.length; u++) {
      begins[u + 1] = Math.addExact(begins[u + 1], begins[u]);
    }
    int[] at = begins.clone();
    int[] sources = new int[begins[begins.length - 1]];
    for (int v = 0; v < influences.probedCount(); v++) {
      InfluenceMatrix.Row row = influences.row(v);
      for (int e = 0; e < row.size(); e++) {
        sources[at[row.position(e)]++] = v;
      }
    }
    return new SharedReach(influences, begins, sources);
  }

  /**
   * Returns B_uv (F_uv F_vu)<sup>p/2</sup>, p = {@value #EXPONENT}. Takes O(Σ_u Σ_w s_w) time,
   * where w ranges over the nodes that u influences most and s_w is the number of nodes that
   * influence w.
   *
   * @param symmetric B over the probed nodes
   * @param workers the executor
   * @return a matrix with the same pattern
   */
  SymmetricInfluence weighting(SymmetricInfluence symmetric, Workers workers) {
    return weighting(symmetric, EXPONENT, workers);
  }

  /**
   * Returns sqrt(M_uv M_vu F_uv F_vu). Influences are not rescaled, and shares have a smaller
   * exponent, because rescaling and shares are less informative if a node's influence is not mostly
   * on its neighbors.
   */
  SymmetricInfluence geometric(Workers workers) {
    return weighting(SymmetricInfluence.geometric(influences), 1, workers);
  }

  private SymmetricInfluence weighting(
      SymmetricInfluence symmetric, int exponent, Workers workers) {
    double[] weights = new double[symmetric.entryCount()];
    workers.forRows(
        symmetric.size(),
        64,
        (from, to) -> {
          double[] shared = new double[symmetric.size()];
          double[] sorted = new double[influences.observedCount()];
          for (int u = from; u < to; u++) {
            double total = addShares(u, shared, sorted);
            for (int e = symmetric.begin(u); e < symmetric.begin(u + 1); e++) {
              // Rounding must not raise a share above 1.
              double share = Math.min(1, shared[symmetric.column(e)] / total);
              weights[e] = Math.pow(share, exponent);
            }
          }
        });
    return symmetric.weightedBy(weights);
  }

  /**
   * Computes, for each v, the part of u's influence that goes to nodes that v reaches. Returns the
   * total influence of u on the other nodes that are considered.
   */
  private double addShares(int u, double[] shared, double[] sorted) {
    Arrays.fill(shared, 0);
    InfluenceMatrix.Row row = influences.row(u);
    int others = 0;
    for (int e = 0; e < row.size(); e++) {
      if (row.position(e) != u) {
        sorted[others++] = row.value(e);
      }
    }
    double least = 0;
    if (others > STRONGEST) {
      Arrays.sort(sorted, 0, others);
      least = sorted[others - STRONGEST];
    }
    double total = 0;
    for (int e = 0; e < row.size(); e++) {
      int w = row.position(e);
      double value = row.value(e);
      if (w != u && value >= least) {
        total += value;
        for (int s = begins[w]; s < begins[w + 1]; s++) {
          shared[sources[s]] += value;
        }
        // A node reaches itself, even if its influence on itself is 0.
        if (w < shared.length && influences.influence(w, w) == 0) {
          shared[w] += value;
        }
      }
    }
    return total;
  }
}
