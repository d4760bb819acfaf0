package io.linkteller.attack.chosen;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.ejml.data.DMatrixRMaj;

/**
 * Counts, for random sets of nodes, the neighbors of every node in each set.
 *
 * <p>One layer: with s = π at the members of S and 0 elsewhere the answer over π is P 1_S, one
 * query per set.
 *
 * <p>Two layers of lazy aggregation: s is a little more than π at the members of S and -π
 * elsewhere. A node's own weight is at least that of all its neighbors together, so all members are
 * positive in the first layer, and of the others only those nearly all of whose neighbors are
 * members. When s rises by ε π no unit of the first layer changes sign, and what the answer of u
 * moves by, from all negative to all positive, is f_u = (P 1_M)_u, where M are the positive nodes:
 * two queries per set. u is in M if and only if f_u is above 1/2.
 *
 * <p>f_u is (1_M(u) + c_u/d_u)/2 for first-order normalization, with c_u the number of neighbors in
 * M, and for the others likewise with closed neighborhoods. The smallest common denominator of the
 * fractions of all sets is d_u.
 */
final class NeighborCounts {

  /**
   * The height h of members. Another node becomes positive where the share of members among its
   * neighbors is above 2/(1 + h) = 0.971, and 2(1 - RISE)/(1 + h) = 0.961 after the rise. In
   * between, where it would change sign with the rise, there is no share of less than 26 neighbors,
   * and that all but one of so many are in a set has a probability below 10^-11.
   */
  private static final double HEIGHT = 1.06;

  /** By how much s rises: above the noise of single precision, below the gap that HEIGHT leaves. */
  private static final double RISE = 0.01;

  /** Between 1/2, the largest f of a node outside of M, and 1/2 + 0.46, the least of one inside. */
  private static final double INSIDE = 0.7;

  private final Reconnaissance model;
  private final SplittableRandom random;
  private final double share;
  private final List<boolean[]> members = new ArrayList<>();
  private final List<double[]> fractions = new ArrayList<>();

  NeighborCounts(Reconnaissance model, double share, long seed) {
    this.model = model;
    this.random = new SplittableRandom(seed);
    this.share = share;
  }

  /** Returns whether neighbors can be counted for a model. */
  static boolean canCount(Diagnosis diagnosis) {
    return diagnosis.depth() == 1 || (diagnosis.depth() == 2 && diagnosis.aggregation().isLazy());
  }

  int sets() {
    return members.size();
  }

  /** Draws the next set. Not thread-safe: the order determines the sets. */
  RaisedSet draw() {
    return RaisedSet.draw(model.base().oracle().nodeCount(), share, random);
  }

  /** The result of one set: M and the fractions. */
  static final class Shown {

    private final boolean[] members;
    private final double[] fractions;

    private Shown(boolean[] members, double[] fractions) {
      this.members = members;
      this.fractions = fractions;
    }
  }

  Shown ask(RaisedSet set) {
    return model.diagnosis().depth() == 1 ? linear(set) : gated(set);
  }

  void add(Shown shown) {
    members.add(shown.members);
    fractions.add(shown.fractions);
  }

  private Shown linear(RaisedSet set) {
    DMatrixRMaj answer = model.base().dividing(set, 1, 0, "a query of a random set");
    int n = answer.numRows;
    int width = answer.numCols;
    DMatrixRMaj whole = model.base().atPi();
    boolean[] inside = new boolean[n];
    double[] found = new double[n];
    for (int u = 0; u < n; u++) {
      double dot = 0;
      double square = 0;
      for (int i = u * width; i < (u + 1) * width; i++) {
        dot += answer.data[i] * whole.data[i];
        square += whole.data[i] * whole.data[i];
      }
      inside[u] = set.contains(u);
      found[u] = ofNeighbors(dot / square, inside[u]);
    }
    return new Shown(inside, found);
  }

  private Shown gated(RaisedSet set) {
    DMatrixRMaj low = model.base().dividing(set, HEIGHT, -1, "a query of a random set");
    DMatrixRMaj high =
        model.base().dividing(set, HEIGHT + RISE, RISE - 1, "a query of a raised random set");
    int n = low.numRows;
    int width = low.numCols;
    boolean[] inside = new boolean[n];
    double[] found = new double[n];
    for (int u = 0; u < n; u++) {
      double dot = 0;
      double square = 0;
      for (int i = u * width; i < (u + 1) * width; i++) {
        // Per node, not on average: what π lacks of the eigenvector cancels in the first order.
        double both = model.base().atPi().data[i] + model.base().atMinusPi().data[i];
        dot += ((high.data[i] - low.data[i]) / RISE + model.base().atMinusPi().data[i]) * both;
        square += both * both;
      }
      double f = square > 0 ? dot / square : 0;
      inside[u] = set.contains(u) || f > INSIDE;
      found[u] = ofNeighbors(f, inside[u]);
    }
    return new Shown(inside, found);
  }

  /** The share of M in the (closed) neighborhood that N or P is the mean over. */
  private double ofNeighbors(double f, boolean inside) {
    return model.diagnosis().aggregation().isLazy() ? 2 * f - (inside ? 1 : 0) : f;
  }

  private boolean isClosed() {
    return model.diagnosis().aggregation() != Aggregation.FIRST_ORDER;
  }

  /** The degrees that the fractions seen so far show; -1 where no denominator fits. */
  int[] degrees() {
    int n = model.base().oracle().nodeCount();
    double[][] all = fractions.toArray(double[][]::new);
    int[] found = new int[n];
    for (int u = 0; u < n; u++) {
      found[u] = GatedDegrees.denominator(all, u, n);
    }
    int loop = isClosed() ? 1 : 0;
    for (int u = 0; u < n; u++) {
      boolean alone = loop == 0 && model.base().isIsolated(u);
      found[u] = alone ? 0 : found[u] == 0 ? -1 : found[u] - loop;
    }
    return found;
  }

  /** Returns the counts of a node of known degree, one per set. */
  int[] counts(int u, int degree) {
    int[] counts = new int[sets()];
    int loop = isClosed() ? 1 : 0;
    for (int q = 0; q < counts.length; q++) {
      int own = loop == 1 && members.get(q)[u] ? 1 : 0;
      counts[q] = degree == 0 ? 0 : (int) Math.rint(fractions.get(q)[u] * (degree + loop)) - own;
    }
    return counts;
  }

  /** M of each set. */
  boolean[][] members() {
    return members.toArray(boolean[][]::new);
  }
}
