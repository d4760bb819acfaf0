package io.linkteller.attack.coarse;

import io.linkteller.attack.score.InfluenceMatrix;

/**
 * How sure Bob may be that what moved between two targets is more than noise, where answers to the
 * same query differ: models that sample neighbours, or that add noise.
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
 * is estimated. The traces are corrected for that, too. The confidence grows with the influence on
 * the same u. Where B answers did not differ at all, it is 1 for an influence above 0, and 0 for
 * none; so it is for all pairs if answers are exact.
 *
 * <p>For a pair the surer of two directions counts, squared: out of reach of each other these are
 * independent, so that the confidence in a pair is above x with probability 1 - x, as it is for one
 * direction.
 *
 * <p>Assumed: answers are independent of each other, and means of R and of B answers about normally
 * distributed; noise of few values (a node of one neighbour that is there or not) needs larger R.
 * For normal noise that is equal in all directions or in only one the formula would be exact if ν
 * were known. Of simulated pairs out of reach, R = 9, B = 64 and one to seven directions of equal
 * and of unequal noise, 0.96 to 1.2 % have a confidence above 0.99; of single influences 1.1 to 2.0
 * in ten thousand have one above 0.9999. So far tails are to be taken as orders of magnitude.
 *
 * <p>It says that there is influence, not that there is an edge: nodes at two hops have influence
 * too. And of many pairs out of reach a share of 1 - x is above x: who wants none among n(n - 1)/2
 * compares {@link #pValue} with a small part of 2/(n(n - 1)).
 *
 * <p>Costs B - R queries more than a mean without confidence, B being 64 or more. Immutable.
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
   * Returns how large an influence noise alone feigns: the root of the mean of its square.
   *
   * @param u the position of the target whose logits are looked at
   * @return sqrt((1/R + 1/B) tr S)/|Δ|, 0 for exact answers
   * @throws IndexOutOfBoundsException if {@code u} is no position of a target
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
   * Returns the probability that noise alone moves u as far as the probe of v did. Distinguishes
   * what {@link #ofInfluence} rounds to 1.
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
   * Returns the probability that noise alone moves one of two targets, when the other is probed, as
   * surely as was seen.
   *
   * @param i the position of one target
   * @param j the position of another
   * @return p(2 - p), p the smaller {@link #pValueOfInfluence} of both directions
   * @throws IllegalArgumentException if the positions are equal
   * @throws IndexOutOfBoundsException if {@code i} or {@code j} is no position of a target
   */
  public double pValue(int i, int j) {
    if (i == j) {
      throw new IllegalArgumentException("(" + i + ", " + j + ") is no pair of targets");
    }
    double smaller = Math.min(pValueOfInfluence(i, j), pValueOfInfluence(j, i));
    return smaller * (2 - smaller);
  }
}
