package io.linkteller.attack.score;

import java.util.Arrays;

/**
 * B, the influence between nodes with what is their own taken out of it: symmetric, non-negative,
 * its diagonal about 1. In compressed rows, without the diagonal. Immutable.
 *
 * <p>For k layers with first-order normalization M_vu is about r_v ((I + N)^k)_vu, N the normalized
 * adjacency and r_v what the features of v and the weights make of it. The model is log M_vu - log
 * M_uv = x_v - x_u wherever both are positive. Least squares give x; a term weighing {@value
 * #SELF_WEIGHT} such equations ties x_v to log M_vv, so that a node of few partners is still
 * scaled, and nodes that no chain of partners joins are comparable. Then B_uv = sqrt(M_uv M_vu
 * e^-x_u e^-x_v), and each row and column is divided by sqrt(B_vv) as far as B_vv lies within a
 * factor {@value #SELF_RANGE} of its median: masks of relu may make a node's influence on itself
 * vanish.
 */
final class SymmetricInfluence {

  private static final double SELF_WEIGHT = 4;
  private static final double SELF_RANGE = 3;

  /** Sweeps of least squares. A common support is dense, so few are needed. */
  private static final int SWEEPS = 40;

  /** Scales need not be more exact than this: masks make every influence uncertain by far more. */
  private static final double SCALE_TOLERANCE = 1e-4;

  private final int[] begins;
  private final int[] columns;
  private final double[] values;

  private SymmetricInfluence(int[] begins, int[] columns, double[] values) {
    this.begins = begins;
    this.columns = columns;
    this.values = values;
  }

  /**
   * Makes influences symmetric. O(s) a sweep for s non-zero influences; 24 bytes a pair of nodes
   * that influence each other.
   *
   * @param influences the influences of all nodes that are scaled
   * @return B over those nodes, by position
   */
  static SymmetricInfluence of(InfluenceMatrix influences) {
    int n = influences.probedCount();
    int[] begins = new int[n + 1];
    double[] drift = new double[n];
    visitMutual(
        influences,
        (v, u, given, received) -> {
          begins[v + 1]++;
          begins[u + 1]++;
          double ratio = Math.log(given / received);
          drift[v] += ratio;
          drift[u] -= ratio;
        });
    for (int v = 0; v < n; v++) {
      begins[v + 1] = Math.addExact(begins[v + 1], begins[v]);
    }
    int[] columns = new int[begins[n]];
    double[] values = new double[begins[n]];
    int[] at = begins.clone();
    visitMutual(
        influences,
        (v, u, given, received) -> {
          double mean = Math.sqrt(given) * Math.sqrt(received);
          columns[at[v]] = u;
          values[at[v]++] = mean;
          columns[at[u]] = v;
          values[at[u]++] = mean;
        });
    double[] selves = new double[n];
    for (int v = 0; v < n; v++) {
      selves[v] = influences.influence(v, v);
    }
    scale(begins, columns, values, factors(selves, logScales(begins, columns, drift, selves)));
    return new SymmetricInfluence(begins, columns, values);
  }

  private interface MutualVisitor {
    void visit(int v, int u, double given, double received);
  }

  /**
   * Visits the pairs v &lt; u that influence each other, in ascending order: so each row is filled
   * from its smaller partners before it is visited itself, and comes out sorted.
   */
  private static void visitMutual(InfluenceMatrix influences, MutualVisitor visitor) {
    int n = influences.probedCount();
    // Row u is asked for v in ascending order: no search is needed.
    int[] reached = new int[n];
    for (int v = 0; v < n; v++) {
      InfluenceMatrix.Row row = influences.row(v);
      for (int e = 0; e < row.size() && row.position(e) < n; e++) {
        int u = row.position(e);
        if (u > v) {
          InfluenceMatrix.Row other = influences.row(u);
          int cursor = reached[u];
          while (cursor < other.size() && other.position(cursor) < v) {
            cursor++;
          }
          reached[u] = cursor;
          if (cursor < other.size() && other.position(cursor) == v) {
            visitor.visit(v, u, row.value(e), other.value(cursor));
          }
        }
      }
    }
  }

