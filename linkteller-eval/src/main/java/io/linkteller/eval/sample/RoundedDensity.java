package io.linkteller.eval.sample;

import io.linkteller.graph.Graph;
import io.linkteller.graph.NodePairs;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/**
 * A density rounded to one significant decimal digit: the knowledge that the paper grants an
 * attacker (section VI). Halfway cases round up: 0.015 becomes 0.02.
 *
 * <p>All arithmetic is decimal or integer. The double closest to 0.015 is less than 0.015, and
 * {@code 0.004 * 124750} may exceed 499, which a ceiling would turn into one edge too many.
 *
 * @param value d · 10<sup>e</sup> with a digit d in 1 to 9, at most 1
 */
public record RoundedDensity(BigDecimal value) {

  private static final MathContext ONE_DIGIT = new MathContext(1, RoundingMode.HALF_UP);

  /**
   * Validates and normalizes the value.
   *
   * @param value d · 10<sup>e</sup> with a digit d in 1 to 9, at most 1
   * @throws IllegalArgumentException if {@code value} is outside (0, 1] or has more than one
   *     significant digit
   */
  public RoundedDensity {
    if (value.signum() <= 0 || value.compareTo(BigDecimal.ONE) > 0) {
      throw new IllegalArgumentException("value = " + value.toPlainString() + " is outside (0, 1]");
    }
    value = value.stripTrailingZeros();
    if (value.precision() != 1) {
      throw new IllegalArgumentException(
          "value = " + value.toPlainString() + " has more than one significant digit");
    }
  }

  /**
   * Rounds the density given by counts.
   *
   * @param edges the number of edges, in [1, pairs]
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
   * Rounds the density of a graph: of arcs among ordered pairs if it is directed.
   *
   * @param graph a graph with an edge
   * @return the rounded density
   * @throws IllegalArgumentException if the graph has no edge
   */
  public static RoundedDensity of(Graph graph) {
    return of(graph.edgeCount(), NodePairs.count(graph.nodeCount(), graph.isDirected()));
  }

  /**
   * Returns the belief k̂ as a number.
   *
   * @param belief the factor
   * @return the double nearest to the rounded density times the factor, at most 1
   */
  public double kHat(BeliefFactor belief) {
    return value.multiply(belief.factor()).min(BigDecimal.ONE).doubleValue();
  }
}
