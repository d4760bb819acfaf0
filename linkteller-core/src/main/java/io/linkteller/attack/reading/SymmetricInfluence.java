package io.linkteller.attack.reading;

import io.linkteller.attack.PairScores;
import io.linkteller.attack.influence.InfluenceMatrix;
import java.util.Arrays;

/**
 * B, the symmetric influence between nodes, in which factors due to a node's own features cancel. B
 * is nonnegative and has a diagonal of about 1, which is not stored; the rest is stored in
 * compressed rows. Immutable.
 *
 * <p>For k layers with first-order normalization, M_vu is about r_v ((I + N)^k)_vu, where N is the
 * normalized adjacency matrix and r_v depends on the features of v and the weights. The equations
 * log M_vu - log M_uv = x_v - x_u, for all pairs in which both influences are positive, are solved
 * for x by least squares. An additional term, with the weight of {@value #SELF_WEIGHT} equations,
 * ties x_v to log M_vv, which determines x for nodes with few partners and makes it comparable
 * between components. Then B_uv = sqrt(M_uv M_vu e^-x_u e^-x_v), and each row and column is divided
 * by sqrt(B_vv). B_vv is clamped to within a factor of {@value #SELF_RANGE} of its median, because
 * relu may make a node's influence on itself vanish.
 */
final class SymmetricInfluence {

  /** The weight of the equation x_v = log M_vv, relative to the equation of one pair. */
  private static final double SELF_WEIGHT = 4;

  /** The largest ratio of a clamped B_vv to the median, and of the median to B_vv. */
  private static final double SELF_RANGE = 3;

  /**
   * The maximum number of coordinate-descent sweeps; few are needed because the equations are
   * dense.
   */
  private static final int SWEEPS = 40;

  /** The accuracy of the scales; relu makes every influence uncertain by far more. */
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
   * Makes influences symmetric. Takes O(s) time per sweep for s non-zero influences, and 24 bytes
   * per pair of nodes that influence each other.
   *
   * @param influences the influences of all probed nodes
   * @return B over the probed nodes, by position
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

  /** Returns the geometric means of the influences in both directions, without any scaling. */
  static SymmetricInfluence geometric(InfluenceMatrix influences) {
    SymmetricInfluence means = of(influences);
    int[] at = means.begins.clone();
    double[] values = new double[means.values.length];
    visitMutual(
        influences,
        (v, u, given, received) -> {
          double mean = Math.sqrt(given) * Math.sqrt(received);
          values[at[v]++] = mean;
          values[at[u]++] = mean;
        });
    return means.withValues(values);
  }

  private interface MutualVisitor {
    void visit(int v, int u, double given, double received);
  }

  /**
   * Visits the pairs v &lt; u that influence each other, in ascending order. Each row is therefore
   * filled from its smaller partners before it is visited itself, so it ends up sorted.
   */
  private static void visitMutual(InfluenceMatrix influences, MutualVisitor visitor) {
    int n = influences.probedCount();
    // Row u is searched for ascending v, so a cursor suffices instead of a binary search.
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

  /** Solves the least-squares problem for x by coordinate descent. */
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

  /** Returns the factors of the rows and columns of the geometric means. */
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

  /**
   * Returns a matrix with the same pattern and other values, which must be symmetric; not copied.
   */
  SymmetricInfluence withValues(double[] others) {
    return new SymmetricInfluence(begins, columns, others);
  }

  /**
   * Multiplies this matrix entrywise by the symmetric matrix of sqrt(W_uv W_vu).
   *
   * @param weights W, one number per entry, at least 0; overwritten
   */
  SymmetricInfluence weightedBy(double[] weights) {
    int[] mirror = begins.clone();
    for (int v = 0; v < size(); v++) {
      for (int e = begins[v]; e < begins[v + 1]; e++) {
        if (columns[e] > v) {
          // The smaller partners of row u are reached here in ascending order, which is their order
          // in the row.
          int other = mirror[columns[e]]++;
          double value = values[e] * Math.sqrt(weights[e] * weights[other]);
          weights[e] = value;
          weights[other] = value;
        }
      }
    }
    return withValues(weights);
  }

  /** Returns the scores of the pairs of targets, which are the first positions. */
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
