package io.linkteller.experiment;

import io.linkteller.attack.PairScores;
import io.linkteller.eval.metric.EdgeMetrics;
import io.linkteller.eval.metric.RankingMetrics;
import io.linkteller.eval.sample.NumpyRandom;
import io.linkteller.graph.Graph;
import io.linkteller.graph.NodePairs;
import it.unimi.dsi.fastutil.longs.LongImmutableList;
import it.unimi.dsi.fastutil.longs.LongList;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Arrays;
import java.util.function.DoublePredicate;
import java.util.stream.IntStream;

/**
 * The pairs on which an attack is evaluated in the transductive setting: connected pairs and as
 * many unconnected ones (X. He, J. Jia, M. Backes, N. Z. Gong, Y. Zhang, "Stealing Links from Graph
 * Neural Networks", USENIX Security 2021, section 5.1; section VI of the paper). The density k
 * among them is one half. Immutable.
 *
 * @param connected the connected pairs, packed as {@link NodePairs#pack} does; unmodifiable
 * @param unconnected as many unconnected pairs, in the order drawn; unmodifiable
 */
public record BalancedPairs(LongList connected, LongList unconnected) {

  /**
   * Copies the pairs.
   *
   * @param connected the connected pairs, packed as {@link NodePairs#pack} does; unmodifiable
   * @param unconnected as many unconnected pairs, in the order drawn; unmodifiable
   * @throws IllegalArgumentException if there is no pair, or the numbers of pairs differ
   */
  public BalancedPairs {
    if (connected.isEmpty() || connected.size() != unconnected.size()) {
      throw new IllegalArgumentException(
          connected.size() + " connected pairs do not balance " + unconnected.size() + " others");
    }
    connected = new LongImmutableList(connected);
    unconnected = new LongImmutableList(unconnected);
  }

  /**
   * Draws all edges, or a share of them without replacement, and unconnected pairs by rejection:
   * both nodes are drawn again until they are different, unconnected, and not a pair that was drawn
   * before. O(n + |E|).
   *
   * @param graph a graph with an edge, in which at most half of the pairs are edges
   * @param share the share of the edges to take, in (0, 1]; He et al. train attacks on one half and
   *     evaluate them on the other; the paper evaluates on all edges
   * @param seed at least 0
   * @return the pairs
   * @throws IllegalArgumentException if {@code share} or {@code seed} is out of range, or the graph
   *     has too few or too many edges
   */
  public static BalancedPairs draw(Graph graph, double share, int seed) {
    if (!(share > 0 && share <= 1)) {
      throw new IllegalArgumentException("share = " + share + " is outside (0, 1]");
    }
    int n = graph.nodeCount();
    if (graph.edgeCount() == 0 || graph.edgeCount() > NodePairs.count(n) / 2) {
      throw new IllegalArgumentException(
          graph.edgeCount() + " edges on " + n + " nodes cannot be balanced by unconnected pairs");
    }
    NumpyRandom random = NumpyRandom.seeded(seed);
    long[] edges = edges(graph);
    int count = (int) Math.max(1, Math.rint(share * edges.length));
    long[] connected = edges;
    if (count < edges.length) {
      connected =
          IntStream.of(random.permutation(edges.length))
              .limit(count)
              .sorted()
              .mapToLong(i -> edges[i])
              .toArray();
    }
    LongOpenHashSet seen = new LongOpenHashSet(count);
    long[] unconnected = new long[count];
    for (int drawn = 0; drawn < count; ) {
      int u = random.below(n);
      int v = random.below(n);
      long pair = NodePairs.pack(Math.min(u, v), Math.max(u, v));
      if (u != v && !graph.hasEdge(u, v) && seen.add(pair)) {
        unconnected[drawn++] = pair;
      }
    }
    return new BalancedPairs(new LongImmutableList(connected), new LongImmutableList(unconnected));
  }

  private static long[] edges(Graph graph) {
    long[] edges = new long[graph.edgeCount()];
    int[] count = new int[1];
    graph.forEachEdge((u, v) -> edges[count[0]++] = NodePairs.pack(Math.min(u, v), Math.max(u, v)));
    return edges;
  }

  /**
   * Evaluates a ranking of these pairs: the best m = ceil(factor · connected) are predicted. Among
   * the pairs with the score at the cut, edges count in proportion to their share, rounded down, so
   * that the result does not depend on the order of pairs.
   *
   * @param scores the scores of all pairs of nodes, where node v is target v
   * @param factor k̂ over k, in (0, 2]
   * @return the counts
   * @throws IllegalArgumentException if {@code factor} is out of range, or the scores are for fewer
   *     targets
   */
  public EdgeMetrics cut(PairScores scores, BigDecimal factor) {
    if (factor.signum() <= 0 || factor.compareTo(BigDecimal.valueOf(2)) > 0) {
      throw new IllegalArgumentException("factor = " + factor + " is outside (0, 2]");
    }
    int m =
        factor
            .multiply(BigDecimal.valueOf(connected.size()))
            .setScale(0, RoundingMode.CEILING)
            .intValueExact();
    double[] ofEdges = scoresOf(connected, scores);
    double[] ofOthers = scoresOf(unconnected, scores);
    double[] all = new double[2 * ofEdges.length];
    System.arraycopy(ofEdges, 0, all, 0, ofEdges.length);
    System.arraycopy(ofOthers, 0, all, ofEdges.length, ofOthers.length);
    Arrays.sort(all);
    double threshold = all[all.length - m];
    long above = count(ofEdges, s -> s > threshold);
    long taken = m - above - count(ofOthers, s -> s > threshold);
    long tiedEdges = count(ofEdges, s -> s == threshold);
    long tied = tiedEdges + count(ofOthers, s -> s == threshold);
    return new EdgeMetrics(above + taken * tiedEdges / tied, m, connected.size());
  }

  /**
   * Returns the area under the ROC curve of these pairs, where ties count half.
   *
   * @param scores the scores of all pairs of nodes, where node v is target v
   * @return the area, in [0, 1]
   * @throws IllegalArgumentException if the scores are for fewer targets
   */
  public double rocAuc(PairScores scores) {
    double[] ofEdges = scoresOf(connected, scores);
    double[] ofOthers = scoresOf(unconnected, scores);
    boolean[] positive = new boolean[ofEdges.length + ofOthers.length];
    double[] all = Arrays.copyOf(ofEdges, positive.length);
    System.arraycopy(ofOthers, 0, all, ofEdges.length, ofOthers.length);
    Arrays.fill(positive, 0, ofEdges.length, true);
    return RankingMetrics.rocAuc(positive, all);
  }

  private static double[] scoresOf(LongList pairs, PairScores scores) {
    return pairs
        .longStream()
        .mapToDouble(pair -> scores.score(NodePairs.first(pair), NodePairs.second(pair)))
        .toArray();
  }

  private static long count(double[] values, DoublePredicate which) {
    return Arrays.stream(values).filter(which).count();
  }
}
