package io.linkteller.attack.compressed;

import io.linkteller.matrix.DenseKernels;
import io.linkteller.parallel.Workers;
import java.util.Arrays;
import java.util.Optional;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.LinearSolverFactory_DDRM;
import org.ejml.interfaces.linsol.LinearSolverDense;

/**
 * Decodes a sparse matrix M ≥ 0 from its product with a few random columns, Y = M R. It minimizes
 * |M R - Y|²/2 + λ Σ w_vu M_vu, where the diagonal is not penalized, over all symmetric M or over
 * all M; in the latter case, the rows are decoded separately.
 *
 * <p>The method is coordinate descent on the Gram matrix G = R Rᵀ. The negative gradient E Rᵀ,
 * where E is the residual, is kept up to date; an entry of it is called a pull. Visiting an entry
 * of M therefore costs two loads, and changing one costs 2 n operations per row. λ decreases step
 * by step, and the weights w are those of reweighted ℓ₁ minimization (Candès, Wakin, Boyd 2008):
 * entries already found are barely penalized, so λ does not bias them.
 */
final class InfluenceDecoder {

  /** The entry, relative to the diagonal, whose weight is half that of a zero entry. */
  private static final double HALF_WEIGHT = 0.03;

  private static final int BLOCK_ROWS = 16;

  /** Half the number of blocks of nodes: the number of pairs of blocks visited in parallel. */
  private static final int HALF_BLOCKS = 8;

  /** The first λ, as a share of the pull on a typical diagonal entry. */
  private static final double FIRST_LAMBDA = 0.05;

  /** The second λ, as a share of the first; from then on, the weights differ. */
  private static final double SECOND = 0.12;

  /** The factor by which λ decreases in each later step. */
  private static final double FALL = 0.6;

  /** The maximum number of steps after the first. */
  private static final int STEPS = 12;

  /** The maximum number of sweeps for each λ. */
  private static final int SWEEPS = 8;

  /** The misfit above which M explains no more than a matrix without influences. */
  static final double NOTHING = 0.95;

  /** The misfit above which M explains only some of the answers. */
  private static final double LITTLE = 0.5;

  /** From this step on, decoding ends if M has too many entries. */
  private static final int LATE = 5;

  /** From this step on, decoding ends if M has too many entries and is not nearly correct. */
  private static final int EARLY = 1;

  /** The largest misfit of M that the remaining steps may correct. */
  private static final double NEARLY = 0.1;

  /**
   * The number of positive entries per number in Y above which M is underdetermined, so more steps
   * would fit noise.
   */
  private static final double UNDETERMINED = 0.6;

  /** The number of columns per node above which M is determined even if it is not sparse. */
  private static final double DETERMINED = 1.05;

  /** The sweeps end once the largest remaining pull on an entry is at most this share of λ. */
  private static final double SETTLED = 1e-4;

  /** An entry is left to a later sweep if the pull on it is at most this share of λ. */
  private static final double SKIPPED = 0.01;

  private final Optional<Columns> tested;
  private final int n;
  private final int m;
  private final boolean symmetric;
  private final double error;

  /** G = R Rᵀ, n x n. */
  private final double[][] moves;

  /** Y Rᵀ, n x n. */
  private final double[][] answers;

  /** The negative gradient (Y - M R) Rᵀ, n x n, without the term of the coupling. */
  private final double[][] rest;

  /** The diagonal of G. */
  private final double[] squares;

  private final double[] entries;
  private final double[] weights;

  /** U, the basis of the coupling that is projected out of Y; empty without coupling. */
  private final double[][] basis;

  /** B = Uᵀ M G, with one row for each vector in U. */
  private final double[][] projected;

  /** The diagonal of I - U Uᵀ. */
  private final double[] kept;

  private final Workers workers;

