package io.linkteller.attack;

import io.linkteller.graph.NodePairs;
import it.unimi.dsi.fastutil.doubles.DoubleArrayList;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.DoublePredicate;

/**
 * The scores of the pairs of n targets, which are identified by position. Pairs (i, j) are either
 * unordered, with i &lt; j, or ordered, with i ≠ j; an ordered pair is an arc from i to j. Pairs
 * that are not stored score 0. In a large graph, these are most pairs, because nodes farther apart
 * than the model has layers do not influence each other. Uses 12 bytes per stored pair. Immutable.
 */
public final class PairScores {

  /** Receives each stored pair once, in ascending order of (i, j). */
  @FunctionalInterface
  public interface Visitor {

    /**
     * Visits one pair.
     *
     * @param i the position of the earlier target, or of the source of an arc
     * @param j the position of the later target, or of the destination of an arc
     * @param score the pair's score, finite
     */
    void visit(int i, int j, double score);
  }

  private final int[] begins;
  private final int[] seconds;
  private final double[] values;
  private final boolean ordered;

  private PairScores(int[] begins, int[] seconds, double[] values, boolean ordered) {
    this.begins = begins;
    this.seconds = seconds;
    this.values = values;
    this.ordered = ordered;
  }

  /**
   * Returns a builder for the scores of unordered pairs.
   *
   * @param targets n, at least 0
   * @return a builder in which every pair scores 0
   */
  public static Builder builder(int targets) {
    return new Builder(targets, false);
  }

  /**
   * Returns a builder for the scores of unordered or ordered pairs.
   *
   * @param targets n, at least 0
   * @param ordered whether pairs are ordered
   * @return a builder in which every pair scores 0
   */
  public static Builder builder(int targets, boolean ordered) {
    return new Builder(targets, ordered);
  }

  /**
   * Scores every unordered pair. O(n²) time and memory.
   *
   * @param targets n, in [0, 65536]; the pairs of more targets do not fit in an array
   * @param function the score of each pair
   * @return the scores
   * @throws IllegalArgumentException if {@code targets} is out of range, or a score is NaN or
   *     infinite
   */
  public static PairScores ofAll(int targets, PairFunction function) {
    return ofAll(targets, false, function);
  }

  /**
   * Scores every unordered or ordered pair. O(n²) time and memory.
   *
   * @param targets n, in [0, 65536], or in [0, 46341] if ordered
   * @param ordered whether pairs are ordered
   * @param function the score of each pair
   * @return the scores
   * @throws IllegalArgumentException if {@code targets} is out of range, or a score is NaN or
   *     infinite
   */
  public static PairScores ofAll(int targets, boolean ordered, PairFunction function) {
    requireStorable(targets, ordered);
    Builder builder = builder(targets, ordered);
    for (int i = 0; i < targets; i++) {
      for (int j = ordered ? 0 : i + 1; j < targets; j++) {
        if (j != i) {
          builder.add(i, j, function.score(i, j));
        }
      }
    }
    return builder.build();
  }

  /**
   * Checks that all pairs of n targets can be stored.
   *
   * @param targets n, the number of targets
   * @param ordered whether pairs are ordered
   * @throws IllegalArgumentException if they cannot be stored
   */
  public static void requireStorable(int targets, boolean ordered) {
    // The largest numbers of targets whose pairs all fit in an array.
    int most = ordered ? 46_341 : 65_536;
    if (targets > most) {
      throw new IllegalArgumentException(
          "n = "
              + targets
              + " targets have "
              + NodePairs.count(targets, ordered)
              + " pairs, more than can be stored: n must be at most "
              + most);
    }
  }

  /**
   * Creates the scores of a recovered graph: 1 for each edge, 0 for every other pair. O(n + m) time
   * for m edges.
   *
   * @param neighbors the positions of the neighbors of each of the n targets; in each set, only the
   *     positions above the target's own are used
   * @return the scores
   * @throws IllegalArgumentException if a position is n or more
   */
  public static PairScores ofNeighbors(BitSet[] neighbors) {
    int n = neighbors.length;
    Builder builder = builder(n);
    for (int i = 0; i < n; i++) {
      for (int j = neighbors[i].nextSetBit(i + 1); j >= 0; j = neighbors[i].nextSetBit(j + 1)) {
        if (j >= n) {
          throw new IllegalArgumentException(
              "neighbor " + j + " of target " + i + " is not in [0, " + n + ")");
        }
        builder.add(i, j, 1);
      }
    }
    return builder.build();
  }

