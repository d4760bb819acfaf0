package io.linkteller.eval.bound;

/**
 * How precise any attack on a model of ε-edge differential privacy can be where each pair is an
 * edge with the same probability, independently of features and of all other pairs: section IV.C of
 * the paper.
 *
 * <p>Real graphs are not like this. Features and the rest of the graph make some pairs far likelier
 * than others, and differential privacy limits only what the answers add to what these already
 * tell: attacks on real graphs, some of which ask no model, are more precise than e^ε k. {@link
 * MembershipBound} needs no independence.
 *
 * <p>The game: a pair of nodes is connected with probability k, the density, whatever the rest of
 * the graph is. Alice trains with an ε-edge-DP mechanism and answers queries; Bob calls the pair an
 * edge or not. Write a for the probability that he says "edge" when it is one and b when it is not.
 * The two graphs differ in one edge and Bob sees nothing but the mechanism's output, so a ≤ e^ε b.
 * By Bayes' rule the probability that it is an edge once he says so is
 *
 * <pre>
 *   a k / (a k + b (1 - k))  ≤  e^ε k / (e^ε k + 1 - k)  ≤  e^ε k,
 * </pre>
 *
 * the first since the left side grows with a/b, the second since the denominator is at least 1. The
 * paper states the last term as Theorem 6; the middle one, {@link #posteriorOdds}, is what the
 * argument gives before it is loosened. It says that the odds of an edge, k : 1 - k before the
 * attack, grow by at most e^ε. Randomized response on the pair attains it, so no smaller function
 * of ε and k bounds every mechanism.
 */
public final class PrecisionBound {

  /** Beyond this, e^ε k is at least 1 for every positive double k. */
  private static final double EPSILON_ENOUGH = 1400;

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
   * 1 - k). At most {@link #theorem6}, and below 1 unless k is 1 or ε is beyond what a double can
   * tell from infinity.
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
    // The denominator is 1 + (e^ε - 1) k; written as a sum it could round to less than 1.
    return scaled / Math.max(1, scaled + (1 - density));
  }

  /**
   * Returns the largest ε for which {@link #theorem6} promises a precision: ln(precision / k).
   * Where k is the exact density of a private graph, ε tells the number of its edges: use a public
   * or noisy density, and round ε down.
   *
   * @param precision what an attack may reach at most, in (0, 1)
   * @param density k, in (0, precision]: guessing alone reaches k
   * @return ε, at least 0
   * @throws IllegalArgumentException if an argument is out of range
   */
  public static double epsilonFor(double precision, double density) {
    if (!(precision > 0 && precision < 1)) {
      throw new IllegalArgumentException("precision = " + precision + " is outside (0, 1)");
    }
    if (!(density > 0 && density <= precision)) {
      throw new IllegalArgumentException(
          "density = " + density + " is outside (0, " + precision + "], the precision asked for");
    }
    // A difference, since the quotient of a small density may overflow.
    return Math.max(0, Math.log(precision) - Math.log(density));
  }

  /** e^ε k, in two factors so that e^ε does not overflow before a tiny k brings it back. */
  private static double scaled(double epsilon, double density) {
    if (density == 0) {
      return 0;
    }
    if (epsilon < 700) {
      return Math.exp(epsilon) * density;
    }
    double half = Math.exp(Math.min(epsilon, EPSILON_ENOUGH) / 2);
    return half * density * half;
  }

  private static void check(double epsilon, double density) {
    if (!(epsilon >= 0)) {
      throw new IllegalArgumentException("epsilon = " + epsilon + " is not at least 0");
    }
    if (!(density >= 0 && density <= 1)) {
      throw new IllegalArgumentException("density = " + density + " is outside [0, 1]");
    }
  }
}
