package io.linkteller.attack.reading;

import io.linkteller.attack.PairScores;
import io.linkteller.attack.influence.InfluenceMatrix;

/**
 * Adds scores of pairs in which only one target can be probed, because the other has no features to
 * scale.
 */
final class LoneInfluences {

  private LoneInfluences() {}

  /** Returns whether some of the targets, but not all, have no influence on any node. */
  static boolean exist(InfluenceMatrix influences) {
    int n = influences.targetCount();
    int silent = 0;
    for (int v = 0; v < n; v++) {
      silent += influences.row(v).isEmpty() ? 1 : 0;
    }
    return silent > 0 && silent < n;
  }

  /**
   * Adds M_vu / M_vv as the score of a pair in which only v was probed. For M_vu ≈ r_v S_vu with a
   * symmetric S, both this and {@link PairScore#SELF_NORMALIZED} yield S_vu relative to the
   * diagonal.
   *
   * @param scores the scores of the pairs whose influence was measured in both directions
   * @param influences the influences
   * @param relative whether scores are relative to the targets' influences on themselves; if not,
   *     M_vu is added
   */
  static PairScores added(PairScores scores, InfluenceMatrix influences, boolean relative) {
    int n = influences.targetCount();
    PairScores.Builder all = PairScores.builder(n);
    for (int i = 0; i < n; i++) {
      boolean silent = influences.row(i).isEmpty();
      for (int j = i + 1; j < n; j++) {
        double score =
            silent == influences.row(j).isEmpty()
                ? scores.score(i, j)
                : silent ? lone(influences, j, i, relative) : lone(influences, i, j, relative);
        if (score != 0) {
          all.add(i, j, score);
        }
      }
    }
    return all.build();
  }

  private static double lone(InfluenceMatrix influences, int v, int u, boolean relative) {
    double own = relative ? influences.influence(v, v) : 1;
    return own > 0 ? influences.influence(v, u) / own : 0;
  }
}
