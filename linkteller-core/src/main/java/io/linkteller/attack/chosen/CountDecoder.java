package io.linkteller.attack.chosen;

import io.linkteller.matrix.DenseKernels;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Reconstructs a graph from the number of neighbors that each node has in known sets.
 *
 * <ol>
 *   <li>Deduction. A node that has no neighbor in a set has no edge to any member, and a node whose
 *       neighbors are all in a set has no edge to any other node. If the number of remaining
 *       candidates equals the number of missing neighbors, all of them are neighbors. Every
 *       decision about a pair applies to both ends, so this is repeated until nothing more follows.
 *   <li>Least squares. The pairs that are left take the values in [0, 1] that explain the counts of
 *       all nodes best, by coordinate descent.
 * </ol>
 *
 * <p>Nodes whose counts contradict what was deduced, or that have no known degree, are left out:
 * their pairs are decided by the other ends.
 */
final class CountDecoder {

  private static final int MOST_ROUNDS = 40;
  private static final int INNER_SWEEPS = 10;
  private static final double CONVERGED = 1e-3;

  /** 2 π e times the variance of one member's presence in a set that holds 0.3 of the nodes. */
  private static final double ENTROPY = 2 * Math.PI * Math.E * 0.3 * 0.7;

  /** Values this near to a whole number are taken for it when they are held against the counts. */
  private static final double WHOLE = 0.2;

  private static final byte OPEN = 0;
  private static final byte EDGE = 1;
  private static final byte NONE = 2;

  private final int n;
  private final int sets;

  /** Row q: M of set q; row {@code sets}: everybody, whose count is the degree. */
  private final boolean[][] members;

  /** Row u, column q: how many neighbors of u in set q are not found yet. */
  private final int[][] missing;

  private final boolean[] trusted;

  /** The state of the pair (u, w) at u n + w and at w n + u. */
  private final byte[] state;

  /** Row u, column q: how many open pairs of u lead into set q. */
  private final int[][] open;

  private final IntArrayList pending = new IntArrayList();
  private final boolean[] isPending;

  private CountDecoder(boolean[][] members, int[][] counts, int[] degrees) {
    this.n = degrees.length;
    this.sets = members.length;
    this.members = Arrays.copyOf(members, sets + 1);
    this.members[sets] = new boolean[n];
    Arrays.fill(this.members[sets], true);
    this.missing = new int[n][];
    this.trusted = new boolean[n];
    this.state = new byte[Math.multiplyExact(n, n)];
    this.open = new int[n][sets + 1];
    this.isPending = new boolean[n];
    int[] sizes = new int[sets + 1];
    for (int q = 0; q <= sets; q++) {
      for (int u = 0; u < n; u++) {
        sizes[q] += this.members[q][u] ? 1 : 0;
      }
    }
    for (int u = 0; u < n; u++) {
      missing[u] = Arrays.copyOf(counts[u], sets + 1);
      missing[u][sets] = degrees[u];
      trusted[u] = degrees[u] >= 0;
      state[u * n + u] = NONE;
      for (int q = 0; q <= sets; q++) {
        open[u][q] = sizes[q] - (this.members[q][u] ? 1 : 0);
      }
    }
  }

  /**
   * Decodes counts. O(n² Q) for n nodes and Q sets, and O(Q) for each open pair and sweep.
   *
   * @param members row q: the members of set q
   * @param counts row u, column q: how many neighbors of u are in set q
   * @param degrees the degree of each node, -1 where it is not known
   * @param guess values to begin least squares with, as {@link Decoded#values}, or none
   */
  static Decoded decode(boolean[][] members, int[][] counts, int[] degrees, double[] guess) {
    CountDecoder decoder = new CountDecoder(members, counts, degrees);
    decoder.deduce();
    return decoder.solve(guess);
  }

  /**
   * Returns whether counts may determine a graph: whether their entropy is at least one and a half
   * times that of the graphs with as many edges, since counts of overlapping sets repeat each
   * other. Where it is not, {@link #decode} would take long and leave pairs open.
   *
   * <p>A set of E edges among P pairs takes E log₂(e P/E) bits, and the number of members among d
   * neighbors has at most ½ log₂(2π e σ²) + 1 of them, σ² its variance. O(n).
   *
   * @param sets the number of sets, of about 0.3 of the nodes each
   * @param degrees the degree of each node, -1 where it is not known
   */
  static boolean canDetermine(int sets, int[] degrees) {
    double edges = 0;
    double bitsPerSet = 0;
    for (int degree : degrees) {
      edges += Math.max(0, degree) / 2.0;
      bitsPerSet += degree <= 0 ? 0 : 1 + Math.max(0, log2(ENTROPY * degree) / 2);
    }
    double pairs = degrees.length * (degrees.length - 1) / 2.0;
    return edges == 0 || sets * bitsPerSet >= 1.5 * edges * log2(Math.E * pairs / edges);
  }

