package io.linkteller.attack.chosen;

import io.linkteller.matrix.DenseKernels;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.ejml.data.DMatrixRMaj;
import org.jspecify.annotations.Nullable;

/**
 * What an attack learns before it turns to single targets: π, the depth, the aggregation, and how
 * positive and negative nodes of the first layer show in the logits.
 *
 * <p>All is said in units in which Â is row-stochastic: P = Π⁻¹ Â Π / λ with Π = diag(π) and Â π =
 * λ π. The base query is s = -π, where every pre-activation of the first layer has the same sign,
 * and a <em>response</em> is how row u of the answer, over π_u, differs from it when s_v becomes μ
 * π_v. As long as μ is so small that no node of the first layer changes sign, it is linear in μ +
 * 1.
 */
final class Reconnaissance {

  /** At most so many queries are made here, six more for a single logit, whatever |V^(C)|. */
  static final int QUERIES = 72;

  private static final int STABLE_VECTOR_STEPS = 38;

  /** Answers in single precision agree with themselves to this. */
  private static final double TOLERANCE = 1e-4;

  private final Oracle oracle;
  private final double[] pi;
  private final boolean[] isolated;
  private final boolean flat;
  private final DMatrixRMaj risen;
  private final double[] positive;
  private final double[] negative;
  private final Oracle.Base base;
  private final double[] direction;
  private final Diagnosis diagnosis;
  private final double bendOfOne;

  private Reconnaissance(Oracle forward, int[] targetRows, long seed) {
    int n = forward.nodeCount();
    DMatrixRMaj up = forward.ask(LogitRows.filled(n, 1), "the query of equal features");
    DMatrixRMaj down = forward.ask(LogitRows.filled(n, -1), "the query of equal negative features");
    // Units of a later layer may be dead on one side of the first; the base must not be there.
    boolean turned = LogitRows.norm(up.data) > LogitRows.norm(down.data);
    oracle = turned ? forward.reversed() : forward;
    DMatrixRMaj ones = turned ? up : down;
    double[] axis = LogitRows.weightedSum(ones, LogitRows.filled(n, 1));
    double[] ofOnes = LogitRows.along(ones, axis);
    if (!(LogitRows.norm(axis) > 0) || LogitRows.largest(ofOnes) == 0) {
      throw new UnsuitableModelException("equal features leave every logit where it was");
    }
    requireLinear(ones, axis, ofOnes, seed);
    double top = LogitRows.largest(ofOnes);
    flat = Arrays.stream(ofOnes).allMatch(value -> Math.abs(value - top) <= 1e-6 * top);
    double[] found =
        flat
            ? LogitRows.filled(n, 1)
            : StableVector.find(ofOnes, s -> signed(s, axis, ofOnes), STABLE_VECTOR_STEPS);
    isolated = new boolean[n];
    pi = new double[n];
    double[] minus = new double[n];
    for (int u = 0; u < n; u++) {
      // First-order normalization gives an isolated node the eigenvalue 1, all others have 2.
      isolated[u] = !(found[u] > 1e-5);
      pi[u] = isolated[u] ? 1 : found[u];
      minus[u] = -pi[u];
    }
    risen = oracle.ask(pi, "the query of the stable vector");
    positive = mean(risen);
    base = oracle.base(minus, "the base query");
    negative = mean(base.answer());
    double[] both = new double[positive.length];
    for (int c = 0; c < both.length; c++) {
      both[c] = positive[c] + negative[c];
    }
    boolean linear =
        LogitRows.norm(both)
            <= oracle.tolerance(1e-7, 1e-5) * (LogitRows.norm(positive) + LogitRows.norm(negative));
    ProbeNodes probes = ProbeNodes.of(pi, isolated, targetRows);
    if (linear) {
      direction = positive;
      diagnosis = new Diagnosis(1, linearAggregation(probes.rows()));
      bendOfOne = Double.NaN;
    } else {
      int depth = LayerCount.isTwo(oracle, pi, both, seed) ? 2 : 3;
      Bends bends = new Bends(probes.slightest());
      boolean lazy = isLazy(bends, probes.rows(), depth, both);
      Aggregation aggregation;
      if (lazy) {
        // With the identity on top of augmented normalization v changes sign before μ = 1.
        boolean early =
            LogitRows.largest(bends.at(bends.slightest, 0.999).data)
                > oracle.tolerance(1e-7, 1e-3) * LogitRows.norm(both);
        aggregation = early ? Aggregation.AUGMENTED_WITH_IDENTITY : Aggregation.FIRST_ORDER;
      } else {
        aggregation = flat ? Aggregation.RANDOM_WALK : Aggregation.AUGMENTED;
      }
      direction =
          lazy && depth > 2
              ? kinkDirection(bends, aggregation == Aggregation.AUGMENTED_WITH_IDENTITY)
              : both;
      diagnosis = new Diagnosis(depth, aggregation);
      bendOfOne =
          depth > 2 && aggregation == Aggregation.FIRST_ORDER ? totalBend(bends) : Double.NaN;
    }
  }

