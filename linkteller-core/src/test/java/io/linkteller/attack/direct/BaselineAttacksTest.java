package io.linkteller.attack.direct;

import static io.linkteller.testing.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.attack.AttackRequest;
import io.linkteller.attack.LinkAttack;
import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.PairScores;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.output.Posterior;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
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
  void lsa2OnFeaturesPairsSimilarNodesWithoutAQuery() {
    LinkPrediction found = Lsa2Attack.onFeatures().run(UNUSED, NODES, 0.2);
    assertEquals(0, found.queries());
    assertEquals(0, found.edges().get(0).u());
    assertEquals(2, found.edges().get(0).v());
    assertEquals(1, found.edges().get(1).u());
    assertEquals(3, found.edges().get(1).v());
  }

  /**
   * By hand: rows (1, 0), (0, 1), (1, 1) centered at (2/3, 2/3) are (1, -2)/3, (-2, 1)/3, (1, 1)/3.
   */
  @Test
  void lsa2ScoresAreCosinesOfRowsCenteredAtTheTargetsMean() {
    InferenceNodes three =
        InferenceNodes.of(FeatureMatrix.dense(new double[][] {{1, 0}, {0, 1}, {1, 1}}));
    PairScores scores = Lsa2Attack.onFeatures().run(UNUSED, three, 1).scores();
    assertEquals(-0.8, scores.score(0, 1), 1e-12);
    assertEquals(-1 / Math.sqrt(10), scores.score(0, 2), 1e-12);
    assertEquals(-1 / Math.sqrt(10), scores.score(1, 2), 1e-12);
  }

  @Test
  void lsa2OnPosteriorsComparesTheSoftmaxOfTheLogits() {
    InferenceApi api =
        query -> new DMatrixRMaj(new double[][] {{900, 0}, {0, 1}, {800, 0}, {0, 1}, {0, 0}});
    LinkPrediction found = Lsa2Attack.onPosteriors().run(api, NODES, 0.2);
    assertEquals(1, found.queries());
    assertEquals(1, found.scores().score(0, 2), 1e-12);
    assertEquals(1, found.scores().score(1, 3), 1e-12);
    assertEquals(-1, found.scores().score(0, 1), 1e-12);
  }

  @Test
  void pairsScoreZeroIfAllNodesAreEqual() {
    double[][] alike = new double[7][];
    Arrays.fill(alike, new double[] {0.1, 0.2, 0.7});
    InferenceNodes nodes = InferenceNodes.of(FeatureMatrix.dense(alike));
    PairScores features = Lsa2Attack.onFeatures().run(UNUSED, nodes, 1).scores();
    InferenceApi constant = query -> new DMatrixRMaj(alike);
    PairScores posteriors = Lsa2Attack.onPosteriors().run(constant, nodes, 1).scores();
    assertEquals(0, features.score(0, 1));
    assertEquals(0, posteriors.score(2, 5));
  }

  @Test
  void aSingleLogitIsConvertedByTheSigmoid() {
    InferenceApi api = query -> new DMatrixRMaj(new double[][] {{9}, {-9}, {8}, {-8}, {-7}});
    PairScores scores = Lsa2Attack.onPosteriors().run(api, NODES, 1).scores();
    assertEquals(1, scores.score(0, 2), 1e-12);
    assertEquals(-1, scores.score(0, 1), 1e-12);
  }

  /**
   * By hand: logits ±log 3 and 0 have the sigmoids 3/4, 1/4 and 1/2, or (1, -1, 0)/4 minus the
   * mean.
   */
  @Test
  void aMultiLabelModelIsReadThroughTheSigmoid() {
    double l = Math.log(3);
    InferenceNodes three = InferenceNodes.of(FeatureMatrix.dense(new double[][] {{1}, {2}, {3}}));
    InferenceApi api = query -> new DMatrixRMaj(new double[][] {{l, l}, {-l, -l}, {0, 0}});
    PairScores sigmoid = Lsa2Attack.onPosteriors(Posterior.SIGMOID).run(api, three, 1).scores();
    assertEquals(-1, sigmoid.score(0, 1), 1e-12);
    assertEquals(0, sigmoid.score(0, 2), 1e-12);
    // The softmax of equal logits is the same for all.
    assertEquals(0, Lsa2Attack.onPosteriors().run(api, three, 1).scores().score(0, 1));
  }

  /**
   * Half of the nodes have one row and half another, so rounding errors must not rank the pairs.
   */
  @Test
  void pairsOfParallelRowsAreTiedExactly() {
    int n = 20;
    SplittableRandom random = new SplittableRandom(6);
    for (int round = 0; round < 50; round++) {
      double[][] kinds = new double[2][];
      for (int kind = 0; kind < 2; kind++) {
        kinds[kind] = random.doubles(3, -2, 2).toArray();
      }
      DMatrixRMaj logits = new DMatrixRMaj(n, 3);
      for (int i = 0; i < n; i++) {
        System.arraycopy(kinds[i % 2], 0, logits.data, 3 * i, 3);
      }
      InferenceNodes nodes = InferenceNodes.of(FeatureMatrix.dense(new DMatrixRMaj(n, 1)));
      PairScores scores = Lsa2Attack.onPosteriors().run(query -> logits, nodes, 1).scores();
      scores.forEachStored((i, j, score) -> assertEquals((i + j) % 2 == 0 ? 1 : -1, score));
    }
  }

  /** 65,536 targets have 2,147,450,880 pairs; one more target has too many for an array. */
  @Test
  void morePairsThanAnArrayHoldsAreRefusedBeforeAnyQuery() {
    InferenceNodes many = InferenceNodes.of(FeatureMatrix.dense(new DMatrixRMaj(65_537, 1)));
    for (LinkAttack attack :
        List.of(
            AttackRequest.builder().with(RandomAttack.SEED, 1L).attack("random"),
            Lsa2Attack.onFeatures(),
            Lsa2Attack.onPosteriors())) {
      IllegalArgumentException refusal =
          assertThrows(IllegalArgumentException.class, () -> attack.run(UNUSED, many, 0.1));
      String message = String.valueOf(refusal.getMessage());
      assertTrue(message.contains("65537") && message.contains("65536"), message);
    }
    assertRefused(() -> PairScores.ofAll(65_537, (i, j) -> 0));
    PairScores.requireStorable(65_536, false);
  }

  @Test
  void guessesAreReproducibleBySeed() {
    LinkPrediction one =
        AttackRequest.builder()
            .with(RandomAttack.SEED, 1L)
            .attack("random")
            .run(UNUSED, NODES, 0.5);
    LinkPrediction same =
        AttackRequest.builder()
            .with(RandomAttack.SEED, 1L)
            .attack("random")
            .run(UNUSED, NODES, 0.5);
    LinkPrediction other =
        AttackRequest.builder()
            .with(RandomAttack.SEED, 2L)
            .attack("random")
            .run(UNUSED, NODES, 0.5);
    assertEquals(one.edges(), same.edges());
    assertNotEquals(one.edges(), other.edges());
    assertEquals(0, one.queries());
  }
}
