package io.linkteller.attack.coarse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.LinkTeller;
import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.influence.BiasedAttention;
import io.linkteller.attack.reading.PairScore;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.graph.RandomGraphs;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.output.OutputReading;
import io.linkteller.inference.output.Posterior;
import io.linkteller.inference.output.ShownOutputs;
import java.util.SplittableRandom;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A ring of 40 nodes behind logits = (I + A/2) X W + b with large X, so that decisions are sure.
 */
class CoarseAttackTest {

  private static final int N = 40;
  private static final double K_HAT = 2.0 / (N - 1);
  private static final Graph RING = ring();
  private static final InferenceNodes NODES = nodes();

  private static Graph ring() {
    Graph.Builder edges = Graph.builder(N);
    for (int v = 0; v < N; v++) {
      edges.addEdge(v, (v + 1) % N);
    }
    return edges.build();
  }

  /** Node 7 has no features at all. */
  private static InferenceNodes nodes() {
    SplittableRandom random = new SplittableRandom(11);
    double[][] x = new double[N][2];
    for (double[] row : x) {
      row[0] = random.nextDouble(10, 30);
      row[1] = random.nextDouble(10, 30);
    }
    x[7] = new double[2];
    return InferenceNodes.of(FeatureMatrix.dense(x));
  }

  private static final InferenceApi LOGITS =
      query -> {
        DMatrixRMaj x = query.features().toDense();
        DMatrixRMaj mixed = x.copy();
        for (int v = 0; v < N; v++) {
          for (int u : new int[] {(v + 1) % N, (v + N - 1) % N}) {
            for (int c = 0; c < 2; c++) {
              mixed.add(v, c, x.get(u, c) / 2);
            }
          }
        }
        DMatrixRMaj z = new DMatrixRMaj(N, 2);
        CommonOps_DDRM.mult(mixed, new DMatrixRMaj(new double[][] {{1, -0.6}, {0.3, -1}}), z);
        for (int v = 0; v < N; v++) {
          z.add(v, 0, -0.5);
        }
        return z;
      };

  private static InferenceApi probabilities(int decimals) {
    return ShownOutputs.rounded(ShownOutputs.probabilities(LOGITS, Posterior.SOFTMAX), decimals);
  }

  private static CoarseAttack.Builder reading(int decimals) {
    return CoarseAttack.builder()
        .reading(OutputReading.ofProbabilities(Posterior.SOFTMAX).rounded(decimals));
  }

  private static int right(LinkPrediction found) {
    return (int) found.edges().stream().filter(edge -> RING.hasEdge(edge.u(), edge.v())).count();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4, 8})
  void roundedProbabilitiesRevealTheRing(int decimals) {
    LinkPrediction found =
        reading(decimals).score(PairScore.MAX).build().run(probabilities(decimals), NODES, K_HAT);
    assertEquals(N, right(found));
    // The paper's probe sees nothing through the same rounding.
    LinkPrediction paper = LinkTeller.attack(probabilities(Math.min(4, decimals)), NODES, K_HAT);
    assertTrue(right(paper) < N / 2, paper.edges().toString());
  }

  @Test
  void theOthersAreSilencedWhereDecisionsAreSure() {
    ProbeSettings choice = reading(3).build().choose(probabilities(3), NODES, K_HAT);
    assertTrue(choice.silent(), choice.toString());
    assertEquals(1, choice.repeats());
    assertTrue(choice.queries() <= 2 * (5 + 8) + 12 * 8);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.1, 2})
  void theOthersAreSilencedWhereAllNodesMoveEachOther(double bias) {
    Graph graph = RandomGraphs.uniform(60, 0.05, 11);
    LinkPrediction found =
        CoarseAttack.builder()
            .score(PairScore.SELF_NORMALIZED)
            .build()
            .run(
                new BiasedAttention(graph, bias, Math::tanh),
                BiasedAttention.nodes(60),
                graph.density());
    assertEquals(graph, found.toGraph());
  }

  @Test
  void exactLogitsNeedNoLargerDelta() {
    ProbeSettings choice =
        CoarseAttack.builder()
            .reading(OutputReading.ofLogits())
            .build()
            .choose(LOGITS, NODES, K_HAT);
    assertFalse(choice.silent());
    assertEquals(-1e-4, choice.change(), 1e-18);
  }

  /** Noise of 0.05 on logits; each pair's influence is 20 standard errors or none. */
  @Test
  void noiseIsMeasuredAndAveragedAway() {
    SplittableRandom random = new SplittableRandom(12);
    InferenceApi noisy =
        query -> {
          DMatrixRMaj z = LOGITS.predict(query);
          for (int i = 0; i < z.getNumElements(); i++) {
            z.data[i] += 0.05 * random.nextGaussian();
          }
          return z;
        };
    CoarseAttack attack =
        CoarseAttack.builder().reading(OutputReading.ofLogits()).score(PairScore.MAX).build();
    ProbeSettings choice = attack.choose(noisy, NODES, K_HAT);
    assertEquals(9, choice.repeats());
    assertTrue(choice.change() <= -0.01, choice.toString());
    LinkPrediction found = attack.run(noisy, NODES, K_HAT);
    assertTrue(right(found) >= N - 2, right(found) + " right");
    assertTrue(right(LinkTeller.attack(noisy, NODES, K_HAT)) < N / 2);
  }

  @Test
  void labelsAloneRevealTheRingWithManyQueries() {
    InferenceApi labels = ShownOutputs.labels(LOGITS, Posterior.SOFTMAX);
    LinkPrediction found =
        LabelStepAttack.builder().score(PairScore.MAX).build().run(labels, NODES, K_HAT);
    assertEquals(N, right(found));
    assertEquals(24 * N + 1, found.queries());
    assertEquals(
        found.edges(),
        LabelStepAttack.builder()
            .score(PairScore.MAX)
            .parallelism(3)
            .build()
            .run(labels, NODES, K_HAT)
            .edges());
  }

  @Test
  void settingsOutOfRangeAreRefused() {
    assertThrows(IllegalArgumentException.class, () -> reading(0));
    assertThrows(IllegalArgumentException.class, () -> reading(2).repeats(0));
    assertThrows(
        IllegalArgumentException.class,
        () -> LabelStepAttack.builder().score(PairScore.PAPER).queriesPerTarget(9).build());
    assertThrows(
        IllegalArgumentException.class, () -> reading(2).build().run(probabilities(2), NODES, 0));
  }
}
