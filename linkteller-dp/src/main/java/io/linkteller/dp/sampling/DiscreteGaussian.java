package io.linkteller.dp.sampling;

import java.math.BigInteger;

/**
 * The discrete Gaussian distribution, P(Y = y) proportional to e^(-y²/(2 σ²)) on the integers.
 * Independent samples, added to a vector of integers with Euclidean sensitivity Δ, give (Δ²/(2
 * σ²))-zCDP, exactly as continuous Gaussian noise would (Canonne, Kamath and Steinke, "The Discrete
 * Gaussian for Differential Privacy", NeurIPS 2020, Theorem 14).
 *
 * <p>Samples are drawn by Algorithm 3 of that paper, from uniform integers only: a discrete Laplace
 * variable of scale t = floor(σ) + 1 is accepted with probability exp(-(|y| - σ²/t)²/(2 σ²)). σ² is
 * an integer, so every probability is e to the power of a fraction. Fractions that fit are handled
 * in 64-bit arithmetic.
 */
public final class DiscreteGaussian {

  /**
   * Up to this variance, 2 σ² t² is below 2^62, and so is the square of any number below twice this
   * value.
   */
  private static final long LARGEST_IN_64_BITS = 1L << 30;

  private final long variance;
  private final long scale;

  private DiscreteGaussian(long variance) {
    this.variance = variance;
    this.scale = BigInteger.valueOf(variance).sqrt().longValueExact() + 1;
  }

  /**
   * Returns the distribution.
   *
   * @param variance σ², in [1, 2^60]
   * @return the distribution
   */
  public static DiscreteGaussian ofVariance(long variance) {
    if (variance < 1 || variance > 1L << 60) {
      throw new IllegalArgumentException("variance = " + variance + " is outside [1, 2^60]");
    }
    return new DiscreteGaussian(variance);
  }

  /**
   * Draws an integer.
   *
   * @param chance the source of the draws
   * @return an integer with this distribution
   */
  public long sample(Chance chance) {
    while (true) {
      long y = laplace(chance);
      if (isAccepted(Math.abs(y), chance)) {
        return y;
      }
    }
  }

  /** Draws discrete Laplace noise with P(y) proportional to e^(-|y|/t): Algorithm 2, with s = 1. */
  private long laplace(Chance chance) {
    while (true) {
      long remainder = chance.below(scale);
      if (!expOfMinus(remainder, scale, chance)) {
        continue;
      }
      long quotient = 0;
      while (expOfMinus(1, 1, chance)) {
        quotient++;
      }
      long magnitude = Math.addExact(remainder, Math.multiplyExact(scale, quotient));
      boolean negative = chance.below(2) == 1;
      if (negative && magnitude == 0) {
        continue;
      }
      return negative ? -magnitude : magnitude;
    }
  }

  /** Returns true with probability exp(-(y t - σ²)²/(2 σ² t²)). */
  private boolean isAccepted(long y, Chance chance) {
    // The scale is at most 2^30 + 1, so t² fits.
    long squaredScale = scale * scale;
    if (variance <= LARGEST_IN_64_BITS && y <= 2 * LARGEST_IN_64_BITS / scale) {
      long distance = y * scale - variance;
      long numerator = distance * distance;
      long denominator = 2 * variance * squaredScale;
      return expOfMinus(numerator / denominator, chance)
          && expOfMinus(numerator % denominator, denominator, chance);
    }
    BigInteger distance =
        BigInteger.valueOf(y)
            .multiply(BigInteger.valueOf(scale))
            .subtract(BigInteger.valueOf(variance));
    BigInteger denominator =
        BigInteger.valueOf(variance).shiftLeft(1).multiply(BigInteger.valueOf(squaredScale));
    BigInteger[] parts = distance.multiply(distance).divideAndRemainder(denominator);
    return expOfMinus(parts[0].longValueExact(), chance)
        && DiscreteLaplace.expOfMinus(parts[1], denominator, 1, chance);
  }

  /** Returns true with probability e^-whole. */
  private static boolean expOfMinus(long whole, Chance chance) {
    for (long left = whole; left > 0; left--) {
      if (!expOfMinus(1, 1, chance)) {
        return false;
      }
    }
    return true;
  }

  /** Returns true with probability e^(-a/b), 0 &lt;= a &lt;= b: Algorithm 1. */
  private static boolean expOfMinus(long a, long b, Chance chance) {
    long k = 1;
    while (b <= Long.MAX_VALUE / k) {
      if (chance.below(b * k) >= a) {
        return k % 2 == 1;
      }
      k++;
    }
    return DiscreteLaplace.expOfMinus(BigInteger.valueOf(a), BigInteger.valueOf(b), k, chance);
  }
}