  /**
   * Creates scores from the scores of some pairs; all other pairs score 0. O(n + s) time for s
   * stored pairs.
   *
   * @param targets n, at least 0
   * @param ordered whether pairs are ordered
   * @param pairs the pairs of positions, packed by {@link NodePairs#pack}, ascending
   * @param scores the score of each pair
   * @return the scores
   * @throws IllegalArgumentException if the numbers of scores and pairs differ, the pairs do not
   *     ascend, a position is out of range, or a score is NaN or infinite
   */
  public static PairScores ofStored(int targets, boolean ordered, long[] pairs, double[] scores) {
    if (pairs.length != scores.length) {
      throw new IllegalArgumentException(
          scores.length + " scores do not fit " + pairs.length + " pairs");
    }
    Builder builder = builder(targets, ordered);
    for (int p = 0; p < pairs.length; p++) {
      int i = NodePairs.first(pairs[p]);
      int j = NodePairs.second(pairs[p]);
      boolean ascends = p == 0 || pairs[p] > pairs[p - 1];
      boolean isPair = ordered ? i != j && Math.min(i, j) >= 0 : i >= 0 && i < j;
      if (!isPair || Math.max(i, j) >= targets || !ascends) {
        throw new IllegalArgumentException(
            "pair %d, (%d, %d), is not a pair of %d targets, or not greater than the one before it"
                .formatted(p, i, j, targets));
      }
      builder.add(i, j, scores[p]);
    }
    return builder.build();
  }

  /** {@return the negated scores, for the reverse ranking; pairs not stored still score 0} */
  public PairScores negated() {
    double[] negated = new double[values.length];
    for (int e = 0; e < negated.length; e++) {
      negated[e] = 0 - values[e];
    }
    return new PairScores(begins, seconds, negated, ordered);
  }

  /** {@return the number of targets, n} */
  public int targetCount() {
    return begins.length - 1;
  }

  /** {@return whether (i, j) and (j, i) are different pairs: arcs in opposite directions} */
  public boolean isOrdered() {
    return ordered;
  }

  /**
   * Returns these scores for ordered pairs: both arcs between i and j get the score of (i, j). O(n
   * + s log s) time for s stored pairs.
   *
   * @return the scores; this object if it is ordered already
   * @throws IllegalArgumentException if there are too many ordered pairs to store
   */
  public PairScores ordered() {
    if (ordered) {
      return this;
    }
    if (values.length > Integer.MAX_VALUE / 2 - 8) {
      throw new IllegalArgumentException(
          values.length + " scored pairs are too many to store as ordered pairs");
    }
    LongArrayList pairs = new LongArrayList(2 * values.length);
    forEachStored(
        (i, j, score) -> {
          pairs.add(NodePairs.pack(i, j));
          pairs.add(NodePairs.pack(j, i));
        });
    long[] arcs = pairs.toLongArray();
    Arrays.sort(arcs);
    double[] scores = new double[arcs.length];
    Arrays.setAll(scores, e -> score(NodePairs.first(arcs[e]), NodePairs.second(arcs[e])));
    return ofStored(targetCount(), true, arcs, scores);
  }

  /** {@return the number of pairs, stored or not: n(n - 1) if ordered, else n(n - 1)/2} */
  public long pairCount() {
    return NodePairs.count(targetCount(), ordered);
  }

  /** {@return the number of stored pairs; all others score 0} */
  public int storedCount() {
    return values.length;
  }

  /** Returns the number of stored scores that satisfy a condition. */
  long countStored(DoublePredicate condition) {
    long count = 0;
    for (double value : values) {
      count += condition.test(value) ? 1 : 0;
    }
    return count;
  }

  /** {@return a copy of the stored scores, in ascending order of (i, j)} */
  public double[] storedScores() {
    return values.clone();
  }

  /**
   * Returns the score of a pair, in O(log n) time.
   *
   * @param i the position of one target, or of the source of an arc
   * @param j the position of the other target
   * @return the score
   * @throws IllegalArgumentException if the positions are equal or out of range
   */
  public double score(int i, int j) {
    if (i == j || Math.min(i, j) < 0 || Math.max(i, j) >= targetCount()) {
      throw new IllegalArgumentException(
          "(" + i + ", " + j + ") is not a pair of targets; n = " + targetCount());
    }
    int row = ordered ? i : Math.min(i, j);
    int second = ordered ? j : Math.max(i, j);
    int at = Arrays.binarySearch(seconds, begins[row], begins[row + 1], second);
    return at < 0 ? 0 : values[at];
  }

  /**
   * Visits the stored pairs in ascending order of (i, j).
   *
   * @param visitor receives the pairs
   */
  public void forEachStored(Visitor visitor) {
    for (int i = 0; i < targetCount(); i++) {
      for (int e = begins[i]; e < begins[i + 1]; e++) {
        visitor.visit(i, seconds[e], values[e]);
      }
    }
  }

