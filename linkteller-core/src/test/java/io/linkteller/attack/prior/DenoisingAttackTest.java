package io.linkteller.attack.prior;

import static io.linkteller.testing.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.LinkTeller;
import io.linkteller.attack.AttackRequest;
import io.linkteller.attack.AttackSettings;
import io.linkteller.attack.Finding;
import io.linkteller.attack.LinkAttack;
import io.linkteller.attack.LinkAttackProvider;
import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.PairScores;
import io.linkteller.attack.UnsuitableModelException;
import io.linkteller.attack.compressed.SmallNetwork;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.graph.NodePairs;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.JoinableGraph;
import io.linkteller.inference.JoiningLimits;
import io.linkteller.parallel.Workers;
import io.linkteller.privacy.ResponseRates;
import io.linkteller.testing.RandomGraphs;
import java.util.Arrays;
import java.util.Optional;
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
    return session -> {
      told.set(session.kHat());
      return Finding.of(scores);
    };
  }

  private static LinkAttack denoising(LinkAttack reader) {
    return session -> DenoisingAttack.find(session, RATES, reader, 42);
  }

  private LinkPrediction denoised(PairScores read) {
    return denoising(scoring(read, new AtomicReference<>())).run(UNASKED, nodes, 0.05);
  }

  @Test
  void theGraphOfAnExactAttackIsDenoised() {
    AtomicReference<Double> told = new AtomicReference<>();
    PairScores exact = PairScores.ofAll(40, (i, j) -> shown.hasEdge(i, j) ? 1 : 0);
    LinkPrediction found =
        denoising(scoring(exact, told))
            .with(new AttackSettings(2, AttackSettings.SILENT, Optional.empty()))
            .run(UNASKED, nodes, 0.05);
    assertEquals(RATES.shownDensity(0.05), told.get());
    assertEquals(0, found.queries());
    assertEquals(39, found.m());
    assertArrayEquals(
        GraphDenoiser.posterior(shown, RATES, 42, Workers.sequential()).storedScores(),
        found.scores().storedScores());
  }

  /** An audit treats this as a result, not as a failure that leaves the leakage open. */
  @Test
  void directedNodesAreUnsuitable() {
    PairScores none = PairScores.ofAll(40, (i, j) -> 0);
    LinkAttack attack = denoising(scoring(none, new AtomicReference<>()));
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
        AttackRequest.builder()
            .with(DenoisingAttack.RATES, RATES)
            .with(DenoisingAttack.READER, LinkAttackProvider.named("own-nodes"))
            .attack("denoising")
            .run(service, nodes, 0.05);
    assertArrayEquals(
        GraphDenoiser.posterior(shown, RATES, 42, Workers.sequential()).storedScores(),
        found.scores().storedScores());
    assertEquals("denoising", found.attack());
    assertEquals("own-nodes", found.finding().notes().get("perturbed graph read by"));
    assertTrue(found.queries() > 4 && found.queries() < 40, found.queries() + " queries");
  }

  @Test
  void aReaderThatScoresEveryPairIsCutAtTheExpectedNumber() {
    PairScores all = PairScores.ofAll(40, (i, j) -> 1 / (1.0 + 40 * i + j));
    long[] best = all.best((long) Math.ceil(RATES.shownDensity(0.05) * 780));
    Graph.Builder graph = Graph.builder(40);
    for (long pair : best) {
      graph.addEdge((int) (pair >>> 32), (int) pair);
    }
    assertArrayEquals(
        GraphDenoiser.posterior(graph.build(), RATES, 42, Workers.sequential()).storedScores(),
        denoised(all).scores().storedScores());
  }

  @Test
  void aBeliefOutOfRangeIsRefusedBeforeAnyQuery() {
    LinkAttack attack = denoising(LinkTeller.named("kinks"));
    assertRefused(() -> attack.run(UNASKED, nodes, 0));
    assertRefused(() -> attack.run(UNASKED, nodes, 1.5));
  }

  /** A number is plausible within six standard deviations of the range that the belief explains. */
  @Test
  void aPlausibleNumberOfPositiveScoresIsReadAsTheGraph() {
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

  /** Returns the number of pairs that are read as edges if {@code positive} scores are positive. */
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
          GraphDenoiser.posterior(graph.build(), RATES, 42, Workers.sequential()).storedScores();
      if (Arrays.equals(posterior, found)) {
        return edges;
      }
    }
    return -1;
  }
}