  static Reconnaissance of(Oracle oracle, int[] targetRows, long seed) {
    return new Reconnaissance(oracle, targetRows, seed);
  }

  Diagnosis diagnosis() {
    return diagnosis;
  }

  Oracle oracle() {
    return oracle;
  }

  double pi(int u) {
    return pi[u];
  }

  boolean isIsolated(int u) {
    return isolated[u];
  }

  /** Whether π is 1 everywhere: random walks, or a regular graph. */
  boolean isFlat() {
    return flat;
  }

  /** The logits of a node at +1 where the whole graph is positive. */
  double[] positive() {
    return positive;
  }

  /** The logits of a node at -1 where the whole graph is negative. */
  double[] negative() {
    return negative;
  }

  /** The answer to π, n x c, not to be changed. */
  DMatrixRMaj risen() {
    return risen;
  }

  /** The answer to -π, n x c, not to be changed. */
  DMatrixRMaj fallen() {
    return base.answer();
  }

  double[] direction() {
    return direction;
  }

  /** The total that {@link LazyRows} divides by for first-order normalization in three layers. */
  double bendOfOne() {
    return bendOfOne;
  }

  /** The response to s_v = μ π_v along the direction in which kinks show; one number a node. */
  double[] response(int v, double mu) {
    return LogitRows.along(responseLogits(v, mu), direction);
  }

  /** (P^k)_vv, from a μ at which no node has changed sign. */
  double responseBelow(int v, double mu) {
    DMatrixRMaj response = responseLogits(v, mu);
    double sum = 0;
    for (int c = 0; c < negative.length; c++) {
      sum -= response.data[v * negative.length + c] * negative[c];
    }
    return sum / (LogitRows.dot(negative, negative) * (mu + 1));
  }

  private DMatrixRMaj responseLogits(int v, double mu) {
    return perUnit(oracle.changed(base, v, mu * pi[v]));
  }

  /** Divides row u by π_u. */
  private DMatrixRMaj perUnit(DMatrixRMaj rows) {
    int width = rows.numCols;
    for (int i = 0; i < rows.getNumElements(); i++) {
      rows.data[i] /= pi[i / width];
    }
    return rows;
  }

