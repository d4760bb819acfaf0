package io.linkteller.dp;

import io.linkteller.privacy.NeighboringGraphs;
import io.linkteller.privacy.PrivacyGuarantee;

/**
 * Zero-concentrated differential privacy, ρ-zCDP (Bun and Steinke, "Concentrated Differential
 * Privacy: Simplifications, Extensions, and Lower Bounds", TCC 2016): for neighboring graphs, the
 * Rényi divergence of order α is at most ρ α for all α &gt; 1. Under composition, the values of ρ
 * add up, which costs less than adding up values of ε if there are many releases. Rounding never
 * understates the cost. Immutable.
 *
 * @param rho ρ, positive and finite
 */
public record ConcentratedPrivacy(double rho) {

  /** An upper bound on the accumulated rounding error of an expression, in ulps. */
  private static final int ULPS = 8;

  /**
   * Half the width of the interval searched for ln(α - 1), centered on a coarser bound's optimum.
   */
  private static final double SEARCHED = 6;

  /**
   * Validates ρ.
   *
   * @param rho ρ, positive and finite
   * @throws IllegalArgumentException if ρ is not positive or not finite
   */
  public ConcentratedPrivacy {
    if (!(rho > 0 && rho < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("rho = " + rho + " is outside (0, Infinity)");
    }
  }

  /**
   * Returns the total cost, k ρ, of k releases about the same edges, each at this cost (Lemma 1.7).
   *
   * @param releases k, at least 1
   * @return (k ρ)-zCDP
   * @throws IllegalArgumentException if k is below 1
   */
  public ConcentratedPrivacy times(int releases) {
    if (releases < 1) {
      throw new IllegalArgumentException("releases = " + releases + " is below 1");
    }
    return releases == 1 ? this : new ConcentratedPrivacy(above(rho * releases, ULPS));
  }

  /**
   * Returns the ε of the (ε, δ)-differential privacy that this implies: the minimum over α &gt; 1
   * of α ρ + (ln(1/δ) - ln α)/(α - 1) + ln(1 - 1/α) (Canonne, Kamath and Steinke, "The Discrete
   * Gaussian for Differential Privacy", NeurIPS 2020, Corollary 13). Every α gives a valid ε, so
   * the search for the minimum need not be exact. The result is below ρ + 2 sqrt(ρ ln(1/δ)), the
   * bound of Proposition 1.3 of Bun and Steinke.
   *
   * @param delta δ, in (0, 1)
   * @return ε, at least the smallest positive double
   * @throws IllegalArgumentException if δ is outside (0, 1)
   */
  public double epsilonAt(double delta) {
    if (!(delta > 0 && delta < 1)) {
      throw new IllegalArgumentException("delta = " + delta + " is outside (0, 1)");
    }
    // A difference of logarithms, because the quotient could overflow or underflow.
    double atOptimumOfBunAndSteinke = (Math.log(-Math.log(delta)) - Math.log(rho)) / 2;
    double low = atOptimumOfBunAndSteinke - SEARCHED;
    double high = atOptimumOfBunAndSteinke + SEARCHED;
    double best = epsilonOf(Math.exp(atOptimumOfBunAndSteinke), delta);
    while (high - low > 1e-9) {
      double left = low + (high - low) / 3;
      double right = high - (high - low) / 3;
      double atLeft = epsilonOf(Math.exp(left), delta);
      double atRight = epsilonOf(Math.exp(right), delta);
      best = Math.min(best, Math.min(atLeft, atRight));
      if (atLeft < atRight) {
        high = right;
      } else {
        low = left;
      }
    }
    return Math.max(best, Double.MIN_VALUE);
  }

  /** Returns the ε for one α = 1 + a, rounded up. */
  private double epsilonOf(double a, double delta) {
    double divergence = rho * (1 + a);
    double fromDelta = (-Math.log(delta) - Math.log1p(a)) / a;
    // ln(1 - 1/α), computed from a, because α = 1 + a may round to 1.
    double correction = -Math.log1p(1 / a);
    double slack =
        ULPS * Math.ulp(divergence + Math.abs(Math.log(delta) / a) + 1 / a + Math.abs(correction));
    return divergence + fromDelta + correction + slack;
  }

  /**
   * Returns the largest ρ that implies (ε, δ)-differential privacy: the inverse of {@link
   * #epsilonAt}.
   *
   * @param epsilon ε, positive and finite
   * @param delta δ, in (0, 1)
   * @return ρ-zCDP whose ε at δ is at most {@code epsilon}
   * @throws IllegalArgumentException if ε or δ is out of range
   */
  public static ConcentratedPrivacy within(double epsilon, double delta) {
    PrivacyGuarantee.checkedEpsilon(epsilon);
    // Bisects the bits, because positive doubles have the same order as their bits.
    long low = 0;
    long high = Double.doubleToLongBits(Double.MAX_VALUE / 4);
    while (high - low > 1) {
      long middle = low + (high - low) / 2;
      if (new ConcentratedPrivacy(Double.longBitsToDouble(middle)).epsilonAt(delta) <= epsilon) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return new ConcentratedPrivacy(Double.longBitsToDouble(low));
  }

  /**
   * Returns the (ε, δ)-guarantee that this implies for graphs that differ in one edge.
   *
   * @param mechanism the name of the mechanism, for display
   * @param delta δ, in (0, 1)
   * @return the guarantee
   * @throws IllegalArgumentException if δ is outside (0, 1)
   */
  public PrivacyGuarantee guarantee(String mechanism, double delta) {
    return new PrivacyGuarantee(
        mechanism,
        epsilonAt(delta),
        delta,
        NeighboringGraphs.ONE_EDGE,
        PrivacyGuarantee.NoiseSource.SECURE);
  }

  /** Returns the double that is a given number of steps above another. */
  static double above(double value, int ulps) {
    double above = value;
    for (int i = 0; i < ulps; i++) {
      above = Math.nextUp(above);
    }
    return above;
  }
}
