package io.linkteller.attack.coarse;

/**
 * The tail of the beta distribution, 1 - I_x(a, b), and of Fisher's F distribution. Relative error
 * below 1e-10 for a and b up to some thousands, in the far tail too.
 */
final class BetaTail {

  private static final double PRECISION = 1e-15;
  private static final double TINY = 1e-300;
  private static final int MOST_TERMS = 10_000;

  /**
   * The argument from which four terms of Stirling's series, up to 1/x^7, are exact up to rounding.
   */
  private static final double STIRLING_FROM = 15;

  private BetaTail() {}

  /**
   * Returns the probability that a variable with the F distribution is at least f.
   *
   * @param f the ratio, at least 0
   * @param above degrees of freedom of the numerator, positive
   * @param below degrees of freedom of the denominator, positive
   */
  static double ofRatio(double f, double above, double below) {
    double odds = f * above / below;
    // 1 - x is computed directly, without cancellation: in the tail it holds the significant
    // digits.
    return upper(above / 2, below / 2, odds / (1 + odds), 1 / (1 + odds));
  }

  /**
   * Returns the probability that a variable with the beta distribution is at least x.
   *
   * @param a positive
   * @param b positive
   * @param x in [0, 1]
   * @param rest 1 - x, as exactly as it is known
   */
  static double upper(double a, double b, double x, double rest) {
    if (x <= 0) {
      return 1;
    }
    if (rest <= 0) {
      return 0;
    }
    double front =
        Math.exp(
            a * Math.log(x)
                + b * (rest > 0.5 ? Math.log1p(-x) : Math.log(rest))
                + logGamma(a + b)
                - logGamma(a)
                - logGamma(b));
    // The continued fraction converges quickly for the smaller of the two tails.
    return x < (a + 1) / (a + b + 2)
        ? 1 - front * fraction(a, b, x) / a
        : front * fraction(b, a, rest) / b;
  }

  /**
   * Evaluates the continued fraction of I_x(a, b) (Abramowitz and Stegun 26.5.8) by Lentz's method.
   */
  private static double fraction(double a, double b, double x) {
    double numerator = 1;
    double denominator = 1 / nonZero(1 - (a + b) * x / (a + 1));
    double value = denominator;
    for (int k = 1; k <= MOST_TERMS; k++) {
      double even = k * (b - k) * x / ((a + 2 * k - 1) * (a + 2 * k));
      denominator = 1 / nonZero(1 + even * denominator);
      numerator = nonZero(1 + even / numerator);
      value *= numerator * denominator;
      double odd = -(a + k) * (a + b + k) * x / ((a + 2 * k) * (a + 2 * k + 1));
      denominator = 1 / nonZero(1 + odd * denominator);
      numerator = nonZero(1 + odd / numerator);
      double step = numerator * denominator;
      value *= step;
      if (Math.abs(step - 1) < PRECISION) {
        return value;
      }
    }
    throw new ArithmeticException(
        "the beta tail did not converge at a = " + a + ", b = " + b + ", x = " + x);
  }

  private static double nonZero(double value) {
    return Math.abs(value) < TINY ? TINY : value;
  }

  /** Returns log Γ(x) for x &gt; 0, by Stirling's series after a shift. */
  static double logGamma(double x) {
    double shifted = x;
    double product = 1;
    while (shifted < STIRLING_FROM) {
      product *= shifted++;
    }
    double inverse = 1 / shifted;
    double square = inverse * inverse;
    double series =
        inverse * (1 / 12.0 - square * (1 / 360.0 - square * (1 / 1260.0 - square / 1680)));
    return (shifted - 0.5) * Math.log(shifted)
        - shifted
        + Math.log(2 * Math.PI) / 2
        + series
        - Math.log(product);
  }
}
