package io.linkteller.attack.influence;

import java.util.Arrays;
import org.ejml.data.DMatrixRMaj;

/**
 * The correlations of states with answers: sums of products, minus the products of the means in
 * each stratum. A stratum contains the queries of a group in which the answered node has the same
 * state, because the effect of a node on itself would be noise here.
 */
final class StateCorrelations {

  private final int n;
  private final int width;

  /**
   * The numbers that are subtracted from all answers, so that small effects are not lost in the
   * rounding of large answers.
   */
  private final double[] reference;

  private final double[][] products;
  private final double[][] squaresOfStates;
  private final double[] squaresOfAnswers;

  /** The sums of the current group, for each state of the answered node. */
  private final Stratum[] strata;

  private final double[] squares;

  /** The sums of squares of all groups, which determine their rounding errors. */
  private final double[] allSquares;

  private int queries;

  /** The difference of each answer to the current query from the reference. */
  private final double[] moves;

  StateCorrelations(int n, DMatrixRMaj reference) {
    this.n = n;
    this.width = reference.numCols;
    this.reference = reference.data;
    this.products = new double[n][n * width];
    this.squaresOfStates = new double[n][n];
    this.squaresOfAnswers = new double[n * width];
    this.strata = new Stratum[] {new Stratum(n, width), new Stratum(n, width)};
    this.squares = new double[n * width];
    this.allSquares = new double[n * width];
    this.moves = new double[n * width];
  }

  /**
   * Adds an answer. It has rows for all targets or, if {@code ofSecond}, only for the targets in
   * the second state.
   */
  void add(boolean[] isSecond, boolean ofSecond, DMatrixRMaj answer) {
    queries++;
    Arrays.fill(moves, 0);
    for (Stratum stratum : strata) {
      Arrays.fill(stratum.isAnswered, 0);
    }
    int row = 0;
    for (int u = 0; u < n; u++) {
      if (!ofSecond || isSecond[u]) {
        Stratum own = strata[isSecond[u] ? 1 : 0];
        own.isAnswered[u] = 1;
        own.count[u]++;
        for (int col = 0; col < width; col++) {
          int i = u * width + col;
          moves[i] = answer.data[row * width + col] - reference[i];
          own.answers[i] += moves[i];
          squares[i] += moves[i] * moves[i];
        }
        row++;
      }
    }
    for (int v = 0; v < n; v++) {
      if (isSecond[v]) {
        addTo(products[v], moves);
        for (Stratum stratum : strata) {
          addTo(stratum.second[v], stratum.isAnswered);
        }
      }
    }
  }

  private static void addTo(double[] sums, double[] values) {
    for (int i = 0; i < sums.length; i++) {
      sums[i] += values[i];
    }
  }

  /** Subtracts the products of the means and starts another group. */
  void endGroup() {
    addTo(squaresOfAnswers, squares);
    addTo(allSquares, squares);
    Arrays.fill(squares, 0);
    for (Stratum stratum : strata) {
      for (int i = 0; i < n * width; i++) {
        double answers = stratum.answers[i];
        squaresOfAnswers[i] -= answers * answers / Math.max(1, stratum.count[i / width]);
      }
      for (int v = 0; v < n; v++) {
        for (int u = 0; u < n; u++) {
          double second = stratum.second[v][u];
          double share = second / Math.max(1, stratum.count[u]);
          squaresOfStates[v][u] += second * (1 - share);
          for (int i = u * width; i < (u + 1) * width; i++) {
            products[v][i] -= share * stratum.answers[i];
          }
        }
      }
      stratum.clear();
    }
  }

  /**
   * Adds the squared correlations over the finished groups: at (v, u), that of the state of v with
   * the answer for u.
   */
  void addSquares(double[][] squares) {
    for (int v = 0; v < n; v++) {
      for (int u = 0; u < n; u++) {
        squares[v][u] += squared(v, u);
      }
    }
  }

  private double squared(int v, int u) {
    double squared = 0;
    for (int i = u * width; i < (u + 1) * width; i++) {
      // If the means explain everything, the differences of sums are only rounding errors.
      boolean varies = squaresOfAnswers[i] > queries * Math.ulp(allSquares[i]);
      double scale = squaresOfStates[v][u] * squaresOfAnswers[i];
      squared += varies && scale > 0 ? products[v][i] * products[v][i] / scale : 0;
    }
    return squared;
  }

  /** Sums over the queries of a group in which the answered node has a given state. */
  private static final class Stratum {

    /** The number of queries with an answer for each target u. */
    private final double[] count;

    /**
     * The number of these queries in which v is in the second state, at (v, u) for the target u.
     */
    private final double[][] second;

    private final double[] answers;

    /**
     * 1 for each target for which the query that is being added has an answer in this stratum, else
     * 0.
     */
    private final double[] isAnswered;

    Stratum(int n, int width) {
      this.count = new double[n];
      this.second = new double[n][n];
      this.answers = new double[n * width];
      this.isAnswered = new double[n];
    }

    void clear() {
      Arrays.fill(count, 0);
      Arrays.fill(answers, 0);
      for (double[] row : second) {
        Arrays.fill(row, 0);
      }
    }
  }
}
