package io.linkteller.attack.compressed;

import io.linkteller.attack.spectral.Propagation;
import io.linkteller.matrix.DenseKernels;
import io.linkteller.parallel.Workers;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;

/**
 * Reads the graph of two layers of {@code AUG_NORM_ADJ} from an M that is only roughly right: the
 * minimum of |S S R - Y|² over symmetric S ≥ 0 with entries on the diagonal and where M may have an
 * edge. S = (D + I)^(-1/2) (A + I) (D + I)^(-1/2) has a sixth of the entries of M = S², so it is
 * determined by fewer answers; and unlike the spectral root it does not multiply the errors of M.
 *
 * <ol>
 *   <li>M is scaled to the row sums that are known. In each connected component √(d + 1) is its
 *       eigenvector for the eigenvalue 1, and Σ_v (d_v + 1) M_vv is the number of nodes, since M_vv
 *       is the mean of 1/(d_w + 1) over v and its neighbors.
 *   <li>M_vu is at least (1/(d_v + 1) + 1/(d_u + 1)) / √((d_v + 1)(d_u + 1)) where v and u are
 *       adjacent; pairs below a part of that are left out, and the others start at their share.
 *   <li>Spectral projected gradient (Birgin, Martínez, Raydan 2000), each variable on the scale of
 *       its curvature at the start.
 *   <li>Pairs with S_vu > √(S_vv S_uu)/2 are edges.
 * </ol>
 *
 * O((n + pairs) m) a step.
 */
final class SparseRoot {

  /** A pair is left out below this share of the least entry that an edge has. */
  private static final double LEAST = 0.15;

  /** Entries of M below this share of √(M_vv M_uu) do not connect components: most are errors. */
  private static final double CONNECTING = 0.03;

  private static final int BALANCING_STEPS = 100;
  private static final int WALK_STEPS = 16;
  private static final int DESCENT_STEPS = 600;

  /** The descent ends when the error falls by less than a share in so many steps. */
  private static final int PATIENCE = 50;

  private static final double FALL = 0.98;

  /** How far entries may be above what right degrees give them, and the diagonal below. */
  private static final double TIGHT = 1.1;

  /** A step may rise above the last value, but not above the largest of so many. */
  private static final int REMEMBERED = 8;

  private static final double DECREASE = 1e-4;
  private static final double SHORTER = 0.4;
  private static final double SHORTEST = 1e-6;
  private static final int BLOCK_ROWS = 32;

  private final Columns columns;
  private final int n;
  private final int m;
  private final Workers workers;

  /** Y on the scale on which S has the leading eigenvalue 1. */
  private final double[] y;

  /** The squares of the errors of Y, below which nothing is explained. */
  private final double enough;

  /** The ends of each pair, and for each node its pairs and their other ends. */
  private final int[] first;

  private final int[] second;
  private final int[][] pairs;
  private final int[][] others;

  /** S, first the diagonal, then the pairs, and the scale of each. */
  private final double[] start;

  private final double[] scale;

  /** Bounds of S. */
  private final double[] lowest;

  private final double[] highest;

  /** S R, S S R and S (S S R - Y) at the point that was evaluated last. */
  private final double[] once;

  private final double[] twice;
  private final double[] back;

