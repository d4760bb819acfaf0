package io.linkteller.attack.chosen;

import io.linkteller.attack.UnsuitableModelException;
import io.linkteller.inference.NonFiniteAnswerException;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.ejml.data.DMatrixRMaj;

/**
 * The leading eigenvector π of Â, the answers to π and -π, and queries relative to them. The
 * notation is that of {@link ChosenFeatureAttack}.
 *
 * <p>Everything is expressed in units in which Â becomes the row-stochastic matrix P = Π⁻¹ Â Π / λ,
 * with Π = diag(π) and Â π = λ π. The base query is s = -π, at which every pre-activation of the
 * first layer has the same sign. The <em>response</em> to s_v = μ π_v is the difference between the
 * answers to that query and to the base query, with row u divided by π_u. It is linear in μ + 1 as
 * long as no node of the first layer changes sign.
 */
final class BaseAnswers {

  /** The maximum number of queries that find π. */
  private static final int LEADING_VECTOR_STEPS = 38;

  /** The maximum number of times that C is lowered after an overflow. */
  private static final int MAX_LOWERED = 2;

  /**
   * The largest violation of additivity, relative to the largest logit, that counts as rounding.
   */
  private static final double ADDITIVE = 1e-4;

  /** The largest relative tolerance; a larger one would not distinguish models. */
  private static final double MAX_TOLERANCE = 1e-3;

  private final Oracle oracle;
  private final double[] pi;
  private final boolean[] isolated;
  private final boolean flat;
  private final double precision;
  private final Oracle.Base base;
  private final double[] positive;
  private final double[] negative;

  private BaseAnswers(
      Oracle oracle,
      double[] pi,
      boolean[] isolated,
      boolean flat,
      double precision,
      DMatrixRMaj atPi,
      Oracle.Base base) {
    this.oracle = oracle;
    this.pi = pi;
    this.isolated = isolated;
    this.flat = flat;
    this.precision = precision;
    this.base = base;
    this.positive = meanOverPi(atPi, pi, isolated);
    this.negative = meanOverPi(base.answer(), pi, isolated);
  }

  /**
   * Finds π and the answers to π and -π with about 45 queries. If an answer overflows, starts over
   * with C / 1000, at most twice, because models in single precision overflow early.
   *
   * @throws UnsuitableModelException if answers to features of one sign are not linear in them
   */
  static BaseAnswers ask(Oracle given, long seed) {
    Oracle forward = given;
    for (int lowered = 0; ; lowered++) {
      try {
        return askAt(forward, seed);
      } catch (NonFiniteAnswerException e) {
        if (lowered == MAX_LOWERED) {
          throw new UnsuitableModelException(
              "answers overflow at features of "
                  + given.scale()
                  + " and still at "
                  + forward.scale()
                  + ", as may happen with attention: "
                  + e.getMessage(),
              e);
        }
        forward = forward.lowered();
      }
    }
  }

  private static BaseAnswers askAt(Oracle forward, long seed) {
    int n = forward.nodeCount();
    DMatrixRMaj up = forward.ask(LogitRows.filled(n, 1), "the query of equal features");
    DMatrixRMaj down = forward.ask(LogitRows.filled(n, -1), "the query of equal negative features");
    // Units of later layers may be inactive for one of the two signs of the first layer. The base
    // query uses the sign with the smaller answers, at which changes of sign are visible.
    boolean turned = LogitRows.norm(up.data) > LogitRows.norm(down.data);
    Oracle oracle = turned ? forward.reversed() : forward;
    Side side = Side.of(oracle.reversed(), turned ? up : down);
    double precision = side.requireLinear(seed);
    double[] ofOnes = side.ofOnes;
    double top = LogitRows.largest(ofOnes);
    boolean flat =
        Arrays.stream(ofOnes)
            .allMatch(value -> Math.abs(value - top) <= tolerance(precision, 1e-6, 10) * top);
    double[] found =
        flat
            ? LogitRows.filled(n, 1)
            : LeadingVector.find(
                ofOnes, side::apply, LEADING_VECTOR_STEPS, tolerance(precision, 1e-7, 100));
    boolean[] isolated = new boolean[n];
    double[] pi = new double[n];
    double[] minus = new double[n];
    for (int u = 0; u < n; u++) {
      // Under first-order normalization, an isolated node has the eigenvalue 1 and all other
      // components have the eigenvalue 2.
      isolated[u] = !(found[u] > 1e-5);
      pi[u] = isolated[u] ? 1 : found[u];
      minus[u] = -pi[u];
    }
    DMatrixRMaj atPi = oracle.ask(pi, "the query of the leading vector");
    Oracle.Base base = oracle.base(minus, "the base query");
    return new BaseAnswers(oracle, pi, isolated, flat, precision, atPi, base);
  }

