package io.linkteller.attack.chosen;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.ejml.data.DMatrixRMaj;

/**
 * Finds the degrees under augmented normalization and random walks, where P_uw = 1/d'_u for every w
 * in the closed neighborhood N[u], with d'_u = d_u + 1.
 *
 * <p>A query raises s above 0 at a random set S and leaves it at -π elsewhere. In the first layer,
 * a node w is then positive if N[w] contains a member of S, and is still at -1 otherwise. The
 * negative part of the answer for a node u is therefore the share of nodes in N[u] that are still
 * at -1, a fraction with the denominator d'_u. Each query yields one such fraction for every u. The
 * smallest common denominator of a few of them is d'_u, or a divisor of it if nodes of N[u] cannot
 * be distinguished.
 */
final class GatedDegrees {

  /** The number of queries if π does not depend on the degrees. */
  static final int QUERIES_FLAT = 40;

  /** The number of queries if π² determines the degrees up to a factor. */
  static final int QUERIES = 12;

  /** The shares of nodes in S, used by queries in rotation. */
  private static final double[] SHARES = {1 / 3.0, 1 / 10.0, 1 / 30.0, 1 / 10.0};

  /**
   * The height to which s is raised at S, times the share of nodes in S. A node w with k members of
   * S in N[w] is positive if the height exceeds d'_w / k - 1, which is the case if λ, the product
   * of d'_w and the share, is below 20. For larger λ, the height is insufficient only if 1 ≤ k ≤
   * λ/20, which has a probability below 5e-8 for each node and query. The lower the height, the
   * smaller the error that rounded answers cause in the fractions.
   */
  private static final double HEIGHT = 20;

  private GatedDegrees() {}

  /**
   * Finds d'.
   *
   * @return d'_u for every node, 0 if no denominator fits
   */
  static int[] of(Reconnaissance model, long seed) {
    int n = model.base().oracle().nodeCount();
    boolean split = canSplit(model);
    int queries = model.base().isFlat() ? QUERIES_FLAT : QUERIES;
    double[][] fractions = new double[split ? queries : queries / 2][];
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = 0; i < fractions.length; i++) {
      double share = SHARES[i % SHARES.length];
      RaisedSet raised = RaisedSet.draw(n, share, random);
      double height = Math.min(n, HEIGHT / share);
      fractions[i] = split ? bySides(model, raised, height) : byTwoHeights(model, raised, height);
    }
    int[] degrees = new int[n];
    for (int u = 0; u < n; u++) {
      degrees[u] = denominator(fractions, u, n);
    }
    return model.base().isFlat() ? degrees : scaled(model, degrees);
  }

  private static DMatrixRMaj ask(Reconnaissance model, RaisedSet raised, double height) {
    return model.base().raising(raised, height, "a query for degrees");
  }

  /** Returns whether the logits of positive and negative nodes have different directions. */
  private static boolean canSplit(Reconnaissance model) {
    double pp = LogitRows.dot(model.base().positive(), model.base().positive());
    double qq = LogitRows.dot(model.base().negative(), model.base().negative());
    double pq = LogitRows.dot(model.base().positive(), model.base().negative());
    return pp * qq - pq * pq > 1e-4 * pp * qq;
  }

  /** Splits each row into its parts along the two directions and returns the negative parts. */
  private static double[] bySides(Reconnaissance model, RaisedSet raised, double height) {
    double[] p = model.base().positive();
    double[] q = model.base().negative();
    double pp = LogitRows.dot(p, p);
    double qq = LogitRows.dot(q, q);
    double pq = LogitRows.dot(p, q);
    double[] dual = new double[p.length];
    for (int c = 0; c < dual.length; c++) {
      dual[c] = (pp * q[c] - pq * p[c]) / (pp * qq - pq * pq);
    }
    DMatrixRMaj answer = ask(model, raised, height);
    double[] out = new double[answer.numRows];
    for (int u = 0; u < out.length; u++) {
      for (int c = 0; c < dual.length; c++) {
        out[u] += answer.data[u * dual.length + c] * dual[c];
      }
    }
    return out;
  }

  /**
   * Returns the negative parts, extrapolated to μ = -1 from two heights above all changes of sign.
   */
  private static double[] byTwoHeights(Reconnaissance model, RaisedSet raised, double low) {
    DMatrixRMaj near = ask(model, raised, low);
    DMatrixRMaj far = ask(model, raised, 2 * low);
    double[] out = new double[near.numRows];
    double[] direction = model.direction();
    double square = LogitRows.dot(direction, direction);
    int width = direction.length;
    for (int u = 0; u < out.length; u++) {
      for (int c = 0; c < width; c++) {
        int at = u * width + c;
        double slope = (far.data[at] - near.data[at]) / low;
        double offset = near.data[at] - (low + 1) * slope;
        // offset = -(1 - out) positive + out negative
        out[u] += (offset + model.base().positive()[c]) * direction[c] / square;
      }
    }
    return out;
  }

  /**
   * Returns the smallest common denominator of all fractions of node u, allowing for errors, or 0
   * if it exceeds {@code most}.
   */
  static int denominator(double[][] fractions, int u, int most) {
    for (int candidate = 1; candidate <= most; candidate++) {
      double tolerance = Math.min(0.12, 0.02 + 2e-5 * candidate);
      boolean fits = true;
      for (int i = 0; i < fractions.length && fits; i++) {
        double count = candidate * fractions[i][u];
        fits = Math.abs(count - Math.rint(count)) <= tolerance;
      }
      if (fits) {
        return candidate;
      }
    }
    return 0;
  }

  /**
   * Replaces each denominator by d' = scale π² if d' is a multiple of the denominator. The
   * denominator of a hub is rarely a proper divisor of its d', so hubs determine the scale of the
   * largest component.
   */
  private static int[] scaled(Reconnaissance model, int[] denominators) {
    double[] scales = new double[denominators.length];
    int count = 0;
    double largest = Arrays.stream(denominators).max().orElse(0);
    for (int u = 0; u < denominators.length; u++) {
      if (denominators[u] > Math.min(3, largest - 1)) {
        scales[count++] = denominators[u] / (model.base().pi(u) * model.base().pi(u));
      }
    }
    if (count == 0) {
      return denominators;
    }
    scales = Arrays.copyOf(scales, count);
    Arrays.sort(scales);
    double scale = scales[count / 2];
    int[] out = denominators.clone();
    for (int u = 0; u < out.length; u++) {
      double degree = scale * model.base().pi(u) * model.base().pi(u);
      long whole = Math.round(degree);
      boolean near = whole >= 1 && Math.abs(degree - whole) < Math.min(0.2, 0.02 + 1e-4 * degree);
      if (near && (out[u] == 0 || whole % out[u] == 0)) {
        out[u] = (int) whole;
      }
    }
    return out;
  }
}
