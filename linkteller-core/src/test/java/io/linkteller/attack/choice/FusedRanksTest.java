package io.linkteller.attack.choice;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.linkteller.attack.PairScores;
import io.linkteller.graph.NodePairs;
import java.util.List;
import org.junit.jupiter.api.Test;

class FusedRanksTest {

  private static PairScores scores(double first, double second, double third) {
    long[] pairs = {NodePairs.pack(0, 1), NodePairs.pack(0, 2), NodePairs.pack(1, 3)};
    return PairScores.ofStored(4, pairs, new double[] {first, second, third});
  }

  @Test
  void whatAllScoresRankHighComesFirstWhateverTheirUnits() {
    PairScores fused = FusedRanks.of(List.of(scores(3, 2, 1), scores(1e-9, 8e-9, 2e-9)));
    assertEquals(1 / 61.0 + 1 / 60.0, fused.score(0, 2), 1e-15);
    assertEquals(1 / 60.0 + 1 / 62.0, fused.score(0, 1), 1e-15);
    assertEquals(1 / 62.0 + 1 / 61.0, fused.score(1, 3), 1e-15);
    assertArrayEquals(
        new long[] {NodePairs.pack(0, 2), NodePairs.pack(0, 1), NodePairs.pack(1, 3)},
        fused.best(3));
  }

  @Test
  void pairsWithoutEvidenceHaveNoRank() {
    PairScores fused = FusedRanks.of(List.of(scores(0, 2, 1), scores(0, 0, 5)));
    assertEquals(0, fused.score(0, 1));
    assertEquals(1 / 60.0, fused.score(0, 2), 1e-15);
    assertEquals(2, fused.storedCount());
  }
}
