package io.linkteller.privacy;

/**
 * The probabilities that a cell of a perturbed adjacency matrix contains an edge. They follow from
 * a mechanism and its ε, which are public. For mechanisms that preserve the number of edges, they
 * also depend on the density of the whole graph, which these mechanisms publish with noise.
 *
 * @param keep P(edge in the perturbed graph | edge in the true graph), in (0, 1]
 * @param fill P(edge in the perturbed graph | none in the true graph), in [0, 1), below {@code
 *     keep}
 */
public record ResponseRates(double keep, double fill) {

  /**
   * Creates the rates.
   *
   * @param keep P(edge in the perturbed graph | edge in the true graph), in (0, 1]
   * @param fill P(edge in the perturbed graph | none in the true graph), in [0, 1), below {@code
   *     keep}
   * @throws IllegalArgumentException if a rate is out of range, or {@code fill} is not below {@code
   *     keep}
   */
  public ResponseRates {
    if (!(keep > 0 && keep <= 1)) {
      throw new IllegalArgumentException("keep = " + keep + " is outside (0, 1]");
    }
    if (!(fill >= 0 && fill < keep)) {
      throw new IllegalArgumentException("fill = " + fill + " is outside [0, keep = " + keep + ")");
    }
  }

  /**
   * Returns the rates of EdgeRand, which flips each cell with probability 1/(e^ε + 1).
   *
   * @param epsilon ε, positive and finite
   * @return the rates
   * @throws IllegalArgumentException if ε is not positive or not finite, or so small that the rates
   *     are equal in double precision
   */
  public static ResponseRates ofEdgeRand(double epsilon) {
    requireEpsilon(epsilon);
    double flip = 1 / (Math.exp(epsilon) + 1);
    return new ResponseRates(1 - flip, flip);
  }

  /**
   * Returns the rates of a mechanism that keeps the cells with the largest A_ij + Lap(1/ε₂), as
   * many as the graph has edges: LapGraph and Top-m Filter. The cells that LapGraph keeps depend on
   * each other only through their number.
   *
   * @param cellEpsilon ε₂, the part of the budget that is spent on the cells, positive and finite
   * @param density the density of the whole graph, in (0, 1)
   * @return the rates
   * @throws IllegalArgumentException if an argument is out of range
   */
  public static ResponseRates ofLargestCells(double cellEpsilon, double density) {
    requireEpsilon(cellEpsilon);
    requireDensity(density);
    // c = ε₂ (θ - 1), where the share of cells that exceed the threshold θ equals the density.
    double odds = (1 - density) / density;
    double expC = 0.5 + odds / 2 * Math.exp(-cellEpsilon);
    double c = expC >= 1 ? Math.log(expC) : (Math.log(odds) - cellEpsilon) / 2;
    if (c < -cellEpsilon) {
      c = Math.log(2 / (Math.exp(-cellEpsilon) / odds + 1)) - cellEpsilon;
    }
    return new ResponseRates(laplaceTail(c), laplaceTail(c + cellEpsilon));
  }

  /**
   * Returns the expected density of a perturbed graph.
   *
   * @param density the density of the true graph, in [0, 1]
   * @return the density
   */
  public double shownDensity(double density) {
    return density * keep + (1 - density) * fill;
  }

  /** Returns P(Lap(1) >= c). */
  private static double laplaceTail(double c) {
    return c >= 0 ? Math.exp(-c) / 2 : 1 - Math.exp(c) / 2;
  }

  private static void requireEpsilon(double epsilon) {
    if (!(epsilon > 0 && epsilon < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("epsilon = " + epsilon + " is outside (0, Infinity)");
    }
  }

  private static void requireDensity(double density) {
    if (!(density > 0 && density < 1)) {
      throw new IllegalArgumentException("density = " + density + " is outside (0, 1)");
    }
  }
}
