package io.linkteller.eval.bound;

import java.util.Arrays;

/**
 * Bounds from ε-edge differential privacy that hold for any prior knowledge of the attacker and do
 * not assume that pairs are independent.
 *
 * <p>Fix the graph except for one pair. An attacker who knows the rest, the features and everything
 * else decides from the mechanism's output whether the pair is an edge. The two possible graphs are
 * neighbors, so the distributions P and Q of the output satisfy P(S) ≤ e^ε Q(S) and Q(S) ≤ e^ε P(S)
 * for every set S of outputs. The false positive rate α and the true positive rate β of the
 * attacker's test therefore satisfy
 *
 * <pre>
 *   β  ≤  min(e^ε α, 1 - e^(-ε) (1 - α)),
 * </pre>
 *
 * the trade-off function of ε-DP (Wasserman and Zhou 2010; Dong, Roth and Su: "Gaussian
 * Differential Privacy", JRSS B 2022), and β - α ≤ (e^ε - 1)/(e^ε + 1). Randomized response attains
 * both. If the pair or the rest of the graph is random, the test is a mixture of such tests and
 * obeys the same bounds, because both are concave.
 *
 * <p>The odds that a single pair is an edge grow by a factor of at most e^ε ({@link
 * PrecisionBound#posteriorOdds} at its prior); {@link #expectedPrecision} bounds a list of pairs.
 * Their priors are conditional on everything that the attacker knows except the output, including
 * the other pairs. Priors from features alone suffice if pairs are independent given the features.
 * Otherwise, for example if an edge makes others more likely, use the largest prior over all
 * possibilities for the rest of the graph.
 *
 * <p>Under (ε, δ)-edge privacy, the true positive rate and the advantage are larger by at most δ.
 * Posteriors and precision have no such bound, because an outcome of probability δ may reveal
 * everything.
 *
 * <p>For a group of g pairs decided together, such as all pairs of one node, ε is replaced by g ε
 * ({@link io.linkteller.privacy.PrivacyGuarantee#forGroup}).
 */
public final class MembershipBound {

  private MembershipBound() {}

  /**
   * Returns the largest true positive rate at a given false positive rate: the trade-off function.
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
    // Both are at least α except for rounding.
    return Math.max(falsePositiveRate, Math.min(few, many));
  }

  /**
   * Returns the largest advantage, the true positive rate minus the false positive rate.
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
   * Returns the largest expected precision of m predicted pairs, the mean of the m largest
   * posteriors. The pairs may be chosen depending on the output.
   *
   * <p>At ε = 0 this is the mean of the m largest priors, the precision from public knowledge
   * alone.
   *
   * @param epsilon ε, at least 0; infinity for no privacy
   * @param priors for each pair, the probability that it is an edge, in [0, 1]
   * @param m the number of predicted pairs, in [1, priors.length]
   * @return the largest expected share of edges among the predicted pairs, in [0, 1]
   * @throws IllegalArgumentException if an argument is out of range
   */
  public static double expectedPrecision(double epsilon, double[] priors, int m) {
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
      sum += PrecisionBound.posteriorOdds(epsilon, ascending[ascending.length - place]);
    }
    return Math.min(1, sum / m);
  }

  static void requireEpsilon(double epsilon) {
    if (!(epsilon >= 0)) {
      throw new IllegalArgumentException("epsilon = " + epsilon + " is not at least 0");
    }
  }

  static void requireShare(String name, double share) {
    if (!(share >= 0 && share <= 1)) {
      throw new IllegalArgumentException(name + " = " + share + " is outside [0, 1]");
    }
  }
}