  private static double log2(double value) {
    return Math.log(value) / Math.log(2);
  }

  /** A graph found from counts. */
  static final class Decoded {

    private final double[] values;
    private final int contradicted;
    private final boolean exact;

    private Decoded(double[] values, int contradicted, boolean exact) {
      this.values = values;
      this.contradicted = contradicted;
      this.exact = exact;
    }

    /** Row-major n x n, symmetric, in [0, 1]: 1 for a pair that is an edge. Not to be changed. */
    double[] values() {
      return values;
    }

    /** How many nodes were left out. */
    int contradicted() {
      return contradicted;
    }

    /** Whether the values, rounded, are a graph that has every count. */
    boolean isExact() {
      return exact;
    }
  }

  private void deduce() {
    for (int u = 0; u < n; u++) {
      enqueue(u);
    }
    while (!pending.isEmpty()) {
      int u = pending.popInt();
      isPending[u] = false;
      if (trusted[u]) {
        deduce(u);
      }
    }
  }

  private void enqueue(int u) {
    if (!isPending[u]) {
      isPending[u] = true;
      pending.add(u);
    }
  }

  /** Looks at each set and at its complement. */
  private void deduce(int u) {
    boolean more = true;
    while (more && trusted[u]) {
      more = false;
      for (int q = 0; q <= sets && trusted[u]; q++) {
        int in = open[u][q];
        int out = open[u][sets] - in;
        int missingIn = missing[u][q];
        int missingOut = missing[u][sets] - missingIn;
        if (missingIn < 0 || missingOut < 0 || missingIn > in || missingOut > out) {
          trusted[u] = false;
        } else {
          if (in > 0 && (missingIn == 0 || missingIn == in)) {
            decide(u, q, true, missingIn == 0 ? NONE : EDGE);
            more = true;
          }
          if (out > 0 && (missingOut == 0 || missingOut == out)) {
            decide(u, q, false, missingOut == 0 ? NONE : EDGE);
            more = true;
          }
        }
      }
    }
  }

  private void decide(int u, int q, boolean member, byte found) {
    for (int w = 0; w < n; w++) {
      if (state[u * n + w] == OPEN && members[q][w] == member) {
        state[u * n + w] = found;
        state[w * n + u] = found;
        close(u, w, found);
        close(w, u, found);
        enqueue(w);
      }
    }
  }

  private void close(int u, int w, byte found) {
    for (int q = 0; q <= sets; q++) {
      if (members[q][w]) {
        open[u][q]--;
        missing[u][q] -= found == EDGE ? 1 : 0;
      }
    }
  }

  private Decoded solve(double[] guess) {
    IntArrayList first = new IntArrayList();
    IntArrayList second = new IntArrayList();
    double[] values = new double[n * n];
    for (int u = 0; u < n; u++) {
      for (int w = 0; w < n; w++) {
        values[u * n + w] = state[u * n + w] == EDGE ? 1 : 0;
        if (w > u && state[u * n + w] == OPEN) {
          first.add(u);
          second.add(w);
        }
      }
    }
    int[] us = first.toIntArray();
    int[] ws = second.toIntArray();
    double[] found = leastSquares(us, ws, guess);
    double off = 0;
    for (int p = 0; p < us.length; p++) {
      off = Math.max(off, Math.abs(found[p] - Math.rint(found[p])));
    }
    int contradicted = 0;
    for (boolean one : trusted) {
      contradicted += one ? 0 : 1;
    }
    for (int p = 0; p < us.length; p++) {
      values[us[p] * n + ws[p]] = found[p];
      values[ws[p] * n + us[p]] = found[p];
    }
    return new Decoded(values, contradicted, off <= WHOLE && explainsCounts(us, ws, found));
  }

  /** Whether the open pairs, rounded, leave no neighbor missing. */
  private boolean explainsCounts(int[] us, int[] ws, double[] found) {
    int[][] left = new int[n][];
    for (int u = 0; u < n; u++) {
      left[u] = missing[u].clone();
    }
    for (int p = 0; p < us.length; p++) {
      for (int q = 0; q <= sets && found[p] > 0.5; q++) {
        left[us[p]][q] -= members[q][ws[p]] ? 1 : 0;
        left[ws[p]][q] -= members[q][us[p]] ? 1 : 0;
      }
    }
    for (int u = 0; u < n; u++) {
      for (int count : left[u]) {
        if (!trusted[u] || count != 0) {
          return false;
        }
      }
    }
    return true;
  }

