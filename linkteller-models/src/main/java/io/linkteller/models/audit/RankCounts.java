package io.linkteller.models.audit;

import io.linkteller.graph.EdgeKind;
import io.linkteller.graph.NodePairs;
import it.unimi.dsi.fastutil.ints.Int2LongMap;
import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntImmutableList;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.stream.IntStream;

/**
 * Counts the pairs of nodes that rank between the edges of an {@link EdgeRanking}. Every pair with
 * a nonzero score must be added exactly once, in any order. The pairs may be divided among several
 * instances, which are then merged with {@link #addAll(RankCounts)}. The result is exact and
 * independent of the order and the division.
 *
 * <p>Uses 4 bytes per edge and 4 per node. Not safe for use by several threads.
 */
public final class RankCounts {

  /** The version of the format of {@link #writeTo}. */
  private static final int VERSION = 2;

  private final EdgeRanking ranking;

  /**
   * Entry e: the number of pairs after edge e - 1, up to and including edge e. Pairs with a
   * negative score are counted in entry e + 1 instead, which separates them from positive pairs
   * that no positive edge follows.
   */
  private final int[] between;

  /** The multiples of 2^31 that do not fit in the entries of {@link #between}. */
  private final Int2LongOpenHashMap carried = new Int2LongOpenHashMap();

  /**
   * Twice the number of combinations of a non-edge and an edge that ranks above it, minus {@link
   * #overflows} times 2^63. Ties count once instead of twice.
   */
  private long twiceAbove;

  private long overflows;

  /** Entry u: the number of pairs (u, v) that were added. */
  private final int[] ofRow;

  /**
   * Entry e, for the e-th edge (u, w) with score 0: the number of pairs (u, v) that were added with
   * v below w but above the second node of the preceding such edge of u, if there is one.
   */
  private final int[] beforeZero;

  /**
   * Creates counts that are all 0.
   *
   * @param ranking the edges in order
   */
  public RankCounts(EdgeRanking ranking) {
    this.ranking = ranking;
    between = new int[ranking.edges.length + 2];
    ofRow = new int[ranking.nodeCount];
    beforeZero = new int[ranking.zeroEnd - ranking.positives];
  }

  EdgeRanking ranking() {
    return ranking;
  }

  /**
   * Counts a pair, which may be an edge.
   *
   * @param u a node
   * @param v another node, later than u unless pairs are ordered
   * @param score the score of the pair, not 0
   */
  public void add(int u, int v, double score) {
    long pair = NodePairs.pack(u, v);
    int place = ranking.precedingEdges(pair, score);
    int entry = score < 0 ? place + 1 : place;
    if (++between[entry] < 0) {
      between[entry] = 0;
      carried.addTo(entry, 1L << 31);
    }
    if (!has(place, score) || ranking.edges[place] != pair) {
      boolean ties = has(place, score) || has(place - 1, score);
      addAbove(
          ties
              ? ranking.precedingEdges(Long.MIN_VALUE, score)
                  + (long) ranking.precedingEdges(Long.MAX_VALUE, score)
              : 2L * place);
    }
    ofRow[u]++;
    if (beforeZero.length > 0) {
      int zero = ranking.zeroEdgeAfter(u, v);
      if (zero >= 0) {
        beforeZero[zero]++;
      }
    }
  }

  private boolean has(int edge, double score) {
    return edge >= 0 && edge < ranking.scores.length && ranking.scores[edge] == score;
  }

  private void addAbove(long twice) {
    twiceAbove += twice;
    if (twiceAbove < 0) {
      twiceAbove &= Long.MAX_VALUE;
      overflows++;
    }
  }

  /**
   * Adds the counts of other pairs.
   *
   * @param other counts with the same ranking
   * @return this
   * @throws IllegalArgumentException if the other counts have a different number of edges or nodes
   */
  public RankCounts addAll(RankCounts other) {
    if (other.between.length != between.length
        || other.ofRow.length != ofRow.length
        || other.beforeZero.length != beforeZero.length) {
      throw new IllegalArgumentException("the counts belong to different rankings");
    }
    for (int e = 0; e < between.length; e++) {
      between[e] += other.between[e];
      if (between[e] < 0) {
        between[e] &= Integer.MAX_VALUE;
        carried.addTo(e, 1L << 31);
      }
    }
    for (Int2LongMap.Entry entry : other.carried.int2LongEntrySet()) {
      carried.addTo(entry.getIntKey(), entry.getLongValue());
    }
    addAbove(other.twiceAbove);
    overflows += other.overflows;
    // A row has fewer than n pairs, so these do not overflow.
    addAll(ofRow, other.ofRow);
    addAll(beforeZero, other.beforeZero);
    return this;
  }

  private static void addAll(int[] to, int[] from) {
    for (int i = 0; i < to.length; i++) {
      to[i] += from[i];
    }
  }

  /**
   * Computes the exposure of every edge. All pairs with nonzero scores must already have been
   * added.
   *
   * @return the report on all nodes
   */
  public LeakageReport report() {
    int[] nodes = IntStream.range(0, ranking.nodeCount).toArray();
    return report(new IntImmutableList(nodes), EdgeKind.SIMPLE);
  }

