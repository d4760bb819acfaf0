package io.linkteller.dp;

import io.linkteller.dp.sampling.Chance;
import io.linkteller.dp.sampling.Probability;
import io.linkteller.graph.Graph;

/**
 * Top-m Filter, after Nguyen, Imine and Rusinowitch, "Differentially Private Publication of Social
 * Graphs at Linear Cost", ASONAM 2015. A part ε₁ of the budget is spent on a noisy number of edges
 * m̃. This number determines a threshold θ such that about m̃ of the noisy cells A_ij + Lap(1/ε₂),
 * i &lt; j, reach θ; these become the edges. The mechanism is LapGraph with a threshold instead of
 * sorting.
 *
 * <p><b>Guarantee</b>: ε-edge differential privacy. The number is ε₁-private, as in {@link
 * LapGraph}, and θ depends only on it and on n. Given θ, one edge changes one of the independently
 * noised values by one, so these are ε₂-private, and comparing them with θ is post-processing. The
 * two compose to ε₁ + ε₂ &lt;= ε.
 *
 * <p><b>Difference from the publication.</b> In the publication, only present cells get noise and
 * are filtered; absent cells are then added at random until there are m̃ edges. That is not
 * ε-private: let each of the m present cells pass with probability π, let n₁ of them pass, and let
 * b = m̃ - n₁ of the N - m absent cells be added. If one of the added cells had been an edge, the
 * same output would have had π (N - m)/b times its probability, and b can be 1. Here, absent cells
 * are filtered as well: each passes independently with probability P(Lap(1/ε₂) &gt;= θ), so the
 * number of edges varies slightly around m̃.
 *
 * <p><b>Threshold</b>: if m = m̃ of N cells are edges and c = ε₂ (θ - 1), the expected number of
 * cells that pass is m for
 *
 * <ul>
 *   <li>e^c = 1/2 + (N - m)/(2 m) e^-ε₂, if that is at least 1 (θ &gt;= 1);
 *   <li>otherwise e^(2c) = (N - m)/m e^-ε₂, if c &gt;= -ε₂ (0 &lt;= θ &lt; 1);
 *   <li>otherwise e^c = 2 (N - m)/(m + (N - m) e^ε₂) (θ &lt; 0, only for graphs that are nearly
 *       complete).
 * </ul>
 *
 * <p><b>Sampling</b>: O(n + |E| + number of edges of the result), up to a logarithmic factor.
 * Present cells pass with probability P(Lap(1) &gt;= c), absent ones with P(Lap(1) &gt;= c + ε₂).
 * Both probabilities are exact for the double c, so rounding may shift the threshold but cannot
 * weaken the guarantee.
 */
public final class TopMFilter extends NoisyCountMechanism {

  private TopMFilter(double epsilon, double countShare) {
    super("TopMFilter", epsilon, countShare);
  }

  /**
   * Returns the mechanism for a privacy budget, of which 1 % is spent on the number of edges.
   *
   * @param epsilon ε, positive and finite
   * @return the mechanism
   * @throws IllegalArgumentException if ε is not positive or not finite
   */
  public static TopMFilter withEpsilon(double epsilon) {
    return new TopMFilter(epsilon, 0.01);
  }

  @Override
  public TopMFilter withCountShare(double countShare) {
    return new TopMFilter(epsilon, countShare);
  }

  /** Returns the graph of the cells that reach the threshold of a noisy count. */
  @Override
  Graph perturb(Graph graph, long count, Chance chance, long maxEdges) {
    return response(count, CellSelection.cells(graph)).of(graph, chance, maxEdges);
  }

  CellwiseResponse response(long count, long cells) {
    double c = threshold(count, cells);
    return new CellwiseResponse(
        Probability.laplaceTail(c, 0), Probability.laplaceTail(c, split.cells()));
  }

  /** Returns c = ε₂ (θ - 1), which is infinite if no cell or every cell is to pass. */
  double threshold(long count, long cells) {
    if (count == 0) {
      return Double.POSITIVE_INFINITY;
    }
    if (count == cells) {
      return Double.NEGATIVE_INFINITY;
    }
    double odds = (double) (cells - count) / count;
    double expC = 0.5 + odds / 2 * Math.exp(-split.cells());
    if (expC >= 1) {
      return Math.log(expC);
    }
    double c = (Math.log(odds) - split.cells()) / 2;
    if (c >= -split.cells()) {
      return c;
    }
    return Math.log(2 / (Math.exp(-split.cells()) / odds + 1)) - split.cells();
  }
}
