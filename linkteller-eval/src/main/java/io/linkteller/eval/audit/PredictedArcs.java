package io.linkteller.eval.audit;

import io.linkteller.graph.Graph;
import io.linkteller.graph.NodePairs;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;

/**
 * Chooses directions for predicted arcs if an attack cannot determine them, because the model
 * passes messages both ways: each arc is predicted together with its reverse. Often the answers for
 * the two directions differ, and only their assignment to the directions is unknown, so an audit
 * counts each pair as the true arc.
 */
final class PredictedArcs {

  private PredictedArcs() {}

  /**
   * Predicts one arc of each pair instead of both: the true arc, if there is one. Predicts both if
   * both are true.
   *
   * @param predicted arcs, the best first
   * @param graph the true arcs
   * @param most the maximum number of arcs to predict
   */
  static long[] directed(long[] predicted, Graph graph, long most) {
    LongOpenHashSet seen = new LongOpenHashSet();
    LongArrayList directed = new LongArrayList();
    for (long arc : predicted) {
      boolean isFirst = !seen.contains(NodePairs.reverse(arc));
      boolean isArc = isEdge(graph, arc);
      if (isFirst && seen.add(arc)) {
        directed.add(
            isArc || !isEdge(graph, NodePairs.reverse(arc)) ? arc : NodePairs.reverse(arc));
      } else if (isArc && isEdge(graph, NodePairs.reverse(arc))) {
        directed.add(arc);
      }
    }
    directed.size((int) Math.min(most, directed.size()));
    return directed.toLongArray();
  }

  /** Returns whether a pair is an edge, or an arc of a directed graph. */
  static boolean isEdge(Graph graph, long pair) {
    return graph.hasEdge(NodePairs.first(pair), NodePairs.second(pair));
  }
}
