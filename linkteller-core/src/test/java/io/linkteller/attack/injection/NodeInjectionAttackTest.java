package io.linkteller.attack.injection;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.score.PairScore;
import io.linkteller.attack.spectral.SmallNetwork;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.graph.RandomGraphs;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.InferenceQuery;
import io.linkteller.inference.JoinableApi;
import it.unimi.dsi.fastutil.ints.IntList;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class NodeInjectionAttackTest {

  private static final int NODES = 30;

  private static InferenceNodes nodes() {
    SplittableRandom random = new SplittableRandom(9);
    double[][] x = new double[NODES][SmallNetwork.FEATURES];
    for (double[] row : x) {
      for (int col = 0; col < row.length; col++) {
        row[col] = random.nextDouble();
      }
    }
    return InferenceNodes.of(FeatureMatrix.dense(x));
  }

  /** A network whose weights depend on its seed only, on a graph that grows. */
  private record Growing(Graph graph, SmallNetwork.Kind kind, int depth, AtomicInteger asked)
      implements JoinableApi {

    @Override
    public DMatrixRMaj predict(InferenceQuery query) {
      asked.incrementAndGet();
      return new SmallNetwork(graph, kind, depth, 2, 4).predict(query);
    }

    @Override
    public int nodeCount() {
      return graph.nodeCount();
    }

    @Override
    public InferenceApi joinedTo(IntList neighbors) {
      Graph.Builder joined = Graph.builder(graph.nodeCount() + 1);
      graph.forEachEdge(joined::addEdge);
      neighbors.forEach(v -> joined.addEdge(graph.nodeCount(), v));
      return new Growing(joined.build(), kind, depth, asked);
    }
  }

  private static Growing served(SmallNetwork.Kind kind, int depth) {
    return new Growing(RandomGraphs.uniform(NODES, 0.12, 6), kind, depth, new AtomicInteger());
  }

  @ParameterizedTest
  @EnumSource(
      names = {"FIRST_ORDER", "AUGMENTED", "AUGMENTED_WITH_IDENTITY", "RANDOM_WALK", "SAGE", "SUM"})
  void inTwoLayersContrastingNodesChangeNeighborsOnly(SmallNetwork.Kind kind) {
    Growing api = served(kind, 2);
    LinkPrediction found =
        NodeInjectionAttack.builder()
            .contrasting()
            .features(InjectedFeatures.MAXIMA)
            .build()
            .run(api, nodes(), 0.2);
    Graph.Builder moved = Graph.builder(NODES);
    found
        .scores()
        .forEachStored(
            (i, j, score) -> {
              if (score > 0) {
                moved.addEdge(i, j);
              }
            });
    assertEquals(api.graph(), moved.build());
    assertEquals(2 * NODES, found.queries());
    assertEquals(2 * NODES, api.asked().get());
  }

  /** Without contrast, the degree of the target changes as well, which reaches two hops. */
  @Test
  void comparedWithTheAnswersBeforeNodesTwoHopsAwayChangeToo() {
    Growing api = served(SmallNetwork.Kind.AUGMENTED, 2);
    LinkPrediction found = NodeInjectionAttack.builder().build().run(api, nodes(), 0.2);
    assertEquals(NODES + 1, found.queries());
    assertEquals(NODES + 1, api.asked().get());
    int[] moved = new int[2];
    found
        .scores()
        .forEachStored(
            (i, j, score) -> moved[api.graph().hasEdge(i, j) ? 1 : 0] += score > 0 ? 1 : 0);
    assertEquals(api.graph().edgeCount(), moved[1]);
    assertTrue(moved[0] > 0);
    // Neighbors change most: the best m = edges guesses are mostly right, of 12 % by chance.
    LinkPrediction atK = found.withBelief(api.graph().density());
    long right =
        atK.edges().stream().filter(pair -> api.graph().hasEdge(pair.u(), pair.v())).count();
    assertTrue(right > 0.6 * api.graph().edgeCount(), right + " right");
  }

  @Test
  void theStrategiesGiveTheFeaturesThatTheyName() {
    InferenceNodes nodes =
        InferenceNodes.of(FeatureMatrix.dense(new double[][] {{1, -5}, {9, 9}, {-2, 4}}))
            .targeting(2, 0);
    assertArrayEquals(new double[] {-2, 4}, InjectedFeatures.OF_TARGET.of(nodes, 0));
    assertArrayEquals(new double[] {1, -5}, InjectedFeatures.OF_TARGET.of(nodes, 1));
    assertArrayEquals(new double[] {1, 4}, InjectedFeatures.MAXIMA.of(nodes, 1));
    assertArrayEquals(new double[] {1, 1}, InjectedFeatures.ONES.of(nodes, 1));
    assertArrayEquals(new double[] {0, 0}, InjectedFeatures.ZEROS.of(nodes, 1));
  }

  @Test
  void theResultDoesNotDependOnTheNumberOfThreads() {
    Growing api = served(SmallNetwork.Kind.AUGMENTED, 3);
    assertArrayEquals(
        NodeInjectionAttack.builder().build().run(api, nodes(), 0.2).scores().storedScores(),
        NodeInjectionAttack.builder()
            .parallelism(3)
            .build()
            .run(api, nodes(), 0.2)
            .scores()
            .storedScores(),
        0);
  }

  @Test
  void everyAnswerIsReported() {
    for (boolean contrasting : new boolean[] {false, true}) {
      List<Integer> answers = new ArrayList<>();
      NodeInjectionAttack.Builder builder =
          NodeInjectionAttack.builder().onProgress((answered, total) -> answers.add(total));
      assertEquals(builder, builder.score(PairScore.PAPER));
      NodeInjectionAttack attack = (contrasting ? builder.contrasting() : builder).build();
      LinkPrediction found = attack.run(served(SmallNetwork.Kind.SUM, 2), nodes(), 0.2);
      int queries = contrasting ? 2 * NODES : NODES + 1;
      assertEquals(Collections.nCopies(queries, queries), answers);
      assertEquals(contrasting ? "node injection, contrasting" : "node injection", found.attack());
      assertTrue(found.elapsed().compareTo(Duration.ofMinutes(10)) < 0);
    }
  }

  @Test
  void impossibleSettingsAreRefused(@TempDir Path directory) {
    InferenceApi fixed = query -> new DMatrixRMaj(query.nodes().size(), 2);
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class,
            () -> NodeInjectionAttack.builder().build().run(fixed, nodes(), 0.2));
    assertTrue(String.valueOf(e.getMessage()).contains("join"), e.toString());
    assertThrows(
        IllegalArgumentException.class,
        () -> NodeInjectionAttack.builder().journal(directory.resolve("answers")).build());
    assertThrows(
        IllegalArgumentException.class,
        () -> NodeInjectionAttack.builder().score(PairScore.DECONVOLVED));
    Growing api = served(SmallNetwork.Kind.SUM, 2);
    assertThrows(
        IllegalArgumentException.class,
        () -> NodeInjectionAttack.builder().build().run(api, nodes(), 2));
    assertEquals(0, api.asked().get());
  }
}
