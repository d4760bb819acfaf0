package io.linkteller.attack.chosen;

import org.ejml.data.DMatrixRMaj;

/**
 * Rows for augmented normalization and random walks in two layers.
 *
 * <p>When s_v rises from -π_v, node w of N[v] changes sign at μ = d'_w - 1, d' = d + 1. The second
 * difference at μ = d'_v - 1 and half a step on either side sees only the nodes of N[v] with the
 * degree of v, including v itself, and u sees them one hop away: d'_u times it is the number of
 * nodes of degree d_v in N[u] and N[v].
 *
 * <p>Takes three queries per target, one more if its component is a clique, and one for an isolated
 * node.
 */
final class IntegerKinkRows {

  /** A count that the errors of answers hide. */
  static final double UNREADABLE = Double.POSITIVE_INFINITY;

  private static final double STEP = 0.5;

  /** The factor by which a second difference amplifies independent errors of the three answers. */
  private static final double AMPLIFICATION = Math.sqrt(1 + 4 + 1);

  private final Reconnaissance model;
  private final int[] degrees;
  private final int[] targetRows;

  IntegerKinkRows(Reconnaissance model, int[] degrees, int[] targetRows) {
    this.model = model;
    this.degrees = degrees;
    this.targetRows = targetRows;
  }

  /** The degree that answers confirm, counting the node itself, and the counts at the targets. */
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
    // A denominator may be just a divisor if the nodes of N[v] have equal neighborhoods.
    for (int multiple = 1; multiple <= 3; multiple++) {
      Change change = change(v, multiple * found);
      RowStanding standing = change.standing(v);
      if (standing != RowStanding.SILENT) {
        return new Counts(change.degree, change.row(targetRows, v), standing);
      }
    }
    return new Counts(found, SparseRow.EMPTY, RowStanding.REFUTED);
  }

  /**
   * The number of nodes of v's component if all have the same neighborhood, so that shares of N[v]
   * are uninformative: the component is a clique, or v alone, and (P²)_vv is 1 over its size.
   * Nothing has changed sign at μ = 0, so the answer is linear there and entirely on the negative
   * side.
   */
  private int cliqueSize(double share) {
    return share > 0 ? (int) Math.max(2, Math.min(degrees.length, Math.round(1 / share))) : 2;
  }

  /**
   * Returns how nodes show the change of sign of a node v of an assumed degree: the number of nodes
   * of this degree in both N[u] and N[v], for every u.
   */
  private static final class Change {

    private final int degree;
    private final double[] counts;

    /** The possible errors of the counts, since answers are not exact. */
    private final double[] errors;

    Change(int degree, double[] counts, double[] errors) {
      this.degree = degree;
      this.counts = counts;
      this.errors = errors;
    }

    /**
     * Returns {@link RowStanding#CONFIRMED} if v itself shows a whole number of nodes, and {@link
     * RowStanding#SILENT} if it shows none, so that the degree is wrong. If its count is too
     * inexact, as for nodes of high degree in single precision, at least half of the neighbors must
     * show one.
     */
    RowStanding standing(int v) {
      if (isReadable(v) && (counts[v] <= 0.5 || isDistinct(v))) {
        return RowStanding.of(counts[v] > 0.5, isWhole(v));
      }
      int shown = 0;
      int distinct = 0;
      int whole = 0;
      for (int u = 0; u < counts.length; u++) {
        if (u != v && isReadable(u) && counts[u] > 0.5) {
          shown++;
          distinct += isDistinct(u) ? 1 : 0;
          whole += isDistinct(u) && isWhole(u) ? 1 : 0;
        }
      }
      return RowStanding.of(2 * shown >= degree - 1, 2 * whole > distinct);
    }

    private boolean isReadable(int u) {
      return errors[u] < 0.5;
    }

    /** Whether the error is so small that an arbitrary number is unlikely to pass as whole. */
    private boolean isDistinct(int u) {
      return errors[u] < 0.25;
    }

    private boolean isWhole(int u) {
      return Math.abs(counts[u] - Math.rint(counts[u])) < Math.max(0.1, errors[u]);
    }

    /** Returns the counts at targets, {@link #UNREADABLE} for those hidden by errors. */
    SparseRow row(int[] targetRows, int v) {
      double[] at = new double[targetRows.length];
      for (int j = 0; j < at.length; j++) {
        int u = targetRows[j];
        at[j] = u == v ? 0 : isReadable(u) ? counts[u] : UNREADABLE;
      }
      return SparseRow.above(0.05, at);
    }
  }

  private Change change(int v, int degree) {
    double kink = degree - 1;
    double[] below = model.response(v, kink - STEP);
    double[] at = model.response(v, kink);
    DMatrixRMaj response = model.base().response(v, kink + STEP);
    double[] above = LogitRows.along(response, model.direction());
    double[] counts = new double[at.length];
    double[] errors = model.errorOf(response);
    for (int u = 0; u < counts.length; u++) {
      double factor = (double) degree * (u == v || degrees[u] < 2 ? degree : degrees[u]) / STEP;
      counts[u] = factor * (below[u] - 2 * at[u] + above[u]);
      // An answer that does not change at all is out of v's reach.
      boolean reached = below[u] != 0 || at[u] != 0 || above[u] != 0;
      errors[u] = reached ? factor * AMPLIFICATION * errors[u] : 0;
    }
    return new Change(degree, counts, errors);
  }
}
