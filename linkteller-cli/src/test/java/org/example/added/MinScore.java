package org.example.added;

import io.linkteller.attack.score.InfluenceMatrix;
import io.linkteller.attack.score.PairScore;
import io.linkteller.attack.score.PairScores;

/** min(M_uv, M_vu). */
public final class MinScore implements PairScore {

  @Override
  public String name() {
    return "smaller-of-both";
  }

  @Override
  public PairScores score(InfluenceMatrix influences, int parallelism) {
    return PairScores.ofAll(
        influences.targetCount(),
        (i, j) -> Math.min(influences.influence(i, j), influences.influence(j, i)));
  }
}