  Oracle oracle() {
    return oracle;
  }

  /**
   * Returns the error of answers relative to the largest logit of the node, measured by {@link
   * Side#requireLinear}. It is due to rounding in the model and its answers and to the remaining
   * effect of biases.
   */
  double precision() {
    return precision;
  }

  /**
   * Returns the relative tolerance for an equation between answers.
   *
   * @param least the tolerance for exact answers
   * @param amplification the factor by which the equation amplifies an error, with a margin
   */
  double tolerance(double least, double amplification) {
    return tolerance(precision, least, amplification);
  }

  private static double tolerance(double precision, double least, double amplification) {
    return Math.max(least, Math.min(MAX_TOLERANCE, amplification * precision));
  }

  /** Returns π. The array must not be changed. */
  double[] pi() {
    return pi;
  }

  double pi(int u) {
    return pi[u];
  }

  /**
   * Returns for each node whether it has no neighbors, according to π. The array must not be
   * changed.
   */
  boolean[] isolated() {
    return isolated;
  }

  boolean isIsolated(int u) {
    return isolated[u];
  }

  /** Returns whether π is 1 everywhere, as for random walks and on regular graphs. */
  boolean isFlat() {
    return flat;
  }

  /**
   * Returns the mean row of the answer to π over all nodes with neighbors, with each row divided by
   * its entry of π.
   */
  double[] positive() {
    return positive;
  }

  /** Returns the same mean for the answer to -π. */
  double[] negative() {
    return negative;
  }

  /** Returns the answer to -π, n x c. It must not be changed. */
  DMatrixRMaj atMinusPi() {
    return base.answer();
  }

  /** Returns the response to s_v = μ π_v, n x c. */
  DMatrixRMaj response(int v, double mu) {
    return overPi(oracle.changed(base, v, mu * pi[v]));
  }

  /** Returns (P^k)_vv, measured at a μ at which no node has changed sign. */
  double responseBelow(int v, double mu) {
    DMatrixRMaj response = response(v, mu);
    double sum = 0;
    for (int c = 0; c < negative.length; c++) {
      sum -= response.data[v * negative.length + c] * negative[c];
    }
    return sum / (LogitRows.dot(negative, negative) * (mu + 1));
  }

  /**
   * Returns the answer to s = μ π at the members of a set and -π elsewhere, with row u divided by
   * π_u.
   */
  DMatrixRMaj raising(RaisedSet set, double mu, String name) {
    return overPi(oracle.ask(set.at(mu, pi), name));
  }

  /** Divides row u by π_u, in place. */
  private DMatrixRMaj overPi(DMatrixRMaj rows) {
    int width = rows.numCols;
    for (int i = 0; i < rows.getNumElements(); i++) {
      rows.data[i] /= pi[i / width];
    }
    return rows;
  }

