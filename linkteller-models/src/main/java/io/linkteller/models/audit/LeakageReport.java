package io.linkteller.models.audit;

import io.linkteller.attack.belief.DensityBelief;
import io.linkteller.attack.score.PairRanks;
import io.linkteller.attack.score.PairScores;
import io.linkteller.attack.score.RocAucCounter;
import io.linkteller.graph.Graph;
import io.linkteller.graph.NodePairs;
import it.unimi.dsi.fastutil.ints.IntImmutableList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.RandomAccess;

/**
 * Which edges an attack ranks how high. The exposure of an edge is its rank among all pairs of
 * targets, equal scores in the order in which attacks break ties: an attacker with belief k̂ names
 * the edge if and only if the rank is at most m = ceil(k̂ n(n - 1)/2). Immutable; memory is 28
 * bytes an edge.
 */
public final class LeakageReport {

  private final IntList targets;
  private final long pairs;

  /** The edges in the order of their ranks, as positions. */
  private final long[] edges;

  private final double[] scores;
  private final long[] ranks;
  private final double auc;

  private LeakageReport(
      IntList targets, long pairs, long[] edges, double[] scores, long[] ranks, double auc) {
    this.targets = targets;
    this.pairs = pairs;
    this.edges = edges;
    this.scores = scores;
    this.ranks = ranks;
    this.auc = auc;
  }

  /**
   * Finds the ranks of the edges between targets. O(s log |E|) for s pairs with a score.
   *
   * @param scores the scores of all pairs of targets, by position, from an audit or an attack
   * @param targets V^(C), distinct nodes, at least two
   * @param graph A
   * @return the report
   * @throws IllegalArgumentException if {@code scores} are of another number of targets, there are
   *     fewer than two, or one is no node of the graph
   */
  public static LeakageReport of(PairScores scores, IntList targets, Graph graph) {
    if (scores.targetCount() != targets.size() || targets.size() < 2) {
      throw new IllegalArgumentException(
          "scores of "
              + scores.targetCount()
              + " targets and "
              + targets.size()
              + " targets must be as many, and at least 2");
    }
    PairRanks ranks = PairRanks.of(scores, graph.inducedSubgraph(targets));
    return new LeakageReport(
        new IntImmutableList(targets),
        scores.pairCount(),
        ranks.edges(),
        ranks.scores(),
        ranks.ranks(),
        auc(scores, ranks.scores()));
  }

  /** The area, NaN if all or none of the pairs are edges. */
  private static double auc(PairScores scores, double[] ofEdges) {
    if (ofEdges.length == 0 || ofEdges.length == scores.pairCount()) {
      return Double.NaN;
    }
    return RocAucCounter.ofPositives(ofEdges, 0)
        .add(scores.storedScores())
        .addZeros(scores.pairCount() - scores.storedCount())
        .value();
  }

  /**
   * Returns V^(C).
   *
   * @return the ids of the targets, unmodifiable
   */
  public IntList targets() {
    return targets;
  }

  /**
   * Returns the number of pairs of targets.
   *
   * @return n(n - 1)/2
   */
  public long pairCount() {
    return pairs;
  }

  /**
   * Returns the number of edges between targets.
   *
   * @return the number of edges
   */
  public int edgeCount() {
    return edges.length;
  }

  /**
   * Returns k, the share of pairs that are edges.
   *
   * @return in [0, 1]
   */
  public double density() {
    return (double) edges.length / pairs;
  }

  /**
   * Returns all edges between targets, the most exposed first.
   *
   * @return the edges, an unmodifiable view
   */
  public List<ExposedEdge> edges() {
    return new Edges();
  }

  /**
   * Returns how many edges an attacker names.
   *
   * @param kHat k̂, in (0, 1]
   * @return the number of edges among the m = ceil(k̂ n(n - 1)/2) first pairs
   * @throws IllegalArgumentException if {@code kHat} is out of range
   */
  public int named(double kHat) {
    return namedAmong(DensityBelief.edgeCount(kHat, targets.size()));
  }

