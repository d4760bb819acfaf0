package io.linkteller.attack.coarse;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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

  /** A density of 1 wants more than any change shows, so that all are tried. */
  @Test
  void theChoiceAsksEveryProbeOnce() {
    Map<String, Integer> asked = new HashMap<>();
    InferenceApi shown = probabilities(3);
    InferenceApi counting =
        query -> {
          asked.merge(Arrays.toString(query.features().toDense().data), 1, Integer::sum);
          return shown.predict(query);
        };
    ProbeSettings choice = reading(3).build().choose(counting, NODES, 1);
    assertEquals(10 + 112, choice.queries());
    // The baseline of each of the two backgrounds is asked five times.
    assertEquals(2 + 112, asked.size());
    assertEquals(10 + 112, asked.values().stream().mapToInt(times -> times).sum());
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

  @Test
  void theResultDoesNotDependOnTheNumberOfThreads() {
    assertEquals(
        reading(3).build().run(probabilities(3), NODES, K_HAT).edges(),
        reading(3).parallelism(4).build().run(probabilities(3), NODES, K_HAT).edges());
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

  /** The label of node 0 changes where the feature of node 1 passes a threshold. */
  private static InferenceApi threshold(double at, List<Double> asked) {
    return query -> {
      DMatrixRMaj x = query.features().toDense();
      if (!query.edit().isEmpty() && query.edit().rows().getInt(0) == 1) {
        asked.add(x.get(1, 0));
      }
      boolean passed = at > 0 ? x.get(1, 0) > at : x.get(1, 0) < at;
      return new DMatrixRMaj(new double[][] {{passed ? 1 : 0, passed ? 0 : 1}, {0, 1}});
    };
  }

  @Test
  void theFactorThatChangesALabelIsFoundByBisection() {
    InferenceNodes two = InferenceNodes.of(FeatureMatrix.dense(new double[][] {{1}, {1}}));
    for (double at : new double[] {0.02, 0.7, 9, 300, -0.02, -3}) {
      for (int queries : new int[] {8, 10, 24}) {
        List<Double> asked = new ArrayList<>();
        LabelStepAttack attack = LabelStepAttack.builder().queriesPerTarget(queries).build();
        LinkPrediction found = attack.run(threshold(at, asked), two, 1);
        assertEquals(2 * queries + 1, found.queries());
        assertEquals(queries, asked.size());
        double[] positive = asked.stream().mapToDouble(t -> t).filter(t -> t > 0).toArray();
        assertEquals(queries / 2, positive.length);
        // The first four are equally spaced on a logarithmic scale; each further one halves the
        // interval in which the label changes.
        double smallest = positive[0];
        double largest = positive[3];
        double ratio = Math.cbrt(largest / smallest);
        assertEquals(smallest * ratio, positive[1], 1e-9 * positive[1]);
        assertEquals(smallest * ratio * ratio, positive[2], 1e-9 * positive[2]);
        double width = Math.log(ratio) / Math.pow(2, queries / 2.0 - 4);
        double influence = found.scores().score(0, 1);
        assertEquals(-Math.log(Math.abs(at)), Math.log(influence), width / 2 * (1 + 1e-9));
      }
    }
  }

  @Test
  void aLabelThatNeverChangesHasNoInfluenceAndOneThatAlwaysDoesTheLargest() {
    InferenceNodes two = InferenceNodes.of(FeatureMatrix.dense(new double[][] {{1}, {1}}));
    List<Double> asked = new ArrayList<>();
    LabelStepAttack attack = LabelStepAttack.builder().queriesPerTarget(12).build();
    assertEquals(0, attack.run(threshold(1e9, asked), two, 1).scores().score(0, 1));
    // Without a change, the longest intervals are halved, so the steps stay spread.
    double[] positive = asked.stream().mapToDouble(t -> t).filter(t -> t > 0).sorted().toArray();
    for (int i = 2; i < positive.length; i++) {
      double step = Math.log(positive[i] / positive[i - 1]);
      double before = Math.log(positive[i - 1] / positive[i - 2]);
      assertTrue(step < 2.01 * before && before < 2.01 * step, step + " after " + before);
    }
    double smallest = positive[0];
    assertEquals(
        1 / smallest,
        attack.run(threshold(1e-9, asked), two, 1).scores().score(0, 1),
        1e-9 / smallest);
  }

  @Test
  void everyAnswerIsReported() {
    List<String> told = new ArrayList<>();
    LabelStepAttack.builder()
        .onProgress((answered, total) -> told.add(answered + " of " + total))
        .build()
        .run(ShownOutputs.labels(LOGITS, Posterior.SOFTMAX), NODES, K_HAT);
    assertEquals(41, told.size());
    assertEquals("1 of 41", told.get(0));
    assertEquals("41 of 41", told.get(40));
    told.clear();
    reading(2)
        .onProgress((answered, total) -> told.add(answered + " of " + total))
        .build()
        .run(probabilities(2), NODES, K_HAT);
    assertEquals(41, told.size());
    assertEquals("41 of 41", told.get(40));
  }

  @Test
  void settingsAtTheEndsOfTheirRangesAreAccepted() {
    CoarseAttack.Builder coarse = reading(2);
    assertSame(coarse, coarse.repeats(1));
    LabelStepAttack.Builder labels = LabelStepAttack.builder();
    assertSame(labels, labels.queriesPerTarget(8));
    assertThrows(IllegalArgumentException.class, () -> labels.queriesPerTarget(6));
    assertEquals(
        "queries = 9 must be even and at least 8",
        assertThrows(IllegalArgumentException.class, () -> labels.queriesPerTarget(9))
            .getMessage());
    assertEquals(
        "silent background, change -0.0316, 9 queries a probe",
        new ProbeSettings(true, -0.0316, 9, 2, 3, 4).toString());
    assertEquals(
        "own background, change -1.00, 1 queries a probe",
        new ProbeSettings(false, -1, 1, 2, 3, 4).toString());
  }

  @Test
  void probesAreMultiplesOfTheFeaturesOrOfLentOnes() {
    double[][] x = {{0, 0}, {0, 0}, {2, 3}, {4, 5}};
    InferenceNodes nodes = InferenceNodes.of(FeatureMatrix.dense(x)).targeting(1, 3, 2);
    RowProbes own = RowProbes.observingAll(nodes, false, true);
    assertArrayEquals(
        new double[] {0, 0, 0, 0, 2, 3, 4, 5}, own.baseline().features().toDense().data);
    // Target 1 has no features, so those of the next target that has some are lent to it.
    assertArrayEquals(
        new double[] {0, 0, -2, -2.5, 2, 3, 4, 5}, own.probe(0, -0.5).features().toDense().data);
    assertArrayEquals(
        new double[] {0, 0, 0, 0, 1, 1.5, 4, 5}, own.probe(2, -0.5).features().toDense().data);
    // Where they may not be lent, only scaled, nothing changes.
    assertArrayEquals(
        own.baseline().features().toDense().data,
        RowProbes.observingAll(nodes, false, false).probe(0, -0.5).features().toDense().data);
    RowProbes silent = RowProbes.observingTargets(nodes);
    assertArrayEquals(new double[8], silent.baseline().features().toDense().data);
    assertArrayEquals(
        new double[] {0, 0, 0, 0, 20, 30, 0, 0}, silent.probe(2, 10).features().toDense().data);
    assertArrayEquals(
        new double[] {0, 0, 40, 50, 0, 0, 0, 0}, silent.probe(0, 10).features().toDense().data);
    assertEquals(
        "the query that changes node 3 (target 1) by 0.5 of its features",
        RowProbes.name(nodes, 1, 0.5));
    InferenceNodes none = InferenceNodes.of(FeatureMatrix.zero(2, 1));
    assertArrayEquals(
        new double[2],
        RowProbes.observingAll(none, true, true).probe(1, 3).features().toDense().data);
  }
}
