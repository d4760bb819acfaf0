package io.linkteller.attack.chosen;

/**
 * Rows for augmented normalization and random walks in two layers.
 *
 * <p>When s_v rises from -π_v, node w of N[v] changes sign at μ = d'_w - 1, d' = d + 1. The second
 * difference at μ = d'_v - 1 and half a step on either side sees only those of N[v] whose degree is
 * that of v, first of all v itself, and u sees them one hop away: d'_u times it is the number of
 * nodes of degree d_v in N[u] and N[v].
 *
 * <p>Three queries a target, none for one that is isolated.
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
  record Counts(int degree, SparseRow row) {}

  Counts of(int v) {
    if (isAlone(v)) {
      return new Counts(1, SparseRow.EMPTY);
    }
    // A denominator may be a divisor only: of a clique it is 1, whatever its size.
    for (int multiple = 1; multiple <= 3; multiple++) {
      int degree = multiple * Math.max(1, degrees[v]);
      if (degree == 1) {
        continue;
      }
      double[] counts = counts(v, degree);
      if (counts[v] * degree > 0.5) {
        double[] at = new double[targetRows.length];
        for (int j = 0; j < at.length; j++) {
          int u = targetRows[j];
          at[j] = u == v ? 0 : counts[u] * (degrees[u] == 0 ? degree : degrees[u]);
        }
        return new Counts(degree, SparseRow.above(0.05, at));
      }
    }
    return new Counts(Math.max(1, degrees[v]), SparseRow.EMPTY);
  }

  private boolean isAlone(int v) {
    return model.isIsolated(v);
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
