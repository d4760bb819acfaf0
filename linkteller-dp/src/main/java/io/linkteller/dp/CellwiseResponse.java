package io.linkteller.dp;

import io.linkteller.dp.sampling.Chance;
import io.linkteller.dp.sampling.Probability;
import io.linkteller.dp.sampling.Trials;
import io.linkteller.graph.Graph;

/**
 * Randomized response on every cell of a graph ({@link CellSelection}): a present cell stays with
 * one probability, an absent one is filled with another, all independently.
 *
 * <p>Two graphs that differ in one cell give a result the ratio keep/fill or (1 - fill)/(1 - keep)
 * at that cell and 1 at all others: with keep &gt;= fill this is ε-edge private for the larger of
 * the two logarithms. So is a refusal of results with more than a given number of edges, since it
 * depends only on the result.
 */
record CellwiseResponse(Probability keep, Probability fill) {

  /** O(n + |E| + edges of the result), including the cost of {@link Trials} up to a logarithm. */
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
