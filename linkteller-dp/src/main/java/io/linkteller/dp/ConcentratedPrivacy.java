package io.linkteller.dp;

import io.linkteller.privacy.NeighboringGraphs;
import io.linkteller.privacy.PrivacyGuarantee;

/**
 * Zero-concentrated differential privacy, ρ-zCDP (Bun and Steinke, "Concentrated Differential
 * Privacy: Simplifications, Extensions, and Lower Bounds", TCC 2016): for neighboring graphs the
 * Rényi divergence of order α is at most ρ α, for all α &gt; 1. Under composition ρ adds up, which
 * for many releases comes to less than adding ε. Every operation rounds up. Immutable.
 *
 * @param rho ρ, positive and finite
 */
public record ConcentratedPrivacy(double rho) {

  /** More than the accumulated rounding of an expression. */
  private static final int ULPS = 8;

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
   * Returns what pure ε-differential privacy implies: ρ = ε²/2 (Proposition 1.4).
   *
   * @param epsilon ε, positive and finite
   * @return ρ-zCDP
   * @throws IllegalArgumentException if ε is not positive or not finite
   */
  public static ConcentratedPrivacy ofPure(double epsilon) {
    PrivacyGuarantee.checkedEpsilon(epsilon);
    return new ConcentratedPrivacy(roundedUp(epsilon * epsilon / 2));
  }

  /**
   * Returns the cost of Gaussian noise: ρ = Δ²/(2 σ²) (Proposition 1.6).
   *
   * @param sensitivity Δ, how far an edge moves the noised vector in the Euclidean norm, positive
   * @param deviation σ, the standard deviation of the noise, positive
   * @return ρ-zCDP
   * @throws IllegalArgumentException if an argument is not positive and finite
   */
  public static ConcentratedPrivacy ofGaussian(double sensitivity, double deviation) {
    if (!(sensitivity > 0 && deviation > 0)) {
      throw new IllegalArgumentException(
          "sensitivity = " + sensitivity + " and deviation = " + deviation + " are not positive");
    }
    double ratio = sensitivity / deviation;
    return new ConcentratedPrivacy(roundedUp(ratio * ratio / 2));
  }

  /**
   * Returns the cost of two releases of the same edges (Lemma 1.7).
   *
   * @param other the other release
   * @return (ρ + ρ')-zCDP
   */
  public ConcentratedPrivacy plus(ConcentratedPrivacy other) {
    return new ConcentratedPrivacy(roundedUp(rho + other.rho));
  }

  /**
   * Returns the cost for a group of d edges, d² ρ (Proposition 1.9).
   *
   * @param d at least 1
   * @return (d² ρ)-zCDP
   * @throws IllegalArgumentException if d is below 1
   */
  public ConcentratedPrivacy forGroup(int d) {
    if (d < 1) {
      throw new IllegalArgumentException("d = " + d + " is below 1");
    }
    return new ConcentratedPrivacy(roundedUp((double) d * d * rho));
  }

  /**
   * Returns the ε of (ε, δ)-differential privacy that follows: ρ + 2 sqrt(ρ ln(1/δ)) (Proposition
   * 1.3).
   *
   * @param delta δ, in (0, 1)
   * @return ε
   * @throws IllegalArgumentException if δ is outside (0, 1)
   */
  public double epsilonAt(double delta) {
    if (!(delta > 0 && delta < 1)) {
      throw new IllegalArgumentException("delta = " + delta + " is outside (0, 1)");
    }
    return roundedUp(rho + 2 * Math.sqrt(rho * -Math.log(delta)));
  }

  /**
   * Returns the (ε, δ)-guarantee that follows, for graphs that differ in one edge.
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

  private static double roundedUp(double value) {
    double above = value;
    for (int i = 0; i < ULPS; i++) {
      above = Math.nextUp(above);
    }
    return above;
  }
}
