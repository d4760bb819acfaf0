package io.linkteller.eval.sample;

import io.linkteller.graph.Graph;
import io.linkteller.graph.NodePairs;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/**
 * A density rounded to one significant decimal digit: what an attacker is granted to know of it
 * (section VI). Half-way cases round up: 0.015 gives 0.02.
 *
 * <p>All arithmetic is decimal or integer. In binary 0.015 is a little less than itself, and {@code
 * 0.004 * 124750} may be more than 499, which a ceiling would turn into one edge too many.
 *
 * @param value d · 10<sup>e</sup> with a digit d in 1 to 9, at most 1
 */
public record RoundedDensity(BigDecimal value) {

  /**
   * No number of 15 significant digits is lost in a double, so rounding to 15 digits gives back the
   * number that was meant.
   */
  private static final MathContext MEANT = new MathContext(15, RoundingMode.HALF_EVEN);

  private static final MathContext ONE_DIGIT = new MathContext(1, RoundingMode.HALF_UP);

  /**
   * Checks and normalizes the value.
   *
   * @param value d · 10<sup>e</sup> with a digit d in 1 to 9, at most 1
   * @throws IllegalArgumentException if {@code value} is outside (0, 1] or has more than one
   *     significant digit
   */
  public RoundedDensity {
    requireDensity(value);
    value = value.stripTrailingZeros();
    if (value.precision() != 1) {
      throw new IllegalArgumentException(
          "value = " + value.toPlainString() + " has more than one significant digit");
    }
  }

  /**
   * Rounds a density.
   *
   * @param density in (0, 1]; taken to 15 significant digits
   * @return the rounded density
   * @throws IllegalArgumentException if {@code density} is outside (0, 1]
   */
  public static RoundedDensity of(double density) {
    if (!(density > 0 && density <= 1)) {
      throw new IllegalArgumentException("density = " + density + " is outside (0, 1]");
    }
    return new RoundedDensity(new BigDecimal(density, MEANT).round(ONE_DIGIT));
  }

  /**
   * Rounds the density of some pairs, from the counts.
   *
   * @param edges how many of the pairs are edges, in [1, pairs]
   * @param pairs the number of pairs
   * @return the rounded density
   * @throws IllegalArgumentException if {@code edges} is outside [1, pairs]
   */
  public static RoundedDensity of(long edges, long pairs) {
    if (edges < 1 || edges > pairs) {
      throw new IllegalArgumentException("edges = " + edges + " is outside [1, " + pairs + "]");
    }
    return new RoundedDensity(
        BigDecimal.valueOf(edges).divide(BigDecimal.valueOf(pairs), ONE_DIGIT));
  }

  /**
   * Rounds the density of a graph.
   *
   * @param graph a graph with an edge
   * @return the rounded density
   * @throws IllegalArgumentException if the graph has no edge
   */
  public static RoundedDensity of(Graph graph) {
    return of(graph.edgeCount(), NodePairs.count(graph.nodeCount()));
  }

  /**
   * Returns the belief k̂ as a number.
   *
   * @param belief how far the attacker is off
   * @return the double nearest to the rounded density times the factor; beliefs past 1 give 1
   */
  public double kHat(BeliefFactor belief) {
    return exactly(belief).min(BigDecimal.ONE).doubleValue();
  }

  private BigDecimal exactly(BeliefFactor belief) {
    return value.multiply(belief.factor());
  }

  private static void requireDensity(BigDecimal value) {
    if (value.signum() <= 0 || value.compareTo(BigDecimal.ONE) > 0) {
      throw new IllegalArgumentException("value = " + value.toPlainString() + " is outside (0, 1]");
    }
  }
}
