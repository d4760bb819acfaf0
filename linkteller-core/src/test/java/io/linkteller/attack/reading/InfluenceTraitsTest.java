package io.linkteller.attack.reading;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.attack.PairScores;
import io.linkteller.attack.influence.InfluenceMatrix;
import io.linkteller.attack.reading.InfluenceTraits.Choice;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.inference.InferenceNodes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InfluenceTraitsTest {

  /** Returns the influences of all nodes on each other, those of v in row v. */
  static InfluenceMatrix influences(double[][] matrix) {
    int n = matrix.length;
    return InfluenceMatrix.exact(
        InferenceNodes.of(FeatureMatrix.dense(new double[n][1])),
        InfluenceMatrix.Extent.OF_TARGETS,
        (v, row) -> System.arraycopy(matrix[v], 0, row, 0, n),
        1);
  }

  private static InfluenceTraits traits(double[][] matrix) {
    return InfluenceTraits.of(influences(matrix));
  }

  @Test
  void sharesOfTargetsAndReachAreMedians() {
    InfluenceTraits traits =
        traits(
            new double[][] {
              {3, 1, 0, 0, 0},
              {1, 1, 2, 0, 0},
              {0, 2, 8, 0, 0},
              {0, 0, 0, 0, 0},
              {0, 0, 0, 0, 0}
            });
    assertEquals(0.75, traits.self(), 1e-15, "of 0.75, 0.25 and 0.8");
    assertEquals(2 / 5.0, traits.reach(), 1e-15, "of 2, 3 and 2 of five nodes");
    assertEquals(0, traits.oneWay());
  }

  @Test
  void withoutAnyInfluenceAllSharesAreZero() {
    assertEquals(new InfluenceTraits(0, 0, 0), traits(new double[3][3]));
  }

  @Test
  void pairsWithAClearInfluenceInOneDirectionOnlyAreCounted() {
    // Clear influences are above 100 times the smallest, 0.001: those of (0, 1), (0, 2) and (1, 2).
    double[][] matrix = {
      {1, 0.5, 0.4, 0.001},
      {0.5, 1, 0.3, 0},
      {0, 0.2, 1, 0},
      {0.05, 0, 0, 1}
    };
    assertEquals(1 / 3.0, traits(matrix).oneWay(), 1e-15);
  }

  @ParameterizedTest
  @CsvSource({
    // One-way influences: the paper's score over the diagonal only if little is reached.
    "0.011, 0.3, 0.19, SELF_NORMALIZED",
    "0.011, 0.3, 0.2, REACH_WEIGHTED",
    "0.01, 0.14, 0.19, SHARED_REACH",
    // Three layers on a sparse graph also leave a node little influence on itself.
    "0, 0.14, 0.1, SELF_NORMALIZED",
    "0, 0.14, 0.11, SHARED_REACH",
    // If all nodes reach all others, reach is uninformative.
    "0, 0.14, 1, SELF_NORMALIZED",
    "0.01, 0.15, 0.51, REACH_WEIGHTED",
    "0, 0.31, 0.1, SELF_NORMALIZED",
    "0, 0.31, 0.11, REACH_WEIGHTED",
    "0, 0.6, 0.11, SELF_NORMALIZED",
    "0, 0.6, 0.51, REACH_WEIGHTED"
  })
  void theChoiceFollowsFromTheTraits(double oneWay, double self, double reach, Choice expected) {
    assertEquals(expected, new InfluenceTraits(oneWay, self, reach).choice());
  }

  @Test
  void littleSelfInfluenceSelectsSharesOfGeometricMeans() {
    double[][] matrix = {
      {1, 4, 9, 0, 1},
      {4, 1, 0, 8, 1},
      {1, 0, 1, 6, 7},
      {0, 2, 6, 1, 5},
      {3, 1, 7, 5, 1}
    };
    InfluenceMatrix influences = influences(matrix);
    assertEquals(Choice.SHARED_REACH, InfluenceTraits.of(influences).choice());
    PairScores scores = PairScore.ADAPTIVE.score(influences, 1);
    for (int i = 0; i < 5; i++) {
      for (int j = i + 1; j < 5; j++) {
        double mean = Math.sqrt(matrix[i][j] * matrix[j][i]);
        double share = mean == 0 ? 1 : scores.score(i, j) / mean;
        assertTrue(share > 0 && share <= 1 + 1e-12, "share " + share);
      }
    }
  }
}
