package io.linkteller.attack.compressed;

import io.linkteller.matrix.DenseKernels;
import io.linkteller.parallel.Workers;
import java.util.ArrayList;
import java.util.List;

/**
 * Repairs a graph by adding and removing edges as long as this reduces the squared error |Y - Σ_a
 * Â^a R P_a|² of its predictions ({@link MatrixPolynomial}).
 *
 * <ol>
 *   <li>Half the negative gradient of the squared error with respect to the entries of Â is
 *       computed: Γ = Σ_b Z_b (Â^b R)ᵀ with Z_b = E P_(b+1)ᵀ + Âᵀ Z_(b+1), where E is the residual.
 *       To first order, the error falls by 2 Σ Γ_vu ΔÂ_vu.
 *   <li>The {@link PromisingChanges} are tried one by one, and a change is kept if the error
 *       actually falls.
 * </ol>
 *
 * Each round takes O(n² m k) time, where k is the highest power.
 */
final class GraphRepair {

  /** The maximum number of rounds. */
  private static final int ROUNDS = 60;

  /** The number of changes to try in a round. */
  private static final int TRIED = 96;

  /** The share of the error that a change must remove to be kept. */
  private static final double WORTH = 1e-3;

  /**
   * The maximum squared error of a certified graph, as a multiple of the squared error that the
   * errors of the answers cause.
   */
  private static final double CERTIFIED = Certificate.NEAR * Certificate.NEAR;

  /** The probability that errors alone favor a change of a correct graph. */
  private static final double FALSE_ALARM = 1e-3;

  /**
   * A round that removes less than this share of the error is the last, because a repair that
   * succeeds removes more in each round.
   */
  private static final double ROUND_WORTH = 0.05;

  private final Columns columns;
  private final Workers workers;

  /** The squared error at or below which nothing is repaired. */
  private final double enough;

  private final MatrixPolynomial response;

  /** Whether the response is known only up to a factor, which is fitted to each graph. */
  private final boolean isScaled;

  private GraphRepair(
      Columns columns,
      Workers workers,
      double enough,
      MatrixPolynomial response,
      boolean isScaled) {
    this.columns = columns;
    this.workers = workers;
    this.enough = enough;
    this.response = response;
    this.isScaled = isScaled;
  }

  /**
   * Repairs a graph against answers that depend on a single power of Â.
   *
   * @param graph the initial graph
   * @param columns the answers
   */
  static NamedGraph repair(NamedGraph graph, Columns columns, Workers workers) {
    return ofPower(graph, columns, workers, errors(columns)).repaired(graph);
  }

  /**
   * Repairs a graph against answers that combine several powers of Â, each with a fitted factor.
   *
   * @param graph the initial graph
   * @param columns the answers
   */
  static NamedGraph repairPowers(NamedGraph graph, Columns columns, Workers workers) {
    Columns apart = columns.apart();
    MatrixPolynomial powers = MatrixPolynomial.fit(graph, Certificate.SCALAR_POWERS, apart);
    return new GraphRepair(apart, workers, errors(columns), powers, false).repaired(graph);
  }

  /**
   * Repairs a graph that explains the answers by a single power of Â nearly as well as their errors
   * allow. A change is kept if it removes more of the error than toggling any pair would by chance.
   *
   * @param graph the initial graph
   * @param columns the answers
   * @return the repaired graph, which has the same edges if no change is significant
   */
  static NamedGraph polish(NamedGraph graph, Columns columns, Workers workers) {
    return ofPower(graph, columns, workers, 0).repaired(graph);
  }

  private static GraphRepair ofPower(
      NamedGraph graph, Columns columns, Workers workers, double enough) {
    MatrixPolynomial power = MatrixPolynomial.ofPower(graph.depth(), 1);
    return new GraphRepair(columns.apart(), workers, enough, power, true);
  }

  /** Returns the squared error that the errors of the answers alone cause. */
  private static double errors(Columns columns) {
    return columns.error() * columns.error() * columns.y().length;
  }

