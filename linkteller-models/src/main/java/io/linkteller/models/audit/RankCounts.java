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
 * Counts pairs of nodes between the edges of an {@link EdgeRanking}. Every pair with a positive
 * score is added once, in any order and in any number of counts, which are then added up: the
 * result is exact and depends neither on the order nor on the division of the work.
 *
 * <p>Takes 4 bytes per edge and 4 per node, plus about 24 bytes per edge whose score other pairs
 * share. Not safe for use by several threads.
 */
public final class RankCounts {

  private static final int VERSION = 1;

  private final EdgeRanking ranking;

  /** Entry e: the pairs that precede edge e, or are it, but do not precede edge e - 1. */
  private final int[] between;

  /** Multiples of 2^31 that {@link #between} does not hold. */
  private final Int2LongOpenHashMap carried = new Int2LongOpenHashMap();

  /** The pairs counted at entry e that have the score of edge e and are not edges. */
  private final Int2LongOpenHashMap tiedWithNext = new Int2LongOpenHashMap();

  /** The pairs counted at entry e that have the score of edge e - 1 but not of edge e. */
  private final Int2LongOpenHashMap tiedWithPrevious = new Int2LongOpenHashMap();

  /** Entry u: the pairs (u, v), u &lt; v, with a positive score. */
  private final int[] ofRow;

  /**
   * Entry e, relative to the first edge (u, w) with score 0: the pairs (u, v) with a positive score
   * and v between w and the preceding such edge of u.
   */
  private final int[] beforeZero;

  /**
   * Returns counts that are all 0.
   *
   * @param ranking the edges in order
   */
  public RankCounts(EdgeRanking ranking) {
    this.ranking = ranking;
    between = new int[ranking.positives + 1];
    ofRow = new int[ranking.nodeCount];
    beforeZero = new int[ranking.edges.length - ranking.positives];
  }

  EdgeRanking ranking() {
    return ranking;
  }

  /**
   * Counts a pair, which may be an edge.
   *
   * @param u a node
   * @param v a later node
   * @param score the score of the pair, positive
   */
  public void add(int u, int v, double score) {
    long pair = NodePairs.pack(u, v);
    int place = ranking.precedingEdges(pair, score);
    if (++between[place] < 0) {
      between[place] = 0;
      carried.addTo(place, 1L << 31);
    }
    if (place < ranking.positives && ranking.scores[place] == score) {
      if (ranking.edges[place] != pair) {
        tiedWithNext.addTo(place, 1);
      }
    } else if (place > 0 && ranking.scores[place - 1] == score) {
      tiedWithPrevious.addTo(place, 1);
    }
    ofRow[u]++;
    if (beforeZero.length > 0) {
      int zero = ranking.zeroEdgeAfter(u, v);
      if (zero >= 0) {
        beforeZero[zero]++;
      }
    }
  }

  /**
   * Adds the counts of other pairs.
   *
   * @param other counts with the same ranking
   * @return this
   * @throws IllegalArgumentException if the other counts have another number of edges or nodes
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
    addAll(carried, other.carried);
    addAll(tiedWithNext, other.tiedWithNext);
    addAll(tiedWithPrevious, other.tiedWithPrevious);
    // A row has fewer than n pairs, so these do not overflow.
    addAll(ofRow, other.ofRow);
    addAll(beforeZero, other.beforeZero);
    return this;
  }

  private static void addAll(Int2LongOpenHashMap to, Int2LongOpenHashMap from) {
    for (Int2LongMap.Entry entry : from.int2LongEntrySet()) {
      to.addTo(entry.getIntKey(), entry.getLongValue());
    }
  }

  private static void addAll(int[] to, int[] from) {
    for (int i = 0; i < to.length; i++) {
      to[i] += from[i];
    }
  }

  /**
   * Computes the exposure of every edge, after all pairs with a positive score have been added.
   *
   * @return the report on all nodes
   */
  public LeakageReport report() {
    int n = ranking.nodeCount;
    long[] ranks = new long[ranking.edges.length];
    long before = 0;
    for (int e = 0; e < ranking.positives; e++) {
      before += between(e);
      ranks[e] = before;
    }
    long positivePairs = before + between(ranking.positives);
    rankZeros(ranks, positivePairs);
    long pairs = NodePairs.count(n);
    return new LeakageReport(
        IntImmutableList.of(IntStream.range(0, n).toArray()),
        pairs,
        EdgeKind.SIMPLE,
        ranking.edges,
        ranking.scores,
        ranks,
        auc(ranks, pairs, positivePairs));
  }

