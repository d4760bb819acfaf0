package io.linkteller.attack.prior;

import io.linkteller.attack.PairScores;
import io.linkteller.graph.Graph;
import io.linkteller.parallel.Workers;
import io.linkteller.privacy.ResponseRates;

/**
 * Estimates the probability that a pair is an edge of the true graph, given the perturbed graph.
 *
 * <ol>
 *   <li>Degrees. A node's degree is a sum of n cells, so its noise is small compared with the
 *       differences between degrees in real graphs. The β-model computes a probability P_ij for
 *       each pair from the degrees of both ends, by empirical Bayes.
 *   <li>Structure. Eigenvalues of the residuals outside the spectrum of the noise correspond to
 *       groups of nodes that are more densely connected than their degrees explain; these
 *       eigenvalues correct P_ij. At small ε, there are none.
 *   <li>The cell. The posterior odds are P_ij/(1 - P_ij) times keep/fill if the pair is an edge of
 *       the perturbed graph, and times (1 - keep)/(1 - fill) otherwise.
 * </ol>
 *
 * <p>The score of a pair is its posterior probability, in (0, 1). For n nodes, at most 80 rounds
 * for degrees and 128 for structure take O(n²) time each. All pairs are stored, with 12 bytes each,
 * so n is at most 65,536.
 */
public final class GraphDenoiser {

  /** The smallest factor by which structure may reduce a probability. */
  private static final double MIN_FACTOR = 0.1;

  /** Structure raises no probability above this value. */
  private static final double MAX_PROBABILITY = 0.95;

  /** The largest number of nodes whose pairs can all be stored. */
  private static final int MAX_NODES = 65_536;

  /** The lower bound of the fill rate and of 1 - keep in the odds, which keeps them finite. */
  private static final double MIN_FILL = 1e-9;

  private GraphDenoiser() {}

  /**
   * Estimates the true graph.
   *
   * @param shown the perturbed graph, with at least two nodes
   * @param rates the probabilities that a cell of the perturbed graph contains an edge
   * @param seed the seed of the start vector of the Lanczos method
   * @param workers the threads to use; the result does not depend on their number
   * @return the posterior probability of each pair
   * @throws IllegalArgumentException if there are fewer than two nodes, or more than 65,536
   */
  public static PairScores posterior(Graph shown, ResponseRates rates, long seed, Workers workers) {
    int n = shown.nodeCount();
    if (n < 2 || n > MAX_NODES) {
      throw new IllegalArgumentException("nodeCount = " + n + " is outside [2, " + MAX_NODES + "]");
    }
    DegreeModel degrees = DegreeModel.fit(shown, rates, workers);
    ResidualStructure structure = ResidualStructure.of(shown, degrees, rates, seed, workers);
    double gap = rates.keep() - rates.fill();
    double ifShown = rates.keep() / Math.max(MIN_FILL, rates.fill());
    double ifNot = Math.max(MIN_FILL, 1 - rates.keep()) / (1 - rates.fill());
    return PairScores.ofAll(
        n,
        (i, j) -> {
          double p = degrees.probability(i, j);
          if (structure.rank() > 0) {
            double g = rates.fill() + gap * p;
            double moved = p + structure.excess(i, j) * Math.sqrt(g * (1 - g)) / gap;
            p = Math.max(MIN_FACTOR * p, Math.min(Math.max(p, MAX_PROBABILITY), moved));
          }
          double odds = p / (1 - p) * (shown.hasEdge(i, j) ? ifShown : ifNot);
          return odds / (1 + odds);
        });
  }
}
