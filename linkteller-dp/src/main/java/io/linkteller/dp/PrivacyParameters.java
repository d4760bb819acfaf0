package io.linkteller.dp;

/** Checks of what users may ask for. */
final class PrivacyParameters {

  private PrivacyParameters() {}

  static double checkedEpsilon(double epsilon) {
    if (!(epsilon > 0 && epsilon < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("epsilon = " + epsilon + " is outside (0, Infinity)");
    }
    return epsilon;
  }

  static double checkedShare(double share) {
    if (!(share > 0 && share < 1)) {
      throw new IllegalArgumentException("countShare = " + share + " is outside (0, 1)");
    }
    return share;
  }
}
