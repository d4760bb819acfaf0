package io.linkteller.report.table;

import java.util.OptionalDouble;

/**
 * A number of the paper.
 *
 * @param value the number, in the unit of the metric it belongs to; finite
 * @param spread the standard deviation that the paper gives with it, finite, at least 0; empty
 *     where it gives none
 */
public record PaperValue(double value, OptionalDouble spread) {

  /**
   * Checks the numbers.
   *
   * @param value the number, in the unit of the metric it belongs to; finite
   * @param spread the standard deviation that the paper gives with it, finite, at least 0; empty
   *     where it gives none
   * @throws IllegalArgumentException if a number is not finite or the spread negative
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
   * A number with a standard deviation.
   *
   * @param value the number
   * @param spread its standard deviation
   * @return both
   */
  public static PaperValue of(double value, double spread) {
    return new PaperValue(value, OptionalDouble.of(spread));
  }

  /**
   * A number without a standard deviation.
   *
   * @param value the number
   * @return it
   */
  public static PaperValue of(double value) {
    return new PaperValue(value, OptionalDouble.empty());
  }
}