  private SparseRoot(
      double[] entries, double[] sums, boolean nearlyRight, Columns columns, Workers workers) {
    this.columns = columns;
    this.n = columns.n();
    this.m = columns.count();
    this.workers = workers;
    this.once = new double[n * m];
    this.twice = new double[n * m];
    this.back = new double[n * m];
    int[] component = components(n, entries);
    int[] sizes = sizes(component);
    double[][] balanced = balanced(component, entries, sums);
    double[] roots = rootsOfDegrees(component, balanced, sums);
    double leading = leading(component, sizes, balanced, roots);
    double[] d = degrees(component, sizes, entries, roots, leading);

    IntArrayList from = new IntArrayList();
    IntArrayList to = new IntArrayList();
    double[] shares = new double[n * n];
    for (int v = 0; v < n; v++) {
      for (int u = v + 1; u < n; u++) {
        double edge = (1 / d[v] + 1 / d[u]) / Math.sqrt(d[v] * d[u]);
        shares[v * n + u] = Math.min(1, entries[v * n + u] / leading / edge);
        if (shares[v * n + u] > LEAST) {
          from.add(v);
          to.add(u);
        }
      }
    }
    this.first = from.toIntArray();
    this.second = to.toIntArray();
    this.pairs = new int[n][];
    this.others = new int[n][];
    listPairs();
    this.start = new double[n + first.length];
    double[] left = new double[n];
    for (int v = 0; v < n; v++) {
      left[v] = entries[v * n + v] / leading;
    }
    for (int p = 0; p < first.length; p++) {
      int v = first[p];
      int u = second[p];
      double s = shares[v * n + u] / Math.sqrt(d[v] * d[u]);
      start[n + p] = s;
      left[v] -= s * s;
      left[u] -= s * s;
    }
    this.lowest = new double[start.length];
    this.highest = new double[start.length];
    Arrays.fill(highest, Double.POSITIVE_INFINITY);
    for (int v = 0; v < n; v++) {
      // What the pairs leave of M_vv is S_vv²: nodes without edges have no other part.
      start[v] = Math.max(1 / d[v], Math.sqrt(Math.max(0, left[v])));
      if (nearlyRight) {
        // Right degrees rule out the root with positive eigenvalues, which is nearly sparse, too.
        lowest[v] = 1 / d[v] / TIGHT;
        highest[v] = TIGHT / d[v];
        start[v] = Math.min(highest[v], start[v]);
      }
    }
    for (int p = 0; nearlyRight && p < first.length; p++) {
      highest[n + p] = TIGHT / Math.sqrt(d[first[p]] * d[second[p]]);
    }
    this.y = columns.y().clone();
    for (int i = 0; i < y.length; i++) {
      y[i] /= leading;
    }
    double error = columns.error() / leading;
    this.enough = error * error * y.length;
    this.scale = scales();
  }

  /**
   * Reads a graph.
   *
   * @param entries M, n x n, symmetric
   * @param sums the sums of its rows, on the same scale
   * @param nearlyRight whether M is so near to the right one that degrees can be relied on
   * @param columns the answers
   */
  static NamedGraph read(
      double[] entries, double[] sums, boolean nearlyRight, Columns columns, Workers workers) {
    SparseRoot root = new SparseRoot(entries, sums, nearlyRight, columns, workers);
    return root.graph(root.descend());
  }

  /** The number of the connected component of each node. */
  private static int[] components(int n, double[] entries) {
    int[] component = new int[n];
    Arrays.fill(component, -1);
    int count = 0;
    for (int start = 0; start < n; start++) {
      if (component[start] >= 0) {
        continue;
      }
      IntArrayList members = IntArrayList.of(start);
      component[start] = count;
      for (int i = 0; i < members.size(); i++) {
        int v = members.getInt(i);
        for (int u = 0; u < n; u++) {
          double size = Math.sqrt(entries[v * n + v] * entries[u * n + u]);
          if (component[u] < 0 && entries[v * n + u] > CONNECTING * size) {
            component[u] = count;
            members.add(u);
          }
        }
      }
      count++;
    }
    return component;
  }

  /** M within components, rows and columns scaled alike until rows have the known sums. */
  private double[][] balanced(int[] component, double[] entries, double[] sums) {
    double[][] within = new double[n][n];
    double[] factors = new double[n];
    Arrays.fill(factors, 1);
    for (int v = 0; v < n; v++) {
      for (int u = 0; u < n; u++) {
        within[v][u] = component[u] == component[v] ? entries[v * n + u] : 0;
      }
    }
    double[] corrections = new double[n];
    for (int step = 0; step < BALANCING_STEPS; step++) {
      for (int v = 0; v < n; v++) {
        double sum = factors[v] * DenseKernels.dot(within[v], 0, factors, 0, n);
        // The fourth root: the factors of both ends are corrected at once, and overshoot otherwise.
        corrections[v] = sum > 0 ? Math.sqrt(Math.sqrt(sums[v] / sum)) : 1;
      }
      for (int v = 0; v < n; v++) {
        factors[v] *= corrections[v];
      }
    }
    for (int v = 0; v < n; v++) {
      for (int u = 0; u < n; u++) {
        within[v][u] *= factors[v] * factors[u];
      }
    }
    return within;
  }

