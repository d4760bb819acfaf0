package io.linkteller.dp;

import io.linkteller.dp.sampling.Chance;
import io.linkteller.dp.sampling.UniformSubset;
import io.linkteller.graph.Graph;

/**
 * LapGraph, Algorithm 4 of the paper. A part ε₁ of the budget is spent on the number of edges, T =
 * |E| + noise. The rest, ε₂, is spent on the cells: the T cells with the largest A_ij + Lap(1/ε₂)
 * become the edges. The cells are those with i &lt; j, or with i ≠ j in a directed graph, where T
 * counts arcs. Relations are perturbed one by one ({@link GraphMechanism}).
 *
 * <p><b>Guarantee</b> (Theorem 5): ε-edge differential privacy. One edge changes |E| by one and the
 * noise is an integer, so T is ε₁-private; clamping it to [0, number of cells] is post-processing.
 * Given T, one edge changes one of the independently noised values by one, so these are ε₂-private,
 * and selecting the largest is post-processing. The two compose to ε₁ + ε₂ &lt;= ε, even in
 * floating point.
 *
 * <p><b>Sampling</b>: O(n + |E| + T) expected time up to logarithmic factors, never O(n²). The
 * discrete Laplace noise of T is drawn with integer arithmetic (Canonne, Kamath and Steinke 2020).
 * The noise of the cells is never drawn: by symmetry, the winners among the present cells are a
 * uniform subset, and so are the winners among the absent cells, so only the number of absent
 * winners has to be determined. It is drawn by a search whose result has exactly the distribution
 * that sorting continuous noise would give, without ties. The subsets are drawn with integer
 * arithmetic and are exactly uniform.
 */
public final class LapGraph extends NoisyCountMechanism {

  private LapGraph(double epsilon, double countShare) {
    super("LapGraph", epsilon, countShare);
  }

  /**
   * Returns LapGraph for a privacy budget, of which 1 % is spent on the number of edges.
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

  /**
   * Adds the memory for the ranks of the absent winners and for the copy that sorting them needs.
   */
  @Override
  OutputSize limit(Graph graph) {
    return OutputSize.limit(graph, 2 * Long.BYTES);
  }

  /** Returns the graph of the T largest noisy cells. */
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
