package org.example.added;

import io.linkteller.attack.PairScores;
import io.linkteller.attack.influence.InfluenceMatrix;
import io.linkteller.attack.reading.PairScore;

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