  /** Minimizes the sum over nodes of |missing - X members|² / degree, 0 <= X <= 1. */
  private double[] leastSquares(int[] us, int[] ws, double[] guess) {
    double[][] columns = new double[n][sets + 1];
    double[] norms = new double[n];
    double[][] residuals = new double[n][sets + 1];
    double[] weights = new double[n];
    double[] means = new double[sets];
    for (int q = 0; q < sets; q++) {
      for (int u = 0; u < n; u++) {
        means[q] += members[q][u] ? 1.0 / n : 0;
      }
    }
    for (int u = 0; u < n; u++) {
      int degree = missing[u][sets];
      weights[u] = trusted[u] ? 1.0 / Math.max(1, degree) : 0;
      for (int q = 0; q < sets; q++) {
        columns[u][q] = (members[q][u] ? 1 : 0) - means[q];
        residuals[u][q] = missing[u][q] - degree * means[q];
      }
      columns[u][sets] = 0.3;
      residuals[u][sets] = 0.3 * degree;
      norms[u] = dot(columns[u], columns[u]);
    }
    double[] x = new double[us.length];
    for (int p = 0; p < x.length; p++) {
      x[p] = guess.length == 0 ? 0 : guess[us[p] * n + ws[p]];
      subtract(x[p], columns[ws[p]], residuals[us[p]]);
      subtract(x[p], columns[us[p]], residuals[ws[p]]);
    }
    Descent descent = new Descent(us, ws, x, columns, norms, weights, residuals);
    int[] all = new int[us.length];
    for (int p = 0; p < all.length; p++) {
      all[p] = p;
    }
    SplittableRandom random = new SplittableRandom(1);
    for (int round = 0; round < MOST_ROUNDS; round++) {
      shuffle(all, random);
      if (descent.sweep(all, all.length) < CONVERGED) {
        break;
      }
      // Most values are 0 and stay there: only the others are worth several looks.
      int[] inside = new int[all.length];
      int count = 0;
      for (int p : all) {
        if (x[p] > 0 && x[p] < 1) {
          inside[count++] = p;
        }
      }
      for (int sweep = 0; sweep < INNER_SWEEPS; sweep++) {
        if (descent.sweep(inside, count) < CONVERGED) {
          break;
        }
      }
    }
    return x;
  }

  /** Coordinate descent on the values of the open pairs. */
  private static final class Descent {

    private final int[] us;
    private final int[] ws;
    private final double[] x;
    private final double[][] columns;
    private final double[] norms;
    private final double[] weights;
    private final double[][] residuals;

    Descent(
        int[] us,
        int[] ws,
        double[] x,
        double[][] columns,
        double[] norms,
        double[] weights,
        double[][] residuals) {
      this.us = us;
      this.ws = ws;
      this.x = x;
      this.columns = columns;
      this.norms = norms;
      this.weights = weights;
      this.residuals = residuals;
    }

    /** Improves some values one after the other; returns the largest change. */
    double sweep(int[] pairs, int count) {
      double largest = 0;
      for (int at = 0; at < count; at++) {
        int p = pairs[at];
        int u = us[p];
        int w = ws[p];
        double curvature = weights[u] * norms[w] + weights[w] * norms[u];
        if (curvature == 0) {
          continue;
        }
        double slope =
            weights[u] * dot(residuals[u], columns[w]) + weights[w] * dot(residuals[w], columns[u]);
        double next = Math.max(0, Math.min(1, x[p] + slope / curvature));
        double step = next - x[p];
        if (step != 0) {
          x[p] = next;
          subtract(step, columns[w], residuals[u]);
          subtract(step, columns[u], residuals[w]);
          largest = Math.max(largest, Math.abs(step));
        }
      }
      return largest;
    }
  }

  private static void shuffle(int[] order, SplittableRandom random) {
    for (int i = order.length - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      int swapped = order[i];
      order[i] = order[j];
      order[j] = swapped;
    }
  }

  private static double dot(double[] x, double[] y) {
    return DenseKernels.dot(x, 0, y, 0, x.length);
  }

  private static void subtract(double factor, double[] x, double[] from) {
    for (int i = 0; i < x.length; i++) {
      from[i] -= factor * x[i];
    }
  }
}
