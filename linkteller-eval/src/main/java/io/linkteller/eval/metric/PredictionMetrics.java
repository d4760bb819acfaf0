package io.linkteller.eval.metric;

import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.PairScores;
import io.linkteller.attack.ScoredPair;
import io.linkteller.attack.direct.EdgeRelations;
import io.linkteller.graph.Graph;
import io.linkteller.graph.NodePairs;
import it.unimi.dsi.fastutil.doubles.DoubleArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.Arrays;
import java.util.List;

/**
 * Compares an attack's prediction with the private graph, whatever the weights of its edges. On a
 * directed graph arcs are counted, so predictions must name arcs.
 */
public final class PredictionMetrics {

  private PredictionMetrics() {}

  /**
   * Counts how many of the predicted edges are edges among the targets. O(m log d + the degrees of
   * the targets).
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
   * Counts how many of the named edges are edges of the named relation. Relations of a prediction
   * are told apart but not named, so each is taken for one of the graph's: in turn the two that
   * have the most edges in common, which counts no more than the best renaming.
   *
   * @param prediction the attack's prediction
   * @param named the relations of its edges
   * @param truth A, on all nodes, with relations
   * @return the counts; an edge in two relations counts twice as an actual edge
   * @throws IllegalArgumentException if a target is not a node of the graph, the graph has no
   *     relations, or {@code named} is of another number of edges
   */
  public static EdgeMetrics edgesAndRelations(
      LinkPrediction prediction, EdgeRelations named, Graph truth) {
    int[] matched = matchedRelations(prediction, named, truth);
    List<Graph> relations = truth.relations();
    long hits = 0;
    for (int rank = 0; rank < named.edgeCount(); rank++) {
      ScoredPair pair = prediction.edges().get(rank);
      int of = named.relation(rank) == EdgeRelations.NONE ? -1 : matched[named.relation(rank)];
      hits += of >= 0 && relations.get(of).hasEdge(pair.u(), pair.v()) ? 1 : 0;
    }
    long actual = 0;
    for (Graph relation : relations) {
      actual += relation.inducedSubgraph(prediction.targets()).edgeCount();
    }
    return new EdgeMetrics(hits, named.edgeCount(), actual);
  }

  /**
   * Returns which relation of the graph each relation that was told apart is taken for, as {@link
   * #edgesAndRelations} does.
   *
   * @param prediction the attack's prediction
   * @param named the relations of its edges
   * @param truth A, on all nodes, with relations
   * @return for each relation that was told apart, in their order, one of the graph's, none twice;
   *     {@link EdgeRelations#NONE} if none has edges in common with it that others have not more of
   * @throws IllegalArgumentException as {@link #edgesAndRelations}
   */
  public static int[] matchedRelations(
      LinkPrediction prediction, EdgeRelations named, Graph truth) {
    requireAllNodes(prediction, truth);
    List<Graph> relations = truth.relations();
    if (relations.isEmpty() || named.edgeCount() != prediction.edges().size()) {
      throw new IllegalArgumentException(
          "the graph has "
              + relations.size()
              + " relations, and those of "
              + named.edgeCount()
              + " edges were named where the attack named "
              + prediction.edges().size());
    }
    long[][] common = new long[named.count()][relations.size()];
    for (int rank = 0; rank < named.edgeCount(); rank++) {
      ScoredPair pair = prediction.edges().get(rank);
      for (int r = 0; r < relations.size() && named.relation(rank) != EdgeRelations.NONE; r++) {
        common[named.relation(rank)][r] += relations.get(r).hasEdge(pair.u(), pair.v()) ? 1 : 0;
      }
    }
    int[] matched = new int[common.length];
    Arrays.fill(matched, EdgeRelations.NONE);
    while (true) {
      long most = 0;
      int row = 0;
      int col = 0;
      for (int i = 0; i < common.length; i++) {
        for (int j = 0; j < common[i].length; j++) {
          if (common[i][j] > most) {
            most = common[i][j];
            row = i;
            col = j;
          }
        }
      }
      if (most == 0) {
        return matched;
      }
      matched[row] = col;
      Arrays.fill(common[row], 0);
      for (long[] each : common) {
        each[col] = 0;
      }
    }
  }

  /**
   * Returns the area under the ROC curve of the scores of all pairs of targets, ties counted half.
   * O((s + |E|) log |E|) for s stored scores, whatever the number of pairs.
   *
   * @param prediction the attack's prediction
   * @param truth A, on all nodes: targets are looked up by id, not by position
   * @return the area, in [0, 1]
   * @throws IllegalArgumentException if a target is not a node of the graph, or all or none of the
   *     pairs are edges
   */
  public static double rocAuc(LinkPrediction prediction, Graph truth) {
    requireAllNodes(prediction, truth);
    PairScores scores = prediction.scores();
    Graph edges = truth.inducedSubgraph(prediction.targets());
    DoubleArrayList ofEdges = new DoubleArrayList(edges.edgeCount());
    edges.forEachEdge((i, j) -> ofEdges.add(scores.score(i, j)));
    return RankingMetrics.sparseRocAuc(
        scores.storedScores(),
        scores.pairCount() - scores.storedCount(),
        ofEdges.toDoubleArray(),
        0);
  }

  private static void requireAllNodes(LinkPrediction prediction, Graph truth) {
    if (truth.isDirected() != prediction.isDirected()) {
      throw new IllegalArgumentException(
          "the graph is "
              + (truth.isDirected()
                  ? "directed, but the prediction names unordered pairs: attack with"
                      + " InferenceNodes.directed()"
                  : "undirected, but the prediction names arcs"));
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
