package io.linkteller.attack.denoise;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.linkteller.attack.LinkAttack;
import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.score.PairScores;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.graph.RandomGraphs;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.privacy.ResponseRates;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class DenoisingAttackTest {

  private static final ResponseRates RATES = ResponseRates.ofEdgeRand(2);

  private static final InferenceApi UNASKED =
      query -> {
        throw new AssertionError("asked");
      };

  private final Graph shown = RandomGraphs.uniform(40, RATES.shownDensity(0.05), 9);

  private final InferenceNodes nodes = InferenceNodes.of(FeatureMatrix.dense(new double[40][1]));

  private static LinkAttack scoring(PairScores scores, AtomicReference<Double> told) {
    return (api, nodes, kHat) -> {
      told.set(kHat);
      return LinkPrediction.of("a reader", nodes, kHat, scores, 17, Duration.ZERO);
    };
  }

  private LinkPrediction denoised(PairScores read) {
    return DenoisingAttack.builder(RATES)
        .reading(scoring(read, new AtomicReference<>()))
        .build()
        .run(UNASKED, nodes, 0.05);
  }

  @Test
  void whatAnExactReaderFindsIsDenoised() {
    AtomicReference<Double> told = new AtomicReference<>();
    PairScores exact = PairScores.ofAll(40, (i, j) -> shown.hasEdge(i, j) ? 1 : 0);
    LinkPrediction found =
        DenoisingAttack.builder(RATES)
            .reading(scoring(exact, told))
            .parallelism(2)
            .build()
            .run(UNASKED, nodes, 0.05);
    assertEquals(RATES.shownDensity(0.05), told.get());
    assertEquals(17, found.queries());
    assertEquals(39, found.m());
    assertEquals("denoising of a reader", found.attack());
    assertArrayEquals(
        GraphDenoiser.builder(RATES).build().posterior(shown).storedScores(),
        found.scores().storedScores());
  }

  @Test
  void aReaderThatScoresEveryPairIsReadUpToTheExpectedNumber() {
    PairScores all = PairScores.ofAll(40, (i, j) -> 1 / (1.0 + 40 * i + j));
    long[] best = all.best((long) Math.ceil(RATES.shownDensity(0.05) * 780));
    Graph.Builder graph = Graph.builder(40);
    for (long pair : best) {
      graph.addEdge((int) (pair >>> 32), (int) pair);
    }
    assertArrayEquals(
        GraphDenoiser.builder(RATES).build().posterior(graph.build()).storedScores(),
        denoised(all).scores().storedScores());
  }

  @Test
  void aBeliefOutOfRangeIsRefusedBeforeAnyQuery() {
    DenoisingAttack attack = DenoisingAttack.builder(RATES).build();
    assertThrows(IllegalArgumentException.class, () -> attack.run(UNASKED, nodes, 0));
    assertThrows(IllegalArgumentException.class, () -> attack.run(UNASKED, nodes, 1.5));
  }
}