  /** √(d + 1) up to a factor for each component. */
  private double[] rootsOfDegrees(int[] component, double[][] balanced, double[] sums) {
    double[] roots = sums.clone();
    for (int step = 0; step < WALK_STEPS; step++) {
      double[] next = new double[n];
      double[] totals = new double[n];
      for (int v = 0; v < n; v++) {
        next[v] = DenseKernels.dot(balanced[v], 0, roots, 0, n);
        totals[component[v]] += next[v];
      }
      for (int v = 0; v < n; v++) {
        roots[v] = next[v] / totals[component[v]];
      }
    }
    return roots;
  }

  /** The leading eigenvalue of M in its largest component, where errors weigh least. */
  private double leading(int[] component, int[] sizes, double[][] balanced, double[] roots) {
    int largest = Arrays.stream(sizes).max().orElse(0);
    double product = 0;
    double squares = 0;
    for (int v = 0; v < n; v++) {
      if (sizes[component[v]] == largest) {
        product += roots[v] * DenseKernels.dot(balanced[v], 0, roots, 0, n);
        squares += roots[v] * roots[v];
      }
    }
    return product / squares;
  }

  private int[] sizes(int[] component) {
    int[] sizes = new int[n];
    for (int of : component) {
      sizes[of]++;
    }
    return sizes;
  }

  /** d + 1 of each node. */
  private double[] degrees(
      int[] component, int[] sizes, double[] entries, double[] roots, double leading) {
    double[] traces = new double[n];
    for (int v = 0; v < n; v++) {
      traces[component[v]] += roots[v] * roots[v] * entries[v * n + v] / leading;
    }
    double[] d = new double[n];
    for (int v = 0; v < n; v++) {
      double degree = roots[v] * roots[v] * sizes[component[v]] / traces[component[v]];
      d[v] = degree > 1 ? degree : 1;
    }
    return d;
  }

  private void listPairs() {
    IntArrayList[] of = new IntArrayList[n];
    Arrays.setAll(of, v -> new IntArrayList());
    for (int p = 0; p < first.length; p++) {
      of[first[p]].add(p);
      of[second[p]].add(p);
    }
    for (int v = 0; v < n; v++) {
      int node = v;
      pairs[v] = of[v].toIntArray();
      others[v] =
          Arrays.stream(pairs[v]).map(p -> first[p] == node ? second[p] : first[p]).toArray();
    }
  }

  /** One over the root of the curvature in each variable, without mixed terms. */
  private double[] scales() {
    double[] r = columns.r();
    multiply(start, r, once);
    double[] ofOnce = new double[n];
    double[] ofMoves = new double[n];
    double[] ofRow = new double[n];
    for (int v = 0; v < n; v++) {
      ofOnce[v] = DenseKernels.dot(once, v * m, once, v * m, m);
      ofMoves[v] = DenseKernels.dot(r, v * m, r, v * m, m);
      ofRow[v] = start[v] * start[v];
      for (int p : pairs[v]) {
        ofRow[v] += start[n + p] * start[n + p];
      }
    }
    double[] scales = new double[start.length];
    for (int v = 0; v < n; v++) {
      scales[v] = 1 / Math.sqrt(ofOnce[v] + ofRow[v] * ofMoves[v]);
    }
    for (int p = 0; p < first.length; p++) {
      int v = first[p];
      int u = second[p];
      double curvature = ofOnce[v] + ofOnce[u] + ofRow[v] * ofMoves[u] + ofRow[u] * ofMoves[v];
      scales[n + p] = 1 / Math.sqrt(curvature);
    }
    return scales;
  }

