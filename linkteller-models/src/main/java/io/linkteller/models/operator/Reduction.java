package io.linkteller.models.operator;

/** How several numbers are reduced to one. No numbers are reduced to 0. */
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

  /** Returns whether a number replaces the largest, or smallest, so far. */
  boolean isBetter(double candidate, double value) {
    return this == MAX ? candidate > value : candidate < value;
  }
}
