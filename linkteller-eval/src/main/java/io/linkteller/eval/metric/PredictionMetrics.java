package io.linkteller.eval.metric;

import io.linkteller.attack.LinkPrediction;
import io.linkteller.graph.Graph;
import io.linkteller.graph.NodePairs;
import io.linkteller.models.audit.LeakageReport;
import it.unimi.dsi.fastutil.ints.IntList;

/**
 * Compares an attack's prediction with the private graph, whose weights are ignored. On a directed
 * graph, arcs are counted, so predictions must consist of arcs.
 */
public final class PredictionMetrics {

  private PredictionMetrics() {}

  /**
   * Counts how many of the predicted edges are edges among the targets. Takes O(n + (m + D) log d)
   * time for m predicted edges, where d is the largest degree and D is the sum of the degrees of
   * the targets.
   *
   * @param prediction the attack's prediction
   * @param truth A, on all nodes: targets are looked up by id, not by position
   * @return the counts
   * @throws IllegalArgumentException if a target is not a node of the graph
   */
  public static EdgeMetrics edges(LinkPrediction prediction, Graph truth) {
    requireAllNodes(prediction, truth);
    IntList targets = prediction.targets();
    long hits = 0;
    for (int rank = 0; rank < prediction.m(); rank++) {
      long pair = prediction.positionsAt(rank);
      if (truth.hasEdge(
          targets.getInt(NodePairs.first(pair)), targets.getInt(NodePairs.second(pair)))) {
        hits++;
      }
    }
    return new EdgeMetrics(hits, prediction.m(), truth.inducedSubgraph(targets).edgeCount());
  }

  /**
   * Returns the area under the ROC curve of the scores of all pairs of targets, with ties counted
   * as one half. Takes O((s + |E|) log |E|) time for s stored scores, regardless of the number of
   * pairs.
   *
   * @param prediction the attack's prediction
   * @param truth A, on all nodes: targets are looked up by id, not by position
   * @return the area, in [0, 1]
   * @throws IllegalArgumentException if a target is not a node of the graph, or all or none of the
   *     pairs are edges
   */
  public static double rocAuc(LinkPrediction prediction, Graph truth) {
    requireAllNodes(prediction, truth);
    return LeakageReport.of(prediction.scores(), prediction.targets(), truth).auc();
  }

  private static void requireAllNodes(LinkPrediction prediction, Graph truth) {
    if (truth.isDirected() != prediction.isDirected()) {
      throw new IllegalArgumentException(
          "the graph is "
              + (truth.isDirected()
                  ? "directed, but the prediction consists of unordered pairs: attack with"
                      + " InferenceNodes.directed()"
                  : "undirected, but the prediction consists of arcs"));
    }
    IntList targets = prediction.targets();
    for (int i = 0; i < targets.size(); i++) {
      if (targets.getInt(i) >= truth.nodeCount()) {
        throw new IllegalArgumentException(
            "target "
                + targets.getInt(i)
                + " is not a node of the graph, which has "
                + truth.nodeCount()
                + " nodes"
                + (truth.nodeCount() == targets.size()
                    ? ", as many as there are targets: pass the whole graph, not the subgraph that"
                        + " they induce"
                    : ""));
      }
    }
  }
}
