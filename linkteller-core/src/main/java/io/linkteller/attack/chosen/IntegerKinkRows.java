package io.linkteller.attack.chosen;

import org.ejml.data.DMatrixRMaj;

/**
 * Recovers rows from two layers with augmented normalization or random walks.
 *
 * <p>As s_v rises from -π_v, a node w of N[v] changes sign at μ = d'_w - 1, where d' = d + 1. The
 * second difference of the answer at μ = d'_v - 1, over {@value #STEP} on either side, therefore
 * shows only those nodes of N[v] that have the degree of v, including v itself. They affect the
 * answer for u from one hop away: multiplied by the degrees, the second difference for u is the
 * number of nodes of degree d_v in both N[u] and N[v].
 *
 * <p>Takes one query for an isolated target, four if the component of a target is a clique, and
 * three for any other target; up to six more if the degree is not confirmed at the first attempt.
 */
final class IntegerKinkRows {

  /** Marks a count that the errors of answers hide. */
  static final double UNREADABLE = Double.POSITIVE_INFINITY;

  /**
   * The distance in μ of the outer points of a second difference from the middle one; no other node
   * changes sign that close.
   */
  private static final double STEP = 0.5;

  /** The factor by which a second difference amplifies independent errors of its three answers. */
  private static final double AMPLIFICATION = Math.sqrt(1 + 4 + 1);

  private final Reconnaissance model;
  private final int[] degrees;
  private final int[] targetRows;

  IntegerKinkRows(Reconnaissance model, int[] degrees, int[] targetRows) {
    this.model = model;
    this.degrees = degrees;
    this.targetRows = targetRows;
  }

  /** d' of a node according to the answers, and the node's counts at the targets. */
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
    // The denominator may be a proper divisor of d' if the nodes of N[v] have equal neighborhoods.
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
   * Returns the number of nodes in v's component if they all have the same neighborhood, in which
   * case the shares of N[v] are uninformative. The component is then a clique, or v alone, and
   * (P²)_vv is the reciprocal of its size. No node has changed sign at μ = 0, so the answer is
   * linear there and entirely on the negative side.
   *
   * @param share (P²)_vv
   */
  private int cliqueSize(double share) {
    return share > 0 ? (int) Math.max(2, Math.min(degrees.length, Math.round(1 / share))) : 2;
  }

  /**
   * The counts at the change of sign of a node v for an assumed degree: for every node u, the
   * number of nodes of this degree in both N[u] and N[v].
   */
  private static final class Change {

    private final int degree;
    private final double[] counts;

    /** The estimated errors of the counts, which are due to errors of the answers. */
    private final double[] errors;

    Change(int degree, double[] counts, double[] errors) {
      this.degree = degree;
      this.counts = counts;
      this.errors = errors;
    }

    /**
     * Returns {@link RowStanding#SILENT} if the count of v itself is 0, which means that the degree
     * is wrong, {@link RowStanding#CONFIRMED} if it is another whole number, and {@link
     * RowStanding#REFUTED} otherwise. If the count is too inexact, as for nodes of high degree in
     * single precision, the counts of its neighbors decide: at least half of them must be above 0,
     * and most of these must be whole.
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

    /**
     * Returns whether the error is so small that an arbitrary number is unlikely to pass as whole.
     */
    private boolean isDistinct(int u) {
      return errors[u] < 0.25;
    }

    private boolean isWhole(int u) {
      return Math.abs(counts[u] - Math.rint(counts[u])) < Math.max(0.1, errors[u]);
    }

    /** Returns the counts at the targets, or {@link #UNREADABLE} where errors hide the count. */
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
      // A node whose answer does not change at all is out of v's reach.
      boolean reached = below[u] != 0 || at[u] != 0 || above[u] != 0;
      errors[u] = reached ? factor * AMPLIFICATION * errors[u] : 0;
    }
    return new Change(degree, counts, errors);
  }
}