  /**
   * Returns the best pairs: the highest score first, and equal scores in ascending order of (i, j).
   * O(s log s) time for s stored pairs, plus O(m log m).
   *
   * @param m the number of pairs, at most {@link #pairCount} and 2<sup>31</sup> - 9
   * @return m pairs of positions, packed by {@link NodePairs#pack}
   * @throws IllegalArgumentException if {@code m} is out of range
   */
  public long[] best(long m) {
    if (m < 0 || m > pairCount() || m > Integer.MAX_VALUE - 8) {
      throw new IllegalArgumentException(
          "m = " + m + " is outside [0, " + Math.min(pairCount(), Integer.MAX_VALUE - 8) + "]");
    }
    if (m == 0) {
      return new long[0];
    }
    double threshold = scoreAtRank(m);
    LongArrayList pairs = new LongArrayList((int) m);
    DoubleArrayList scores = new DoubleArrayList((int) m);
    walk(
        threshold < 0,
        (i, j, score) -> {
          if (score > threshold) {
            pairs.add(NodePairs.pack(i, j));
            scores.add(score);
          }
          return true;
        });
    walk(
        threshold == 0,
        (i, j, score) -> {
          if (score == threshold) {
            pairs.add(NodePairs.pack(i, j));
            scores.add(score);
          }
          return pairs.size() < m;
        });
    long[] pair = pairs.toLongArray();
    double[] score = scores.toDoubleArray();
    it.unimi.dsi.fastutil.Arrays.parallelQuickSort(
        0,
        pair.length,
        (a, b) ->
            score[a] != score[b]
                ? Double.compare(score[b], score[a])
                : Long.compare(pair[a], pair[b]),
        (a, b) -> {
          long p = pair[a];
          pair[a] = pair[b];
          pair[b] = p;
          double s = score[a];
          score[a] = score[b];
          score[b] = s;
        });
    return pair;
  }

  /** Visits a pair and returns whether to continue. */
  private interface Step {
    boolean take(int i, int j, double score);
  }

  /** Walks over the pairs in ascending order of (i, j), optionally including those not stored. */
  private void walk(boolean withUnstored, Step step) {
    for (int i = 0; i < targetCount(); i++) {
      int e = begins[i];
      int j = ordered ? -1 : i;
      while (e < begins[i + 1] || (withUnstored && j + 1 < targetCount())) {
        j = withUnstored ? j + 1 : seconds[e];
        if (j == i) {
          continue;
        }
        double score = e < begins[i + 1] && seconds[e] == j ? values[e++] : 0;
        if (!step.take(i, j, score)) {
          return;
        }
      }
    }
  }

  /** Returns the score of the pair of rank m, counted from 1. */
  private double scoreAtRank(long m) {
    long negative = 0;
    for (double value : values) {
      negative += value < 0 ? 1 : 0;
    }
    if (m <= values.length - negative) {
      // Adding 0.0 turns -0.0 into 0.0.
      return ofRank(values, (int) m) + 0.0;
    }
    long unstored = pairCount() - values.length;
    return m <= pairCount() - negative ? 0.0 : ofRank(values, (int) (m - unstored));
  }

  /** Returns the m-th largest value, using a buffer of at most 2m values. */
  private static double ofRank(double[] values, int m) {
    double[] largest = new double[(int) Math.min(values.length, 2L * m)];
    int count = 0;
    double least = Double.NEGATIVE_INFINITY;
    for (double value : values) {
      if (value > least) {
        if (count == largest.length) {
          Arrays.parallelSort(largest);
          System.arraycopy(largest, count - m, largest, 0, m);
          count = m;
          least = largest[0];
        }
        largest[count++] = value;
      }
    }
    Arrays.parallelSort(largest, 0, count);
    return largest[count - m];
  }

  /** Collects scores in ascending order of (i, j). */
  public static final class Builder {

    private final int[] begins;
    private final IntArrayList seconds = new IntArrayList();
    private final DoubleArrayList values = new DoubleArrayList();
    private final boolean ordered;
    private int lastFirst;

    private Builder(int targets, boolean ordered) {
      begins = new int[targets + 1];
      this.ordered = ordered;
    }

    /**
     * Adds the score of a pair. Pairs must be added in ascending order; omitted pairs score 0.
     *
     * @param i the position of the earlier target, or of the source of an arc
     * @param j the position of the later target, or of the destination of an arc
     * @param score the pair's score, finite
     * @throws IllegalArgumentException if the pair does not follow the one before it, or {@code
     *     score} is NaN or infinite
     */
    public void add(int i, int j, double score) {
      if (!Double.isFinite(score)) {
        throw new IllegalArgumentException(
            "the score of pair (" + i + ", " + j + ") is " + score + ", not a finite number");
      }
      boolean isFirstOfRow = i > lastFirst || begins[lastFirst] == values.size();
      if (i < lastFirst || (!isFirstOfRow && j <= seconds.getInt(seconds.size() - 1))) {
        throw new IllegalArgumentException(
            "pair (" + i + ", " + j + ") does not follow the one added before it");
      }
      close(i);
      seconds.add(j);
      values.add(score);
    }

    /** {@return the scores added so far} */
    public PairScores build() {
      close(begins.length - 1);
      seconds.trim();
      values.trim();
      return new PairScores(begins, seconds.elements(), values.elements(), ordered);
    }

    private void close(int row) {
      while (lastFirst < row) {
        begins[++lastFirst] = values.size();
      }
    }
  }
}