  private InfluenceDecoder(
      Columns columns, Optional<Columns> tested, boolean symmetric, Workers workers) {
    this.tested = tested;
    this.n = columns.n();
    this.m = columns.count();
    this.symmetric = symmetric;
    this.workers = workers;
    this.basis = columns.coupling().basis();
    this.moves = outer(n, m, columns.r(), columns.r(), workers);
    this.answers = outer(n, m, columns.y(), columns.r(), workers);
    this.rest = Arrays.stream(answers).map(double[]::clone).toArray(double[][]::new);
    this.squares = new double[n];
    for (int v = 0; v < n; v++) {
      squares[v] = moves[v][v];
    }
    this.entries = new double[n * n];
    this.weights = new double[n * n];
    Arrays.fill(weights, 1);
    this.error = columns.error();
    this.kept = new double[n];
    for (int v = 0; v < n; v++) {
      kept[v] = 1;
      for (double[] vector : basis) {
        kept[v] -= vector[v] * vector[v];
      }
    }
    this.projected = new double[basis.length][n];
  }

  /**
   * Decodes M in O(n² m) time, plus O(n) for each change of an entry.
   *
   * @param columns Y and R
   * @param tested held-out columns; decoding ends early if M explains them less well than before.
   *     If empty, this is not checked
   * @param symmetric whether M is symmetric
   * @param workers the executor
   * @return M, n x n, row-major: the influence of u on v in row v, column u
   */
  static double[] decode(
      Columns columns, Optional<Columns> tested, boolean symmetric, Workers workers) {
    InfluenceDecoder decoder = new InfluenceDecoder(columns, tested, symmetric, workers);
    decoder.run();
    return decoder.entries;
  }

  /** Starts from the solution of M G = Y Rᵀ, if there are more columns than nodes. */
  private void solve() {
    DMatrixRMaj right = new DMatrixRMaj(n, n);
    DMatrixRMaj transposed = new DMatrixRMaj(n, n);
    for (int v = 0; v < n; v++) {
      for (int u = 0; u < n; u++) {
        right.data[u * n + v] = answers[v][u];
      }
    }
    LinearSolverDense<DMatrixRMaj> solver = LinearSolverFactory_DDRM.chol(n);
    if (!solver.setA(new DMatrixRMaj(moves))) {
      return;
    }
    solver.solve(right, transposed);
    for (int v = 0; v < n; v++) {
      for (int u = 0; u < n; u++) {
        double there = transposed.data[u * n + v];
        double back = transposed.data[v * n + u];
        entries[v * n + u] = Math.max(0, symmetric ? (there + back) / 2 : there);
      }
    }
    refresh();
  }

  private void run() {
    // The root mean square of the pull that errors alone exert on an entry.
    double noise = error * Math.sqrt((symmetric ? 2.0 : 1.0) * m);
    // 1. Find the diagonal and the largest other entries under a uniform λ.
    double lambda = FIRST_LAMBDA * medianPull();
    if (m > DETERMINED * n && basis.length == 0) {
      solve();
    } else {
      descend(lambda);
    }
    double misfit = misfit();
    if (m < n && misfit > NOTHING) {
      return;
    }
    // 2. Lower λ, with weights that depend on the entries found so far.
    lambda *= SECOND;
    for (int step = 0; step < STEPS && lambda > noise; step++) {
      reweight();
      descend(lambda);
      // A smaller λ improves M if M can be recovered, and overfits otherwise.
      double before = misfit;
      misfit = misfit();
      if (misfit > LITTLE && misfit > before) {
        return;
      }
      boolean last = step >= LATE || (step >= EARLY && misfit > NEARLY);
      if (last && m < n && stored() > UNDETERMINED * n * m) {
        return;
      }
      lambda *= FALL;
    }
  }

  /** Returns the pull on the diagonal entry of a typical row, which is about m times the entry. */
  private double medianPull() {
    double[] pulls = new double[n];
    for (int v = 0; v < n; v++) {
      pulls[v] = Math.max(0, pull(v, v));
    }
    Arrays.sort(pulls);
    return pulls[n / 2] * (symmetric ? 1 : 0.5);
  }