  /**
   * Computes the exposure of every edge between targets. The nodes of the ranking are positions in
   * {@code targets}.
   */
  LeakageReport report(IntImmutableList targets, EdgeKind kind) {
    long n = ranking.nodeCount;
    long pairs = kind.isDirected() ? n * (n - 1) : NodePairs.count(ranking.nodeCount);
    int positives = ranking.positives;
    int edges = ranking.edges.length;
    long[] ranks = new long[edges];
    long positivePairs = 0;
    long added = 0;
    for (int entry = 0; entry < between.length; entry++) {
      added += between[entry] + carried.get(entry);
      if (entry < positives) {
        ranks[entry] = added;
      } else if (entry > ranking.zeroEnd && entry <= edges) {
        ranks[entry - 1] = added;
      }
      positivePairs = entry <= positives ? added : positivePairs;
    }
    rankZeros(ranks, positivePairs, kind.isDirected());
    for (int e = ranking.zeroEnd; e < edges; e++) {
      ranks[e] += pairs - added;
    }
    return new LeakageReport(
        targets, pairs, kind, ranking.edges, ranking.scores, ranks, auc(pairs, added));
  }

  private void rankZeros(long[] ranks, long positivePairs, boolean ordered) {
    long addedBefore = 0;
    long n = ranking.nodeCount;
    for (int u = 0; u < n; u++) {
      long inRow = 0;
      for (int zero = ranking.zeroBegins[u]; zero < ranking.zeroBegins[u + 1]; zero++) {
        inRow += beforeZero[zero];
        int v = NodePairs.second(ranking.edges[ranking.positives + zero]);
        // The number of all pairs before (u, v); those with nonzero scores are subtracted below.
        long preceding =
            ordered ? u * (n - 1) + (v > u ? v - 1 : v) : u * (2 * n - u - 1) / 2 + (v - u - 1);
        ranks[ranking.positives + zero] = positivePairs + preceding - addedBefore - inRow + 1;
      }
      addedBefore += ofRow[u];
    }
  }

  /** Returns the area under the ROC curve, or NaN if all or none of the pairs are edges. */
  private double auc(long pairs, long added) {
    long edges = ranking.edges.length;
    long others = pairs - edges;
    if (edges == 0 || others == 0) {
      return Double.NaN;
    }
    long otherZeros = pairs - added - beforeZero.length;
    BigInteger twice =
        BigInteger.valueOf(overflows)
            .shiftLeft(63)
            .add(BigInteger.valueOf(twiceAbove))
            .add(product(otherZeros, ranking.positives + ranking.zeroEnd));
    BigInteger all = product(edges, others).shiftLeft(1);
    return new BigDecimal(twice).divide(new BigDecimal(all), MathContext.DECIMAL128).doubleValue();
  }

  private static BigInteger product(long a, long b) {
    return BigInteger.valueOf(a).multiply(BigInteger.valueOf(b));
  }

  /**
   * Writes the counts.
   *
   * @param out the output
   * @throws IOException if writing fails
   */
  public void writeTo(DataOutput out) throws IOException {
    out.writeInt(VERSION);
    write(between, out);
    write(ofRow, out);
    write(beforeZero, out);
    out.writeLong(twiceAbove);
    out.writeLong(overflows);
    out.writeInt(carried.size());
    for (Int2LongMap.Entry entry : carried.int2LongEntrySet()) {
      out.writeInt(entry.getIntKey());
      out.writeLong(entry.getLongValue());
    }
  }

  /**
   * Reads counts.
   *
   * @param ranking the ranking for which they were counted
   * @param in the output of {@link #writeTo}
   * @return the counts
   * @throws IOException if reading fails, or the counts belong to another ranking
   */
  public static RankCounts readFrom(EdgeRanking ranking, DataInput in) throws IOException {
    RankCounts counts = new RankCounts(ranking);
    int version = in.readInt();
    if (version != VERSION) {
      throw new IOException("counts of version " + version + ", not " + VERSION);
    }
    read(counts.between, in);
    read(counts.ofRow, in);
    read(counts.beforeZero, in);
    counts.twiceAbove = in.readLong();
    counts.overflows = in.readLong();
    for (int left = in.readInt(); left > 0; left--) {
      counts.carried.put(in.readInt(), in.readLong());
    }
    return counts;
  }

  /** Writes numbers, most of which are small, with seven bits per byte. */
  private static void write(int[] numbers, DataOutput out) throws IOException {
    out.writeInt(numbers.length);
    for (int number : numbers) {
      int rest = number;
      while (rest > 0x7f) {
        out.writeByte(rest | 0x80);
        rest >>>= 7;
      }
      out.writeByte(rest);
    }
  }

  private static void read(int[] numbers, DataInput in) throws IOException {
    int length = in.readInt();
    if (length != numbers.length) {
      throw new IOException(length + " counts where " + numbers.length + " are expected");
    }
    for (int i = 0; i < length; i++) {
      int value = 0;
      int shift = 0;
      byte next;
      do {
        next = in.readByte();
        value |= (next & 0x7f) << shift;
        shift += 7;
      } while (next < 0);
      numbers[i] = value;
    }
  }
}
