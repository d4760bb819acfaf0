package io.linkteller.attack;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.linkteller.feature.FeatureMatrix;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import java.util.Arrays;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.Test;

class BaselineAttacksTest {

  private static final InferenceNodes NODES =
      InferenceNodes.of(
          FeatureMatrix.dense(new double[][] {{1, 0}, {0, 1}, {1, 0.1}, {0.1, 1}, {0, 0}}));

  private static final InferenceApi UNUSED =
      query -> {
        throw new AssertionError("queried");
      };

  @Test
  void lsa2OnFeaturesPairsNodesOfLikeFeaturesWithoutAQuery() {
    LinkPrediction found = Lsa2Attack.onFeatures().attack(UNUSED, NODES, 0.2);
    assertEquals(0, found.queries());
    assertEquals(0, found.edges().get(0).u());
    assertEquals(2, found.edges().get(0).v());
    assertEquals(1, found.edges().get(1).u());
    assertEquals(3, found.edges().get(1).v());
  }

  /**
   * By hand: rows (1, 0), (0, 1), (1, 1) centred at (2/3, 2/3) are (1, -2)/3, (-2, 1)/3, (1, 1)/3.
   */
  @Test
  void lsa2ScoresAreCosinesOfRowsCentredAtTheTargetsMean() {
    InferenceNodes three =
        InferenceNodes.of(FeatureMatrix.dense(new double[][] {{1, 0}, {0, 1}, {1, 1}}));
    PairScores scores = Lsa2Attack.onFeatures().attack(UNUSED, three, 1).scores();
    assertEquals(-0.8, scores.score(0, 1), 1e-12);
    assertEquals(-1 / Math.sqrt(10), scores.score(0, 2), 1e-12);
    assertEquals(-1 / Math.sqrt(10), scores.score(1, 2), 1e-12);
  }

  @Test
  void lsa2OnPosteriorsComparesTheSoftmaxOfTheLogits() {
    InferenceApi api =
        query -> new DMatrixRMaj(new double[][] {{900, 0}, {0, 1}, {800, 0}, {0, 1}, {0, 0}});
    LinkPrediction found = Lsa2Attack.onPosteriors().attack(api, NODES, 0.2);
    assertEquals(1, found.queries());
    assertEquals(1, found.scores().score(0, 2), 1e-12);
    assertEquals(1, found.scores().score(1, 3), 1e-12);
    assertEquals(-1, found.scores().score(0, 1), 1e-12);
  }

  @Test
  void nodesThatAreAllAlikeHaveNothingToCompare() {
    double[][] alike = new double[7][];
    Arrays.fill(alike, new double[] {0.1, 0.2, 0.7});
    InferenceNodes nodes = InferenceNodes.of(FeatureMatrix.dense(alike));
    PairScores features = Lsa2Attack.onFeatures().attack(UNUSED, nodes, 1).scores();
    InferenceApi constant = query -> new DMatrixRMaj(alike);
    PairScores posteriors = Lsa2Attack.onPosteriors().attack(constant, nodes, 1).scores();
    assertEquals(0, features.score(0, 1));
    assertEquals(0, posteriors.score(2, 5));
  }

  @Test
  void aSingleLogitIsTakenThroughTheSigmoid() {
    InferenceApi api = query -> new DMatrixRMaj(new double[][] {{9}, {-9}, {8}, {-8}, {-7}});
    PairScores scores = Lsa2Attack.onPosteriors().attack(api, NODES, 1).scores();
    assertEquals(1, scores.score(0, 2), 1e-12);
    assertEquals(-1, scores.score(0, 1), 1e-12);
  }

  @Test
  void guessesAreReproducibleBySeed() {
    LinkPrediction one = RandomAttack.seeded(1).attack(UNUSED, NODES, 0.5);
    LinkPrediction same = RandomAttack.seeded(1).attack(UNUSED, NODES, 0.5);
    LinkPrediction other = RandomAttack.seeded(2).attack(UNUSED, NODES, 0.5);
    assertEquals(one.edges(), same.edges());
    assertNotEquals(one.edges(), other.edges());
    assertEquals(0, one.queries());
  }
}
