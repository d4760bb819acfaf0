package io.linkteller.models.audit;

import io.linkteller.graph.NodePairs;
import it.unimi.dsi.fastutil.ints.IntArrays;
import java.util.Arrays;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/**
 * The edges of a graph in descending order of score. Ties are broken by ascending pair, as in
 * attacks. Together with the {@link RankCounts} of all pairs, a ranking determines the rank of
 * every edge among all pairs. Uses 16 bytes per edge, 4 bytes per node and at most 16 MiB more.
 * Immutable.
 */
public final class EdgeRanking {

  /**
   * The base-2 logarithm of the maximum number of buckets of the index, which then takes 16 MiB.
   */
  private static final int MAX_BUCKET_BITS = 22;

  final int nodeCount;

  /** The edges in order. {@link #scores} contains the score of each. */
  final long[] edges;

  final double[] scores;

  /** The number of edges with a positive score, which come first. */
  final int positives;

  /** The number of edges with a score of at least 0. */
  final int zeroEnd;

  /**
   * Entry u: the index, relative to {@link #positives}, of the first edge with score 0 whose first
   * node is at least u.
   */
  final int[] zeroBegins;

  /** The number of low bits of a score's bit pattern that the index ignores. */
  private final int shift;

  private final long highestKey;

  /**
   * Entry b: the first edge whose score has the key {@code highestKey - b} or less. The key of a
   * positive score is its bit pattern without the low bits; keys increase with scores. The position
   * of a score is found by binary search among the edges of its bucket, which takes only a few
   * steps.
   */
  private final int[] buckets;

  private EdgeRanking(int nodeCount, long[] edges, double[] scores) {
    this.nodeCount = nodeCount;
    this.edges = edges;
    this.scores = scores;
    int count = edges.length;
    while (count > 0 && scores[count - 1] < 0) {
      count--;
    }
    zeroEnd = count;
    while (count > 0 && scores[count - 1] == 0) {
      count--;
    }
    positives = count;
    long high = count == 0 ? 0 : Double.doubleToRawLongBits(scores[0]);
    long low = count == 0 ? 0 : Double.doubleToRawLongBits(scores[count - 1]);
    int ignored = 0;
    int bits = Math.min(MAX_BUCKET_BITS, 32 - Integer.numberOfLeadingZeros(count) + 1);
    while ((high >>> ignored) - (low >>> ignored) >= 1L << bits) {
      ignored++;
    }
    shift = ignored;
    highestKey = high >>> shift;
    buckets = new int[(int) (highestKey - (low >>> shift)) + 2];
    int bucket = 0;
    for (int e = 0; e < count; e++) {
      int own = (int) (highestKey - (Double.doubleToRawLongBits(scores[e]) >>> shift));
      while (bucket < own) {
        buckets[++bucket] = e;
      }
    }
    while (bucket < buckets.length - 1) {
      buckets[++bucket] = count;
    }
    zeroBegins = new int[nodeCount + 1];
    for (int e = count; e < zeroEnd; e++) {
      zeroBegins[NodePairs.first(edges[e]) + 1]++;
    }
    Arrays.parallelPrefix(zeroBegins, Integer::sum);
  }

  /**
   * Returns the ranking of edges by their scores. Takes O(|E| log |E|) time.
   *
   * @param unsorted the scores of all edges
   * @return the ranking
   */
  public static EdgeRanking of(EdgeScores unsorted) {
    return of(unsorted.graph().nodeCount(), unsorted.pairs(), unsorted::score);
  }

  /** Returns the ranking of distinct pairs of nodes by their scores, none of which may be -0.0. */
  static EdgeRanking of(int nodeCount, long[] pairs, IntToDoubleFunction score) {
    int[] order = IntStream.range(0, pairs.length).toArray();
    IntArrays.parallelQuickSort(
        order,
        (a, b) -> {
          int byScore = Double.compare(score.applyAsDouble(b), score.applyAsDouble(a));
          return byScore != 0 ? byScore : Long.compare(pairs[a], pairs[b]);
        });
    long[] edges = new long[order.length];
    double[] scores = new double[order.length];
    for (int place = 0; place < order.length; place++) {
      edges[place] = pairs[order[place]];
      scores[place] = score.applyAsDouble(order[place]);
    }
    return new EdgeRanking(nodeCount, edges, scores);
  }

  /** Returns the number of edges that precede a pair with a nonzero score. */
  int precedingEdges(long pair, double score) {
    if (score < 0) {
      return precedingEdges(pair, score, zeroEnd, edges.length);
    }
    long bucket = highestKey - (Double.doubleToRawLongBits(score) >>> shift);
    if (bucket < 0) {
      return 0;
    }
    if (bucket >= buckets.length - 1) {
      return positives;
    }
    return precedingEdges(pair, score, buckets[(int) bucket], buckets[(int) bucket + 1]);
  }

  private int precedingEdges(long pair, double score, int from, int to) {
    int low = from;
    int high = to;
    while (low < high) {
      int middle = (low + high) >>> 1;
      boolean isBefore =
          scores[middle] > score || (scores[middle] == score && edges[middle] < pair);
      if (isBefore) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /**
   * Returns the index, relative to the first edge with score 0, of the first such edge (u, w) with
   * w &gt;= v, or -1 if u has none.
   */
  int zeroEdgeAfter(int u, int v) {
    int low = zeroBegins[u];
    int end = zeroBegins[u + 1];
    int high = end;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (NodePairs.second(edges[positives + middle]) < v) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low == end ? -1 : low;
  }
}
