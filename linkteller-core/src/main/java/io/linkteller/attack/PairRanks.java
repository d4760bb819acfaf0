package io.linkteller.attack;

import io.linkteller.graph.Graph;
import io.linkteller.graph.NodePairs;
import it.unimi.dsi.fastutil.longs.LongArrays;

/**
 * The ranks of some pairs, usually the edges, among all pairs: higher scores first, equal scores in
 * ascending order of the pair, which is how attacks break ties. The edges are sorted once; a binary
 * search for each other pair then counts the edges it precedes. Other pairs are never sorted, and
 * pairs with score 0 need not be stored. Immutable.
 */
public final class PairRanks {

  private final long pairs;
  private final long[] edges;
  private final double[] scores;
  private final long[] ranks;

  /** Entry e: the number of pairs that precede edge e but not edge e - 1. */
  private final long[] precede;

  private long positives;
  private long nonZeros;

  private PairRanks(long pairs, long[] edges, double[] scores) {
    this.pairs = pairs;
    this.edges = edges;
    this.scores = scores;
    this.ranks = new long[edges.length];
    this.precede = new long[edges.length + 1];
  }

  /**
   * Computes the ranks of edges, in O((s + |E|) log |E|) time for s stored scores.
   *
   * @param scores the scores of all pairs of n targets
   * @param truth the edges, as a graph on the n positions
   * @return the ranks
   * @throws IllegalArgumentException if the graph does not have n nodes, or is directed and the
   *     pairs are not ordered, or the reverse
   */
  public static PairRanks of(PairScores scores, Graph truth) {
    if (truth.nodeCount() != scores.targetCount()) {
      throw new IllegalArgumentException(
          "a graph of "
              + truth.nodeCount()
              + " nodes does not fit scores for n = "
              + scores.targetCount());
    }
    if (truth.isDirected() != scores.isOrdered()) {
      throw new IllegalArgumentException(
          "scores of "
              + (scores.isOrdered() ? "ordered" : "unordered")
              + " pairs do not fit a graph that is "
              + (truth.isDirected() ? "directed" : "undirected"));
    }
    int count = truth.edgeCount();
    long[] pairs = new long[count];
    int[] next = {0};
    truth.forEachEdge((i, j) -> pairs[next[0]++] = NodePairs.pack(i, j));
    // Adding zero turns -0.0 into 0.0.
    double[] unsorted = new double[count];
    for (int e = 0; e < count; e++) {
      unsorted[e] = scores.score(NodePairs.first(pairs[e]), NodePairs.second(pairs[e])) + 0.0;
    }
    long[] order = new long[count];
    for (int e = 0; e < count; e++) {
      order[e] = e;
    }
    LongArrays.parallelQuickSort(
        order,
        (a, b) -> {
          int byScore = Double.compare(unsorted[(int) b], unsorted[(int) a]);
          return byScore != 0 ? byScore : Long.compare(pairs[(int) a], pairs[(int) b]);
        });
    long[] edges = new long[count];
    double[] sorted = new double[count];
    for (int place = 0; place < count; place++) {
      edges[place] = pairs[(int) order[place]];
      sorted[place] = unsorted[(int) order[place]];
    }
    PairRanks ranks = new PairRanks(scores.pairCount(), edges, sorted);
    ranks.count(scores);
    return ranks;
  }

  private void count(PairScores all) {
    int zeroFrom = firstAtMost(0);
    int zeroTo = firstBelow(0);
    // Stored pairs and edges with score 0 are both in ascending order: merge them in one pass.
    long[] nonZerosBefore = new long[zeroTo - zeroFrom];
    int[] zero = {zeroFrom};
    all.forEachStored(
        (i, j, score) -> {
          long pair = NodePairs.pack(i, j);
          while (zero[0] < zeroTo && edges[zero[0]] < pair) {
            nonZerosBefore[zero[0]++ - zeroFrom] = nonZeros;
          }
          if (score != 0) {
            nonZeros++;
            positives += score > 0 ? 1 : 0;
            place(pair, score);
          }
        });
    while (zero[0] < zeroTo) {
      nonZerosBefore[zero[0]++ - zeroFrom] = nonZeros;
    }
    long zeros = pairs - nonZeros;
    long before = 0;
    for (int e = 0; e < edges.length; e++) {
      before += precede[e];
      if (e >= zeroFrom && e < zeroTo) {
        long zerosBefore = index(edges[e], all) - nonZerosBefore[e - zeroFrom];
        ranks[e] = positives + zerosBefore + 1;
      } else {
        ranks[e] = before + (e >= zeroTo ? zeros : 0);
      }
    }
  }

  /** Returns the number of pairs that precede a pair in ascending order. */
  private static long index(long pair, PairScores all) {
    long n = all.targetCount();
    long i = NodePairs.first(pair);
    long j = NodePairs.second(pair);
    return all.isOrdered()
        ? i * (n - 1) + (j > i ? j - 1 : j)
        : i * (2 * n - i - 1) / 2 + j - i - 1;
  }

  private void place(long pair, double score) {
    int low = 0;
    int high = edges.length;
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
    precede[low]++;
  }

  /** Returns the first edge whose score is at most {@code score}. */
  private int firstAtMost(double score) {
    int low = 0;
    int high = edges.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (scores[middle] > score) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private int firstBelow(double score) {
    int low = firstAtMost(score);
    while (low < edges.length && scores[low] == score) {
      low++;
    }
    return low;
  }

  /** {@return the edges by rank, as pairs of positions packed by {@link NodePairs#pack}; a copy} */
  public long[] edges() {
    return edges.clone();
  }

  /** {@return the scores of {@link #edges}, descending; a copy} */
  public double[] scores() {
    return scores.clone();
  }

  /**
   * Returns the ranks of {@link #edges}. An attack that predicts m edges predicts the pairs of rank
   * m or less.
   *
   * @return ranks from 1, ascending, a copy
   */
  public long[] ranks() {
    return ranks.clone();
  }
}
