package io.linkteller.attack.chosen;

import io.linkteller.attack.PairScores;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;

/** From what each target's row says of the others to a score of each pair. */
final class PairRanking {

  private PairRanking() {}

  /** sqrt(M_ij M_ji): above 0 where both rows say so. */
  static PairScores geometric(SparseRow[] rows) {
    return combine(rows, (i, j, there, back) -> Math.sqrt(there) * Math.sqrt(back));
  }

  /**
   * An edge puts the later node's neighbour, the earlier node itself, in both neighbourhoods, and
   * the later too if its degree is the same; what is left above 0 in both directions is an edge or
   * a coincidence of degrees.
   */
  static PairScores lesserExcess(IntegerKinkRows.Counts[] found) {
    SparseRow[] rows = new SparseRow[found.length];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = found[i].row();
    }
    return combine(
        rows,
        (i, j, there, back) ->
            Math.max(
                0,
                Math.rint(Math.min(there, back))
                    - (found[i].degree() == found[j].degree() ? 1 : 0)));
  }

  /** The mean of both directions less what common neighbours account for. */
  static PairScores lessCommonNeighbours(LazyRows.TwoHops[] found, int[] targetRows, int nodes) {
    int n = found.length;
    Int2ObjectOpenHashMap<IntArrayList> sharing = new Int2ObjectOpenHashMap<>();
    double[] weight = new double[nodes];
    for (int i = 0; i < n; i++) {
      for (int e = 0; e < found[i].degree(); e++) {
        int w = found[i].neighbour(e);
        sharing.computeIfAbsent(w, node -> new IntArrayList()).add(i);
        weight[w] = found[i].weight(e);
      }
    }
    int[] position = new int[nodes];
    Arrays.fill(position, -1);
    for (int i = 0; i < n; i++) {
      position[targetRows[i]] = i;
    }
    double[] explained = new double[n];
    SparseRow[] rows = new SparseRow[n];
    for (int i = 0; i < n; i++) {
      Arrays.fill(explained, 0);
      for (int e = 0; e < found[i].degree(); e++) {
        int w = found[i].neighbour(e);
        for (int j : sharing.get(w)) {
          explained[j] += weight[w];
        }
      }
      double[] left = new double[n];
      SparseRow scores = found[i].scores();
      for (int e = 0; e < scores.size(); e++) {
        int j = position[scores.column(e)];
        if (j >= 0) {
          left[j] = Math.max(0, scores.value(e) - explained[j]);
        }
      }
      rows[i] = SparseRow.above(1e-6, left);
    }
    return PairScores.ofAll(n, (i, j) -> (rows[i].at(j) + rows[j].at(i)) / 2);
  }

  private interface Combination {
    double of(int i, int j, double there, double back);
  }

  private static PairScores combine(SparseRow[] rows, Combination combination) {
    return PairScores.ofAll(
        rows.length,
        (i, j) -> {
          double there = rows[i].at(j);
          double back = there == 0 ? 0 : rows[j].at(i);
          return back == 0 ? 0 : combination.of(i, j, there, back);
        });
  }
}
