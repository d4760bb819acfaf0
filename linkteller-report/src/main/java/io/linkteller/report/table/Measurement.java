package io.linkteller.report.table;

import java.util.Arrays;

/**
 * The result of a repeated measurement.
 *
 * @param mean the mean, finite
 * @param deviation the population standard deviation (with the count as divisor, as in the paper's
 *     code), finite, at least 0
 * @param count the number of repetitions, at least 1
 */
public record Measurement(double mean, double deviation, int count) {

  /**
   * Validates the numbers.
   *
   * @param mean the mean, finite
   * @param deviation the population standard deviation (with the count as divisor, as in the
   *     paper's code), finite, at least 0
   * @param count the number of repetitions, at least 1
   * @throws IllegalArgumentException if a number is out of range
   */
  public Measurement {
    require("mean", mean);
    require("deviation", deviation);
    if (deviation < 0) {
      throw new IllegalArgumentException("deviation = " + deviation + " is below 0");
    }
    if (count < 1) {
      throw new IllegalArgumentException("count = " + count + " is below 1");
    }
  }

  /**
   * Summarizes repetitions.
   *
   * @param values the results, at least one, all finite
   * @return their mean, standard deviation and number
   * @throws IllegalArgumentException if there are no values or one is not finite
   */
  public static Measurement of(double... values) {
    if (values.length == 0) {
      throw new IllegalArgumentException("a measurement needs at least one value");
    }
    for (double value : values) {
      require("value", value);
    }
    double mean = Arrays.stream(values).average().orElseThrow();
    double squares = Arrays.stream(values).map(value -> (value - mean) * (value - mean)).sum();
    return new Measurement(mean, Math.sqrt(squares / values.length), values.length);
  }

  private static void require(String name, double value) {
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException(name + " = " + value + " is not a finite number");
    }
  }
}
