package io.linkteller.attack.compressed;

import io.linkteller.matrix.DenseKernels;
import io.linkteller.parallel.Workers;
import java.util.ArrayList;
import java.util.List;

/**
 * Repairs a graph against the answers: adds and removes edges while |Y - Σ_a Â^a R P_a|² falls.
 *
 * <ol>
 *   <li>The gradient of the squared error in the entries of Â is Γ = Σ_b Z_b (Â^b R)ᵀ with Z_b = E
 *       P_(b+1)ᵀ + Âᵀ Z_(b+1), E the residual. A change of one edge changes the rows and columns of
 *       its two ends, since their degrees change: to first order the error falls by 2 Σ Γ_vu ΔÂ_vu.
 *   <li>The changes that promise most are tried one after the other, and kept if the error really
 *       falls.
 * </ol>
 *
 * O(n² m k) for each round, k the highest power.
 */
final class GraphRepair {

  private static final int ROUNDS = 60;

  /** The number of changes to try in a round. */
  private static final int TRIED = 96;

  /** A change is kept if it removes this share of the error. */
  private static final double WORTH = 1e-3;

  /**
   * A round that removes less than this share of the error is the last: a right repair speeds up.
   */
  private static final double ROUND_WORTH = 0.05;

  private final Columns columns;
  private final Workers workers;

  /** Whether the answers are made of several powers of Â, whose matrices are fitted. */
  private final boolean fitted;

  private MatrixPolynomial response;

  private GraphRepair(Columns columns, Workers workers, boolean fitted, MatrixPolynomial response) {
    this.columns = columns;
    this.workers = workers;
    this.fitted = fitted;
    this.response = response;
  }

  /** A change of a pair and by how much it is expected to reduce the error. */
  private record Change(int u, int v, double gain) {}

  /**
   * Repairs a graph whose answers are one power of Â.
   *
   * @param graph where to start
   * @param columns the answers
   */
  static NamedGraph repair(NamedGraph graph, Columns columns, Workers workers) {
    MatrixPolynomial power = MatrixPolynomial.ofPower(graph.depth(), 1);
    return new GraphRepair(columns.apart(), workers, false, power).repaired(graph);
  }

  /**
   * Names a graph edge by edge whose answers are made of several powers of Â.
   *
   * @param graph where to start
   * @param response what is known of the matrices before the first edge
   * @param columns the answers
   */
  static NamedGraph grow(
      NamedGraph graph, MatrixPolynomial response, Columns columns, Workers workers) {
    return new GraphRepair(columns, workers, true, response).repaired(graph);
  }

  private NamedGraph repaired(NamedGraph graph) {
    NamedGraph best = graph;
    // Nothing is repaired below the error of the answers.
    double enough = columns.error() * columns.error() * columns.y().length;
    double[] residual = new double[columns.y().length];
    double error = error(best, residual);
    for (int round = 0; round < ROUNDS && error > enough; round++) {
      double before = error;
      for (Change change : changes(best, residual)) {
        NamedGraph next = best.toggled(change.u(), change.v());
        double[] left = new double[residual.length];
        double now = error(next, left);
        if (now < error * (1 - WORTH)) {
          best = next;
          error = now;
          residual = left;
        }
      }
      if (fitted) {
        response = MatrixPolynomial.fit(best, Certificate.MATRIX_POWERS, columns);
        error = error(best, residual);
      }
      if (error > before * (1 - ROUND_WORTH)) {
        break;
      }
    }
    return best;
  }

  /** The squared error of a graph, for a single power with the β that fits best. */
  private double error(NamedGraph graph, double[] residual) {
    double[] predicted = fitted ? response.predict(graph, columns) : graph.power(columns);
    double scale = fitted ? 1 : Certificate.scale(predicted, columns.y());
    double error = 0;
    for (int i = 0; i < predicted.length; i++) {
      residual[i] = columns.y()[i] - scale * predicted[i];
      error += residual[i] * residual[i];
    }
    return error;
  }

  private List<Change> changes(NamedGraph graph, double[] residual) {
    int n = graph.n();
    int m = columns.count();
    int k = response.matrices().length - 1;
    double[][] forward = new double[k][];
    forward[0] = columns.r();
    for (int b = 1; b < k; b++) {
      forward[b] = graph.propagate(forward[b - 1], m, false);
    }
    double[][] gradient = new double[n][n];
    double[] backward = response.back(residual, k);
    for (int b = k - 1; b >= 0; b--) {
      double[][] part = InfluenceDecoder.outer(n, m, backward, forward[b], workers);
      for (int v = 0; v < n; v++) {
        DenseKernels.add(1, part[v], n, gradient[v]);
      }
      if (b > 0) {
        double[] next = graph.propagate(backward, m, true);
        double[] own = response.back(residual, b);
        for (int i = 0; i < next.length; i++) {
          next[i] += own[i];
        }
        backward = next;
      }
    }
    List<Change> changes = new ArrayList<>();
    for (int u = 0; u < n; u++) {
      for (int v = u + 1; v < n; v++) {
        double gain = gain(graph, gradient, u, v);
        if (gain > 0) {
          changes.add(new Change(u, v, gain));
        }
      }
    }
    changes.sort((x, y) -> Double.compare(y.gain(), x.gain()));
    return changes.subList(0, Math.min(TRIED, changes.size()));
  }

  /** Σ Γ ΔÂ over the rows and columns that the change of a pair affects, over its own size. */
  private static double gain(NamedGraph graph, double[][] gradient, int u, int v) {
    int step = graph.hasEdge(u, v) ? -1 : 1;
    double size = 0;
    double gain = 0;
    for (int end = 0; end < 2; end++) {
      int a = end == 0 ? u : v;
      int b = end == 0 ? v : u;
      int degree = graph.neighbors()[a].length;
      double own = graph.propagation().own(degree + step) - graph.propagation().own(degree);
      gain += gradient[a][a] * own;
      size += own * own;
      for (int w : graph.neighbors()[a]) {
        if (w == b) {
          continue;
        }
        int other = graph.neighbors()[w].length;
        double there =
            graph.propagation().neighbor(degree + step, other)
                - graph.propagation().neighbor(degree, other);
        double back =
            graph.propagation().neighbor(other, degree + step)
                - graph.propagation().neighbor(other, degree);
        gain += gradient[a][w] * there + gradient[w][a] * back;
        size += there * there + back * back;
      }
      int far = graph.neighbors()[b].length;
      double edge =
          step > 0
              ? graph.propagation().neighbor(degree + 1, far + 1)
              : -graph.propagation().neighbor(degree, far);
      gain += gradient[a][b] * edge;
      size += edge * edge;
    }
    return gain <= 0 || size == 0 ? 0 : gain / Math.sqrt(size);
  }
}
