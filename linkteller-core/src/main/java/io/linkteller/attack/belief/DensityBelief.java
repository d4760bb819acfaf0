package io.linkteller.attack.belief;

import io.linkteller.graph.NodePairs;
import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * Conversion between k̂, Bob's belief of the density, and m, the number of edges he predicts.
 * {@link DensityEstimate} estimates k̂ from what Bob knows.
 */
public final class DensityBelief {

  private DensityBelief() {}

  /**
   * Returns m = ceil(k̂ n(n - 1)/2), with k̂ taken as the decimal number it prints as: 0.04 of
   * 124,750 pairs are 4,990, regardless of the binary rounding of 0.04.
   *
   * @param kHat k̂, in (0, 1]
   * @param targets n, at least 2
   * @return m, in [1, n(n - 1)/2]
   * @throws IllegalArgumentException if an argument is out of range
   */
  public static long edgeCount(double kHat, int targets) {
    if (!(kHat > 0 && kHat <= 1)) {
      throw new IllegalArgumentException("kHat = " + kHat + " is outside (0, 1]");
    }
    if (targets < 2) {
      throw new IllegalArgumentException(
          "an attack needs at least 2 targets to pair, but got " + targets);
    }
    return BigDecimal.valueOf(kHat)
        .multiply(BigDecimal.valueOf(NodePairs.count(targets)))
        .setScale(0, RoundingMode.CEILING)
        .longValueExact();
  }

  /**
   * Returns a k̂ for which {@link #edgeCount} returns m.
   *
   * @param m in [1, n(n - 1)/2]
   * @param targets n, at least 2
   * @return k̂, about m over the number of pairs
   * @throws IllegalArgumentException if an argument is out of range
   */
  public static double naming(long m, int targets) {
    double pairs = NodePairs.count(targets);
    if (m < 1 || m > pairs) {
      throw new IllegalArgumentException("m = " + m + " is outside [1, " + (long) pairs + "]");
    }
    double share = m / pairs;
    // If the quotient was rounded up, the ceiling would yield m + 1.
    return edgeCount(share, targets) == m ? share : (m - 0.5) / pairs;
  }
}
