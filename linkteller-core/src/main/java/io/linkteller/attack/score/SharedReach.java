package io.linkteller.attack.score;

import io.linkteller.parallel.Workers;
import java.util.Arrays;

/**
 * F_uv, the share of u's influence that goes to nodes which v influences too.
 *
 * <p>By Theorem 1 of the paper influence is exactly zero beyond k hops in a network of k layers.
 * With two layers a neighbour v of u reaches every neighbour of u, which together have nearly all
 * of u's influence; for a node v that is no neighbour of u that is a coincidence for each of them.
 * The weights and the sizes of influences play no part in what is zero, so F stays right where
 * masks of relu blur the sizes.
 */
final class SharedReach {

  /** A power of the geometric mean of both directions. See {@code docs/scores.md} for others. */
  private static final int EXPONENT = 8;

  /** Further nodes have too little of a node's influence to matter. */
  private static final int STRONGEST = 256;

  private final InfluenceMatrix influences;

  /** For each observed node, who influences it: the pattern of the transposed matrix. */
  private final int[] begins;

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
   * Returns B_uv (F_uv F_vu)<sup>p/2</sup>, p = {@value #EXPONENT}. Time is O(the strongest
   * influences of each node, times the number of nodes that influence what is influenced).
   *
   * @param symmetric B over the nodes that are scaled
   * @param workers who shares the work
   * @return a matrix with the same pattern
   */
  SymmetricInfluence weighting(SymmetricInfluence symmetric, Workers workers) {
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
              // Rounding must not make a share of all more than all.
              double share = Math.min(1, shared[symmetric.column(e)] / total);
              weights[e] = Math.pow(share, EXPONENT);
            }
          }
        });
    return symmetric.weightedBy(weights);
  }

  /** Computes for each v the part of u's influence that goes where v reaches, and the whole. */
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
        // A node reaches itself, even if it does not move its own logits.
        if (w < shared.length && influences.influence(w, w) == 0) {
          shared[w] += value;
        }
      }
    }
    return total;
  }
}
