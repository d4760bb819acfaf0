package io.linkteller.attack.denoise;

import io.linkteller.graph.Graph;
import io.linkteller.parallel.Workers;
import java.util.Arrays;

/**
 * The probability of each edge of the true graph as far as degrees tell: the β-model, logit P_ij =
 * a_i + a_j, seen through cells that keep and fill with given rates.
 *
 * <p>Empirical Bayes: a_i ~ N(μ, τ²), where μ and τ are estimated with the a_i. So a graph whose
 * degrees do not differ by more than noise gets equal probabilities, and the number of parameters
 * does no harm where ε is small. Fisher scoring, all nodes at once, damped, as every pair is moved
 * by both its ends.
 */
final class DegreeModel {

  private static final int MOST_ROUNDS = 80;
  private static final double CONVERGED = 1e-3;
  private static final double DAMPING = 0.6;

  /** Keeps 1 - P and P apart from 0 in a double. */
  private static final double LARGEST = 12;

  /** τ² is at least this: below, the prior is a point and scoring stalls. */
  private static final double LEAST_VARIANCE = 0.05;

  private final double keep;
  private final double fill;

  /** exp(-a_i), so that P_ij = 1/(1 + e_i e_j) costs no exponential. */
  private final double[] e;

  private DegreeModel(ResponseRates rates, double[] e) {
    this.keep = rates.keep();
    this.fill = rates.fill();
    this.e = e;
  }

  /** Fits the model. O(n²) a round, at most 80 rounds, O(n) memory. */
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
    for (int round = 0; round < MOST_ROUNDS; round++) {
      for (int i = 0; i < n; i++) {
        e[i] = Math.exp(-a[i]);
      }
      workers.forRows(n, 16, (from, to) -> model.score(shown, from, to, gradient, information));
      double largest = 0;
      for (int i = 0; i < n; i++) {
        double step = (gradient[i] - (a[i] - mean) / variance) / (information[i] + 1 / variance);
        step = Math.max(-1, Math.min(1, step));
        a[i] = Math.max(-LARGEST, Math.min(LARGEST, a[i] + DAMPING * step));
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
      variance = Math.max(LEAST_VARIANCE, squares / n);
      if (largest < CONVERGED) {
        break;
      }
    }
    for (int i = 0; i < n; i++) {
      e[i] = Math.exp(-a[i]);
    }
    return model;
  }

  /** P_ij, in (0, 1). */
  double probability(int i, int j) {
    return 1 / (1 + e[i] * e[j]);
  }

  /** The derivative of the log-likelihood by a_i, and its expected curvature. */
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
        // As if the cell were empty; cells that are not follow below.
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
