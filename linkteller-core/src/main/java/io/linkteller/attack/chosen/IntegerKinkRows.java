package io.linkteller.attack.chosen;

/**
 * Rows for augmented normalization and random walks in two layers.
 *
 * <p>When s_v rises from -π_v, node w of N[v] changes sign at μ = d'_w - 1, d' = d + 1. The second
 * difference at μ = d'_v - 1 and half a step on either side sees only those of N[v] whose degree is
 * that of v, first of all v itself, and u sees them one hop away: d'_u times it is the number of
 * nodes of degree d_v in N[u] and N[v].
 *
 * <p>Three queries a target, one more where its component is a clique, and one for an isolated
 * node.
 */
final class IntegerKinkRows {

  private static final double STEP = 0.5;

  private final Reconnaissance model;
  private final int[] degrees;
  private final int[] targetRows;

  IntegerKinkRows(Reconnaissance model, int[] degrees, int[] targetRows) {
    this.model = model;
    this.degrees = degrees;
    this.targetRows = targetRows;
  }

  /** The degree with itself that answers confirm, and the counts at the targets. */
  record Counts(int degree, SparseRow row, RowStanding standing) {}

  Counts of(int v) {
    if (degrees[v] < 1) {
      return new Counts(1, SparseRow.EMPTY, RowStanding.REFUTED);
    }
    int found = degrees[v];
    if (found == 1) {
      double share = model.base().responseBelow(v, 0);
      if (Math.abs(share - 1) < 0.01) {
        return new Counts(1, SparseRow.EMPTY, RowStanding.SILENT);
      }
      found = cliqueSize(share);
    }
    // A denominator may be a divisor only, where N[v] is made of nodes of equal neighborhoods.
    for (int multiple = 1; multiple <= 3; multiple++) {
      int degree = multiple * found;
      double[] counts = counts(v, degree);
      double equals = counts[v] * degree;
      if (equals > 0.5) {
        double[] at = new double[targetRows.length];
        for (int j = 0; j < at.length; j++) {
          int u = targetRows[j];
          at[j] = u == v ? 0 : counts[u] * (degrees[u] < 2 ? degree : degrees[u]);
        }
        boolean whole = Math.abs(equals - Math.rint(equals)) < 0.1;
        return new Counts(degree, SparseRow.above(0.05, at), RowStanding.of(true, whole));
      }
    }
    return new Counts(found, SparseRow.EMPTY, RowStanding.REFUTED);
  }

  /**
   * The number of nodes of v's component where all have the same neighborhood, so that no share of
   * N[v] tells: the component is a clique, or v alone, and (P²)_vv is 1 over its size. Nothing has
   * changed sign at μ = 0, so the answer is linear there and all on the negative side.
   */
  private int cliqueSize(double share) {
    return share > 0 ? (int) Math.max(2, Math.min(degrees.length, Math.round(1 / share))) : 2;
  }

  /** The number of nodes of v's degree in N[u] and N[v], over d'_u. */
  private double[] counts(int v, int degree) {
    double kink = degree - 1;
    double[] below = model.response(v, kink - STEP);
    double[] at = model.response(v, kink);
    double[] above = model.response(v, kink + STEP);
    double[] out = new double[at.length];
    for (int u = 0; u < out.length; u++) {
      out[u] = (below[u] - 2 * at[u] + above[u]) / STEP * degree;
    }
    return out;
  }
}
