package io.linkteller.attack.chosen;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.ejml.data.DMatrixRMaj;

/**
 * Degrees for augmented normalization and random walks, where P_uw = 1/d'_u for every w in N[u],
 * d'_u = d_u + 1.
 *
 * <p>Raise s above 0 at a random set S and leave it at -π elsewhere. Then exactly the nodes w that
 * have a member of S in N[w] are positive in the first layer, all others are still at -1. The part
 * that passes on the negative side is therefore the share of N[u] that S does not touch: a fraction
 * with denominator d'_u, for every u at once. The smallest common denominator of a few such
 * fractions is d'_u, or a divisor if nodes of N[u] cannot be distinguished.
 */
final class GatedDegrees {

  /** The number of queries if π does not depend on the degrees. */
  static final int QUERIES_FLAT = 40;

  /** The number of queries if π² gives the degrees up to a factor. */
  static final int QUERIES = 12;

  private static final double[] SHARES = {1 / 3.0, 1 / 10.0, 1 / 30.0, 1 / 10.0};

  /**
   * The height of S times the share of nodes in it. A node w with k members in N[w] is positive
   * above d'_w / k - 1, which this height exceeds if λ = d'_w times the share is below 20. For
   * larger λ it fails only if 1 ≤ k ≤ λ/20, which has a probability below 5e-8 for each node and
   * query. The lower S, the smaller the error that rounded answers leave in fractions.
   */
  private static final double HEIGHT = 20;

  private GatedDegrees() {}

  /**
   * Finds d'.
   *
   * @return d'_u for every node, 0 where no denominator fits
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

  /** Whether the logits span two directions. */
  private static boolean canSplit(Reconnaissance model) {
    double pp = LogitRows.dot(model.base().positive(), model.base().positive());
    double qq = LogitRows.dot(model.base().negative(), model.base().negative());
    double pq = LogitRows.dot(model.base().positive(), model.base().negative());
    return pp * qq - pq * pq > 1e-4 * pp * qq;
  }

  /**
   * Solves each row for its parts along the two directions; keeps the part on the negative side.
   */
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

  /** Extrapolates to μ = -1 from two heights past all changes of sign. */
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

  /** The smallest number that makes all fractions of node u whole, 0 if none does. */
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
   * Uses d' = scale π² if it fits the denominator that was found: a hub's denominator is rarely
   * just a divisor, so hubs give the scale of the largest component.
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
