package io.linkteller.dp;

import io.linkteller.dp.sampling.Chance;
import io.linkteller.dp.sampling.Probability;
import io.linkteller.dp.sampling.Trials;
import io.linkteller.graph.Graph;

/**
 * Randomized response on every cell of a graph ({@link CellSelection}): each present cell is kept
 * with one probability and each absent cell is filled with another, all independently.
 *
 * <p>For two graphs that differ in one cell, the probabilities of a result differ by a factor of
 * keep/fill or (1 - fill)/(1 - keep), or the inverse of one of these. With keep &gt;= fill, the
 * response is therefore ε-edge private, where ε is the logarithm of the larger factor. Refusing
 * results with more than a given number of edges is just as private, because a refusal depends only
 * on the result.
 */
record CellwiseResponse(Probability keep, Probability fill) {

  /**
   * Draws the response for a graph. Takes O(n + |E| + number of edges of the result) time, up to a
   * logarithmic factor in {@link Trials}.
   */
  Graph of(Graph graph, Chance chance, long maxEdges) {
    long present = graph.edgeCount();
    long absent = CellSelection.cells(graph) - present;
    return CellSelection.keepingAndFilling(
        graph,
        Trials.successes(keep, present, chance),
        Trials.successes(fill, absent, chance),
        expectedEdges(present, absent),
        maxEdges);
  }

  double expectedEdges(long present, long absent) {
    return keep.value() * present + fill.value() * absent;
  }
}
