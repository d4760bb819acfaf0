package io.linkteller.eval.audit;

import io.linkteller.eval.bound.MembershipBound;
import io.linkteller.eval.bound.PrecisionBound;

/**
 * The bounds that ε-edge differential privacy would guarantee at one ε.
 *
 * @param epsilon ε
 * @param theorem6 the largest precision of any attack at the given density, if each pair is an edge
 *     independently of features and of all other pairs
 * @param withFeaturePriors the largest expected precision of any attack that predicts as many pairs
 *     as there are edges and knows the probability of an edge given the features, as estimated by a
 *     link predictor; holds if pairs are independent given the features
 * @param advantage the largest difference between the true and the false positive rate for any one
 *     pair, whatever else the attacker knows
 * @param recallAtOnePercent the largest true positive rate at a false positive rate of 1 %, for any
 *     one pair, whatever else the attacker knows
 */
public record EpsilonRow(
    double epsilon,
    double theorem6,
    double withFeaturePriors,
    double advantage,
    double recallAtOnePercent) {

  static EpsilonRow of(double epsilon, double density, double[] priors, int predicted) {
    return new EpsilonRow(
        epsilon,
        PrecisionBound.theorem6(epsilon, density),
        MembershipBound.expectedPrecision(epsilon, priors, predicted),
        MembershipBound.advantage(epsilon),
        MembershipBound.truePositiveRate(epsilon, 0.01));
  }
}
