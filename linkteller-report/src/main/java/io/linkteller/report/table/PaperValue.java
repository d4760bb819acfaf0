package io.linkteller.report.table;

import java.util.OptionalDouble;

/**
 * A number printed in the paper.
 *
 * @param value the number, in the unit of its metric; finite
 * @param spread the standard deviation printed with it, finite, at least 0; empty if there is none
 */
public record PaperValue(double value, OptionalDouble spread) {

  /**
   * Validates the numbers.
   *
   * @param value the number, in the unit of its metric; finite
   * @param spread the standard deviation printed with it, finite, at least 0; empty if there is
   *     none
   * @throws IllegalArgumentException if a number is not finite or the spread is negative
   */
  public PaperValue {
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException("value = " + value + " is not a finite number");
    }
    if (spread.isPresent()
        && !(spread.getAsDouble() >= 0 && Double.isFinite(spread.getAsDouble()))) {
      throw new IllegalArgumentException(
          "spread = " + spread.getAsDouble() + " is not a finite number of at least 0");
    }
  }

  /**
   * Creates a number with a standard deviation.
   *
   * @param value the number
   * @param spread its standard deviation
   * @return the number with its deviation
   */
  public static PaperValue of(double value, double spread) {
    return new PaperValue(value, OptionalDouble.of(spread));
  }

  /**
   * Creates a number without a standard deviation.
   *
   * @param value the number
   * @return the number without a deviation
   */
  public static PaperValue of(double value) {
    return new PaperValue(value, OptionalDouble.empty());
  }
}