  /** Returns the mean of row u divided by π_u, over all nodes u with neighbors. */
  private static double[] meanOverPi(DMatrixRMaj rows, double[] pi, boolean[] isolated) {
    double[] weights = new double[pi.length];
    int counted = 0;
    for (int u = 0; u < pi.length; u++) {
      counted += isolated[u] ? 0 : 1;
    }
    for (int u = 0; u < pi.length; u++) {
      weights[u] = isolated[u] ? 0 : 1 / (counted * pi[u]);
    }
    return LogitRows.weightedSum(rows, weights);
  }

  /** The answers to s ≥ 0, which are (Â^k s)_u times a fixed row of logits for each node u. */
  private static final class Side {

    private final Oracle oracle;

    /** The answer to s = 1. */
    private final DMatrixRMaj ones;

    /** The fixed row of logits. */
    private final double[] axis;

    /** Â^k 1, in units of the fixed row of logits. */
    private final double[] ofOnes;

    private Side(Oracle oracle, DMatrixRMaj ones, double[] axis, double[] ofOnes) {
      this.oracle = oracle;
      this.ones = ones;
      this.axis = axis;
      this.ofOnes = ofOnes;
    }

    static Side of(Oracle oracle, DMatrixRMaj ones) {
      double[] axis = LogitRows.weightedSum(ones, LogitRows.filled(ones.numRows, 1));
      double[] ofOnes = LogitRows.along(ones, axis);
      if (!(LogitRows.norm(axis) > 0) || LogitRows.largest(ofOnes) == 0) {
        throw new UnsuitableModelException("equal features do not change any logit");
      }
      return new Side(oracle, ones, axis, ofOnes);
    }

    /**
     * Checks that the answers to a random s in [0, 1] and to 1 - s add up to the answer to 1.
     *
     * @return the largest violation, relative to the largest logit of the node
     */
    double requireLinear(long seed) {
      int n = ofOnes.length;
      SplittableRandom random = new SplittableRandom(seed);
      double[] part = new double[n];
      double[] rest = new double[n];
      for (int u = 0; u < n; u++) {
        part[u] = random.nextDouble();
        rest[u] = 1 - part[u];
      }
      DMatrixRMaj first = oracle.ask(part, "the query of a random part");
      DMatrixRMaj second = oracle.ask(rest, "the query of the other part");
      double[] along = LogitRows.along(first, axis);
      double largest = LogitRows.largest(ones.data);
      int width = oracle.width();
      double[] violation = new double[n];
      double[] magnitude = new double[n];
      for (int i = 0; i < n * width; i++) {
        double sum = first.data[i] + second.data[i] - ones.data[i];
        double off = first.data[i] - along[i / width] * axis[i % width];
        violation[i / width] = Math.max(violation[i / width], Math.abs(sum));
        magnitude[i / width] = Math.max(magnitude[i / width], Math.abs(ones.data[i]));
        double onesOff = ones.data[i] - ofOnes[i / width] * axis[i % width];
        if (Math.max(Math.abs(sum), Math.max(Math.abs(off), Math.abs(onesOff)))
            > ADDITIVE * largest) {
          throw new UnsuitableModelException(
              "answers to non-negative multiples of one vector do not add up, or are not"
                  + " parallel: the layers are not relu layers with a fixed aggregation");
        }
      }
      double precision = 0;
      for (int u = 0; u < n; u++) {
        precision = Math.max(precision, magnitude[u] > 0 ? violation[u] / magnitude[u] : 0);
      }
      return precision;
    }

    /**
     * Returns Â^k s for entries of any sign, with one query. The query adds a constant to all
     * entries, so that none is negative.
     */
    double[] apply(double[] s) {
      double raise = 0;
      for (double entry : s) {
        raise = Math.max(raise, -entry);
      }
      double[] raised = new double[s.length];
      for (int u = 0; u < s.length; u++) {
        raised[u] = s[u] + raise;
      }
      double[] answer = LogitRows.along(oracle.ask(raised, "a query for the leading vector"), axis);
      for (int u = 0; u < s.length; u++) {
        answer[u] -= raise * ofOnes[u];
      }
      return answer;
    }
  }
}
