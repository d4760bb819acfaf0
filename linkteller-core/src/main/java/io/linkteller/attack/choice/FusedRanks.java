package io.linkteller.attack.choice;

import io.linkteller.attack.PairScores;
import it.unimi.dsi.fastutil.longs.Long2DoubleOpenHashMap;
import java.util.Arrays;
import java.util.List;

/**
 * Reciprocal rank fusion (Cormack, Clarke and Büttcher, SIGIR 2009): a pair scores Σ 1/(60 + rank)
 * over the scores of which it has evidence. Where the errors of the scores differ, what all of them
 * rank high is right more often than what one of them does.
 */
final class FusedRanks {

  /** The constant of the paper: how much less the first rank counts than its reciprocal. */
  private static final double DAMPING = 60;

  private FusedRanks() {}

  /** Returns the fused scores. O(s log s) for s stored pairs. */
  static PairScores of(List<PairScores> scores) {
    Long2DoubleOpenHashMap fused = new Long2DoubleOpenHashMap();
    for (PairScores each : scores) {
      long evident = Arrays.stream(each.storedScores()).filter(score -> score > 0).count();
      long[] best = each.best(evident);
      for (int rank = 0; rank < best.length; rank++) {
        fused.addTo(best[rank], 1 / (DAMPING + rank));
      }
    }
    long[] pairs = fused.keySet().toLongArray();
    Arrays.sort(pairs);
    double[] sums = Arrays.stream(pairs).mapToDouble(fused::get).toArray();
    return PairScores.ofStored(scores.get(0).targetCount(), pairs, sums);
  }
}
