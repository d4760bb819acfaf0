package io.linkteller.eval.metric;

import io.linkteller.attack.LinkPrediction;
import io.linkteller.graph.Graph;
import io.linkteller.graph.NodePairs;
import it.unimi.dsi.fastutil.doubles.DoubleArrayList;
import it.unimi.dsi.fastutil.doubles.DoubleList;
import it.unimi.dsi.fastutil.doubles.DoubleLists;

/**
 * Precision and recall of an attack for increasing beliefs k̂: one point per edge found, in the
 * order of the ranking (pairs of equal score in ascending order of their targets' positions).
 *
 * @param recalls ascending, in (0, 1], unmodifiable
 * @param precisions one per recall, in (0, 1], unmodifiable
 */
public record PrecisionRecallCurve(DoubleList recalls, DoubleList precisions) {

  /**
   * Computes the curve of the whole ranking. Takes O(n² log n) time for n targets, so it is meant
   * for samples of targets, not for all nodes of a large graph.
   *
   * @param prediction the attack's prediction
   * @param truth A, on all nodes
   * @return the curve
   * @throws IllegalArgumentException if a target is not a node of the graph or no pair is an edge
   */
  public static PrecisionRecallCurve of(LinkPrediction prediction, Graph truth) {
    Graph edges = truth.inducedSubgraph(prediction.targets());
    if (edges.edgeCount() == 0) {
      throw new IllegalArgumentException(
          "no pair of the " + prediction.targets().size() + " targets is an edge");
    }
    LinkPrediction everything = prediction.withBelief(1);
    DoubleArrayList recalls = new DoubleArrayList(edges.edgeCount());
    DoubleArrayList precisions = new DoubleArrayList(edges.edgeCount());
    for (int rank = 0; recalls.size() < edges.edgeCount(); rank++) {
      long pair = everything.positionsAt(rank);
      if (edges.hasEdge(NodePairs.first(pair), NodePairs.second(pair))) {
        int found = recalls.size() + 1;
        recalls.add((double) found / edges.edgeCount());
        precisions.add((double) found / (rank + 1));
      }
    }
    return new PrecisionRecallCurve(
        DoubleLists.unmodifiable(recalls), DoubleLists.unmodifiable(precisions));
  }
}