  /**
   * Returns how many edges are among the first pairs of the ranking. With {@link #edgeCount} of
   * them that is an attacker who knows the number of edges exactly.
   *
   * @param m how many pairs, in [0, n(n - 1)/2]
   * @return the number of edges of rank at most m
   * @throws IllegalArgumentException if {@code m} is out of range
   */
  public int namedAmong(long m) {
    if (m < 0 || m > pairs) {
      throw new IllegalArgumentException("m = " + m + " is outside [0, " + pairs + "]");
    }
    int at = Arrays.binarySearch(ranks, m);
    return at < 0 ? -at - 1 : at + 1;
  }

  /**
   * Returns the precision of an attacker.
   *
   * @param kHat k̂, in (0, 1]
   * @return the share of edges among the pairs named, in [0, 1]
   * @throws IllegalArgumentException if {@code kHat} is out of range
   */
  public double precision(double kHat) {
    return (double) named(kHat) / DensityBelief.edgeCount(kHat, targets.size());
  }

  /**
   * Returns the recall of an attacker.
   *
   * @param kHat k̂, in (0, 1]
   * @return the share of the edges that are named, in [0, 1]
   * @throws IllegalArgumentException if {@code kHat} is out of range, or there is no edge
   */
  public double recall(double kHat) {
    int named = named(kHat);
    requireEdges();
    return (double) named / edges.length;
  }

  private void requireEdges() {
    if (edges.length == 0) {
      throw new IllegalArgumentException("there is no edge between the targets");
    }
  }

  /**
   * Returns the area under the ROC curve of the ranking, equal scores counted half.
   *
   * @return in [0, 1]: the probability that an edge outscores a pair that is none
   * @throws IllegalArgumentException if all or none of the pairs are edges
   */
  public double auc() {
    requireEdges();
    if (edges.length == pairs) {
      throw new IllegalArgumentException("every pair of targets is an edge");
    }
    return auc;
  }

  /**
   * Returns the targets that have edges to others, those of whom most is named first: by the number
   * of edges named, then their share, then the first rank. O(|E| + n log n).
   *
   * @param kHat the attacker's belief k̂, in (0, 1]
   * @return the nodes, unmodifiable
   * @throws IllegalArgumentException if {@code kHat} is out of range
   */
  public List<ExposedNode> nodes(double kHat) {
    int namedEdges = named(kHat);
    int n = targets.size();
    int[] degree = new int[n];
    int[] named = new int[n];
    long[] first = new long[n];
    for (int e = 0; e < edges.length; e++) {
      count(NodePairs.first(edges[e]), e, e < namedEdges, degree, named, first);
      count(NodePairs.second(edges[e]), e, e < namedEdges, degree, named, first);
    }
    List<ExposedNode> nodes = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      if (degree[i] > 0) {
        nodes.add(new ExposedNode(targets.getInt(i), degree[i], named[i], first[i]));
      }
    }
    nodes.sort(
        Comparator.comparingInt(ExposedNode::named)
            .thenComparingDouble(ExposedNode::share)
            .reversed()
            .thenComparingLong(ExposedNode::firstRank)
            .thenComparingInt(ExposedNode::node));
    return List.copyOf(nodes);
  }

  private void count(
      int position, int edge, boolean isNamed, int[] degree, int[] named, long[] first) {
    if (degree[position]++ == 0) {
      first[position] = ranks[edge];
    }
    named[position] += isNamed ? 1 : 0;
  }

  @Override
  public String toString() {
    return "LeakageReport[targets = "
        + targets.size()
        + ", edges = "
        + edges.length
        + ", auc = "
        + auc
        + "]";
  }

  private final class Edges extends AbstractList<ExposedEdge> implements RandomAccess {

    @Override
    public ExposedEdge get(int place) {
      return new ExposedEdge(
          targets.getInt(NodePairs.first(edges[place])),
          targets.getInt(NodePairs.second(edges[place])),
          scores[place],
          ranks[place],
          place + 1);
    }

    @Override
    public int size() {
      return edges.length;
    }
  }
}