  private long stored() {
    long stored = 0;
    for (double entry : entries) {
      stored += entry > 0 ? 1 : 0;
    }
    return stored;
  }

  private void descend(double lambda) {
    double settled = SETTLED * lambda;
    double misfit = Double.POSITIVE_INFINITY;
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
      double most = symmetric ? sweepPairs(lambda) : sweepRows(lambda);
      double before = misfit;
      // Once M explains something, sweeps improve it, and its misfit need not be computed again.
      misfit = misfit > NOTHING ? misfit() : misfit;
      if (most * m <= settled || (misfit > NOTHING && misfit > before)) {
        break;
      }
    }
    refresh();
  }

  /**
   * Returns the misfit of M on the held-out columns; if there are none, {@link #NOTHING}, which is
   * too large for a correct M.
   */
  private double misfit() {
    return tested
        .map(held -> Certificate.ofMatrix(entries, held, workers).misfit())
        .orElse(NOTHING);
  }

  private double sweepRows(double lambda) {
    double[] most = new double[n];
    workers.forRows(
        n,
        BLOCK_ROWS,
        (from, to) -> {
          for (int v = from; v < to; v++) {
            most[v] = sweepRow(v, lambda);
          }
        });
    return Arrays.stream(most).max().orElse(0);
  }

  private double sweepRow(int v, double lambda) {
    double most = 0;
    for (int u = 0; u < n; u++) {
      int vu = v * n + u;
      double pull = pull(v, u) - (u == v ? 0 : lambda * weights[vu]);
      double old = entries[vu];
      if (old == 0 && pull <= 0) {
        continue;
      }
      double next = Math.max(0, old + pull / squares[u]);
      if (next != old) {
        most = Math.max(most, Math.abs(next - old));
        entries[vu] = next;
        move(v, u, next - old);
      }
    }
    return most;
  }

  /** Returns the rows of X Zᵀ for two n x m matrices. */
  static double[][] outer(int n, int m, double[] x, double[] z, Workers workers) {
    double[][] across = new double[m][n];
    for (int u = 0; u < n; u++) {
      for (int j = 0; j < m; j++) {
        across[j][u] = z[u * m + j];
      }
    }
    double[][] out = new double[n][n];
    workers.forRows(
        n,
        BLOCK_ROWS,
        (from, to) -> {
          for (int v = from; v < to; v++) {
            Rows.add(x, v * m, across, m, n, out[v]);
          }
        });
    return out;
  }

  /** Recomputes the negative gradient to remove the rounding errors of its updates. */
  private void refresh() {
    workers.forRows(
        n,
        BLOCK_ROWS,
        (from, to) -> {
          for (int v = from; v < to; v++) {
            System.arraycopy(answers[v], 0, rest[v], 0, rest[v].length);
            for (int u = 0; u < n; u++) {
              double entry = entries[v * n + u];
              if (entry != 0) {
                DenseKernels.add(-entry, moves[u], rest[v].length, rest[v]);
              }
            }
          }
        });
    // B = Uᵀ M G, where M G = Y Rᵀ - (Y - M R) Rᵀ.
    for (int k = 0; k < basis.length; k++) {
      Arrays.fill(projected[k], 0);
      for (int v = 0; v < n; v++) {
        for (int u = 0; u < n; u++) {
          projected[k][u] += basis[k][v] * (answers[v][u] - rest[v][u]);
        }
      }
    }
  }

  /** Returns entry (v, u) of the negative gradient (Y - (I - U Uᵀ) M R) Rᵀ. */
  private double pull(int v, int u) {
    double pull = rest[v][u];
    for (int k = 0; k < basis.length; k++) {
      pull += basis[k][v] * projected[k][u];
    }
    return pull;
  }

  /**
   * Visits every pair once and returns the largest change of an entry. Pairs of nodes from two
   * blocks affect only the rows of these blocks, so pairs from other blocks can be visited in
   * parallel: each block meets every other block in a separate round, as in a round-robin
   * tournament.
   */
  private double sweepPairs(double lambda) {
    int blocks = 2 * Math.min(HALF_BLOCKS, (n + 1) / 2);
    double[] most = new double[blocks];
    // All rows share the coupling, so nothing runs in parallel if there is one.
    Workers apart = basis.length > 0 ? Workers.sequential() : workers;
    for (int round = 0; round < blocks; round++) {
      int turn = round;
      apart.forRows(
          round == 0 ? blocks : blocks / 2,
          1,
          (from, to) -> {
            for (int i = from; i < to; i++) {
              int left = turn == 0 || i == 0 ? i : 1 + (turn + i) % (blocks - 1);
              int right = turn == 0 ? i : 1 + (turn + blocks - 1 - i) % (blocks - 1);
              most[i] = Math.max(most[i], sweepBlocks(lambda, blocks, left, right));
            }
          });
    }
    return Arrays.stream(most).max().orElse(0);
  }

  /** Visits the pairs between two blocks, or the pairs within one block. */
  private double sweepBlocks(double lambda, int blocks, int left, int right) {
    double most = 0;
    for (int v = n * left / blocks; v < n * (left + 1) / blocks; v++) {
      most = Math.max(most, left == right ? sweepDiagonal(v) : 0);
      int from = Math.max(left == right ? v + 1 : 0, n * right / blocks);
      for (int u = from; u < n * (right + 1) / blocks; u++) {
        most = Math.max(most, sweepPair(lambda, v, u));
      }
    }
    return most;
  }

  private double sweepDiagonal(int v) {
    int d = v * n + v;
    double own = Math.max(0, entries[d] + pull(v, v) / (squares[v] * kept[v]));
    double step = own - entries[d];
    if (step != 0) {
      entries[d] = own;
      move(v, v, step);
    }
    return Math.abs(step);
  }

  private double sweepPair(double lambda, int v, int u) {
    int vu = v * n + u;
    double pull = pull(v, u) + pull(u, v) - lambda * weights[vu];
    double old = entries[vu];
    if (old == 0 ? pull <= SKIPPED * lambda : Math.abs(pull) <= SKIPPED * lambda) {
      return 0;
    }
    double next = Math.max(0, old + pull / (squares[v] * kept[u] + squares[u] * kept[v]));
    double step = next - old;
    if (step != 0) {
      entries[vu] = next;
      entries[u * n + v] = next;
      move(v, u, step);
      move(u, v, step);
    }
    return Math.abs(step);
  }

  /** Subtracts step times row u of G from row v of the negative gradient. */
  private void move(int v, int u, double step) {
    DenseKernels.add(-step, moves[u], rest[v].length, rest[v]);
    for (int k = 0; k < basis.length; k++) {
      DenseKernels.add(step * basis[k][v], moves[u], n, projected[k]);
    }
  }

  /** Sets the weights from the current entries, relative to the diagonal. */
  private void reweight() {
    double[] scale = diagonalScale();
    for (int v = 0; v < n; v++) {
      for (int u = 0; u < n; u++) {
        weights[v * n + u] =
            HALF_WEIGHT / (entries[v * n + u] / (scale[v] * scale[u]) + HALF_WEIGHT);
      }
    }
  }

  /**
   * Returns the square roots of the diagonal, plus a fraction of the median in case an entry is
   * zero.
   */
  private double[] diagonalScale() {
    double[] diagonal = new double[n];
    for (int v = 0; v < n; v++) {
      diagonal[v] = entries[v * n + v];
    }
    double[] sorted = diagonal.clone();
    Arrays.sort(sorted);
    double median = sorted[n / 2];
    for (int v = 0; v < n; v++) {
      diagonal[v] = Math.sqrt(diagonal[v] + HALF_WEIGHT * median + Double.MIN_NORMAL);
    }
    return diagonal;
  }
}
