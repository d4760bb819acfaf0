package io.linkteller.models.operator;

/** How any number of values are reduced to one. If there are no values, the result is 0. */
public enum Reduction {
  /** Their sum. */
  SUM,
  /** Their mean. */
  MEAN,
  /** The largest. */
  MAX,
  /** The smallest. */
  MIN;

  boolean isExtreme() {
    return this == MAX || this == MIN;
  }

  /** Returns whether a number replaces the largest or smallest number so far. */
  boolean isBetter(double candidate, double value) {
    return this == MAX ? candidate > value : candidate < value;
  }
}
