package io.linkteller.attack.spectral;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.UnsuitableModelException;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.graph.RandomGraphs;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceException;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.output.ShownOutputs;
import it.unimi.dsi.fastutil.ints.IntList;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.Assume;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class SpectralRootTest {

  private static final SpectralRoot ATTACK = SpectralRoot.builder().build();

  /** Nodes whose features say nothing. */
  private static InferenceNodes nodes(int count) {
    return InferenceNodes.of(FeatureMatrix.dense(new double[count][SmallNetwork.FEATURES]));
  }

  private static Graph edgesOf(SpectralRecovery found, int nodes) {
    Graph.Builder graph = Graph.builder(nodes);
    found
        .scores()
        .forEachStored(
            (i, j, score) -> {
              if (score > 0.5) {
                graph.addEdge(i, j);
              }
            });
    return graph.build();
  }

  private static DMatrixRMaj power(Graph graph, SmallNetwork.Kind kind, int depth) {
    DMatrixRMaj a = SmallNetwork.aggregation(graph, kind);
    DMatrixRMaj power = a.copy();
    for (int i = 1; i < depth; i++) {
      DMatrixRMaj next = new DMatrixRMaj(a.numRows, a.numCols);
      CommonOps_DDRM.mult(power, a, next);
      power = next;
    }
    return power;
  }

  private static SmallNetwork.Kind aggregationOf(SmallNetwork.Kind kind) {
    return kind == SmallNetwork.Kind.ATTENTION ? SmallNetwork.Kind.RANDOM_WALK : kind;
  }

  private static final List<SmallNetwork.Kind> READABLE =
      List.of(
          SmallNetwork.Kind.FIRST_ORDER,
          SmallNetwork.Kind.AUGMENTED_WITH_IDENTITY,
          SmallNetwork.Kind.AUGMENTED,
          SmallNetwork.Kind.RANDOM_WALK,
          SmallNetwork.Kind.ATTENTION);

  private static Stream<Arguments> models() {
    List<Arguments> all = new ArrayList<>();
    for (SmallNetwork.Kind kind : READABLE) {
      for (int depth = 1; depth <= 3; depth++) {
        all.add(Arguments.of(kind, depth, 1));
        all.add(Arguments.of(kind, depth, 3));
      }
    }
    return all.stream();
  }

  @ParameterizedTest(name = "{0}, {1} layers, {2} logits")
  @MethodSource("models")
  void edgesDepthAndPropagationAreRecoveredExactly(SmallNetwork.Kind kind, int depth, int logits) {
    Graph graph = RandomGraphs.uniform(60, 0.08, 11);
    SmallNetwork api = new SmallNetwork(graph, kind, depth, logits, 5);
    SpectralRecovery found = ATTACK.recover(api, nodes(60));
    assertEquals(graph, edgesOf(found, 60));
    assertEquals(aggregationOf(kind).name(), found.diagnosis().propagation().name());
    assertEquals(depth, found.diagnosis().depth());
    assertEquals(graph.density(), found.diagnosis().kHat(), 1e-12);
    assertTrue(found.diagnosis().isRead());
    assertTrue(found.diagnosis().misfit() < 1e-5, () -> found.diagnosis().toString());
    assertTrue(found.diagnosis().runnerUp() > 0.05, () -> found.diagnosis().toString());
    assertEquals(61, found.queries());
  }

  /**
   * Different graphs may have the same power, a square of four nodes for instance. The seed is
   * fixed, since about one sample in 10⁵ has a relu so close to its kink that no step is straight.
   */
  @Tag("slow")
  @Property(tries = 1000, seed = "20220522")
  void theRecoveredGraphExplainsAllAnswersOfManyModels(
      @ForAll @IntRange(min = 2, max = 30) int n,
      @ForAll @DoubleRange(min = 0.02, max = 0.5) double density,
      @ForAll @IntRange(min = 0, max = 4) int which,
      @ForAll @IntRange(min = 1, max = 3) int depth,
      @ForAll @IntRange(min = 1, max = 3) int logits,
      @ForAll @IntRange(min = 0, max = 100_000) int seed) {
    theRecoveredGraphExplainsAllAnswers(n, density, which, depth, logits, seed);
  }

  @Property(tries = 60, seed = "20220522")
  void theRecoveredGraphExplainsAllAnswers(
      @ForAll @IntRange(min = 2, max = 30) int n,
      @ForAll @DoubleRange(min = 0.02, max = 0.5) double density,
      @ForAll @IntRange(min = 0, max = 4) int which,
      @ForAll @IntRange(min = 1, max = 3) int depth,
      @ForAll @IntRange(min = 1, max = 3) int logits,
      @ForAll @IntRange(min = 0, max = 100_000) int seed) {
    SmallNetwork.Kind kind = READABLE.get(which);
    boolean signsAreUnique =
        depth % 2 == 1
            || kind == SmallNetwork.Kind.FIRST_ORDER
            || kind == SmallNetwork.Kind.AUGMENTED_WITH_IDENTITY;
    Assume.that(signsAreUnique);
    Graph graph = RandomGraphs.uniform(n, density, seed);
    SpectralRecovery found =
        ATTACK.recover(new SmallNetwork(graph, kind, depth, logits, seed), nodes(n));
    assertTrue(found.diagnosis().misfit() < 1e-4, () -> found.diagnosis().toString());
    assertTrue(found.diagnosis().isRead());
    // A second base query tells nodes that hardly differ from noise; without noise, one is enough.
    long queries = found.queries();
    assertTrue(queries == n + 1 || queries == n + 2, () -> "" + queries);
    if (found.diagnosis().runnerUp() > 1e-3) {
      assertEquals(graph, edgesOf(found, n), () -> found.diagnosis().toString());
    }
  }

  /** Signs are found for nearly all graphs; for the others the misfit is large. */
  @Property(tries = 40)
  void evenRootsWithASmallMisfitExplainTheAnswers(
      @ForAll @IntRange(min = 12, max = 40) int n,
      @ForAll @DoubleRange(min = 0.05, max = 0.4) double density,
      @ForAll @IntRange(min = 2, max = 4) int which,
      @ForAll @IntRange(min = 0, max = 100_000) int seed) {
    SmallNetwork.Kind kind = READABLE.get(which);
    Graph graph = RandomGraphs.uniform(n, density, seed);
    SpectralRecovery found = ATTACK.recover(new SmallNetwork(graph, kind, 2, 2, seed), nodes(n));
    if (found.diagnosis().misfit() < 1e-4 && !isTied(found)) {
      DMatrixRMaj truth = power(graph, aggregationOf(kind), 2);
      DMatrixRMaj explained = power(edgesOf(found, n), aggregationOf(kind), 2);
      assertArrayEquals(truth.data, explained.data, 1e-6, () -> found.diagnosis().toString());
    }
  }

  @Test
  void evenRootsAreFound() {
    assertEquals(0, evenRootsNotFound(30));
  }

  /** Measured on 3,000 other graphs: signs were not found in five. */
  @Tag("slow")
  @Example
  void evenRootsAreFoundForNearlyAllGraphs() {
    assertEquals(0, evenRootsNotFound(300));
  }

  private static int evenRootsNotFound(int graphs) {
    int failures = 0;
    for (int seed = 0; seed < graphs; seed++) {
      Random random = new Random(seed);
      int n = 12 + random.nextInt(29);
      double density = 0.05 + 0.35 * random.nextDouble();
      SmallNetwork.Kind kind = READABLE.get(2 + random.nextInt(3));
      Graph graph = RandomGraphs.uniform(n, density, seed);
      SpectralRecovery found = ATTACK.recover(new SmallNetwork(graph, kind, 2, 2, seed), nodes(n));
      failures += found.diagnosis().misfit() < 1e-4 ? 0 : 1;
    }
    return failures;
  }

  /** Whether several graphs explain a small component, so that an entry is a share of them. */
  private static boolean isTied(SpectralRecovery found) {
    AtomicInteger shares = new AtomicInteger();
    found
        .scores()
        .forEachStored(
            (i, j, score) -> shares.addAndGet(Math.abs(score - Math.rint(score)) > 0.1 ? 1 : 0));
    return found.diagnosis().misfit() < 1e-4 && shares.get() > 0;
  }

  @ParameterizedTest
  @EnumSource(
      value = SmallNetwork.Kind.class,
      names = {"AUGMENTED", "RANDOM_WALK"})
  void pairsOfASquareAreNamedByTheShareOfTheSquaresThatHaveThem(SmallNetwork.Kind kind) {
    Graph rest = RandomGraphs.uniform(40, 0.15, 11);
    Graph.Builder edges = Graph.builder(44);
    rest.forEachEdge(edges::addEdge);
    Graph graph = edges.addEdge(40, 41).addEdge(41, 42).addEdge(42, 43).addEdge(40, 43).build();
    SpectralRecovery found = ATTACK.recover(new SmallNetwork(graph, kind, 2, 3, 5), nodes(44));
    SpectralDiagnosis diagnosis = found.diagnosis();
    assertTrue(diagnosis.misfit() < 1e-5, diagnosis::toString);
    assertTrue(diagnosis.isClear(), diagnosis::toString);
    assertEquals(graph.density(), diagnosis.kHat(), 1e-12);
    found
        .scores()
        .forEachStored(
            (i, j, score) -> {
              if (i >= 40) {
                assertEquals(2 / 3.0, score, 1e-12, () -> i + ", " + j);
              } else {
                assertEquals(graph.hasEdge(i, j), score > 0.5, () -> i + ", " + j);
              }
            });
  }

  @ParameterizedTest
  @EnumSource(
      value = SmallNetwork.Kind.class,
      names = {"AUGMENTED", "RANDOM_WALK"})
  void noSquareIsPreferredToTheOthersWhateverTheEigenvectors(SmallNetwork.Kind kind) {
    int[][] rings = {{0, 1, 2, 3}, {0, 2, 1, 3}, {0, 1, 3, 2}};
    for (int alone = 0; alone < 5; alone++) {
      for (int[] ring : rings) {
        Graph.Builder edges = Graph.builder(5);
        for (int i = 0; i < 4; i++) {
          int u = ring[i];
          int v = ring[(i + 1) % 4];
          edges.addEdge(u < alone ? u : u + 1, v < alone ? v : v + 1);
        }
        Graph graph = edges.build();
        int none = alone;
        ATTACK
            .recover(new SmallNetwork(graph, kind, 2, 3, 5), nodes(5))
            .scores()
            .forEachStored(
                (i, j, score) ->
                    assertEquals(
                        i == none || j == none ? 0 : 2 / 3.0,
                        score,
                        1e-6,
                        () -> graph + ": " + i + ", " + j));
      }
    }
  }

  @Test
  void isolatedEdgesAreClearThoughEveryModelExplainsThem() {
    Graph graph = Graph.builder(8).addEdge(0, 1).addEdge(2, 5).addEdge(4, 7).build();
    SpectralRecovery found =
        ATTACK.recover(new SmallNetwork(graph, SmallNetwork.Kind.AUGMENTED, 2, 2, 6), nodes(8));
    assertTrue(found.diagnosis().isClear(), () -> found.diagnosis().toString());
    assertEquals(Double.POSITIVE_INFINITY, found.diagnosis().rival());
    assertEquals(graph, edgesOf(found, 8));
  }

  @Test
  void queriesHoldTheTargetsAloneWithEqualFeaturesButForOneScaledRow() {
    Graph graph = RandomGraphs.uniform(40, 0.15, 3);
    int[] targets = IntStream.range(5, 30).map(i -> 35 - i).toArray();
    InferenceApi network = new SmallNetwork(graph, SmallNetwork.Kind.AUGMENTED, 2, 2, 1);
    List<Integer> scaled = Collections.synchronizedList(new ArrayList<>());
    InferenceApi watched =
        query -> {
          assertArrayEquals(targets, query.nodes().toIntArray());
          DMatrixRMaj x = query.features().toDense();
          int different = 0;
          for (int row = 0; row < x.numRows; row++) {
            boolean same = true;
            for (int col = 0; col < x.numCols; col++) {
              same &= x.get(row, col) == x.get(row == 0 ? 1 : 0, col) || row == 0;
            }
            different += same ? 0 : 1;
          }
          scaled.add(different);
          return network.predict(query);
        };
    SpectralRecovery found = ATTACK.recover(watched, nodes(40).targeting(targets));
    assertEquals(26, found.queries());
    assertEquals(26, scaled.size());
    assertEquals(0, scaled.get(0));
    // Row 0 scaled makes all others differ from it.
    assertEquals(24, scaled.get(1));
    scaled.subList(2, 26).forEach(rows -> assertEquals(1, rows));
    Graph induced = graph.inducedSubgraph(IntList.of(targets));
    assertEquals(induced, edgesOf(found, 25));
  }

  @Test
  void theResultDoesNotDependOnTheNumberOfThreads() {
    Graph graph = RandomGraphs.uniform(80, 0.06, 8);
    InferenceApi api = new SmallNetwork(graph, SmallNetwork.Kind.RANDOM_WALK, 2, 3, 9);
    SpectralRecovery one = ATTACK.recover(api, nodes(80));
    SpectralRecovery four = SpectralRoot.builder().parallelism(4).build().recover(api, nodes(80));
    assertEquals(one.diagnosis(), four.diagnosis());
    assertArrayEquals(one.scores().storedScores(), four.scores().storedScores());
  }

  @ParameterizedTest
  @EnumSource(
      value = SmallNetwork.Kind.class,
      names = {"FIRST_ORDER", "AUGMENTED", "RANDOM_WALK", "ATTENTION"})
  void singlePrecisionIsEnough(SmallNetwork.Kind kind) {
    Graph graph = RandomGraphs.uniform(60, 0.08, 4);
    InferenceApi network = new SmallNetwork(graph, kind, 2, 2, 6);
    InferenceApi single = ShownOutputs.singlePrecision(network);
    assertEquals(graph, edgesOf(ATTACK.recover(single, nodes(60)), 60));
  }

  @Test
  void aDirectionThatNoReluPassesIsTurnedRound() {
    Graph graph = RandomGraphs.uniform(30, 0.15, 2);
    // One hidden unit: for each seed, x₀ or -x₀ is dead, which takes two queries to find out.
    AtomicInteger turned = new AtomicInteger();
    for (int seed = 0; seed < 6; seed++) {
      InferenceApi narrow = oneUnit(graph, seed);
      SpectralRecovery found = ATTACK.recover(narrow, nodes(30));
      assertEquals(graph, edgesOf(found, 30));
      turned.addAndGet(found.queries() - 31);
    }
    assertTrue(turned.get() > 0 && turned.get() <= 12, () -> turned + " queries more");
  }

  private static InferenceApi oneUnit(Graph graph, int seed) {
    java.util.SplittableRandom random = new java.util.SplittableRandom(seed);
    double[] w = random.doubles(SmallNetwork.FEATURES, -1, 1).toArray();
    return query -> {
      DMatrixRMaj a =
          SmallNetwork.aggregation(
              graph.inducedSubgraph(query.nodes()), SmallNetwork.Kind.FIRST_ORDER);
      DMatrixRMaj x = query.features().toDense();
      DMatrixRMaj h = new DMatrixRMaj(x.numRows, 1);
      CommonOps_DDRM.mult(x, DMatrixRMaj.wrap(w.length, 1, w), h);
      DMatrixRMaj z = new DMatrixRMaj(x.numRows, 1);
      CommonOps_DDRM.mult(a, h, z);
      for (int i = 0; i < z.numRows; i++) {
        z.data[i] = Math.max(0, z.data[i] + 0.1);
      }
      DMatrixRMaj out = new DMatrixRMaj(x.numRows, 1);
      CommonOps_DDRM.mult(a, z, out);
      return out;
    };
  }

  @ParameterizedTest
  @EnumSource(
      value = SmallNetwork.Kind.class,
      names = {"SAGE", "APPNP"})
  void aModelThatItCannotReadIsRankedByThePapersScore(SmallNetwork.Kind kind) {
    Graph graph = RandomGraphs.uniform(60, 0.1, 4);
    InferenceApi api = new SmallNetwork(graph, kind, 2, 3, 6);
    SpectralRecovery found = ATTACK.recover(api, nodes(60));
    assertFalse(found.diagnosis().isRead(), () -> found.diagnosis().toString());
    Influences influences = ATTACK.measure(api, nodes(60));
    found
        .scores()
        .forEachStored((i, j, score) -> assertEquals(influences.sizes()[j * 60 + i], score, 1e-12));
  }

  @Test
  void aSumOverNeighborsIsRead() {
    Graph graph = RandomGraphs.uniform(60, 0.08, 4);
    SpectralRecovery found =
        ATTACK.recover(new SmallNetwork(graph, SmallNetwork.Kind.SUM, 3, 2, 6), nodes(60));
    assertEquals(Propagation.SUM, found.diagnosis().propagation());
    assertEquals(graph, edgesOf(found, 60));
  }

  @Test
  void aPredictionHoldsTheBestPairsOfTheBelief() {
    Graph graph = RandomGraphs.uniform(50, 0.1, 4);
    InferenceApi api = new SmallNetwork(graph, SmallNetwork.Kind.AUGMENTED, 2, 2, 6);
    List<Integer> progress = new ArrayList<>();
    LinkPrediction found =
        SpectralRoot.builder()
            .onProgress((answered, total) -> progress.add(total - answered))
            .build()
            .run(api, nodes(50), LinkPrediction.beliefNaming(graph.edgeCount(), 50));
    assertEquals(graph, found.toGraph());
    assertEquals(51, found.queries());
    assertEquals(51, progress.size());
    assertEquals(0, progress.get(50));
    assertEquals("spectral root", found.attack());
  }

  @Test
  void theElapsedTimeIsThatOfTheAttack() {
    Graph graph = RandomGraphs.uniform(6, 0.5, 4);
    InferenceApi api = new SmallNetwork(graph, SmallNetwork.Kind.AUGMENTED, 2, 2, 6);
    long start = System.nanoTime();
    LinkPrediction found = ATTACK.run(api, nodes(6), 0.5);
    long nanos = System.nanoTime() - start;
    assertTrue(found.elapsed().toNanos() > 0, () -> found.elapsed().toString());
    assertTrue(found.elapsed().toNanos() <= nanos, () -> found.elapsed().toString());
  }

  @Test
  void twoTargetsAreEnough() {
    Graph graph = Graph.builder(2).addEdge(0, 1).build();
    InferenceApi api = new SmallNetwork(graph, SmallNetwork.Kind.AUGMENTED, 2, 2, 6);
    SpectralRecovery found = ATTACK.recover(api, nodes(2));
    assertEquals(graph, edgesOf(found, 2));
    assertEquals(1, found.diagnosis().kHat());
    assertEquals(3, found.queries());
  }

  @Test
  void settingsAreNamed() {
    assertEquals("SpectralRoot[scale = 1.0E9, seed = 42]", ATTACK.toString());
    assertEquals(
        "SpectralRoot[scale = 2.0, seed = -3]",
        SpectralRoot.builder().scale(2).seed(-3).build().toString());
  }

  @Test
  void isolatedTargetsHaveNoEdges() {
    Graph graph = Graph.builder(5).build();
    InferenceApi api = new SmallNetwork(graph, SmallNetwork.Kind.FIRST_ORDER, 2, 2, 6);
    SpectralRecovery found = ATTACK.recover(api, nodes(5));
    assertEquals(0, found.diagnosis().kHat());
    assertEquals(graph, edgesOf(found, 5));
  }

  @Test
  void invalidArgumentsAreRejectedBeforeTheFirstQuery() {
    InferenceApi never =
        query -> {
          throw new AssertionError("asked");
        };
    assertThrows(IllegalArgumentException.class, () -> ATTACK.run(never, nodes(3), 0));
    assertThrows(IllegalArgumentException.class, () -> ATTACK.run(never, nodes(1), 0.5));
    IllegalArgumentException one =
        assertThrows(IllegalArgumentException.class, () -> ATTACK.recover(never, nodes(1)));
    assertEquals("an attack needs at least 2 targets to pair, but got 1", one.getMessage());
    assertThrows(IllegalArgumentException.class, () -> SpectralRoot.builder().parallelism(0));
    for (double scale : new double[] {Math.nextDown(2.0), -3, Double.NaN, 1.0 / 0}) {
      IllegalArgumentException e =
          assertThrows(IllegalArgumentException.class, () -> SpectralRoot.builder().scale(scale));
      assertEquals("scale = " + scale + " is outside [2, Infinity)", e.getMessage());
    }
  }

  @Test
  void aModelThatDoesNotMoveIsRefused() {
    InferenceApi constant = query -> new DMatrixRMaj(query.nodes().size(), 2);
    InferenceException e =
        assertThrows(UnsuitableModelException.class, () -> ATTACK.recover(constant, nodes(4)));
    assertTrue(String.valueOf(e.getMessage()).contains("does not move"), e::toString);
  }

  @Test
  void anInvalidAnswerNamesTheNode() {
    Graph graph = RandomGraphs.uniform(6, 0.5, 4);
    InferenceApi network = new SmallNetwork(graph, SmallNetwork.Kind.AUGMENTED, 2, 2, 6);
    AtomicInteger asked = new AtomicInteger();
    InferenceApi broken =
        query -> {
          DMatrixRMaj answer = network.predict(query);
          if (asked.incrementAndGet() == 5) {
            answer.data[0] = Double.NaN;
          }
          return answer;
        };
    InferenceException e =
        assertThrows(InferenceException.class, () -> ATTACK.recover(broken, nodes(6)));
    assertTrue(
        String.valueOf(e.getMessage()).contains("the query that scales node 3"), e::toString);
  }

  @Test
  void anAttackThatIsRunAgainWithItsJournalAsksNothing(@TempDir Path directory) {
    Graph graph = RandomGraphs.uniform(12, 0.3, 5);
    InferenceApi model = new SmallNetwork(graph, SmallNetwork.Kind.AUGMENTED, 2, 2, 5);
    SpectralRoot attack =
        SpectralRoot.builder().parallelism(2).journal(directory.resolve("journal")).build();
    LinkPrediction first = attack.run(model, nodes(12), 0.3);
    InferenceApi unreachable =
        query -> {
          throw new IllegalStateException("asked again");
        };
    LinkPrediction again = attack.run(unreachable, nodes(12), 0.3);
    assertEquals(first.edges(), again.edges());
    assertEquals(first.queries(), again.queries());
  }
}
