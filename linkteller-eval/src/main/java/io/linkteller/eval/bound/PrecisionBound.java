package io.linkteller.eval.bound;

/**
 * Bounds on the precision of any attack on a model with ε-edge differential privacy, provided that
 * each pair is an edge with the same probability, independently of features and of all other pairs
 * (section IV.C of the paper).
 *
 * <p>Real graphs violate this assumption. Features and the rest of the graph make some pairs far
 * more likely than others, and differential privacy limits only the information that the answers
 * add. Attacks on real graphs, even some without queries, can be more precise than e^ε k. {@link
 * MembershipBound} does not assume independence.
 *
 * <p>In the underlying game, a pair of nodes is connected with probability k, the density, whatever
 * the rest of the graph is. The owner trains with an ε-edge-DP mechanism and answers queries; the
 * attacker decides whether the pair is an edge. Let a be the probability of the decision "edge" if
 * the pair is an edge, and b the same probability if it is not. The two graphs differ in one edge
 * and the decision depends only on the mechanism's output, so a ≤ e^ε b. By Bayes' rule, the
 * probability of an edge given the decision "edge" is
 *
 * <pre>
 *   a k / (a k + b (1 - k))  ≤  e^ε k / (e^ε k + 1 - k)  ≤  e^ε k,
 * </pre>
 *
 * where the first inequality holds because the left side grows with a/b, and the second because the
 * denominator is at least 1. The paper states the last term as Theorem 6. The middle term, {@link
 * #posteriorOdds}, is the tighter bound from the same argument. It states that the odds of an edge,
 * k : 1 - k before the attack, grow by a factor of at most e^ε. Randomized response on the pair
 * attains it, so no smaller function of ε and k bounds every mechanism.
 *
 * <p>The same holds for the arcs of a directed graph, if neighboring graphs differ in one arc:
 * pairs are then ordered, and k is the density of ordered pairs, {@link
 * io.linkteller.graph.Graph#density}. If neighboring graphs differ in one unordered pair, both arcs
 * of a pair are protected together, and the bound also holds for arcs.
 */
public final class PrecisionBound {

  /** Beyond this, e^ε k is at least 1 for every positive double k. */
  private static final double MAX_EPSILON = 1400;

  private PrecisionBound() {}

  /**
   * Returns the bound of Theorem 6, min(1, e^ε k), for pairs that are independent of features and
   * of each other.
   *
   * @param epsilon ε, at least 0; infinity for no privacy
   * @param density k, in [0, 1]
   * @return the largest precision, in [k, 1]
   * @throws IllegalArgumentException if {@code epsilon} is negative or NaN, or {@code density} is
   *     outside [0, 1]
   */
  public static double theorem6(double epsilon, double density) {
    check(epsilon, density);
    return Math.min(1, scaled(epsilon, density));
  }

  /**
   * Returns the bound that the proof of Theorem 6 gives under the same assumption, e^ε k / (e^ε k +
   * 1 - k). The result is at most {@link #theorem6}, and below 1 unless k is 1 or ε is so large
   * that the result rounds to 1.
   *
   * @param epsilon ε, at least 0; infinity for no privacy
   * @param density k, in [0, 1]
   * @return the largest precision, in [k, 1]
   * @throws IllegalArgumentException if {@code epsilon} is negative or NaN, or {@code density} is
   *     outside [0, 1]
   */
  public static double posteriorOdds(double epsilon, double density) {
    check(epsilon, density);
    double scaled = scaled(epsilon, density);
    if (scaled == Double.POSITIVE_INFINITY) {
      return 1;
    }
    // The denominator is 1 + (e^ε - 1) k; as a sum of its terms it could round to less than 1.
    return scaled / Math.max(1, scaled + (1 - density));
  }

  /**
   * Returns the largest ε at which {@link #theorem6} limits the precision to a given value:
   * ln(precision / k). If k is the exact density of a private graph, ε reveals the number of its
   * edges; use a public or noisy density, and round ε down.
   *
   * @param precision the largest acceptable precision of an attack, in (0, 1)
   * @param density k, in (0, precision], because random guesses alone reach k
   * @return ε, at least 0
   * @throws IllegalArgumentException if an argument is out of range
   */
  public static double epsilonFor(double precision, double density) {
    if (!(precision > 0 && precision < 1)) {
      throw new IllegalArgumentException("precision = " + precision + " is outside (0, 1)");
    }
    if (!(density > 0 && density <= precision)) {
      throw new IllegalArgumentException(
          "density = " + density + " is outside (0, precision = " + precision + "]");
    }
    // A difference of logarithms, because the quotient may overflow for a small density.
    return Math.max(0, Math.log(precision) - Math.log(density));
  }

  /** Returns e^ε k, computed in two factors so that e^ε does not overflow for a tiny k. */
  private static double scaled(double epsilon, double density) {
    if (density == 0) {
      return 0;
    }
    if (epsilon < 700) {
      return Math.exp(epsilon) * density;
    }
    double half = Math.exp(Math.min(epsilon, MAX_EPSILON) / 2);
    return half * density * half;
  }

  private static void check(double epsilon, double density) {
    MembershipBound.requireEpsilon(epsilon);
    MembershipBound.requireShare("density", density);
  }
}
