package io.linkteller.models.operator;

/** A function that reduces any number of values to one. If there are no values, the result is 0. */
public enum Reduction {
  /** The sum of the values. */
  SUM,
  /** The mean of the values. */
  MEAN,
  /** The largest value. */
  MAX,
  /** The smallest value. */
  MIN;

  boolean isExtreme() {
    return this == MAX || this == MIN;
  }

  /** Returns whether a number replaces the largest or smallest number so far. */
  boolean isBetter(double candidate, double value) {
    return this == MAX ? candidate > value : candidate < value;
  }
}
