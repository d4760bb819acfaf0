package io.linkteller.dp.sampling;

import java.math.BigDecimal;

/**
 * A real number in [0, 1] with two representations: an approximation by a double, and an enclosure
 * of any requested width. A {@link Chance} nearly always decides an event of this probability from
 * the double alone and otherwise from enclosures, so its decisions are unbiased.
 *
 * <p>The doubles of p and 1 - p are both accurate to a relative error of about 2<sup>-43</sup>, so
 * powers (1 - p)^(2^i) stay accurate however small p is. Immutable.
 */
public final class Probability {

  /** Encloses a real number to a given number of decimal places. */
  private interface Real {
    Enclosure enclose(int digits);
  }

  /** A generous bound on the error of {@link #approximate}. */
  static final double ERROR = 0x1p-36;

  private static final double TWO_32 = 0x1p32;
  private static final BigDecimal HALF = new BigDecimal("0.5");

  /** p, with an error of at most {@link #ERROR}. */
  final double approximate;

  /** Approximately 1 - p, without cancellation. */
  private final double approximateComplement;

  private final Real exact;

  /** A uniform real number whose first 32 bits are below this is certainly below p. */
  final long surelyBelow;

  /** A uniform real number whose first 32 bits are at least this is certainly not below p. */
  final long surelyFrom;

  private Probability(double approximate, double approximateComplement, Real exact) {
    this.approximate = checked(approximate);
    this.approximateComplement = approximateComplement;
    this.exact = exact;
    this.surelyBelow = (long) Math.max(0, Math.floor((approximate - ERROR) * TWO_32));
    this.surelyFrom = (long) Math.ceil((approximate + ERROR) * TWO_32);
  }

  /**
   * Returns the probability that is exactly a double.
   *
   * @param value in [0, 1]
   * @return exactly this probability
   * @throws IllegalArgumentException if {@code value} is outside [0, 1]
   */
  public static Probability of(double value) {
    checked(value);
    BigDecimal exact = new BigDecimal(value);
    return new Probability(value, 1 - value, digits -> Enclosure.of(exact, digits));
  }

  private static double checked(double probability) {
    if (!(probability >= 0 && probability <= 1)) {
      throw new IllegalArgumentException("probability = " + probability + " is outside [0, 1]");
    }
    return probability;
  }

