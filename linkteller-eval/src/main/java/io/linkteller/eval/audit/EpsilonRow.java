package io.linkteller.eval.audit;

import io.linkteller.eval.bound.MembershipBound;
import io.linkteller.eval.bound.PrecisionBound;

/**
 * What ε-edge differential privacy would promise.
 *
 * @param epsilon ε
 * @param theorem6 the most precise any attack is at the density, if each pair is an edge
 *     independently of features and of all other pairs
 * @param withFeaturePriors the most precise in expectation any attack is that names as many pairs
 *     as the audit's belief allows and knows the probability of an edge given the features, as a
 *     link predictor gives it, if pairs are independent given the features
 * @param advantage the most that the rate of true positives exceeds that of false positives for any
 *     one pair, whatever the attacker knows besides
 * @param recallAtOnePercent the largest rate of true positives at a rate of false positives of 1 %,
 *     for any one pair, whatever the attacker knows besides
 */
public record EpsilonRow(
    double epsilon,
    double theorem6,
    double withFeaturePriors,
    double advantage,
    double recallAtOnePercent) {

  static EpsilonRow of(double epsilon, double density, double[] priors, int named) {
    return new EpsilonRow(
        epsilon,
        PrecisionBound.theorem6(epsilon, density),
        MembershipBound.expectedPrecision(epsilon, priors, named),
        MembershipBound.advantage(epsilon),
        MembershipBound.truePositiveRate(epsilon, 0.01));
  }
}
