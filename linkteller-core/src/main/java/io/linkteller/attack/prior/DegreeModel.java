package io.linkteller.attack.prior;

import io.linkteller.graph.Graph;
import io.linkteller.parallel.Workers;
import io.linkteller.privacy.ResponseRates;
import java.util.Arrays;

/**
 * Estimates the probability of each edge of the true graph from the degrees, under the β-model
 * logit P_ij = a_i + a_j. In the observed graph, edges are kept and other cells are filled at given
 * rates.
 *
 * <p>The prior is a_i ~ N(μ, τ²), where μ and τ are estimated together with the a_i (empirical
 * Bayes). If the degrees differ by no more than noise, all probabilities are therefore nearly
 * equal, and the number of parameters does not cause overfitting at small ε. Fisher scoring updates
 * all nodes simultaneously; its steps are damped because every pair is updated from both ends.
 */
final class DegreeModel {

  private static final int MAX_ROUNDS = 80;

  /** The scoring step, in logits, below which the fit has converged. */
  private static final double CONVERGED = 1e-3;

  /** The share of each scoring step that is taken. */
  private static final double DAMPING = 0.6;

  /** The largest magnitude of an a_i, which keeps P and 1 - P away from 0. */
  private static final double MAX_MAGNITUDE = 12;

  /** The lower bound of τ². Below it, the prior degenerates to a point and the iteration stalls. */
  private static final double MIN_VARIANCE = 0.05;

  private final double keep;
  private final double fill;

  /** exp(-a_i), so that P_ij = 1/(1 + e_i e_j) needs no exponential. */
  private final double[] e;

  private DegreeModel(ResponseRates rates, double[] e) {
    this.keep = rates.keep();
    this.fill = rates.fill();
    this.e = e;
  }

  /** Fits the model in at most 80 rounds of O(n²) time each, with O(n) memory. */
  static DegreeModel fit(Graph shown, ResponseRates rates, Workers workers) {
    int n = shown.nodeCount();
    double pairs = n * (n - 1.0) / 2;
    double density =
        Math.min(
            0.5,
            Math.max(1 / pairs, (shown.density() - rates.fill()) / (rates.keep() - rates.fill())));
    double mean = Math.log(density / (1 - density)) / 2;
    double variance = 1;
    double[] a = new double[n];
    Arrays.fill(a, mean);
    double[] e = new double[n];
    double[] gradient = new double[n];
    double[] information = new double[n];
    DegreeModel model = new DegreeModel(rates, e);
    for (int round = 0; round < MAX_ROUNDS; round++) {
      for (int i = 0; i < n; i++) {
        e[i] = Math.exp(-a[i]);
      }
      workers.forRows(n, 16, (from, to) -> model.score(shown, from, to, gradient, information));
      double largest = 0;
      for (int i = 0; i < n; i++) {
        double step = (gradient[i] - (a[i] - mean) / variance) / (information[i] + 1 / variance);
        step = Math.max(-1, Math.min(1, step));
        a[i] = Math.max(-MAX_MAGNITUDE, Math.min(MAX_MAGNITUDE, a[i] + DAMPING * step));
        largest = Math.max(largest, Math.abs(step));
      }
      double sum = 0;
      for (double one : a) {
        sum += one;
      }
      mean = sum / n;
      double squares = 0;
      for (int i = 0; i < n; i++) {
        double off = a[i] - mean;
        squares += off * off + 1 / (information[i] + 1 / variance);
      }
      variance = Math.max(MIN_VARIANCE, squares / n);
      if (largest < CONVERGED) {
        break;
      }
    }
    for (int i = 0; i < n; i++) {
      e[i] = Math.exp(-a[i]);
    }
    return model;
  }

  /** Returns P_ij, in (0, 1). */
  double probability(int i, int j) {
    return 1 / (1 + e[i] * e[j]);
  }

  /**
   * Computes the derivative of the log-likelihood with respect to each a_i, and the Fisher
   * information of a_i.
   */
  private void score(Graph shown, int from, int to, double[] gradient, double[] information) {
    double gap = keep - fill;
    for (int i = from; i < to; i++) {
      double slope = 0;
      double curvature = 0;
      for (int j = 0; j < e.length; j++) {
        if (j == i) {
          continue;
        }
        double p = 1 / (1 + e[i] * e[j]);
        double g = fill + gap * p;
        double dg = gap * p * (1 - p);
        // Every cell is treated as empty here; the contribution of filled cells is corrected below.
        double perMiss = dg / (1 - g);
        slope -= perMiss;
        curvature += perMiss * dg / g;
      }
      for (int k = 0; k < shown.degree(i); k++) {
        double p = probability(i, shown.neighbor(i, k));
        double g = fill + gap * p;
        slope += gap * p * (1 - p) / (g * (1 - g));
      }
      gradient[i] = slope;
      information[i] = curvature;
    }
  }
}
