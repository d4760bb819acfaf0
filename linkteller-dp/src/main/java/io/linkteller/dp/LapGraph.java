package io.linkteller.dp;

import io.linkteller.dp.sampling.Chance;
import io.linkteller.dp.sampling.UniformSubset;
import io.linkteller.graph.Graph;

/**
 * LapGraph, Algorithm 4 of the paper: a part ε₁ of the budget goes to the number of edges, T = |E|
 * + noise; the rest ε₂ to the cells: the T largest A_ij + Lap(1/ε₂) become the edges, i &lt; j, or
 * i ≠ j in a directed graph, where T counts arcs. Relations are perturbed one by one ({@link
 * GraphMechanism}).
 *
 * <p><b>Guarantee</b> (Theorem 5): ε-edge differential privacy. One edge changes |E| by one, so T
 * is ε₁-private; it is rounded by being an integer and clamped to [0, number of cells], which is
 * post-processing. Given T, one edge changes one of the independently noised values by one, so
 * these are ε₂-private, and selecting the largest is post-processing. The two compose to ε₁ + ε₂
 * &lt;= ε, even in floating point.
 *
 * <p><b>Sampling</b>: O(n + |E| + T) expected, up to logarithms, never n². T gets discrete Laplace
 * noise by integer arithmetic (Canonne, Kamath, Steinke 2020). The noise of the cells is never
 * drawn: by symmetry the winners among the present cells are a uniform subset, and likewise among
 * the absent ones, so only the number of absent winners has to be determined, by a search that has
 * exactly the law of sorting continuous noise. Ties do not occur. The subsets are uniform by
 * integer arithmetic.
 */
public final class LapGraph extends NoisyCountMechanism {

  private LapGraph(double epsilon, double countShare) {
    super("LapGraph", epsilon, countShare);
  }

  /**
   * Returns LapGraph for a privacy budget, 1 % of it for the number of edges.
   *
   * @param epsilon ε, positive and finite
   * @return the mechanism
   * @throws IllegalArgumentException if ε is not positive or not finite
   */
  public static LapGraph withEpsilon(double epsilon) {
    return new LapGraph(epsilon, 0.01);
  }

  @Override
  public LapGraph withCountShare(double countShare) {
    return new LapGraph(epsilon, countShare);
  }

  /** The ranks of absent winners, and a copy for sorting them, add to the memory of the result. */
  @Override
  OutputSize limit(Graph graph) {
    return OutputSize.limit(graph, 2 * Long.BYTES);
  }

  /** The graph of the T largest noisy cells. */
  @Override
  Graph perturb(Graph graph, long count, Chance chance, long maxEdges) {
    long present = graph.edgeCount();
    long absent = CellSelection.cells(graph) - present;
    long absentWinners = TopCells.absentWinners(split.cells(), present, absent, count, chance);
    return CellSelection.keepingAndFilling(
        graph,
        UniformSubset.of(present, count - absentWinners, chance),
        UniformSubset.of(absent, absentWinners, chance),
        (double) count,
        maxEdges);
  }
}
