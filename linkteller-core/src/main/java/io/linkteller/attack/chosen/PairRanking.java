package io.linkteller.attack.chosen;

import io.linkteller.attack.PairScores;
import io.linkteller.graph.NodePairs;
import it.unimi.dsi.fastutil.doubles.DoubleArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;

/** Computes the scores of pairs from the rows of the targets. */
final class PairRanking {

  private PairRanking() {}

  /**
   * Scores a pair by sqrt(M_ij M_ji) π_i² π_j², which is above 0 if both rows show the pair. The
   * weight of an edge is 1/(π_i π_j), so edges rank by the degrees of their ends, high degrees
   * first. All of them are edges of the served graph; if that graph is perturbed, edges between
   * hubs are more likely to be true.
   */
  static PairScores geometric(SparseRow[] rows, double[] pi) {
    return combine(
        rows,
        (i, j, there, back) -> {
          double degrees = pi[i] * pi[j];
          return Math.sqrt(there) * Math.sqrt(back) * degrees * degrees;
        });
  }

  /**
   * Scores a pair by the smaller of its two counts. If i and j are adjacent, both closed
   * neighborhoods contain i, and the count of row i at j is at least 1. If j has the same degree as
   * i, j counts as well, so 1 is subtracted. A positive result in both directions means an edge or
   * a coincidence of degrees. If a count is unreadable, the count in the other direction decides.
   * Among equal counts, higher degrees rank first.
   */
  static PairScores lesserExcess(IntegerKinkRows.Counts[] found) {
    SparseRow[] rows = new SparseRow[found.length];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = found[i].row();
    }
    double highest = 1;
    for (IntegerKinkRows.Counts counts : found) {
      highest = Math.max(highest, counts.degree());
    }
    double most = highest;
    return combine(
        rows,
        (i, j, there, back) -> {
          double lesser = Math.min(there, back);
          if (lesser == IntegerKinkRows.UNREADABLE) {
            return 0;
          }
          double excess = Math.rint(lesser) - (found[i].degree() == found[j].degree() ? 1 : 0);
          double tie = Math.sqrt((double) found[i].degree() * found[j].degree()) / most;
          return excess > 0 ? excess + tie / 2 : 0;
        });
  }

  private interface Combination {
    double of(int i, int j, double there, double back);
  }

  /** Scores the pairs that are nonzero in both rows; all others score 0. */
  private static PairScores combine(SparseRow[] rows, Combination combination) {
    LongArrayList pairs = new LongArrayList();
    DoubleArrayList scores = new DoubleArrayList();
    for (int i = 0; i < rows.length; i++) {
      for (int e = 0; e < rows[i].size(); e++) {
        int j = rows[i].column(e);
        double there = rows[i].value(e);
        double back = j <= i || there == 0 ? 0 : rows[j].at(i);
        double score = back == 0 ? 0 : combination.of(i, j, there, back);
        if (score != 0) {
          pairs.add(NodePairs.pack(i, j));
          scores.add(score);
        }
      }
    }
    return PairScores.ofStored(rows.length, false, pairs.toLongArray(), scores.toDoubleArray());
  }
}
