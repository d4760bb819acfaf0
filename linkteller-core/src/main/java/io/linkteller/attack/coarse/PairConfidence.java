package io.linkteller.attack.coarse;

import io.linkteller.attack.influence.InfluenceMatrix;

/**
 * The confidence that a measured influence between two targets is not noise, for models whose
 * answers to the same query differ because they sample neighbors or add noise.
 *
 * <p>Let each probe be asked R times and the baseline B times, d be the difference of the mean
 * logits of u, so that M_vu = ‖d‖/|Δ|, S the covariance of u's c logits over the B baselines, and
 * cᵢ = tr Sⁱ. If v is out of reach of u, both means have the same expectation, and q = ‖d‖² / ((1/R
 * + 1/B) c₁) has expectation 1. The confidence in M_vu is the probability that noise stays below
 * it,
 *
 * <pre>P(F ≤ (q - a) / (1 - a)),  a = 1 - c₂²/(c₁ c₃),  ν = c₂³/c₃²,</pre>
 *
 * where F has ν and ν (B - 1) degrees of freedom: a fit of three cumulants to a sum of squares
 * weighted by the eigenvalues of S (Hall 1983; Buckley and Eagleson 1988), and F for χ²/ν because S
 * is estimated. The estimates of the traces are corrected for bias. For a given u the confidence
 * increases with the influence. If all B answers are equal, the confidence is 1 for an influence
 * above 0, and 0 otherwise; this applies to all pairs if answers are deterministic.
 *
 * <p>The confidence in a pair is the square of the larger confidence of its two directions. For
 * nodes out of each other's reach the two are independent, so that the confidence in a pair exceeds
 * x with probability 1 - x, like that in one direction.
 *
 * <p>Assumptions: answers are independent, and the means of R and of B answers are approximately
 * normal; discrete noise (a node with a single neighbor that is sampled or not) needs a larger R.
 * For normal noise that is isotropic or one-dimensional, the formula would be exact if ν were
 * known. In simulations of pairs out of reach with R = 9, B = 64 and noise in one to seven
 * directions, equal or not, 0.96 to 1.2 % of the pairs have a confidence above 0.99, and 1.1 to 2.0
 * in ten thousand single influences have one above 0.9999. Probabilities this far in the tail are
 * therefore only orders of magnitude.
 *
 * <p>A high confidence means that there is influence, not that there is an edge: nodes at two hops
 * have influence as well. Of many pairs out of reach, a share of 1 - x has a confidence above x. To
 * exclude false positives among all n(n - 1)/2 pairs, compare {@link #pValue} with a small fraction
 * of 2/(n(n - 1)).
 *
 * <p>Costs B - R additional queries, where B is at least 64. Immutable.
 */
public final class PairConfidence {

  private final InfluenceMatrix influences;
  private final BaselineNoise noise;
  private final double share;

  /**
   * @param influences the influences among the targets
   * @param noise of the baseline
   * @param repeats R
   */
  PairConfidence(InfluenceMatrix influences, BaselineNoise noise, int repeats) {
    this.influences = influences;
    this.noise = noise;
    this.share = 1.0 / repeats + 1.0 / noise.answers();
  }

  /**
   * Returns the root mean square of the influence that noise alone would show.
   *
   * @param u the position of the target whose logits are compared
   * @return sqrt((1/R + 1/B) tr S)/|Δ|, 0 for exact answers
   * @throws IndexOutOfBoundsException if {@code u} is not the position of a target
   */
  public double standardError(int u) {
    return Math.sqrt(share * noise.variance(u)) / Math.abs(influences.delta());
  }

  /**
   * Returns the confidence in one influence.
   *
   * @param v the position of the target whose features were changed
   * @param u the position of the target whose logits moved
   * @return in [0, 1]
   * @throws IndexOutOfBoundsException if {@code v} or {@code u} is no position of a target
   */
  public double ofInfluence(int v, int u) {
    return 1 - pValueOfInfluence(v, u);
  }

  /**
   * Returns the probability that noise alone moves u at least as far as the probe of v did. It
   * distinguishes confidences that {@link #ofInfluence} rounds to 1.
   *
   * @param v the position of the target whose features were changed
   * @param u the position of the target whose logits moved
   * @return in [0, 1]
   * @throws IndexOutOfBoundsException if {@code v} or {@code u} is no position of a target
   */
  public double pValueOfInfluence(int v, int u) {
    double influence = influences.influence(v, u);
    double error = standardError(u);
    if (influence == 0) {
      return 1;
    }
    if (error == 0) {
      return 0;
    }
    double ratio = influence / error;
    return noise.tail(u, ratio * ratio);
  }

  /**
   * Returns the confidence that at least one of two targets influences the other.
   *
   * @param i the position of one target
   * @param j the position of another
   * @return in [0, 1]
   * @throws IllegalArgumentException if the positions are equal
   * @throws IndexOutOfBoundsException if {@code i} or {@code j} is no position of a target
   */
  public double confidence(int i, int j) {
    return 1 - pValue(i, j);
  }

  /**
   * Returns the probability that noise alone gives at least this confidence in a pair.
   *
   * @param i the position of one target
   * @param j the position of another
   * @return p(2 - p), p the smaller {@link #pValueOfInfluence} of both directions
   * @throws IllegalArgumentException if the positions are equal
   * @throws IndexOutOfBoundsException if {@code i} or {@code j} is no position of a target
   */
  public double pValue(int i, int j) {
    if (i == j) {
      throw new IllegalArgumentException("(" + i + ", " + j + ") is not a pair of targets");
    }
    double smaller = Math.min(pValueOfInfluence(i, j), pValueOfInfluence(j, i));
    return smaller * (2 - smaller);
  }
}