  /** x, by least squares one coordinate after the other. */
  private static double[] logScales(int[] begins, int[] columns, double[] drift, double[] selves) {
    int n = drift.length;
    double[] x = new double[n];
    for (int v = 0; v < n; v++) {
      x[v] = selves[v] > 0 ? Math.log(selves[v]) : 0;
    }
    double[] prior = x.clone();
    double change = Double.POSITIVE_INFINITY;
    for (int sweep = 0; sweep < SWEEPS && change > SCALE_TOLERANCE; sweep++) {
      change = 0;
      for (int v = 0; v < n; v++) {
        double weight = selves[v] > 0 ? SELF_WEIGHT : 0;
        int partners = begins[v + 1] - begins[v];
        if (partners + weight > 0) {
          double sum = drift[v] + weight * prior[v];
          for (int e = begins[v]; e < begins[v + 1]; e++) {
            sum += x[columns[e]];
          }
          double better = sum / (partners + weight);
          change = Math.max(change, Math.abs(better - x[v]));
          x[v] = better;
        }
      }
    }
    return x;
  }

  /** What the rows and columns of the geometric means are multiplied by. */
  private static double[] factors(double[] selves, double[] logScales) {
    int n = selves.length;
    double[] diagonal = new double[n];
    int positive = 0;
    double[] sorted = new double[n];
    for (int v = 0; v < n; v++) {
      diagonal[v] = selves[v] * Math.exp(-logScales[v]);
      if (diagonal[v] > 0) {
        sorted[positive++] = diagonal[v];
      }
    }
    Arrays.sort(sorted, 0, positive);
    double median = positive == 0 ? 1 : sorted[positive / 2];
    double[] factors = new double[n];
    for (int v = 0; v < n; v++) {
      double within =
          diagonal[v] > 0
              ? Math.min(Math.max(diagonal[v], median / SELF_RANGE), median * SELF_RANGE)
              : median;
      factors[v] = Math.exp(-logScales[v] / 2) / Math.sqrt(within);
    }
    return factors;
  }

  private static void scale(int[] begins, int[] columns, double[] values, double[] factors) {
    for (int v = 0; v < factors.length; v++) {
      for (int e = begins[v]; e < begins[v + 1]; e++) {
        values[e] *= factors[v] * factors[columns[e]];
      }
    }
  }

  int size() {
    return begins.length - 1;
  }

  int begin(int v) {
    return begins[v];
  }

  int column(int entry) {
    return columns[entry];
  }

  double value(int entry) {
    return values[entry];
  }

  int entryCount() {
    return values.length;
  }

  /** Returns the same pattern with other values, which are to be symmetric; not copied. */
  SymmetricInfluence withValues(double[] others) {
    return new SymmetricInfluence(begins, columns, others);
  }

  /**
   * Returns this matrix times the symmetric matrix of sqrt(W_uv W_vu).
   *
   * @param weights W, one number an entry, at least 0; overwritten
   */
  SymmetricInfluence weightedBy(double[] weights) {
    int[] mirror = begins.clone();
    for (int v = 0; v < size(); v++) {
      for (int e = begins[v]; e < begins[v + 1]; e++) {
        if (columns[e] > v) {
          // Row u meets its smaller partners in ascending order, as they come here.
          int other = mirror[columns[e]]++;
          double value = values[e] * Math.sqrt(weights[e] * weights[other]);
          weights[e] = value;
          weights[other] = value;
        }
      }
    }
    return withValues(weights);
  }

  /** Returns the entries above the diagonal among the first positions, which are the targets. */
  PairScores scores(int targets) {
    PairScores.Builder scores = PairScores.builder(targets);
    for (int i = 0; i < targets; i++) {
      for (int e = begins[i]; e < begins[i + 1]; e++) {
        int j = columns[e];
        if (j > i && j < targets && values[e] != 0) {
          scores.add(i, j, values[e]);
        }
      }
    }
    return scores.build();
  }
}
