package io.linkteller.attack;

import io.linkteller.graph.NodePairs;
import it.unimi.dsi.fastutil.Arrays;
import it.unimi.dsi.fastutil.doubles.DoubleArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;

/** The best of the pairs of {@link PairScores}, of which those that are not stored score 0. */
final class BestPairs {

  private final int[] begins;
  private final int[] seconds;
  private final double[] values;
  private final boolean ordered;
  private final int n;
  private final long pairCount;

  BestPairs(int[] begins, int[] seconds, double[] values, boolean ordered) {
    this.begins = begins;
    this.seconds = seconds;
    this.values = values;
    this.ordered = ordered;
    this.n = begins.length - 1;
    this.pairCount = NodePairs.count(n, ordered);
  }

  /** Returns m pairs, at least 1: the highest score first, equal ones in ascending order. */
  long[] of(int m) {
    double threshold = scoreAtRank(m);
    LongArrayList pairs = new LongArrayList(m);
    DoubleArrayList scores = new DoubleArrayList(m);
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
    Arrays.parallelQuickSort(
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
    for (int i = 0; i < n; i++) {
      int e = begins[i];
      int j = ordered ? -1 : i;
      while (e < begins[i + 1] || (withUnstored && j + 1 < n)) {
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
      // Turns -0.0 into 0.0.
      return ofRank(values, (int) m) + 0.0;
    }
    long unstored = pairCount - values.length;
    return m <= pairCount - negative ? 0.0 : ofRank(values, (int) (m - unstored));
  }

  /** Returns the value of rank m, sorting some 2m of the largest values at a time. */
  private static double ofRank(double[] values, int m) {
    double[] largest = new double[(int) Math.min(values.length, 2L * m)];
    int count = 0;
    double least = Double.NEGATIVE_INFINITY;
    for (double value : values) {
      if (value > least) {
        if (count == largest.length) {
          java.util.Arrays.parallelSort(largest);
          System.arraycopy(largest, count - m, largest, 0, m);
          count = m;
          least = largest[0];
        }
        largest[count++] = value;
      }
    }
    java.util.Arrays.parallelSort(largest, 0, count);
    return largest[count - m];
  }
}
