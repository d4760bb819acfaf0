package io.linkteller.dp;

import io.linkteller.graph.Graph;

/**
 * Randomized response on every cell of the upper triangle: a present cell stays with one
 * probability, an absent one is filled with another, all independently.
 *
 * <p>Two graphs that differ in one cell give a result the ratio keep/fill or (1 - fill)/(1 - keep)
 * at that cell and 1 at all others: with keep &gt;= fill this is ε-edge private for the larger of
 * the two logarithms.
 */
final class CellwiseResponse {

  private CellwiseResponse() {}

  /** O(n + |E| + edges of the result), the cost of {@link Trials} included but for a logarithm. */
  static Graph of(Graph graph, Probability keep, Probability fill, Chance chance) {
    UpperTriangle cells = UpperTriangle.of(graph);
    return cells.keepingAndFilling(
        Trials.successes(keep, cells.presentCells(), chance),
        Trials.successes(fill, cells.absentCells(), chance),
        expectedEdges(cells.presentCells(), cells.absentCells(), keep, fill));
  }

  static double expectedEdges(long present, long absent, Probability keep, Probability fill) {
    return keep.approximate * present + fill.approximate * absent;
  }
}
