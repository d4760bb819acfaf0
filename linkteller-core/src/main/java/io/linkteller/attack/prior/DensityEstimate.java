package io.linkteller.attack.prior;

import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.PairRanks;
import io.linkteller.attack.PairScores;
import io.linkteller.attack.PriorKnowledge;
import io.linkteller.graph.Graph;
import it.unimi.dsi.fastutil.doubles.DoubleArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.Arrays;
import java.util.OptionalDouble;

/**
 * A density belief and its evidence (appendix D.2 of the paper). Immutable.
 *
 * @param kHat k̂, in (0, 1]: the share of pairs that are predicted to be edges
 * @param basis what the attacker knew
 * @param threshold the least score of a pair that is predicted to be an edge: its influence for
 *     {@link Basis#KNOWN_PAIRS} and {@link Basis#KNOWN_EDGES}, the link predictor's score for
 *     {@link Basis#LINK_PREDICTION}
 * @param knownEdges the number of known edges
 * @param knownNonEdges the number of known non-edges
 * @param recall the share of the known edges that reach the threshold, in [0, 1]; for {@link
 *     Basis#LINK_PREDICTION} the share of those held out
 * @param falseAlarm the share of the known non-edges that reach the threshold; empty if none are
 *     known
 */
public record DensityEstimate(
    double kHat,
    Basis basis,
    double threshold,
    int knownEdges,
    int knownNonEdges,
    double recall,
    OptionalDouble falseAlarm) {

  /** What an attacker may know. */
  public enum Basis {
    /** Some pairs that are connected and some that are not. */
    KNOWN_PAIRS,
    /** Some edges. */
    KNOWN_EDGES,
    /** A part of the graph, completed by a link predictor. */
    LINK_PREDICTION
  }

  /**
   * Estimates the density with a threshold that separates known edges from known non-edges. The
   * threshold maximizes recall minus false-alarm rate on the known pairs; of several the highest is
   * taken, halfway between the two known scores it separates. k̂ is the share of all pairs that
   * reach it. Takes O((s + known) log known) time for s stored scores.
   *
   * <p>Edges and non-edges may be known in any proportion. With a density of a few thousandths,
   * even a small false-alarm rate gives more false alarms than edges; {@link
   * DensityEstimate#corrected} corrects for them.
   *
   * @param scores an attack's scores of the pairs of targets
   * @param known some edges and some non-edges among the targets, at least one of each, by
   *     position: {@link PriorKnowledge#among}
   * @return the belief, with the recall and the false-alarm rate on the known pairs
   * @throws IllegalArgumentException if no edge or no non-edge is known, or the known graphs do not
   *     have one node per target
   */
  public static DensityEstimate fromKnownPairs(PairScores scores, PriorKnowledge known) {
    double[] edges = scoresOf(scores, known.edges(), "edge");
    double[] others = scoresOf(scores, known.nonEdges(), "non-edge");
    double best = Double.NEGATIVE_INFINITY;
    double threshold = 0;
    int recalled = 0;
    int alarms = 0;
    for (int e = edges.length - 1, o = others.length - 1; e >= 0; ) {
      double score = edges[e];
      while (e >= 0 && edges[e] == score) {
        e--;
      }
      while (o >= 0 && others[o] >= score) {
        o--;
      }
      double below =
          Math.max(e >= 0 ? edges[e] : -Double.MAX_VALUE, o >= 0 ? others[o] : -Double.MAX_VALUE);
      int edgesUpTo = edges.length - 1 - e;
      int othersUpTo = others.length - 1 - o;
      double gain = (double) edgesUpTo / edges.length - (double) othersUpTo / others.length;
      if (gain > best) {
        best = gain;
        // If nothing lies below, all known pairs are predicted to be edges.
        threshold = below == -Double.MAX_VALUE ? score : below + (score - below) / 2;
        recalled = edgesUpTo;
        alarms = othersUpTo;
      }
    }
    long named = Math.max(1, countFrom(scores, threshold));
    return new DensityEstimate(
        LinkPrediction.beliefOf(named, scores.pairCount()),
        Basis.KNOWN_PAIRS,
        threshold,
        edges.length,
        others.length,
        (double) recalled / edges.length,
        OptionalDouble.of((double) alarms / others.length));
  }

  /** Returns the scores of known pairs, ascending. */
  private static double[] scoresOf(PairScores scores, Graph pairs, String kind) {
    requireTargets(scores, pairs);
    if (pairs.edgeCount() == 0) {
      throw new IllegalArgumentException("no " + kind + " among the targets is known");
    }
    DoubleArrayList known = new DoubleArrayList(pairs.edgeCount());
    pairs.forEachEdge((i, j) -> known.add(scores.score(i, j)));
    double[] ascending = known.toDoubleArray();
    Arrays.sort(ascending);
    return ascending;
  }

  private static void requireTargets(PairScores scores, Graph known) {
    if (known.nodeCount() != scores.targetCount()) {
      throw new IllegalArgumentException(
          "a graph of "
              + known.nodeCount()
              + " nodes does not fit scores for n = "
              + scores.targetCount());
    }
  }

  /** Returns the number of pairs that score at least {@code threshold}. */
  private static long countFrom(PairScores scores, double threshold) {
    long[] count = {threshold <= 0 ? scores.pairCount() - scores.storedCount() : 0};
    scores.forEachStored((i, j, score) -> count[0] += score >= threshold ? 1 : 0);
    return count[0];
  }

  /**
   * Returns the smallest k̂ for which a share of the known edges is inferred. Takes O((s + known)
   * log known) time for s stored scores.
   *
   * @param scores an attack's scores of the pairs of targets
   * @param knownEdges edges among the targets, as a graph on their positions, at least one
   * @param share the share of them to be inferred, in (0, 1]; with 1, the paper's choice, the known
   *     edge with the lowest score alone determines k̂
   * @return the smallest belief that infers them
   * @throws IllegalArgumentException if no edge is known, the known graph does not have one node
   *     per target, or {@code share} is out of range
   */
  public static DensityEstimate fromKnownEdges(PairScores scores, Graph knownEdges, double share) {
    if (!(share > 0 && share <= 1)) {
      throw new IllegalArgumentException("share = " + share + " is outside (0, 1]");
    }
    if (knownEdges.edgeCount() == 0) {
      throw new IllegalArgumentException("no edge among the targets is known");
    }
    PairRanks ranks = PairRanks.of(scores, knownEdges);
    int wanted = (int) Math.ceil(share * knownEdges.edgeCount());
    return new DensityEstimate(
        LinkPrediction.beliefOf(ranks.ranks()[wanted - 1], scores.pairCount()),
        Basis.KNOWN_EDGES,
        ranks.scores()[wanted - 1],
        knownEdges.edgeCount(),
        0,
        (double) wanted / knownEdges.edgeCount(),
        OptionalDouble.empty());
  }

  /**
   * Completes a known part of the graph by link prediction and returns the density of the result. A
   * fifth of the known edges are held out; pairs are scored by the sum of 1/d_w over the common
   * neighbors w in the remaining graph, and the threshold is the one that finds the held-out edges
   * with the highest F1. No query is asked. Takes O(log |E|) time times the sum of squared degrees.
   *
   * @param partialGraph the known edges, on the ids of all nodes, at least five
   * @param targets V^(C), at least two
   * @param seed determines which edges are held out
   * @return the density of the known and the predicted edges among the targets
   * @throws IllegalArgumentException if fewer than five edges are known, there are fewer than two
   *     targets, no edge among the targets is known or predicted, or a target is not a node of the
   *     graph
   */
  public static DensityEstimate fromLinkPrediction(Graph partialGraph, IntList targets, long seed) {
    if (partialGraph.edgeCount() < 5) {
      throw new IllegalArgumentException(
          partialGraph.edgeCount()
              + " known edges are too few to learn from: at least 5 are needed");
    }
    if (targets.size() < 2) {
      throw new IllegalArgumentException(
          "an attack needs at least 2 targets to pair, but got " + targets.size());
    }
    EdgeCompletion completion = EdgeCompletion.of(partialGraph, seed);
    Graph known = partialGraph.inducedSubgraph(targets);
    boolean[] isTarget = new boolean[partialGraph.nodeCount()];
    targets.forEach((int target) -> isTarget[target] = true);
    long[] edges = {known.edgeCount()};
    ResourceAllocation.forEachOpenPair(
        partialGraph,
        (u, v, score) ->
            edges[0] += isTarget[u] && isTarget[v] && score >= completion.threshold() ? 1 : 0);
    if (edges[0] == 0) {
      throw new IllegalArgumentException("no edge among the targets is known or predicted");
    }
    return new DensityEstimate(
        LinkPrediction.beliefNaming(edges[0], targets.size()),
        Basis.LINK_PREDICTION,
        completion.threshold(),
        known.edgeCount(),
        0,
        completion.recall(),
        OptionalDouble.empty());
  }

  /**
   * Returns the density corrected for missed edges and false alarms, under the assumption that the
   * known pairs are representative: k̂ = k recall + (1 - k) falseAlarm, so k = (k̂ - falseAlarm) /
   * (recall - falseAlarm), the estimate of W. J. Rogan and B. Gladen ("Estimating prevalence from
   * the results of a screening test", Am. J. Epidemiology 107, 1978).
   *
   * @return the corrected density, in (0, 1]; {@code kHat} itself if no non-edges are known, recall
   *     does not exceed the false-alarm rate, or the estimate would not be positive
   */
  public double corrected() {
    if (falseAlarm.isEmpty() || recall <= falseAlarm.getAsDouble()) {
      return kHat;
    }
    double alarm = falseAlarm.getAsDouble();
    double density = (kHat - alarm) / (recall - alarm);
    return density > 0 ? Math.min(1, density) : kHat;
  }
}
