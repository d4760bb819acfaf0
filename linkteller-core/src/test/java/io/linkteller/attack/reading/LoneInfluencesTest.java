package io.linkteller.attack.reading;

import static io.linkteller.attack.reading.InfluenceTraitsTest.influences;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.attack.PairScores;
import io.linkteller.attack.influence.InfluenceMatrix;
import org.junit.jupiter.api.Test;

class LoneInfluencesTest {

  /** Targets 1 and 3 have no features to scale. */
  private static final double[][] TWO_SILENT = {
    {4, 2, 1, 0}, {0, 0, 0, 0}, {3, 6, 2, 8}, {0, 0, 0, 0}
  };

  private static PairScores measured() {
    PairScores.Builder scores = PairScores.builder(4);
    scores.add(0, 2, 5);
    return scores.build();
  }

  @Test
  void theyExistIfSomeTargetsAreSilentAndOthersAreNot() {
    assertTrue(LoneInfluences.exist(influences(TWO_SILENT)));
    assertTrue(LoneInfluences.exist(influences(new double[][] {{1, 1}, {0, 0}})));
    assertFalse(LoneInfluences.exist(influences(new double[][] {{1, 0}, {0, 1}})));
    assertFalse(LoneInfluences.exist(influences(new double[2][2])));
  }

  @Test
  void aPairOfWhichOneTargetWasProbedIsScoredRelativeToThatTarget() {
    PairScores all = LoneInfluences.added(measured(), influences(TWO_SILENT), true);
    assertEquals(5, all.score(0, 2), "measured in both directions");
    assertEquals(2 / 4.0, all.score(0, 1));
    assertEquals(6 / 2.0, all.score(1, 2));
    assertEquals(8 / 2.0, all.score(2, 3));
    assertEquals(0, all.score(0, 3));
    assertEquals(0, all.score(1, 3), "neither was probed");
  }

  @Test
  void withoutNormalizationThePairHasTheInfluenceItself() {
    PairScores all = LoneInfluences.added(measured(), influences(TWO_SILENT), false);
    assertEquals(2, all.score(0, 1));
    assertEquals(6, all.score(1, 2));
    assertEquals(8, all.score(2, 3));
  }

  @Test
  void aTargetThatDoesNotInfluenceItselfAddsNothingRelativeToIt() {
    double[][] matrix = {{0, 2}, {0, 0}};
    InfluenceMatrix influences = influences(matrix);
    PairScores none = PairScores.builder(2).build();
    assertEquals(0, LoneInfluences.added(none, influences, true).score(0, 1));
    assertEquals(2, LoneInfluences.added(none, influences, false).score(0, 1));
  }

  @Test
  void theAdaptiveScoreAddsThem() {
    PairScores scores = PairScore.ADAPTIVE.score(influences(TWO_SILENT), 1);
    assertEquals(6 / 2.0, scores.score(1, 2));
  }
}