  private long between(int place) {
    return between[place] + carried.get(place);
  }

  private void rankZeros(long[] ranks, long positivePairs) {
    long positiveBefore = 0;
    int n = ranking.nodeCount;
    for (int u = 0; u < n; u++) {
      long inRow = 0;
      for (int zero = ranking.zeroBegins[u]; zero < ranking.zeroBegins[u + 1]; zero++) {
        inRow += beforeZero[zero];
        int v = NodePairs.second(ranking.edges[ranking.positives + zero]);
        // The pairs before (u, v) in ascending order, less those with a positive score.
        long preceding = u * (2L * n - u - 1) / 2 + (v - u - 1);
        ranks[ranking.positives + zero] = positivePairs + preceding - positiveBefore - inRow + 1;
      }
      positiveBefore += ofRow[u];
    }
  }

  /** Returns the area under the ROC curve, or NaN if all or none of the pairs are edges. */
  private double auc(long[] ranks, long pairs, long positivePairs) {
    long edges = ranking.edges.length;
    long others = pairs - edges;
    if (edges == 0 || others == 0) {
      return Double.NaN;
    }
    BigInteger twice = BigInteger.ZERO;
    int first = 0;
    while (first < ranking.positives) {
      int end = first + 1;
      long tied = tiedWithNext.get(first);
      while (end < ranking.positives && ranking.scores[end] == ranking.scores[first]) {
        tied += between(end) - 1;
        end++;
      }
      tied += tiedWithPrevious.get(end);
      long above = ranks[first] - 1 - tiedWithNext.get(first) - first;
      twice = twice.add(product(end - first, 2 * (others - above - tied) + tied));
      first = end;
    }
    long above = positivePairs - ranking.positives;
    twice = twice.add(product(edges - ranking.positives, others - above));
    BigInteger all = product(edges, others).shiftLeft(1);
    return new BigDecimal(twice).divide(new BigDecimal(all), MathContext.DECIMAL128).doubleValue();
  }

  private static BigInteger product(long a, long b) {
    return BigInteger.valueOf(a).multiply(BigInteger.valueOf(b));
  }

  /**
   * Writes the counts.
   *
   * @param out receives them
   * @throws IOException if writing fails
   */
  public void writeTo(DataOutput out) throws IOException {
    out.writeInt(VERSION);
    write(between, out);
    write(ofRow, out);
    write(beforeZero, out);
    write(carried, out);
    write(tiedWithNext, out);
    write(tiedWithPrevious, out);
  }

  /**
   * Reads counts.
   *
   * @param ranking the ranking for which they were counted
   * @param in what {@link #writeTo} has written
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
    read(counts.carried, in);
    read(counts.tiedWithNext, in);
    read(counts.tiedWithPrevious, in);
    return counts;
  }

  /** Writes numbers that are mostly small with seven bits per byte. */
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

  private static void write(Int2LongOpenHashMap map, DataOutput out) throws IOException {
    out.writeInt(map.size());
    for (Int2LongMap.Entry entry : map.int2LongEntrySet()) {
      out.writeInt(entry.getIntKey());
      out.writeLong(entry.getLongValue());
    }
  }

  private static void read(Int2LongOpenHashMap map, DataInput in) throws IOException {
    int size = in.readInt();
    for (int i = 0; i < size; i++) {
      map.put(in.readInt(), in.readLong());
    }
  }
}
