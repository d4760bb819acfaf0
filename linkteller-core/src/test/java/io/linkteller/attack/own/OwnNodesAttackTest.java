package io.linkteller.attack.own;

import static io.linkteller.testing.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.UnsuitableModelException;
import io.linkteller.attack.compressed.SmallNetwork;
import io.linkteller.defense.QueryGuard;
import io.linkteller.defense.QueryRefusedException;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceException;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.InferenceQuery;
import io.linkteller.inference.JoinableApi;
import io.linkteller.inference.JoinableGraph;
import io.linkteller.inference.JoiningLimits;
import io.linkteller.inference.JoiningNodes;
import io.linkteller.inference.QueryBudgetException;
import io.linkteller.testing.RandomGraphs;
import io.linkteller.testing.Thorough;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class OwnNodesAttackTest {

  private static final int NODES = 40;
  private static final Graph GRAPH = RandomGraphs.uniform(NODES, 0.12, 6);

  private static FeatureMatrix features() {
    SplittableRandom random = new SplittableRandom(9);
    double[][] x = new double[NODES][SmallNetwork.FEATURES];
    for (double[] row : x) {
      for (int col = 0; col < row.length; col++) {
        row[col] = random.nextDouble();
      }
    }
    return FeatureMatrix.dense(x);
  }

  private static JoinableApi service(Graph of, SmallNetwork.Kind kind, int depth) {
    return JoinableGraph.of(
        of, features(), JoiningLimits.NONE, graph -> new SmallNetwork(graph, kind, depth, 2, 4));
  }

  private static JoinableApi service(SmallNetwork.Kind kind, int depth, JoiningLimits limits) {
    return JoinableGraph.of(
        GRAPH, features(), limits, graph -> new SmallNetwork(graph, kind, depth, 2, 4));
  }

  private static JoinableApi service(SmallNetwork.Kind kind, int depth) {
    return service(kind, depth, JoiningLimits.NONE);
  }

  private static IntList targets() {
    IntArrayList targets = new IntArrayList();
    for (int i = 0; i < 30; i++) {
      targets.add((7 * i + 3) % NODES);
    }
    return targets;
  }

  private static OwnNodesReading read(JoinableApi service) {
    return OwnNodesAttack.builder().build().read(service, targets());
  }

  private static void assertReads(OwnNodesReading found) {
    assertPairs(found);
    assertEquals(0, found.evidence().contradictions());
    assertEquals(0, found.openCount());
  }

  private static void assertPairs(OwnNodesReading found) {
    for (int i = 0; i < found.targets().size(); i++) {
      for (int j = 0; j < found.targets().size(); j++) {
        boolean edge =
            i != j && GRAPH.hasEdge(found.targets().getInt(i), found.targets().getInt(j));
        assertEquals(
            edge ? OwnNodesReading.Pair.EDGE : OwnNodesReading.Pair.NO_EDGE, found.pair(i, j));
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "FIRST_ORDER, 4, 6",
    "AUGMENTED, 5, 6",
    "AUGMENTED_WITH_IDENTITY, 3, 6",
    "RANDOM_WALK, 3, 6",
    "SUM, 3, 6",
    "SAGE, 4, 12",
    "RESIDUAL, 3, 12"
  })
  void everyEdgeIsReadWithoutKnowledgeOfTheModel(SmallNetwork.Kind kind, int depth, int queries) {
    OwnNodesReading found = read(service(kind, depth));
    assertReads(found);
    assertEquals(depth, found.evidence().layers());
    assertEquals(kind != SmallNetwork.Kind.SUM, found.evidence().dividesByDegree());
    int asked = found.price().queries() - found.price().forTheModel();
    assertTrue(asked <= queries, asked + " queries");
    // Eight references with nine further leaves, and one end that all chains share.
    assertEquals((depth - 1) * (targets().size() + 8) + 18, found.price().ownNodes());
  }

  @Test
  void theLinkPredictionRanksTheEdgesFirst() {
    InferenceNodes nodes = InferenceNodes.of(features()).targeting(targets());
    Graph induced = GRAPH.inducedSubgraph(targets());
    List<Integer> answers = new ArrayList<>();
    LinkPrediction found =
        OwnNodesAttack.builder()
            .onProgress((answered, total) -> answers.add(answered))
            .build()
            .run(service(SmallNetwork.Kind.AUGMENTED, 3), nodes, induced.density());
    assertEquals(induced.edgeCount(), found.evidenceCount());
    found.edges().forEach(edge -> assertTrue(GRAPH.hasEdge(edge.u(), edge.v())));
    assertEquals(found.queries(), answers.size());
    assertRefused(
        () ->
            OwnNodesAttack.builder()
                .build()
                .run(new SmallNetwork(GRAPH, SmallNetwork.Kind.SUM, 3, 2, 4), nodes, 0.1));
  }

  @Test
  void aBudgetLeavesPairsOpenRatherThanWrong() {
    OwnNodesReading found =
        OwnNodesAttack.builder()
            .queryLimit(4)
            .build()
            .read(service(SmallNetwork.Kind.SAGE, 3), targets());
    assertEquals(4, found.price().queries());
    assertEquals(30 * 29 / 2, found.openCount());
    assertEquals(0, found.edgeCount());
    assertEquals(0.5, found.scores().score(0, 1));
    assertRefused(() -> OwnNodesAttack.builder().queryLimit(3));
    OwnNodesAttack inTurn = OwnNodesAttack.builder().queryLimit(32).build();
    assertThrows(
        QueryBudgetException.class,
        () -> inTurn.read(service(SmallNetwork.Kind.AUGMENTED, 2), targets()));
    assertRefused(() -> OwnNodesAttack.builder().journal(Path.of("journal")).build());
  }

  @Test
  void aServiceThatLimitsNodesOrLinksIsNotRead() {
    OwnNodesAttack attack = OwnNodesAttack.builder().build();
    assertThrows(
        InferenceException.class,
        () ->
            attack.read(
                service(SmallNetwork.Kind.SUM, 3, JoiningLimits.NONE.withNodes(50)), targets()));
    assertThrows(
        InferenceException.class,
        () ->
            attack.read(
                service(SmallNetwork.Kind.SUM, 3, JoiningLimits.NONE.withLinksEach(2)), targets()));
  }

  /** A service that changes the answers to each client that joins. */
  private record Wrapped(
      JoinableApi service, BiFunction<JoiningNodes, InferenceApi, InferenceApi> answers)
      implements JoinableApi {

    @Override
    public int nodeCount() {
      return service.nodeCount();
    }

    @Override
    public int featureCount() {
      return service.featureCount();
    }

    @Override
    public JoiningLimits limits() {
      return service.limits();
    }

    @Override
    public InferenceApi join(JoiningNodes nodes) {
      return answers.apply(nodes, service.join(nodes));
    }
  }

  @Test
  void atLeastTwoDistinctTargetsAreRequired() {
    JoinableApi service = service(SmallNetwork.Kind.AUGMENTED, 3);
    OwnNodesAttack attack = OwnNodesAttack.builder().build();
    for (IntList wrong : List.of(IntList.of(), IntList.of(1), IntList.of(1, 2, 2, 3))) {
      assertRefused(() -> attack.read(service, wrong));
    }
  }

  /**
   * Attention that is saturated by large moves passes integers, but their maximum, not their sum.
   */
  @ParameterizedTest
  @CsvSource({"3", "4"})
  void attentionIsNeverMistakenForASum(int depth) {
    for (int seed = 1; seed <= Thorough.size(2, 12); seed++) {
      int weights = seed;
      JoinableApi service =
          JoinableGraph.of(
              GRAPH,
              features(),
              JoiningLimits.NONE,
              graph -> new SmallNetwork(graph, SmallNetwork.Kind.ATTENTION, depth, 2, weights));
      assertRefused(UnsuitableModelException.class, "attention", () -> read(service));
    }
  }

  /** A service whose references add up as in a model of sums, unlike the leaf of one target. */
  private static JoinableApi contradicting(JoinableApi service) {
    int wrong = 4;
    return new Wrapped(
        service,
        (nodes, joined) -> {
          int[] asked = new int[1];
          return query -> {
            DMatrixRMaj answer = joined.predict(query).copy();
            boolean sums = answer.numRows == targets().size() + TargetChains.REFERENCES;
            double factor = sums && asked[0]++ > 0 ? 1 + asked[0] / 8.0 : 1;
            for (int c = 0; c < answer.numCols; c++) {
              answer.set(wrong, c, factor * answer.get(wrong, c));
            }
            return answer;
          };
        });
  }

  @Test
  void rowsThatContradictEachOtherAreLeftOpen() {
    OwnNodesReading found = read(contradicting(service(SmallNetwork.Kind.AUGMENTED, 3)));
    assertTrue(found.evidence().contradictions() > 0, found.evidence()::toString);
    assertEquals(435, found.openCount());
    assertEquals(0, found.edgeCount());
  }

  /** Targets that move cannot be read here, and the others have too many neighbors. */
  @Test
  void denseRowsAreLeftOpenRatherThanWrong() {
    Graph.Builder between = Graph.builder(60);
    for (int edge = 0; edge < 900; edge++) {
      between.addEdge(edge % 30, 30 + edge / 30);
    }
    Graph dense = between.build();
    IntList targets = IntList.of(IntStream.range(0, 50).toArray());
    JoinableApi service =
        JoinableGraph.of(
            dense,
            FeatureMatrix.dense(new double[60][SmallNetwork.FEATURES]),
            JoiningLimits.NONE,
            graph -> new SmallNetwork(graph, SmallNetwork.Kind.SAGE, 3, 2, 4));
    OwnNodesReading found = OwnNodesAttack.builder().build().read(service, targets);
    assertTrue(found.openCount() > 0);
    assertNothingCertainIsWrong(dense, found, "dense");
  }

  @ParameterizedTest
  @CsvSource({"FIRST_ORDER", "AUGMENTED", "AUGMENTED_WITH_IDENTITY"})
  void twoLayersAreReadByFurtherLeaves(SmallNetwork.Kind kind) {
    OwnNodesReading found = read(service(kind, 2));
    assertReads(found);
    assertEquals(OwnNodesReading.Method.FURTHER_LEAF, found.evidence().method());
    assertEquals(2, found.evidence().layers());
    assertEquals(targets().size() + 1, found.price().queries() - found.price().forTheModel());
  }

  @ParameterizedTest
  @CsvSource({"RANDOM_WALK", "SAGE", "SUM"})
  void twoLayersNotWeightedByTheSendersDegreeAreRefused(SmallNetwork.Kind kind) {
    List<Integer> answers = new ArrayList<>();
    OwnNodesAttack attack =
        OwnNodesAttack.builder().onProgress((answered, total) -> answers.add(answered)).build();
    assertRefused(
        UnsuitableModelException.class, "sender", () -> attack.read(service(kind, 2), targets()));
    assertEquals(4, answers.size());
  }

  /**
   * Targets without features send nothing, so they show nothing, whether or not they are linked.
   */
  @ParameterizedTest
  @CsvSource({"AUGMENTED", "AUGMENTED_WITH_IDENTITY", "FIRST_ORDER"})
  void twoLayersLeaveTargetsWithoutFeaturesOpen(SmallNetwork.Kind kind) {
    FeatureMatrix nothing = FeatureMatrix.dense(new double[NODES][SmallNetwork.FEATURES]);
    OwnNodesReading found =
        read(
            JoinableGraph.of(
                GRAPH,
                nothing,
                JoiningLimits.NONE,
                graph -> new SmallNetwork(graph, kind, 2, 2, 4)));
    assertNothingCertainIsWrong(found, kind.toString());
    assertTrue(found.openCount() > 0);
  }

  /** Their edge moves nothing, so an unchanged answer proves nothing. */
  @Test
  void anEdgeBetweenTargetsWithoutFeaturesIsLeftOpen() {
    int a = targets().getInt(0);
    int b = targets().getInt(1);
    Graph.Builder pair = Graph.builder(NODES).addEdge(a, b);
    GRAPH.forEachEdge(
        (u, v) -> {
          if (u != a && u != b && v != a && v != b) {
            pair.addEdge(u, v);
          }
        });
    DMatrixRMaj x = features().toDense();
    for (int col = 0; col < x.numCols; col++) {
      x.set(a, col, 0);
      x.set(b, col, 0);
    }
    OwnNodesReading found =
        read(
            JoinableGraph.of(
                pair.build(),
                FeatureMatrix.dense(x),
                JoiningLimits.NONE,
                graph -> new SmallNetwork(graph, SmallNetwork.Kind.AUGMENTED, 2, 2, 4)));
    assertEquals(OwnNodesReading.Pair.OPEN, found.pair(0, 1));
  }

  private static JoinableApi narrow(
      boolean maximum, double own, int layers, int units, double bias, long seed) {
    int[] sizes = {SmallNetwork.FEATURES, units, 2, layers};
    return JoinableGraph.of(
        GRAPH,
        features(),
        JoiningLimits.NONE,
        graph -> new NarrowNetwork(graph, maximum, own, sizes, bias, seed));
  }

  /** Paths of own nodes may show one step too few, or close units that do not close at targets. */
  @ParameterizedTest
  @CsvSource({"true, 1, 3, 0, 0", "true, -1, 4, 1, 0", "false, -1, 3, 1, 8"})
  void modelsOfFewUnitsAreReadCorrectlyOrLeftOpen(
      boolean maximum, double own, int layers, double bias, int least) {
    int read = 0;
    for (long seed = 1; seed <= 12; seed++) {
      try {
        OwnNodesReading found = read(narrow(maximum, own, layers, 8, bias, seed));
        assertNothingCertainIsWrong(found, "seed " + seed + " " + found.evidence());
        read += found.openCount() == 0 ? 1 : 0;
      } catch (UnsuitableModelException saysWhy) {
        assertTrue(
            String.valueOf(saysWhy.getMessage()).matches(".*(reach|sender|add up|large).*"),
            saysWhy::toString);
      }
    }
    assertTrue(read >= least, read + " read");
  }

  @Test
  void edgesAreReadEvenIfALargeMoveOnlyClosesUnits() {
    assertReads(read(narrow(false, -1, 3, 4, 1, 77)));
  }

  @ParameterizedTest
  @CsvSource({"1e-9, true", "1e-3, true", "0.1, false"})
  void relativeNoiseDoesNotHideTheDepthOfModelsWithoutBiases(double size, boolean isRead) {
    Random random = new Random(3);
    JoinableApi exact = narrow(false, 1, 3, 8, 0, 2);
    JoinableApi noisy =
        new Wrapped(
            exact,
            (nodes, joined) ->
                query -> {
                  DMatrixRMaj answer = joined.predict(query).copy();
                  for (int i = 0; i < answer.getNumElements(); i++) {
                    answer.data[i] = Noise.RELATIVE.on(answer.data[i], size, random);
                  }
                  return answer;
                });
    if (!isRead) {
      // Three layers are detected, but no sums.
      assertRefused(UnsuitableModelException.class, "add up", () -> read(noisy));
      return;
    }
    OwnNodesReading found = read(noisy);
    assertEquals(3, found.evidence().layers());
    assertNothingCertainIsWrong(found, found.evidence().toString());
  }

  /** Noise of a tenth of a rounding step moves few answers, but those by a whole step. */
  @Test
  void noiseBelowTheRoundingIsNotMistakenForAMove() {
    for (int seed = 1; seed <= Thorough.size(2, 10); seed++) {
      Random random = new Random(seed);
      JoinableApi rounded =
          new Wrapped(
              service(SmallNetwork.Kind.AUGMENTED, 2),
              (nodes, joined) ->
                  query -> {
                    DMatrixRMaj answer = joined.predict(query).copy();
                    for (int i = 0; i < answer.getNumElements(); i++) {
                      answer.data[i] = (float) Noise.NORMAL.on(answer.data[i], 1e-9, random);
                    }
                    return answer;
                  });
      IntList few = targets().subList(0, seed % 2 == 0 ? 5 : 12);
      OwnNodesReading found = OwnNodesAttack.builder().build().read(rounded, few);
      assertNothingCertainIsWrong(found, "seed " + seed + " " + found.evidence());
    }
  }

  @Test
  void theLossIsSmallEvenIfThereAreNoEdges() {
    OwnNodesReading found =
        read(service(Graph.builder(NODES).build(), SmallNetwork.Kind.AUGMENTED, 3));
    assertEquals(0, found.edgeCount());
    assertEquals(0, found.openCount());
    assertTrue(found.evidence().loss() < 1e-20, found.evidence()::toString);
  }

  /** The noise that a service adds to each number of an answer, drawn anew for each query. */
  private enum Noise {
    NORMAL {
      @Override
      double on(double answer, double size, Random random) {
        return answer + size * random.nextGaussian();
      }
    },
    LAPLACE {
      @Override
      double on(double answer, double size, Random random) {
        double exponential = -Math.log(1 - random.nextDouble());
        return answer + (random.nextBoolean() ? size : -size) * exponential;
      }
    },
    RELATIVE {
      @Override
      double on(double answer, double size, Random random) {
        return answer * (1 + size * random.nextGaussian());
      }
    },
    ROUNDED {
      @Override
      double on(double answer, double size, Random random) {
        double scale = Math.rint(1 / size);
        return Math.rint(answer * scale) / scale;
      }
    };

    abstract double on(double answer, double size, Random random);
  }

  private static JoinableApi noisy(SmallNetwork.Kind kind, int depth, Noise noise, double size) {
    Random random = new Random(11);
    return JoinableGraph.of(
        GRAPH,
        features(),
        JoiningLimits.NONE,
        graph -> {
          SmallNetwork model = new SmallNetwork(graph, kind, depth, 2, 4);
          return query -> {
            DMatrixRMaj answer = model.predict(query);
            for (int i = 0; i < answer.getNumElements(); i++) {
              answer.data[i] = noise.on(answer.data[i], size, random);
            }
            return answer;
          };
        });
  }

  private static void assertNothingCertainIsWrong(OwnNodesReading found, String where) {
    assertNothingCertainIsWrong(GRAPH, found, where);
  }

  /** Fails if an edge is reported as a non-edge, or the reverse. */
  private static void assertNothingCertainIsWrong(
      Graph truth, OwnNodesReading found, String where) {
    for (int i = 0; i < found.targets().size(); i++) {
      for (int j = 0; j < i; j++) {
        boolean edge = truth.hasEdge(found.targets().getInt(i), found.targets().getInt(j));
        OwnNodesReading.Pair wrong =
            edge ? OwnNodesReading.Pair.NO_EDGE : OwnNodesReading.Pair.EDGE;
        assertNotEquals(wrong, found.pair(i, j), where);
      }
    }
  }

  /**
   * Fewer than 2.8 of 4,000 readings of pure noise are expected to show a move with lone nodes, and
   * fewer than 15 of 300 without. More than 15 and 37, respectively, do so with a probability below
   * 1e-6. A tenfold rate in the first case is detected with a probability of 0.99, and a threefold
   * rate in the second with 0.87.
   */
  @ParameterizedTest
  @EnumSource(
      value = Noise.class,
      names = {"NORMAL", "LAPLACE"})
  void lightTailedNoiseIsRarelyMistakenForAMove(Noise noise) {
    Random random = new Random(5);
    assertTrue(movesTakenForEdges(4_000, 12, LeafMoves.LONE, noise, random) <= 15);
    assertTrue(movesTakenForEdges(300, 40, 0, noise, random) <= 37);
  }

  private static int movesTakenForEdges(int readings, int n, int lone, Noise noise, Random random) {
    int taken = 0;
    for (int reading = 0; reading < readings; reading++) {
      double[][] moved = moves(n, n, noise, random);
      double[] limit = LeafMoves.noise(LeafMoves.medians(moved), moves(lone, n, noise, random));
      boolean beyond = false;
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
          beyond |= i != j && moved[i][j] > limit[i];
        }
      }
      taken += beyond ? 1 : 0;
    }
    return taken;
  }

  private static double[][] moves(int rows, int columns, Noise noise, Random random) {
    double[][] moves = new double[rows][columns];
    for (double[] row : moves) {
      for (int j = 0; j < columns; j++) {
        double before = noise.on(0, 1, random);
        row[j] = Math.abs(noise.on(0, 1, random) - before);
      }
    }
    return moves;
  }

  /** The seed of the noise is fixed, so the test does not fail by chance. */
  @ParameterizedTest
  @CsvSource({"FIRST_ORDER, 2", "SAGE, 3", "ATTENTION, 4"})
  void noiseOfAnySizeLeavesPairsOpenRatherThanWrong(SmallNetwork.Kind kind, int depth) {
    for (Noise noise : Noise.values()) {
      double[] sizes = {1e-12, 1e-9, 1e-6, 1e-4, 1e-3, 1e-2, 0.1, 1};
      for (int i = 0; i < sizes.length; i += Thorough.size(3, 1)) {
        double size = sizes[i];
        try {
          OwnNodesReading found = read(noisy(kind, depth, noise, size));
          assertNothingCertainIsWrong(found, noise + " " + size + " " + found.evidence());
        } catch (UnsuitableModelException saysWhy) {
          assertTrue(
              String.valueOf(saysWhy.getMessage()).matches(".*(noise|reach|add up|large).*"),
              saysWhy::toString);
        }
      }
    }
  }

  @Test
  void edgesThatNoiseDoesNotHideAreRead() {
    int all = GRAPH.inducedSubgraph(targets()).edgeCount();
    for (Noise noise : List.of(Noise.NORMAL, Noise.LAPLACE)) {
      for (SmallNetwork.Kind kind :
          List.of(SmallNetwork.Kind.AUGMENTED, SmallNetwork.Kind.FIRST_ORDER)) {
        assertEquals(all, read(noisy(kind, 2, noise, 1e-7)).edgeCount());
        assertReads(read(noisy(kind, 3, noise, 0.1)));
      }
    }
  }

  /** Rows whose first feature is large, with one sign or with either, do not reach the model. */
  private static JoinableApi closed(boolean oneSign, int depth) {
    return JoinableGraph.of(
        GRAPH,
        features(),
        JoiningLimits.NONE,
        graph -> {
          SmallNetwork model = new SmallNetwork(graph, SmallNetwork.Kind.AUGMENTED, depth, 2, 4);
          return query -> {
            DMatrixRMaj x = query.features().toDense();
            for (int v = 0; v < x.numRows; v++) {
              double first = oneSign ? x.get(v, 0) : Math.abs(x.get(v, 0));
              for (int c = 0; first > 1 && c < x.numCols; c++) {
                x.set(v, c, 0);
              }
            }
            return model.predict(query.about(FeatureMatrix.dense(x)));
          };
        });
  }

  @ParameterizedTest
  @CsvSource({"1", "2"})
  void anotherDirectionIsTriedIfOneIsClosed(long seed) {
    OwnNodesAttack attack = OwnNodesAttack.builder().seed(seed).build();
    OwnNodesReading sums = attack.read(closed(true, 3), targets());
    assertReads(sums);
    assertEquals(OwnNodesReading.Method.SUBSET_SUMS, sums.evidence().method());
    assertTrue(sums.price().forTheModel() <= 6);
    assertReads(attack.read(closed(true, 2), targets()));
  }

  @Test
  void threeLayersAreRefusedIfNoLargeMovePasses() {
    assertRefused(UnsuitableModelException.class, "large features", () -> read(closed(false, 3)));
    assertReads(read(closed(false, 2)));
  }

  @Test
  void theFindingReportsCertainPairsAndQueries() {
    Map<String, Object> notes = read(service(SmallNetwork.Kind.AUGMENTED, 3)).finding().notes();
    int edges = GRAPH.inducedSubgraph(targets()).edgeCount();
    assertEquals(edges, notes.get("certain edges"));
    assertEquals(435L - edges, notes.get("certain non-edges"));
    assertEquals(0L, notes.get("open pairs"));
    assertEquals("subset sums", notes.get("read from"));
    assertEquals(3, notes.get("layers"));
    assertEquals(true, notes.get("weights divided by degree"));
    assertEquals(2, notes.get("queries for depth"));
  }

  /** Two, three and all nodes of a clique: most targets that move are linked to a leaf's target. */
  @ParameterizedTest
  @CsvSource({"FIRST_ORDER, 2", "AUGMENTED, 3", "SUM, 4"})
  void targetsThatAreLinkedToMostOthersAreRead(SmallNetwork.Kind kind, int depth) {
    Graph.Builder graph = Graph.builder(NODES);
    for (int u = 0; u < 12; u++) {
      for (int v = u + 1; v < 12; v++) {
        graph.addEdge(u, v);
      }
      graph.addEdge(u, 12 + u);
    }
    JoinableApi service = service(graph.build(), kind, depth);
    OwnNodesAttack attack = OwnNodesAttack.builder().build();
    for (int n : new int[] {2, 3, 12}) {
      OwnNodesReading found = attack.read(service, IntList.of(IntStream.range(0, n).toArray()));
      assertEquals(n * (n - 1) / 2, found.edgeCount());
    }
    // The first, its neighbor outside the clique, and one that is linked to neither.
    OwnNodesReading found = attack.read(service, IntList.of(0, 12, 13));
    assertEquals(OwnNodesReading.Pair.EDGE, found.pair(0, 1));
    assertEquals(OwnNodesReading.Pair.NO_EDGE, found.pair(0, 2));
    assertEquals(OwnNodesReading.Pair.NO_EDGE, found.pair(1, 2));
  }

  private static QueryGuard guard() {
    return QueryGuard.builder(NODES).limitProbes(5).refusingAlignedFeatures().build();
  }

  @Test
  void theGuardRefusesChainsThatMoveTogether() {
    JoinableApi guarded = guard().guarding(service(SmallNetwork.Kind.AUGMENTED, 3));
    InferenceException together = assertThrows(InferenceException.class, () -> read(guarded));
    // The end that all chains share is one moving node, but there are many movers.
    assertTrue(String.valueOf(together.getMessage()).contains("moves the chains of"));
  }

  /**
   * Newly joined nodes have no earlier queries, but their probes count together with earlier ones.
   */
  @Test
  void theGuardCountsProbesOfAllJoinsOfAClientTogether() throws Exception {
    JoinableApi service = service(SmallNetwork.Kind.AUGMENTED, 3);
    QueryGuard guard = guard();
    JoinableApi guarded = guard.guarding(service);
    IntList own = IntList.of(IntStream.range(0, NODES + 2).toArray());
    for (int join = 0; join < 6; join++) {
      JoiningNodes.Builder nodes = JoiningNodes.builder();
      own.forEach(i -> nodes.leafAt(0));
      InferenceApi answers = guarded.join(nodes.build());
      double[][] x = new double[NODES + 2][SmallNetwork.FEATURES];
      x[0][0] = 1;
      answers.predict(InferenceQuery.of(own, FeatureMatrix.dense(x)));
      x[NODES + 1][1] = 1;
      InferenceQuery probe = InferenceQuery.of(own, FeatureMatrix.dense(x));
      if (join < 5) {
        answers.predict(probe);
      } else {
        assertThrows(QueryRefusedException.class, () -> answers.predict(probe));
      }
    }
    assertEquals(5, guard.statistics().probedNodes());
    assertEquals(11, guard.statistics().answered());
    assertEquals(0, guard.forAnotherClient().statistics().answered());
    // Queries about the graph itself work as before and must not contain own nodes.
    InferenceApi graph =
        guard.guarding((InferenceApi) service.answering(query -> new DMatrixRMaj(0, 0), x -> x));
    graph.predict(InferenceQuery.of(IntList.of(0, 1), FeatureMatrix.dense(new double[2][2])));
    assertRefused(
        "guard the whole service",
        () -> graph.predict(InferenceQuery.of(own, FeatureMatrix.dense(new double[NODES + 2][2]))));
  }

  @Test
  void aModelThatCouplesAllNodesIsRefused() {
    assertRefused(
        UnsuitableModelException.class,
        "without a connection",
        () -> read(service(SmallNetwork.Kind.BATCH_NORM, 3)));
  }
}
