package io.linkteller.models.audit;

import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.PairScores;
import io.linkteller.file.Sha256;
import io.linkteller.graph.EdgeKind;
import io.linkteller.graph.Graph;
import io.linkteller.graph.NodePairs;
import it.unimi.dsi.fastutil.ints.IntImmutableList;
import it.unimi.dsi.fastutil.ints.IntList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.RandomAccess;

/**
 * The exposure of the edges between targets. The exposure of an edge is its rank among all pairs of
 * targets by score, with ties broken as in attacks: an attacker with density belief k̂ predicts the
 * edge if and only if its rank is at most m = ceil(k̂ n(n - 1)/2). Uses 24 bytes per edge. In a
 * directed graph, edges are arcs and are ranked among the n(n - 1) ordered pairs. Immutable.
 */
public final class LeakageReport {

  private final IntList targets;
  private final long pairs;
  private final EdgeKind kind;

  /** The edges as pairs of positions in V^(C), in the order of their ranks. */
  private final long[] edges;

  private final double[] scores;
  private final long[] ranks;
  private final double auc;

  LeakageReport(
      IntList targets,
      long pairs,
      EdgeKind kind,
      long[] edges,
      double[] scores,
      long[] ranks,
      double auc) {
    this.targets = targets;
    this.pairs = pairs;
    this.kind = kind;
    this.edges = edges;
    this.scores = scores;
    this.ranks = ranks;
    this.auc = auc;
  }

  /**
   * Computes the ranks of the edges between targets. Takes O(s log |E|) time for s stored scores.
   *
   * @param scores the scores of all pairs of targets by position, from an audit or an attack
   * @param targets V^(C), distinct nodes, at least two
   * @param graph A
   * @return the report
   * @throws IllegalArgumentException if the number of targets differs from that of {@code scores},
   *     there are fewer than two, a target is not a node of the graph, or the graph is directed and
   *     the pairs are unordered, or vice versa
   */
  public static LeakageReport of(PairScores scores, IntList targets, Graph graph) {
    if (scores.targetCount() != targets.size() || targets.size() < 2) {
      throw new IllegalArgumentException(
          "the scores are for "
              + scores.targetCount()
              + " targets, but there are "
              + targets.size()
              + " targets; the numbers must be equal and at least 2");
    }
    if (graph.isDirected() != scores.isOrdered()) {
      throw new IllegalArgumentException(
          "scores of "
              + (scores.isOrdered() ? "ordered" : "unordered")
              + " pairs do not fit a graph that is "
              + (graph.isDirected() ? "directed" : "undirected"));
    }
    LongArrayList edges = new LongArrayList();
    graph.inducedSubgraph(targets).forEachEdge((i, j) -> edges.add(NodePairs.pack(i, j)));
    long[] pairs = edges.toLongArray();
    // Adding zero turns -0.0 into 0.0.
    RankCounts counts =
        new RankCounts(
            EdgeRanking.of(
                targets.size(),
                pairs,
                e -> scores.score(NodePairs.first(pairs[e]), NodePairs.second(pairs[e])) + 0.0));
    scores.forEachStored(
        (i, j, score) -> {
          if (score != 0) {
            counts.add(i, j, score);
          }
        });
    return counts.report(new IntImmutableList(targets), graph.edgeKind());
  }

  /** {@return V^(C), the targets, unmodifiable} */
  public IntList targets() {
    return targets;
  }

  /** {@return the number of pairs of targets: n(n - 1)/2, or n(n - 1) if directed} */
  public long pairCount() {
    return pairs;
  }

  /** {@return the kind of the edges, which also determines the words for edges in messages} */
  public EdgeKind edgeKind() {
    return kind;
  }

  /** {@return the number of edges between targets} */
  public int edgeCount() {
    return edges.length;
  }

  /** {@return k, the fraction of pairs that are edges, in [0, 1]} */
  public double density() {
    return (double) edges.length / pairs;
  }

  /** {@return an unmodifiable view of all edges between targets, the most exposed first} */
  public List<ExposedEdge> edges() {
    return new Edges();
  }

  /**
   * Returns the rank of an edge. Takes O(n + |E|) time.
   *
   * @param u a node, the source if directed
   * @param v the other node
   * @return the rank, counted from 1
   * @throws IllegalArgumentException if there is no such edge between targets
   */
  public long rank(int u, int v) {
    long pair = NodePairs.pack(targets.indexOf(u), targets.indexOf(v));
    for (int place = 0; place < edges.length; place++) {
      if (edges[place] == pair || (!kind.isDirected() && NodePairs.reverse(edges[place]) == pair)) {
        return ranks[place];
      }
    }
    throw new IllegalArgumentException(
        u + kind.link() + v + kind.fill(" is not among the {edges} between the targets"));
  }

  /**
   * Returns the number of edges that an attacker predicts correctly.
   *
   * @param kHat the attacker's belief k̂, in (0, 1]
   * @return the number of edges among the first m pairs
   * @throws IllegalArgumentException if {@code kHat} is out of range
   */
  public int foundEdges(double kHat) {
    return edgesAmong(LinkPrediction.predictedCount(kHat, pairs));
  }

