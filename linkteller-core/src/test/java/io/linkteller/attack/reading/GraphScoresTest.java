package io.linkteller.attack.reading;

import static io.linkteller.testing.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.LinkTeller;
import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.influence.InfluenceMatrix;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.graph.NodePairs;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceException;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.testing.RandomGraphs;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Scores that look beyond the two targets of a pair, on models (I + N)² x without masks. */
class GraphScoresTest {

  private static final int NODES = 60;
  private static final Graph GRAPH = RandomGraphs.uniform(NODES, 0.06, 5);

  /** Each node's only feature is the factor of its row of influences. */
  private static final InferenceNodes ALL = InferenceNodes.of(features(NODES, 7));

  private static final InferenceNodes SOME =
      ALL.targeting(IntStream.range(0, 30).map(i -> (i * 7 + 3) % NODES).toArray());

  private static FeatureMatrix features(int nodes, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    return FeatureMatrix.dense(
        IntStream.range(0, nodes)
            .mapToObj(v -> new double[] {Math.exp(4 * random.nextDouble() - 2)})
            .toArray(double[][]::new));
  }

  private static DMatrixRMaj twoSteps(Graph graph) {
    int n = graph.nodeCount();
    DMatrixRMaj step = CommonOps_DDRM.identity(n);
    graph.forEachEdge(
        (u, v) -> {
          double weight = 1 / Math.sqrt((double) graph.degree(u) * graph.degree(v));
          step.set(u, v, weight);
          step.set(v, u, weight);
        });
    DMatrixRMaj squared = new DMatrixRMaj(n, n);
    CommonOps_DDRM.mult(step, step, squared);
    return squared;
  }

  private static InferenceApi linear(DMatrixRMaj matrix) {
    return query -> {
      DMatrixRMaj out = new DMatrixRMaj(0, 0);
      CommonOps_DDRM.mult(matrix, query.features().toDense(), out);
      return out;
    };
  }

  private static LinkPrediction attack(PairScore score, int threads) {
    double kHat = (double) edgesAmong(SOME) / NodePairs.count(SOME.targets().size());
    return LinkTeller.builder()
        .score(score)
        .parallelism(threads)
        .build()
        .run(linear(twoSteps(GRAPH)), SOME, kHat);
  }

  private static int edgesAmong(InferenceNodes nodes) {
    return GRAPH.inducedSubgraph(nodes.targets()).edgeCount();
  }

  private static long found(LinkPrediction prediction) {
    return prediction.edges().stream().filter(e -> GRAPH.hasEdge(e.u(), e.v())).count();
  }

  @Test
  void reachWeightingFindsEveryEdgeUnlikeThePapersScore() {
    assertTrue(edgesAmong(SOME) >= 20, "the sample has edges to find");
    assertTrue(found(attack(PairScore.PAPER, 1)) < edgesAmong(SOME) - 2);
    assertEquals(edgesAmong(SOME), found(attack(PairScore.REACH_WEIGHTED, 1)));
  }

  @ParameterizedTest
  @MethodSource("io.linkteller.attack.reading.PairScore#all")
  void aScoreSendsTheDeclaredNumberOfQueries(PairScore score) {
    int expected = SOME.targets().size() + 1;
    assertEquals(expected, score.queryCount(SOME));
    assertEquals(expected, attack(score, 1).queries());
  }

  @ParameterizedTest
  @MethodSource("io.linkteller.attack.reading.PairScore#all")
  void scoresDoNotDependOnTheNumberOfThreads(PairScore score) {
    assertArrayEquals(
        attack(score, 1).scores().storedScores(), attack(score, 3).scores().storedScores());
  }

  @ParameterizedTest
  @MethodSource("io.linkteller.attack.reading.PairScore#all")
  void aFailedAttackResumesWithoutRepeatingAQuery(PairScore score, @TempDir Path directory) {
    InferenceApi model = linear(twoSteps(GRAPH));
    AtomicInteger calls = new AtomicInteger();
    InferenceApi failing =
        query -> {
          if (calls.incrementAndGet() == 20) {
            throw new IllegalStateException("connection lost");
          }
          return model.predict(query);
        };
    InfluenceAttack.Builder attack =
        LinkTeller.builder().score(score).journal(directory.resolve(score.name()));
    assertThrows(InferenceException.class, () -> attack.build().run(failing, SOME, 0.1));
    LinkPrediction resumed = attack.build().run(failing, SOME, 0.1);
    assertEquals(score.queryCount(SOME) + 1, calls.get());
    assertArrayEquals(attack(score, 1).scores().storedScores(), resumed.scores().storedScores());
  }

  @Test
  void influencesOfASmallerExtentAreRefused() {
    InfluenceMatrix known = LinkTeller.builder().build().influences(linear(twoSteps(GRAPH)), SOME);
    assertRefused("OF_TARGETS", () -> PairScore.REACH_WEIGHTED.of(known));
  }
}
