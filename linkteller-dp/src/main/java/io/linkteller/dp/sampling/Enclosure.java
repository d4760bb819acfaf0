package io.linkteller.dp.sampling;

import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * An interval between two decimal numbers that contains a non-negative real number. Every operation
 * rounds outward, so its result encloses the exact result. Slow; used only if double arithmetic
 * does not settle a decision.
 *
 * @param low the lower bound
 * @param high the upper bound
 * @param digits the number of decimal places that operations keep
 */
record Enclosure(BigDecimal low, BigDecimal high, int digits) {

  private static final BigDecimal HALF = new BigDecimal("0.5");
  private static final BigDecimal TWO = BigDecimal.valueOf(2);

  static Enclosure of(BigDecimal exact, int digits) {
    return rounded(exact, exact, digits);
  }

  private static Enclosure rounded(BigDecimal low, BigDecimal high, int digits) {
    return new Enclosure(
        low.setScale(digits, RoundingMode.FLOOR),
        high.setScale(digits, RoundingMode.CEILING),
        digits);
  }

  /** Encloses this - other; the exact difference must not be negative. */
  Enclosure minus(Enclosure other) {
    return new Enclosure(
        low.subtract(other.high).max(BigDecimal.ZERO), high.subtract(other.low), digits);
  }

  Enclosure plus(Enclosure other) {
    return new Enclosure(low.add(other.low), high.add(other.high), digits);
  }

  Enclosure times(Enclosure other) {
    return rounded(low.multiply(other.low), high.multiply(other.high), digits);
  }

  /** Encloses this / other; the divisor must be positive. */
  Enclosure over(Enclosure other) {
    if (other.low.signum() == 0) {
      throw new ArithmeticException(
          "the divisor cannot be distinguished from 0 with " + digits + " digits");
    }
    return new Enclosure(
        low.divide(other.high, digits, RoundingMode.FLOOR),
        high.divide(other.low, digits, RoundingMode.CEILING),
        digits);
  }

  /** Encloses e^-x for x at least 0. */
  static Enclosure expOfMinus(BigDecimal x, int digits) {
    if (x.signum() < 0) {
      throw new IllegalArgumentException("x = " + x + " is negative");
    }
    // ln 10 < 2.31
    if (x.compareTo(BigDecimal.valueOf(2.31 * digits)) > 0) {
      return new Enclosure(BigDecimal.ZERO, BigDecimal.ONE.movePointLeft(digits), digits);
    }
    int squarings = 0;
    BigDecimal reduced = x;
    while (reduced.compareTo(HALF) > 0) {
      reduced = reduced.divide(TWO);
      squarings++;
    }
    Enclosure result = seriesOfExpOfMinus(reduced, digits + squarings + 5);
    for (int i = 0; i < squarings; i++) {
      result = result.times(result);
    }
    return rounded(result.low, result.high, digits);
  }

  /**
   * Encloses e^-y for y in [0, 1/2] by its alternating series, whose remainder is below the first
   * omitted term.
   */
  private static Enclosure seriesOfExpOfMinus(BigDecimal y, int digits) {
    Enclosure argument = of(y, digits);
    Enclosure term = of(BigDecimal.ONE, digits);
    BigDecimal low = BigDecimal.ZERO;
    BigDecimal high = BigDecimal.ZERO;
    BigDecimal negligible = BigDecimal.ONE.movePointLeft(digits);
    for (int i = 0; term.high.compareTo(negligible) > 0; i++) {
      boolean even = i % 2 == 0;
      low = even ? low.add(term.low) : low.subtract(term.high);
      high = even ? high.add(term.high) : high.subtract(term.low);
      term = term.times(argument).over(of(BigDecimal.valueOf(i + 1L), digits));
    }
    return rounded(
        low.subtract(term.high).max(BigDecimal.ZERO),
        high.add(term.high).min(BigDecimal.ONE),
        digits);
  }
}