  /** Returns the S with the least error that was found. */
  private double[] descend() {
    int size = start.length;
    double[] s = start.clone();
    double[] gradient = new double[size];
    double value = evaluate(s, gradient);
    double[] best = s.clone();
    double least = value;
    double[] recent = new double[REMEMBERED];
    Arrays.fill(recent, value);
    double[] direction = new double[size];
    double[] next = new double[size];
    double[] nextGradient = new double[size];
    double step = firstStep(gradient);
    double before = least;
    for (int k = 1; k <= DESCENT_STEPS && value > enough; k++) {
      // 1. The projected gradient, variables on their scales.
      double slope = 0;
      for (int i = 0; i < size; i++) {
        double square = scale[i] * scale[i];
        double towards = s[i] - step * square * gradient[i];
        direction[i] = Math.max(lowest[i], Math.min(highest[i], towards)) - s[i];
        slope += direction[i] * gradient[i];
      }
      if (!(slope < 0)) {
        break;
      }
      // 2. A step along it after which the error is below the largest of the last.
      double most = Arrays.stream(recent).max().orElse(value);
      double nextValue;
      double length = 1;
      while (true) {
        for (int i = 0; i < size; i++) {
          next[i] = s[i] + length * direction[i];
        }
        nextValue = evaluate(next, nextGradient);
        if (nextValue <= most + DECREASE * length * slope || length < SHORTEST) {
          break;
        }
        length *= SHORTER;
      }
      // 3. The length of the next gradient step (Barzilai and Borwein).
      double moved = 0;
      double bent = 0;
      for (int i = 0; i < size; i++) {
        double by = next[i] - s[i];
        moved += by * by / (scale[i] * scale[i]);
        bent += by * (nextGradient[i] - gradient[i]);
      }
      step = bent > 0 ? moved / bent : step / SHORTER;
      System.arraycopy(next, 0, s, 0, size);
      System.arraycopy(nextGradient, 0, gradient, 0, size);
      value = nextValue;
      recent[k % REMEMBERED] = value;
      if (value < least) {
        least = value;
        System.arraycopy(s, 0, best, 0, size);
      }
      if (k % PATIENCE == 0) {
        if (least > FALL * before) {
          break;
        }
        before = least;
      }
    }
    return best;
  }

  /** A step that moves no variable by more than a tenth of its scale. */
  private double firstStep(double[] gradient) {
    double largest = Double.MIN_NORMAL;
    for (int i = 0; i < gradient.length; i++) {
      largest = Math.max(largest, Math.abs(gradient[i] * scale[i]));
    }
    return 0.1 / largest;
  }

  /** |S S R - Y|² and its gradient. */
  private double evaluate(double[] s, double[] gradient) {
    double[] r = columns.r();
    multiply(s, r, once);
    multiply(s, once, twice);
    double[] residual = columns.coupling().away(twice, m);
    double squares = 0;
    for (int i = 0; i < y.length; i++) {
      residual[i] -= y[i];
      squares += residual[i] * residual[i];
    }
    multiply(s, residual, back);
    workers.forRows(
        n,
        BLOCK_ROWS,
        (from, to) -> {
          for (int v = from; v < to; v++) {
            gradient[v] = 2 * (dot(residual, v, once, v) + dot(back, v, r, v));
          }
        });
    workers.forRows(
        first.length,
        BLOCK_ROWS * BLOCK_ROWS,
        (from, to) -> {
          for (int p = from; p < to; p++) {
            int v = first[p];
            int u = second[p];
            double there = dot(residual, v, once, u) + dot(back, v, r, u);
            double here = dot(residual, u, once, v) + dot(back, u, r, v);
            gradient[n + p] = 2 * (there + here);
          }
        });
    return squares;
  }

  private double dot(double[] x, int v, double[] z, int u) {
    return DenseKernels.dot(x, v * m, z, u * m, m);
  }

  /** Computes S X, X n x m. */
  private void multiply(double[] s, double[] x, double[] product) {
    double[][] rows = Rows.of(n, m, x);
    workers.forRows(
        n,
        BLOCK_ROWS,
        (from, to) -> {
          for (int v = from; v < to; v++) {
            double[] factors = new double[pairs[v].length + 1];
            double[][] terms = new double[factors.length][];
            factors[0] = s[v];
            terms[0] = rows[v];
            int found = 1;
            for (int i = 0; i < pairs[v].length; i++) {
              double factor = s[n + pairs[v][i]];
              if (factor != 0) {
                factors[found] = factor;
                terms[found++] = rows[others[v][i]];
              }
            }
            double[] sum = new double[m];
            Rows.add(factors, 0, terms, found, m, sum);
            System.arraycopy(sum, 0, product, v * m, m);
          }
        });
  }

  private NamedGraph graph(double[] s) {
    IntArrayList[] neighbors = new IntArrayList[n];
    Arrays.setAll(neighbors, v -> new IntArrayList());
    for (int p = 0; p < first.length; p++) {
      double squared = s[n + p] * s[n + p];
      if (4 * squared > s[first[p]] * s[second[p]]) {
        neighbors[first[p]].add(second[p]);
        neighbors[second[p]].add(first[p]);
      }
    }
    int[][] sorted = new int[n][];
    for (int v = 0; v < n; v++) {
      sorted[v] = neighbors[v].toIntArray();
      Arrays.sort(sorted[v]);
    }
    return new NamedGraph(Propagation.AUGMENTED, 2, sorted);
  }
}
