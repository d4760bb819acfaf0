package io.linkteller.dp;

import io.linkteller.dp.sampling.Chance;
import io.linkteller.dp.sampling.Probability;
import io.linkteller.graph.Graph;

/**
 * Asymmetric randomized response with a private estimate of the density, the edge-private baseline
 * of Sajadmanesh, Shamsabadi, Bellet and Gatica-Perez, "GAP: Differentially Private Graph Neural
 * Networks with Aggregation Perturbation", USENIX Security 2023, after Imola, Murakami and
 * Chaudhuri, "Communication-Efficient Triangle Counting under Local Differential Privacy", USENIX
 * Security 2022.
 *
 * <p>A part ε₁ of the budget is spent on a noisy number of edges, which gives a density d. Then
 * every cell goes through EdgeRand at ε₂, p = e^ε₂/(1 + e^ε₂), and each edge of its result is kept
 * with probability q = d/(d p + (1 - d)(1 - p)), at most 1. So an edge stays with probability p q
 * and an absent cell is filled with probability (1 - p) q, and the expected density is d where
 * EdgeRand's is many times that.
 *
 * <p><b>Guarantee</b>: ε-edge differential privacy. The number is ε₁-private, as in {@link
 * LapGraph}. Given d, EdgeRand is ε₂-private (Theorem 4) and dropping edges at random is
 * post-processing: the ratios are p/(1 - p) = e^ε₂ for an edge and (1 - (1 - p) q)/(1 - p q) &lt;=
 * e^ε₂ for none. The two compose to ε₁ + ε₂ &lt;= ε.
 *
 * <p><b>Sampling</b>: O(n + |E| + edges of the result), up to a logarithm. 1 - p is {@link
 * EdgeRand#flipProbability} and q a double; their products are used exactly, unrounded, so both
 * ratios hold exactly whatever q was rounded to. The count's noise is exact.
 */
public final class AsymmetricRandomizedResponse extends NoisyCountMechanism {

  private final double flipProbability;

  private AsymmetricRandomizedResponse(double epsilon, double countShare) {
    super("AsymmetricRandomizedResponse", epsilon, countShare);
    this.flipProbability = EdgeRand.withEpsilon(split.cells()).flipProbability();
  }

  /**
   * Returns the mechanism for a privacy budget, 10 % of it for the density, as in GAP.
   *
   * @param epsilon ε, positive and finite
   * @return the mechanism
   * @throws IllegalArgumentException if ε is not positive or not finite
   */
  public static AsymmetricRandomizedResponse withEpsilon(double epsilon) {
    return new AsymmetricRandomizedResponse(epsilon, 0.1);
  }

  @Override
  public AsymmetricRandomizedResponse withCountShare(double countShare) {
    return new AsymmetricRandomizedResponse(epsilon, countShare);
  }

  @Override
  Graph perturb(Graph graph, long count, Chance chance, long mostEdges) {
    return response(count, CellSelection.cells(graph)).of(graph, chance, mostEdges);
  }

  CellwiseResponse response(long count, long cells) {
    Probability flip = Probability.of(flipProbability);
    Probability q = thinning(count, cells);
    return new CellwiseResponse(flip.complement().times(q), flip.times(q));
  }

  /**
   * q for the density count/cells. Any value would be private, since it is computed from the noisy
   * count.
   */
  private Probability thinning(long count, long cells) {
    if (count == 0) {
      return Probability.of(0);
    }
    double d = (double) count / cells;
    double q = d / (d * (1 - flipProbability) + (1 - d) * flipProbability);
    return Probability.of(Math.min(1, q));
  }
}