  /** The mean of row u over π_u, over all nodes that have neighbours. */
  private double[] mean(DMatrixRMaj rows) {
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

  /** The answer to μ π at the members of a set and -π elsewhere, row u over π_u. */
  DMatrixRMaj raising(RaisedSet set, double mu, String name) {
    return perUnit(oracle.ask(set.at(mu, pi), name));
  }

  /** The answer to μ π at the members of a set and ν π elsewhere, n x c. */
  DMatrixRMaj dividing(RaisedSet set, double mu, double nu, String name) {
    return oracle.ask(set.at(mu, nu, pi), name);
  }

  /** Non-negative s must add up: s and 1 - s to the answer to 1. */
  private void requireLinear(DMatrixRMaj ones, double[] axis, double[] ofOnes, long seed) {
    int n = ofOnes.length;
    SplittableRandom random = new SplittableRandom(seed);
    double[] part = new double[n];
    double[] rest = new double[n];
    for (int u = 0; u < n; u++) {
      part[u] = random.nextDouble();
      rest[u] = 1 - part[u];
    }
    DMatrixRMaj first = oracle.reversed().ask(part, "the query of a random part");
    DMatrixRMaj second = oracle.reversed().ask(rest, "the query of the other part");
    double[] along = LogitRows.along(first, axis);
    double largest = LogitRows.largest(ones.data);
    int width = oracle.width();
    for (int i = 0; i < n * width; i++) {
      double sum = first.data[i] + second.data[i] - ones.data[i];
      double off = first.data[i] - along[i / width] * axis[i % width];
      double onesOff = ones.data[i] - ofOnes[i / width] * axis[i % width];
      if (Math.max(Math.abs(sum), Math.max(Math.abs(off), Math.abs(onesOff)))
          > TOLERANCE * largest) {
        throw new UnsuitableModelException(
            "answers to non-negative multiples of one vector do not add up, or leave one direction:"
                + " not relu layers of a fixed aggregation");
      }
    }
  }

  /** Â^k s for s of both signs: one query, of s raised until it is not negative. */
  private double[] signed(double[] s, double[] axis, double[] ofOnes) {
    double raise = 0;
    for (double entry : s) {
      raise = Math.max(raise, -entry);
    }
    double[] raised = new double[s.length];
    for (int u = 0; u < s.length; u++) {
      raised[u] = s[u] + raise;
    }
    double[] answer =
        LogitRows.along(oracle.reversed().ask(raised, "a query for the stable vector"), axis);
    for (int u = 0; u < s.length; u++) {
      answer[u] -= raise * ofOnes[u];
    }
    return answer;
  }

  private Aggregation linearAggregation(int[] probes) {
    double smallest = Double.POSITIVE_INFINITY;
    double largest = 0;
    for (int v : probes) {
      double self = response(v, 0)[v];
      if (!isolated[v]) {
        smallest = Math.min(smallest, self);
        largest = Math.max(largest, self);
      }
    }
    if (smallest > 0.5 + 1e-6) {
      return Aggregation.AUGMENTED_WITH_IDENTITY;
    }
    if (smallest > 0.5 - 1e-6 && largest < 0.5 + 1e-6) {
      return Aggregation.FIRST_ORDER;
    }
    return flat ? Aggregation.RANDOM_WALK : Aggregation.AUGMENTED;
  }

  private boolean isLazy(Bends bends, int[] probes, int depth, double[] both) {
    for (int v : probes) {
      if (depth > 2) {
        // All lazy ones bend before 1.5; without the identity only leaves and their neighbours.
        if (LogitRows.largest(bends.at(v, 1.5).data) <= 1e-6 * LogitRows.norm(both)) {
          return false;
        }
      } else {
        double[] bend = LogitRows.along(bends.at(v, 2), both);
        // P_vv (3 P_vv - 1) and what leaves add: below 1/4 only if P_vv is below 1/2.
        if (bend[v] < 0.25 - TOLERANCE) {
          return false;
        }
        if (!isOfLeavesOnly(bend, v, oracle.tolerance(1e-6, 1e-3))) {
          return true;
        }
      }
    }
    // Nothing but stars, where both decodings come to the same.
    return true;
  }

  /**
   * Whether a bend at μ = 2 can come from random walks, where only leaves have changed sign by
   * then: all of v's leaves show 1/4, and v the half of their share; or v is a leaf itself, shows
   * 1/4, and one other node shows as well. Two nodes joined to each other alone both show 1/2, and
   * have the same rows under random walks and first-order normalization.
   */
  private static boolean isOfLeavesOnly(double[] bend, int v, double noise) {
    int others = 0;
    boolean quarters = true;
    boolean halves = true;
    double uneven = Math.max(TOLERANCE, noise);
    for (int u = 0; u < bend.length; u++) {
      if (u != v && bend[u] > noise) {
        others++;
        quarters &= Math.abs(bend[u] - 0.25) < uneven;
        halves &= Math.abs(bend[u] - 0.5) < uneven;
      }
    }
    return others == 0
        || (quarters && bend[v] < 0.5 - uneven)
        || (others == 1 && Math.abs(bend[v] - 0.25) < uneven)
        || (others == 1 && halves && Math.abs(bend[v] - 0.5) < uneven);
  }

  /**
   * How much three layers of first-order normalization bend in all when one node changes sign,
   * weighed by π² and over that of the node: the same for each. To be asked of a node without
   * leaves, which would change sign with it.
   */
  private double totalBend(Bends bends) {
    int v = bends.slightest;
    return total(LogitRows.along(bends.at(v, 1 + LazyRows.PAST), direction), v);
  }

  /** The sum of one number a node, weighed by π² and over that of v. */
  double total(double[] numbers, int v) {
    double total = 0;
    for (int u = 0; u < numbers.length; u++) {
      total += pi[u] * pi[u] * numbers[u];
    }
    return total / (pi[v] * pi[v]);
  }

  /** The logits by which v bends right after its change of sign. */
  private double[] kinkDirection(Bends bends, boolean identity) {
    int v = bends.slightest;
    double[] low = LogitRows.along(bends.low(v), negative);
    double degree = ComponentScale.of(this, low, identity ? 1 : 0) * pi[v] * pi[v];
    return row(bends.at(v, LazyRows.change(identity, degree) + LazyRows.PAST), v);
  }

  private static double[] row(DMatrixRMaj rows, int row) {
    return Arrays.copyOfRange(rows.data, row * rows.numCols, (row + 1) * rows.numCols);
  }

  /** How far responses are from where a straight line through base and μ = 0 leads. */
  private final class Bends {

    private final int slightest;

    /** The response of the slightest at μ = 0, once asked: all others are needed but once. */
    private @Nullable DMatrixRMaj lowOfSlightest;

    Bends(int slightest) {
      this.slightest = slightest;
    }

    /** The response of v at μ = 0, not to be changed. */
    DMatrixRMaj low(int v) {
      if (v != slightest) {
        return responseLogits(v, 0);
      }
      if (lowOfSlightest == null) {
        lowOfSlightest = responseLogits(v, 0);
      }
      return lowOfSlightest;
    }

    DMatrixRMaj at(int v, double mu) {
      DMatrixRMaj low = low(v);
      DMatrixRMaj high = responseLogits(v, mu);
      DenseKernels.add(-(mu + 1), low.data, low.getNumElements(), high.data);
      return high;
    }
  }
}