  /**
   * Returns the number of edges among the first m pairs of the ranking. With m = {@link
   * #edgeCount}, this corresponds to an attacker who knows the number of edges.
   *
   * @param m the number of pairs, in [0, {@link #pairCount}]
   * @return the number of edges with rank at most m
   * @throws IllegalArgumentException if {@code m} is out of range
   */
  public int edgesAmong(long m) {
    if (m < 0 || m > pairs) {
      throw new IllegalArgumentException("m = " + m + " is outside [0, " + pairs + "]");
    }
    // Ranks are ascending and distinct, so the insertion point is the number of smaller ranks.
    int at = Arrays.binarySearch(ranks, m);
    return at < 0 ? -at - 1 : at + 1;
  }

  /**
   * Returns the precision of an attacker.
   *
   * @param kHat the attacker's belief k̂, in (0, 1]
   * @return the fraction of edges among the predicted pairs, in [0, 1]
   * @throws IllegalArgumentException if {@code kHat} is out of range
   */
  public double precision(double kHat) {
    return (double) foundEdges(kHat) / LinkPrediction.predictedCount(kHat, pairs);
  }

  /**
   * Returns the recall of an attacker.
   *
   * @param kHat the attacker's belief k̂, in (0, 1]
   * @return the fraction of the edges that are predicted, in [0, 1]
   * @throws IllegalArgumentException if {@code kHat} is out of range or there is no edge
   */
  public double recall(double kHat) {
    int found = foundEdges(kHat);
    requireEdges();
    return (double) found / edges.length;
  }

  private void requireEdges() {
    if (edges.length == 0) {
      throw new IllegalArgumentException("there are no edges between the targets");
    }
  }

  /**
   * Returns the area under the ROC curve of the ranking. Ties count as one half.
   *
   * @return the probability that an edge has a higher score than a pair without an edge, in [0, 1]
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
   * Returns the targets that have edges to other targets, the most exposed first: ordered by the
   * number of predicted edges, then by the fraction of the node's edges that are predicted, then by
   * the lowest rank. Takes O(|E| + n log n) time.
   *
   * @param kHat the attacker's belief k̂, in (0, 1]
   * @return the nodes, unmodifiable
   * @throws IllegalArgumentException if {@code kHat} is out of range
   */
  public List<ExposedNode> nodes(double kHat) {
    return exposedNodesAmong(LinkPrediction.predictedCount(kHat, pairs));
  }

  /**
   * Returns the same list as {@link #nodes}, but for an attacker who predicts the first m pairs of
   * the ranking.
   *
   * @param m the number of pairs, in [0, {@link #pairCount}]
   * @return the nodes, unmodifiable
   * @throws IllegalArgumentException if {@code m} is out of range
   */
  public List<ExposedNode> exposedNodesAmong(long m) {
    int foundEdges = edgesAmong(m);
    int n = targets.size();
    int[] degree = new int[n];
    int[] found = new int[n];
    long[] first = new long[n];
    for (int e = 0; e < edges.length; e++) {
      count(NodePairs.first(edges[e]), e, e < foundEdges, degree, found, first);
      count(NodePairs.second(edges[e]), e, e < foundEdges, degree, found, first);
    }
    List<ExposedNode> nodes = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      if (degree[i] > 0) {
        nodes.add(new ExposedNode(targets.getInt(i), degree[i], found[i], first[i]));
      }
    }
    nodes.sort(
        Comparator.comparingInt(ExposedNode::found)
            .thenComparingDouble(ExposedNode::share)
            .reversed()
            .thenComparingLong(ExposedNode::firstRank)
            .thenComparingInt(ExposedNode::node));
    return List.copyOf(nodes);
  }

  private void count(
      int position, int edge, boolean isFound, int[] degree, int[] found, long[] first) {
    if (degree[position]++ == 0) {
      first[position] = ranks[edge];
    }
    found[position] += isFound ? 1 : 0;
  }

  /**
   * Returns a digest of every number of this report. Reports with equal digests are bit-identical.
   *
   * @return the SHA-256 digest, as 64 hexadecimal digits, of the number of pairs, the area under
   *     the ROC curve, and the nodes, score and rank of each edge, all big-endian
   */
  public String digest() {
    MessageDigest digest = Sha256.begin();
    digest.update(ByteBuffer.allocate(16).putLong(pairs).putDouble(auc).flip());
    ByteBuffer edge = ByteBuffer.allocate(24);
    for (int place = 0; place < edges.length; place++) {
      edge.clear()
          .putInt(targets.getInt(NodePairs.first(edges[place])))
          .putInt(targets.getInt(NodePairs.second(edges[place])))
          .putDouble(scores[place])
          .putLong(ranks[place]);
      digest.update(edge.flip());
    }
    return HexFormat.of().formatHex(digest.digest());
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
