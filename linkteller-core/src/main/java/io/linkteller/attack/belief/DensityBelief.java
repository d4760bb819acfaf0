package io.linkteller.attack.belief;

import io.linkteller.attack.score.PairRanks;
import io.linkteller.attack.score.PairScores;
import io.linkteller.graph.Graph;
import io.linkteller.graph.NodePairs;
import it.unimi.dsi.fastutil.doubles.DoubleArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Arrays;
import java.util.OptionalDouble;
import java.util.SplittableRandom;

/**
 * From k̂, Bob's belief of the density, to m, the number of pairs he calls edges; and to k̂ from
 * what Bob knows (appendix D.2 of the paper).
 */
public final class DensityBelief {

  private DensityBelief() {}

  /**
   * Returns m = ceil(k̂ n(n - 1)/2), k̂ read as the decimal number it prints as: 0.04 of 124,750
   * pairs are 4,990, however 0.04 is rounded in binary.
   *
   * @param kHat k̂, in (0, 1]
   * @param targets n, at least 2
   * @return m, in [1, n(n - 1)/2]
   * @throws IllegalArgumentException if an argument is out of range
   */
  public static long edgeCount(double kHat, int targets) {
    if (!(kHat > 0 && kHat <= 1)) {
      throw new IllegalArgumentException("kHat = " + kHat + " is outside (0, 1]");
    }
    if (targets < 2) {
      throw new IllegalArgumentException(
          "an attack needs at least 2 targets to pair, but got " + targets);
    }
    return BigDecimal.valueOf(kHat)
        .multiply(BigDecimal.valueOf(NodePairs.count(targets)))
        .setScale(0, RoundingMode.CEILING)
        .longValueExact();
  }

  /**
   * Returns a k̂ for which {@link #edgeCount} is m.
   *
   * @param m in [1, n(n - 1)/2]
   * @param targets n, at least 2
   * @return k̂, about m over the number of pairs
   * @throws IllegalArgumentException if an argument is out of range
   */
  public static double naming(long m, int targets) {
    double pairs = NodePairs.count(targets);
    if (m < 1 || m > pairs) {
      throw new IllegalArgumentException("m = " + m + " is outside [1, " + (long) pairs + "]");
    }
    double share = m / pairs;
    // The quotient may have been rounded up, which a ceiling would turn into one pair more.
    return edgeCount(share, targets) == m ? share : (m - 0.5) / pairs;
  }

