package io.linkteller.eval.bound;

import java.util.Arrays;

/**
 * What ε-edge differential privacy bounds whatever the attacker knows: no pair need be independent
 * of the rest.
 *
 * <p>Fix all of the graph but one pair. An attacker who knows the rest, the features and everything
 * else decides from the mechanism's output whether the pair is an edge. The two graphs are
 * neighbours, so the output has two laws P and Q with P(S) ≤ e^ε Q(S) and Q(S) ≤ e^ε P(S) for every
 * set S of outputs. For the rates α of false and β of true positives of his test this gives
 *
 * <pre>
 *   β  ≤  min(e^ε α, 1 - e^(-ε) (1 - α)),
 * </pre>
 *
 * the trade-off function of ε-DP (Wasserman and Zhou 2010; Dong, Roth and Su: "Gaussian
 * Differential Privacy", JRSS B 2022), and β - α ≤ (e^ε - 1)/(e^ε + 1). Randomized response attains
 * both. A test for which it is random who is asked, or what the rest of the graph is, is a mixture
 * of such tests and obeys the same bounds, as both are concave.
 *
 * <p>{@link #posterior} bounds a single pair of known prior; {@link #expectedPrecision} a list of
 * pairs. Their priors are conditional on all that the attacker knows except the output, the other
 * pairs included. Priors that come from features alone will do where pairs are independent given
 * the features. Where they are not, as when an edge makes others likely, the prior to use is the
 * largest that the rest of the graph can give.
 *
 * <p>For a group of g pairs decided together, such as all pairs of one node, ε is replaced by g ε
 * ({@link #ofGroup}).
 */
public final class MembershipBound {

  private MembershipBound() {}

  /**
   * Returns the largest rate of true positives: the trade-off function.
   *
   * @param epsilon ε, at least 0; infinity for no privacy
   * @param falsePositiveRate α, in [0, 1]
   * @return β, in [α, 1]
   * @throws IllegalArgumentException if an argument is out of range
   */
  public static double truePositiveRate(double epsilon, double falsePositiveRate) {
    requireEpsilon(epsilon);
    requireShare("falsePositiveRate", falsePositiveRate);
    double few = falsePositiveRate == 0 ? 0 : Math.min(1, Math.exp(epsilon) * falsePositiveRate);
    double many = 1 - Math.exp(-epsilon) * (1 - falsePositiveRate);
    // Each is at least α but for rounding.
    return Math.max(falsePositiveRate, Math.min(few, many));
  }

  /**
   * Returns the largest advantage, the rate of true positives less that of false positives.
   *
   * @param epsilon ε, at least 0; infinity for no privacy
   * @return (e^ε - 1)/(e^ε + 1), in [0, 1]
   * @throws IllegalArgumentException if {@code epsilon} is negative or NaN
   */
  public static double advantage(double epsilon) {
    requireEpsilon(epsilon);
    return Math.tanh(epsilon / 2);
  }

  /**
   * Returns how certain an attacker can be that a pair is an edge: its odds grow by at most e^ε.
   *
   * @param epsilon ε, at least 0; infinity for no privacy
   * @param prior the probability of the edge given all that he knows but the output, in [0, 1]
   * @return the largest posterior, in [prior, 1]
   * @throws IllegalArgumentException if an argument is out of range
   */
  public static double posterior(double epsilon, double prior) {
    requireShare("prior", prior);
    return PrecisionBound.posteriorOdds(epsilon, prior);
  }

  /**
   * Returns how precise an attacker can be in expectation who names m pairs: the mean of the m
   * largest posteriors. He may choose the pairs by the output.
   *
   * <p>Without an output the same formula at ε = 0 is the mean of the m largest priors: what the
   * public knowledge tells by itself.
   *
   * @param epsilon ε, at least 0; infinity for no privacy
   * @param priors the probability of an edge of each pair, as for {@link #posterior}
   * @param m how many pairs he names, in [1, priors.length]
   * @return the largest expected share of edges among them, in [0, 1]
   * @throws IllegalArgumentException if an argument is out of range
   */
  public static double expectedPrecision(double epsilon, double[] priors, int m) {
    requireEpsilon(epsilon);
    if (m < 1 || m > priors.length) {
      throw new IllegalArgumentException("m = " + m + " is outside [1, " + priors.length + "]");
    }
    for (int pair = 0; pair < priors.length; pair++) {
      requireShare("priors[" + pair + "]", priors[pair]);
    }
    double[] ascending = priors.clone();
    Arrays.sort(ascending);
    // The posterior grows with the prior, so the largest priors have the largest bounds.
    double sum = 0;
    for (int place = 1; place <= m; place++) {
      sum += posterior(epsilon, ascending[ascending.length - place]);
    }
    return Math.min(1, sum / m);
  }

  /**
   * Returns the ε of a group of pairs, by which the other bounds hold for any two graphs that
   * differ in these pairs alone.
   *
   * @param epsilon ε, at least 0; infinity for no privacy
   * @param pairs g, how many pairs, at least 1
   * @return g ε
   * @throws IllegalArgumentException if an argument is out of range
   */
  public static double ofGroup(double epsilon, long pairs) {
    requireEpsilon(epsilon);
    if (pairs < 1) {
      throw new IllegalArgumentException("pairs = " + pairs + " is below 1");
    }
    return pairs * epsilon;
  }

  private static void requireEpsilon(double epsilon) {
    if (!(epsilon >= 0)) {
      throw new IllegalArgumentException("epsilon = " + epsilon + " is not at least 0");
    }
  }

  private static void requireShare(String name, double share) {
    if (!(share >= 0 && share <= 1)) {
      throw new IllegalArgumentException(name + " = " + share + " is outside [0, 1]");
    }
  }
}