  private static BigDecimal checkedExponent(double x) {
    if (!(x >= 0 && x < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("x = " + x + " is outside [0, Infinity)");
    }
    return new BigDecimal(x);
  }

  /**
   * Returns e^-x.
   *
   * @param x at least 0 and finite
   * @return exactly e^-x
   * @throws IllegalArgumentException if x is negative or not finite
   */
  public static Probability expOfMinus(double x) {
    BigDecimal exact = checkedExponent(x);
    return new Probability(
        Math.exp(-x), -Math.expm1(-x), digits -> Enclosure.expOfMinus(exact, digits));
  }

  /**
   * Returns 1/(1 + e^-x), the probability that randomized response at ε = x reports the true value.
   *
   * @param x at least 0 and finite
   * @return exactly 1/(1 + e^-x)
   * @throws IllegalArgumentException if x is negative or not finite
   */
  public static Probability logistic(double x) {
    BigDecimal exact = checkedExponent(x);
    double exp = Math.exp(-x);
    return new Probability(
        1 / (1 + exp),
        exp / (1 + exp),
        digits -> {
          Enclosure one = Enclosure.of(BigDecimal.ONE, digits);
          return one.over(one.plus(Enclosure.expOfMinus(exact, digits)));
        });
  }

  /**
   * Returns the upper tail of the Laplace distribution of scale 1 at a + b: e^-(a+b)/2 if the sum
   * is positive, otherwise 1 - e^(a+b)/2. The sum is computed exactly.
   *
   * @param a any number, or an infinity
   * @param b any number, or the same infinity
   * @return exactly the tail
   * @throws IllegalArgumentException if the sum is not a number
   */
  public static Probability laplaceTail(double a, double b) {
    double sum = a + b;
    if (Double.isNaN(sum)) {
      throw new IllegalArgumentException(a + " + " + b + " is not a number");
    }
    if (Double.isInfinite(sum)) {
      return of(sum > 0 ? 0 : 1);
    }
    BigDecimal distance = new BigDecimal(a).add(new BigDecimal(b)).abs();
    double tail = Math.exp(-Math.abs(sum)) / 2;
    Probability beyond =
        new Probability(
            tail,
            1 - tail,
            digits -> Enclosure.expOfMinus(distance, digits).times(Enclosure.of(HALF, digits)));
    return sum < 0 ? beyond.complement() : beyond;
  }

  /**
   * Returns the probability that x &gt; low + shift, given that x &lt;= high + shift, for x from
   * the Laplace distribution of scale 1. With a = low + shift and b = high + shift, 0 &lt;= a &lt;
   * b, this is (e^-a - e^-b)/(2 - e^-b). The sums are computed exactly.
   *
   * @param low the lower level, before the shift
   * @param high the upper level, before the shift, at least {@code low}; may be infinite
   * @param shift the number that is added to both levels
   * @return the probability
   */
  public static Probability laplaceBetween(double low, double high, double shift) {
    if (high == Double.POSITIVE_INFINITY) {
      return laplaceTail(low, shift);
    }
    BigDecimal a = new BigDecimal(low).add(new BigDecimal(shift));
    BigDecimal b = new BigDecimal(high).add(new BigDecimal(shift));
    double value =
        Math.exp(-(low + shift)) * -Math.expm1(low - high) / (2 - Math.exp(-(high + shift)));
    return new Probability(
        value,
        1 - value,
        digits -> {
          Enclosure beyondHigh = Enclosure.expOfMinus(b, digits);
          Enclosure two = Enclosure.of(BigDecimal.valueOf(2), digits);
          return Enclosure.expOfMinus(a, digits).minus(beyondHigh).over(two.minus(beyondHigh));
        });
  }

  /**
   * Returns the probability of the opposite event.
   *
   * @return exactly 1 - p
   */
  public Probability complement() {
    return new Probability(approximateComplement, approximate, this::encloseComplement);
  }

  private Enclosure encloseComplement(int digits) {
    return Enclosure.of(BigDecimal.ONE, digits).minus(exact.enclose(digits));
  }

  /** Returns (1 - p)^(2^power), the probability that 2^power independent trials all fail. */
  Probability noneOf(int power) {
    double log = logOfNoneOf(power);
    return new Probability(Math.exp(log), -Math.expm1(log), digits -> encloseNoneOf(power, digits));
  }

  /** Returns a/(1 + a) for a = (1 - p)^(2^power). */
  Probability oddsOfNoneOf(int power) {
    double none = Math.exp(logOfNoneOf(power));
    return new Probability(
        none / (1 + none),
        1 / (1 + none),
        digits -> {
          Enclosure a = encloseNoneOf(power, digits);
          return a.over(Enclosure.of(BigDecimal.ONE, digits).plus(a));
        });
  }

  private double logOfNoneOf(int power) {
    double log = approximate < 0.5 ? Math.log1p(-approximate) : Math.log(approximateComplement);
    return Math.scalb(log, power);
  }

  private Enclosure encloseNoneOf(int power, int digits) {
    Enclosure none = encloseComplement(digits + power);
    for (int i = 0; i < power; i++) {
      none = none.times(none);
    }
    return none;
  }

  /** {@return p as a double, accurate to a relative error of about 2<sup>-43</sup>} */
  public double value() {
    return approximate;
  }

  /** Encloses p to about the given number of decimal places. */
  Enclosure enclose(int digits) {
    return exact.enclose(digits);
  }

  @Override
  public String toString() {
    return Double.toString(approximate);
  }
}
