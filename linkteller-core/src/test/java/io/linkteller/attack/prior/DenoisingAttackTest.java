package io.linkteller.attack.prior;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.attack.LinkAttack;
import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.PairScores;
import io.linkteller.attack.UnsuitableModelException;
import io.linkteller.attack.chosen.ChosenFeatureAttack;
import io.linkteller.attack.compressed.SmallNetwork;
import io.linkteller.attack.own.OwnNodesAttack;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.graph.NodePairs;
import io.linkteller.graph.RandomGraphs;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.JoinableGraph;
import io.linkteller.inference.JoiningLimits;
import io.linkteller.privacy.ResponseRates;
import java.time.Duration;
import java.util.Arrays;
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
    return DenoisingAttack.builder(RATES, scoring(read, new AtomicReference<>()))
        .build()
        .run(UNASKED, nodes, 0.05);
  }

  @Test
  void theGraphOfAnExactAttackIsDenoised() {
    AtomicReference<Double> told = new AtomicReference<>();
    PairScores exact = PairScores.ofAll(40, (i, j) -> shown.hasEdge(i, j) ? 1 : 0);
    LinkPrediction found =
        DenoisingAttack.builder(RATES, scoring(exact, told))
            .parallelism(2)
            .build()
            .run(UNASKED, nodes, 0.05);
    assertEquals(RATES.shownDensity(0.05), told.get());
    assertEquals(0, found.queries());
    assertEquals(39, found.m());
    assertEquals("denoising of a reader", found.attack());
    assertArrayEquals(
        GraphDenoiser.builder(RATES).build().posterior(shown).storedScores(),
        found.scores().storedScores());
  }

  /** Which an audit takes for a result, and not for a failure that leaves the leakage open. */
  @Test
  void directedNodesAreUnsuitable() {
    PairScores none = PairScores.ofAll(40, (i, j) -> 0);
    LinkAttack attack =
        DenoisingAttack.builder(RATES, scoring(none, new AtomicReference<>())).build();
    assertThrows(UnsuitableModelException.class, () -> attack.run(UNASKED, nodes.directed(), 0.05));
  }

  @Test
  void ownNodesReadTheGraphThatIsDenoised() {
    InferenceApi service =
        JoinableGraph.of(
            shown,
            FeatureMatrix.dense(new double[40][SmallNetwork.FEATURES]),
            JoiningLimits.NONE,
            graph -> new SmallNetwork(graph, SmallNetwork.Kind.AUGMENTED, 3, 2, 4));
    LinkPrediction found =
        DenoisingAttack.builder(RATES, OwnNodesAttack.builder().build())
            .build()
            .run(service, nodes, 0.05);
    assertArrayEquals(
        GraphDenoiser.builder(RATES).build().posterior(shown).storedScores(),
        found.scores().storedScores());
    assertEquals("denoising of own nodes", found.attack());
    assertTrue(found.queries() > 4 && found.queries() < 40, found.queries() + " queries");
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
    DenoisingAttack attack =
        DenoisingAttack.builder(RATES, ChosenFeatureAttack.builder().build()).build();
    assertThrows(IllegalArgumentException.class, () -> attack.run(UNASKED, nodes, 0));
    assertThrows(IllegalArgumentException.class, () -> attack.run(UNASKED, nodes, 1.5));
  }

  /** Within six standard deviations of what the range of the belief explains, and not beyond. */
  @Test
  void asManyPositiveScoresAsTheBeliefExplainsAreReadAsTheGraph() {
    double least = RATES.shownDensity(0.05 / 4);
    double most = RATES.shownDensity(4 * 0.05);
    long fewest = (long) Math.ceil(780 * least - 6 * Math.sqrt(780 * least * (1 - least)));
    long largest = (long) Math.floor(780 * most + 6 * Math.sqrt(780 * most * (1 - most)));
    long expected = (long) Math.ceil(RATES.shownDensity(0.05) * 780);
    assertEquals(expected, read(fewest - 1));
    assertEquals(fewest, read(fewest));
    assertEquals(largest, read(largest));
    assertEquals(expected, read(largest + 1));
  }

  /** Returns the number of pairs that are taken for edges if so many have positive scores. */
  private long read(long positive) {
    int[] left = {(int) positive};
    PairScores scores = PairScores.ofAll(40, (i, j) -> left[0]-- > 0 ? 1000 - 40 * i - j : 0);
    double[] found = denoised(scores).scores().storedScores();
    for (long edges : new long[] {positive, (long) Math.ceil(RATES.shownDensity(0.05) * 780)}) {
      Graph.Builder graph = Graph.builder(40);
      for (long pair : scores.best(edges)) {
        graph.addEdge(NodePairs.first(pair), NodePairs.second(pair));
      }
      double[] posterior =
          GraphDenoiser.builder(RATES).build().posterior(graph.build()).storedScores();
      if (Arrays.equals(posterior, found)) {
        return edges;
      }
    }
    return -1;
  }

  @Test
  void anAttackDescribesItself() {
    DenoisingAttack.Builder builder =
        DenoisingAttack.builder(RATES, ChosenFeatureAttack.builder().build());
    assertSame(builder, builder.seed(7));
    assertTrue(builder.build().toString().startsWith("DenoisingAttack[rates = ResponseRates"));
    assertTrue(builder.build().toString().contains(", reader = "));
  }
}
