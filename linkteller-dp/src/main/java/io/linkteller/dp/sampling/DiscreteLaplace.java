package io.linkteller.dp.sampling;

import io.linkteller.privacy.PrivacyGuarantee;
import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * The discrete Laplace distribution, P(Y = y) = (1 - e^-ε)/(1 + e^-ε) e^(-ε|y|) on the integers.
 * Added to an integer of sensitivity 1, a sample gives ε-differential privacy.
 *
 * <p>Samples are drawn by Algorithms 1 and 2 of Canonne, Kamath and Steinke, "The Discrete Gaussian
 * for Differential Privacy", NeurIPS 2020, from uniform integers only, with ε as the exact fraction
 * that the double represents. Floating-point Laplace noise would reveal the count in the low bits
 * of the sum (Mironov, CCS 2012).
 */
public final class DiscreteLaplace {

  private final BigInteger numerator;
  private final BigInteger denominator;

  private DiscreteLaplace(BigInteger numerator, BigInteger denominator) {
    this.numerator = numerator;
    this.denominator = denominator;
  }

  /**
   * Returns the distribution.
   *
   * @param epsilon ε, positive and finite
   * @return the distribution
   * @throws IllegalArgumentException if ε is not positive or not finite
   */
  public static DiscreteLaplace of(double epsilon) {
    BigDecimal exact = new BigDecimal(PrivacyGuarantee.checkedEpsilon(epsilon));
    BigInteger numerator = exact.unscaledValue();
    // The scale of a double's exact value is never negative.
    BigInteger denominator = BigInteger.TEN.pow(exact.scale());
    BigInteger common = numerator.gcd(denominator);
    return new DiscreteLaplace(numerator.divide(common), denominator.divide(common));
  }

  /**
   * Draws an integer.
   *
   * @param chance source of the draws
   * @return an integer with this distribution
   */
  public BigInteger sample(Chance chance) {
    while (true) {
      BigInteger remainder = chance.below(denominator);
      if (!expOfMinus(remainder, denominator, 1, chance)) {
        continue;
      }
      BigInteger quotient = BigInteger.ZERO;
      while (expOfMinus(BigInteger.ONE, BigInteger.ONE, 1, chance)) {
        quotient = quotient.add(BigInteger.ONE);
      }
      BigInteger magnitude = remainder.add(denominator.multiply(quotient)).divide(numerator);
      boolean negative = chance.below(2) == 1;
      if (negative && magnitude.signum() == 0) {
        continue;
      }
      return negative ? magnitude.negate() : magnitude;
    }
  }

  /**
   * Returns true with probability e^(-a/b), 0 &lt;= a &lt;= b: Algorithm 1, starting at the trial
   * {@code first}.
   */
  static boolean expOfMinus(BigInteger a, BigInteger b, long first, Chance chance) {
    long trial = first;
    while (chance.below(b.multiply(BigInteger.valueOf(trial))).compareTo(a) < 0) {
      trial++;
    }
    return trial % 2 == 1;
  }
}