  /**
   * Returns whether the answers decide each pair of a graph that explains them: toggling even the
   * least visible pair would increase the squared error by more than chance explains. The errors of
   * different rows may depend on each other, as in a clique, whose rounded answers are nearly
   * equal. The errors of different queries are independent, so their contribution is measured per
   * query.
   */
  static boolean isDecided(NamedGraph graph, Columns columns, Workers workers) {
    MatrixPolynomial response = Certificate.response(graph, columns);
    Columns of = response.width() == 1 ? columns.apart() : columns;
    return new GraphRepair(of, workers, 0, response, false).isDecided(graph);
  }

  private boolean isDecided(NamedGraph graph) {
    double[] residual = new double[columns.y().length];
    error(response.predict(graph, columns), residual);
    int highest = response.matrices().length - 1;
    List<PromisingChanges.Change> doubtful =
        new ArrayList<>(PromisingChanges.leastVisible(graph, highest, TRIED, workers));
    doubtful.addAll(changes(graph, residual));
    double most = 2 * Math.log(pairs() / FALSE_ALARM);
    int m = columns.count();
    for (PromisingChanges.Change change : doubtful) {
      double[] left = new double[residual.length];
      error(response.predict(change.of(graph), columns), left);
      double[] byColumn = new double[m];
      double rise = 0;
      for (int i = 0; i < left.length; i++) {
        rise += left[i] * left[i] - residual[i] * residual[i];
        byColumn[i % m] += residual[i] * (residual[i] - left[i]);
      }
      if (rise <= Math.sqrt(most * squares(byColumn))) {
        return false;
      }
    }
    return true;
  }

  private double pairs() {
    return columns.n() * (columns.n() - 1.0) / 2;
  }

  private static double squares(double[] x) {
    double sum = 0;
    for (double value : x) {
      sum += value * value;
    }
    return sum;
  }

  private NamedGraph repaired(NamedGraph graph) {
    NamedGraph best = graph;
    Power power = Power.of(graph, columns);
    double[] residual = new double[columns.y().length];
    double error = error(predicted(best, power), residual);
    for (int round = 0; round < ROUNDS && error > enough; round++) {
      double before = error;
      for (PromisingChanges.Change change : changes(best, residual)) {
        NamedGraph next = change.of(best);
        Power nextPower = isScaled ? power.changed(next, change.ends()) : power;
        double[] left = new double[residual.length];
        double now = error(predicted(next, nextPower), left);
        if (error - now > Math.max(WORTH * error, chance(error))) {
          best = next;
          power = nextPower;
          error = now;
          residual = left;
        }
      }
      if (error > before * (1 - ROUND_WORTH)) {
        break;
      }
    }
    return best;
  }

  private double[] predicted(NamedGraph graph, Power power) {
    return isScaled ? power.entries() : response.predict(graph, columns);
  }

  /**
   * Returns the largest reduction of the error of a correct graph that toggling a pair achieves by
   * chance. Each pair removes the square of a normal variable with the standard deviation of an
   * entry's error, and the largest of N such squares is about 2 ln N variances.
   */
  private double chance(double error) {
    double entry = Math.min(error, CERTIFIED * errors(columns)) / columns.y().length;
    return 2 * Math.log(pairs() / FALSE_ALARM) * entry;
  }

  /**
   * Returns the squared error of a prediction, with the best β for a single power, and stores the
   * residual.
   */
  private double error(double[] predicted, double[] residual) {
    double scale = isScaled ? Certificate.scale(predicted, columns.y()) : 1;
    double error = 0;
    for (int i = 0; i < predicted.length; i++) {
      residual[i] = columns.y()[i] - scale * predicted[i];
      error += residual[i] * residual[i];
    }
    return error;
  }

  private List<PromisingChanges.Change> changes(NamedGraph graph, double[] residual) {
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
    return PromisingChanges.of(graph, gradient, k, TRIED, workers);
  }
}