  /**
   * Believes what a threshold between known connected and known unconnected pairs makes of the
   * others: the one that maximizes recall less false alarms on them, the highest of several,
   * halfway between the two known scores it separates. O((s + known) log known) for s stored
   * scores.
   *
   * <p>Connected and unconnected pairs may be known in any proportion. A density of some
   * thousandths lets even a small share of false alarms outnumber the edges; {@link
   * DensityEstimate#corrected} allows for them.
   *
   * @param scores an attack's scores of the pairs of targets
   * @param known some edges and some non-edges among the targets, at least one of each, by
   *     position: {@link PriorKnowledge#among}
   * @return the belief, with what the threshold does to the known pairs
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
        // Everything known is called an edge where nothing lies below.
        threshold = below == -Double.MAX_VALUE ? score : below + (score - below) / 2;
        recalled = edgesUpTo;
        alarms = othersUpTo;
      }
    }
    long named = Math.max(1, countFrom(scores, threshold));
    return new DensityEstimate(
        naming(named, scores.targetCount()),
        DensityEstimate.Basis.KNOWN_PAIRS,
        threshold,
        edges.length,
        others.length,
        (double) recalled / edges.length,
        OptionalDouble.of((double) alarms / others.length));
  }

  /** The scores of known pairs, ascending. */
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
              + " nodes does not fit scores of "
              + scores.targetCount()
              + " targets");
    }
  }

  /** The number of pairs that score at least this. */
  private static long countFrom(PairScores scores, double threshold) {
    long[] count = {threshold <= 0 ? scores.pairCount() - scores.storedCount() : 0};
    scores.forEachStored((i, j, score) -> count[0] += score >= threshold ? 1 : 0);
    return count[0];
  }

  /**
   * Raises k̂ until a share of the known edges is inferred. O((s + known) log known) for s stored
   * scores.
   *
   * @param scores an attack's scores of the pairs of targets
   * @param knownEdges edges among the targets, as a graph on their positions, at least one
   * @param share how many of them must be inferred, in (0, 1]; 1 is the paper's, and the hardest
   *     edge to find then decides alone
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
        naming(ranks.ranks()[wanted - 1], scores.targetCount()),
        DensityEstimate.Basis.KNOWN_EDGES,
        ranks.scores()[wanted - 1],
        knownEdges.edgeCount(),
        0,
        (double) wanted / knownEdges.edgeCount(),
        OptionalDouble.empty());
  }

  /**
   * Completes a part of the graph by link prediction and believes in the density of the outcome. A
   * fifth of the known edges is held out; pairs of the rest are scored by the sum of 1/d_w over
   * common neighbours w, and the threshold is the one that finds those held out with the best F1.
   * No query is asked. O(sum over nodes of their squared degrees, times log |E|).
   *
   * @param partialGraph the known edges, on the ids of all nodes, at least five
   * @param targets V^(C), at least two
   * @param seed decides which edges are held out
   * @return the density of the known and the predicted edges among the targets
   * @throws IllegalArgumentException if fewer than five edges are known, there are fewer than two
   *     targets, no edge among the targets is known or predicted, or a target is no node
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
    Completion completion = Completion.of(partialGraph, seed);
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
        naming(edges[0], targets.size()),
        DensityEstimate.Basis.LINK_PREDICTION,
        completion.threshold(),
        known.edgeCount(),
        0,
        completion.recall(),
        OptionalDouble.empty());
  }

  /**
   * How well held-out edges are found again.
   *
   * @param threshold pairs that score this or more are predicted; infinite if none is worth it
   * @param recall the share of the held-out edges that are
   */
  private record Completion(double threshold, double recall) {

    private static final int PARTS = 5;

    static Completion of(Graph graph, long seed) {
      SplittableRandom random = new SplittableRandom(seed);
      Graph.Builder kept = Graph.builder(graph.nodeCount());
      Graph.Builder held = Graph.builder(graph.nodeCount());
      int[] left = {graph.edgeCount(), graph.edgeCount() / PARTS};
      // Every subset of that size is as likely: an edge is held out with the share still to hold.
      graph.forEachEdge(
          (u, v) -> {
            if (random.nextInt(left[0]--) < left[1]) {
              left[1]--;
              held.addEdge(u, v);
            } else {
              kept.addEdge(u, v);
            }
          });
      Graph rest = kept.build();
      Graph hidden = held.build();
      DoubleArrayList found = new DoubleArrayList();
      ResourceAllocation.forEachOpenPair(
          rest,
          (u, v, score) -> {
            if (hidden.hasEdge(u, v)) {
              found.add(score);
            }
          });
      double[] ascending = found.toDoubleArray();
      Arrays.sort(ascending);
      long[] others = new long[ascending.length + 1];
      ResourceAllocation.forEachOpenPair(
          rest,
          (u, v, score) -> {
            if (!hidden.hasEdge(u, v)) {
              int at = Arrays.binarySearch(ascending, score);
              others[at < 0 ? -at - 1 : lastEqual(ascending, at) + 1]++;
            }
          });
      return best(ascending, others, hidden.edgeCount());
    }

    private static int lastEqual(double[] ascending, int at) {
      int last = at;
      while (last + 1 < ascending.length && ascending[last + 1] == ascending[at]) {
        last++;
      }
      return last;
    }

    /**
     * others[i] pairs score less than the i-th hidden edge and at least as much as the one before.
     */
    private static Completion best(double[] ascending, long[] others, int hidden) {
      Completion best = new Completion(Double.POSITIVE_INFINITY, 0);
      double bestF1 = 0;
      long wrong = others[ascending.length];
      for (int i = ascending.length - 1; i >= 0; i--) {
        int right = ascending.length - i;
        if (i == 0 || ascending[i - 1] < ascending[i]) {
          double f1 = 2.0 * right / (right + wrong + hidden);
          if (f1 > bestF1) {
            bestF1 = f1;
            best = new Completion(ascending[i], (double) right / hidden);
          }
        }
        wrong += others[i];
      }
      return best;
    }
  }
}
