package io.linkteller.attack.direct;

import static io.linkteller.testing.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.attack.Access;
import io.linkteller.attack.AttackRequest;
import io.linkteller.attack.LinkAttack;
import io.linkteller.attack.LinkPrediction;
import io.linkteller.attack.UnsuitableModelException;
import io.linkteller.attack.compressed.SmallNetwork;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.output.AnswerKind;
import io.linkteller.inference.output.Posterior;
import io.linkteller.inference.output.ShownOutputs;
import io.linkteller.testing.Counting;
import io.linkteller.testing.RandomGraphs;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class LabelAttackTest {

  private static AttackRequest.Builder labels() {
    return AttackRequest.builder()
        .access(
            Access.seeing(
                new AnswerKind(AnswerKind.Form.LABELS, Posterior.SOFTMAX, OptionalInt.empty())));
  }

  private static final LinkAttack ATTACK = labels().attack("labels");

  private static InferenceNodes nodes(int count) {
    SplittableRandom random = new SplittableRandom(9);
    double[][] x = new double[count][SmallNetwork.FEATURES];
    for (double[] row : x) {
      for (int col = 0; col < row.length; col++) {
        row[col] = random.nextDouble();
      }
    }
    return InferenceNodes.of(FeatureMatrix.dense(x));
  }

  private static InferenceApi labels(InferenceApi logits) {
    return ShownOutputs.labels(logits, Posterior.SOFTMAX);
  }

  private static Graph found(LinkPrediction prediction, int n) {
    Graph.Builder graph = Graph.builder(n);
    prediction.scores().forEachStored((i, j, score) -> graph.addEdge(i, j));
    return graph.build();
  }

  static Stream<Arguments> models() {
    List<Arguments> models = new ArrayList<>();
    for (SmallNetwork.Kind kind :
        List.of(
            SmallNetwork.Kind.FIRST_ORDER,
            SmallNetwork.Kind.AUGMENTED_WITH_IDENTITY,
            SmallNetwork.Kind.AUGMENTED,
            SmallNetwork.Kind.RANDOM_WALK,
            SmallNetwork.Kind.ATTENTION,
            SmallNetwork.Kind.SUM,
            SmallNetwork.Kind.APPNP)) {
      models.add(Arguments.of(kind, 2));
    }
    models.add(Arguments.of(SmallNetwork.Kind.SAGE, 1));
    models.add(Arguments.of(SmallNetwork.Kind.FIRST_ORDER, 3));
    models.add(Arguments.of(SmallNetwork.Kind.ATTENTION, 3));
    return models.stream();
  }

  @ParameterizedTest
  @MethodSource("models")
  void labelsRevealEveryEdgeOfEveryModel(SmallNetwork.Kind kind, int depth) {
    Graph graph = RandomGraphs.uniform(60, 0.07, 5);
    SmallNetwork model = new SmallNetwork(graph, kind, depth, 3, 4);
    LinkPrediction prediction = ATTACK.run(labels(model), nodes(60), 0.07);
    assertEquals(graph, found(prediction, 60));
    assertTrue(prediction.queries() <= 10 * 60, prediction.queries() + " queries");
  }

  @Property(tries = 30)
  void anyGraphIsFound(
      @ForAll @IntRange(min = 2, max = 40) int n,
      @ForAll @DoubleRange(min = 0, max = 0.6) double density,
      @ForAll @IntRange(max = 1000) int seed,
      @ForAll boolean symmetric) {
    Graph graph = RandomGraphs.uniform(n, density, seed);
    SmallNetwork model =
        new SmallNetwork(
            graph,
            symmetric ? SmallNetwork.Kind.AUGMENTED : SmallNetwork.Kind.FIRST_ORDER,
            2,
            2,
            // With these weights, equal features can have both labels.
            4);
    assertEquals(graph, found(ATTACK.run(labels(model), nodes(n), 0.5), n));
  }

  /**
   * Not a network, but the assumption behind the attack: a node has the second label if the mean of
   * the first feature over the nodes within k hops is above 0.5.
   */
  private static InferenceApi withinHops(Graph graph, int hops) {
    return query -> {
      Graph induced = graph.inducedSubgraph(query.nodes());
      int n = induced.nodeCount();
      DMatrixRMaj labels = new DMatrixRMaj(n, 2);
      for (int u = 0; u < n; u++) {
        IntArrayList reached = IntArrayList.of(u);
        int from = 0;
        for (int hop = 0; hop < hops; hop++) {
          int to = reached.size();
          for (; from < to; from++) {
            for (int w : induced.neighbors(reached.getInt(from))) {
              if (!reached.contains(w)) {
                reached.add(w);
              }
            }
          }
        }
        double sum = 0;
        for (int v : reached) {
          sum += query.features().get(v, 0);
        }
        labels.set(u, sum / reached.size() > 0.5 ? 1 : 0, 1);
      }
      return labels;
    };
  }

  @Property(tries = 20)
  void labelsRevealTheGraphAtAnyDepth(
      @ForAll @IntRange(min = 2, max = 40) int n,
      @ForAll @DoubleRange(min = 0, max = 0.3) double density,
      @ForAll @IntRange(min = 1, max = 6) int hops,
      @ForAll @IntRange(max = 1000) int seed) {
    Graph graph = RandomGraphs.uniform(n, density, seed);
    assertEquals(graph, found(ATTACK.run(withinHops(graph, hops), nodes(n), 0.5), n));
  }

  /**
   * Graphs that proved hard among 20,000 random ones: cycles, in which all nodes have the same
   * boundary, unlike the paths that remain in queries of their parts; and a single edge that the
   * final check may not separate.
   */
  @ParameterizedTest
  @CsvSource({
    "AUGMENTED, 7, 0.33, 29",
    "AUGMENTED, 8, 0.0605, 367",
    "AUGMENTED, 11, 0.5439, 221",
    "AUGMENTED, 5, 0.3502, 752",
    "FIRST_ORDER, 4, 0.454, 504",
    "FIRST_ORDER, 4, 0.5776, 753",
    "FIRST_ORDER, 39, 0.0022, 934",
    "FIRST_ORDER, 40, 0.00079, 243"
  })
  void hardGraphsAreFound(SmallNetwork.Kind kind, int n, double density, int seed) {
    Graph graph = RandomGraphs.uniform(n, density, seed);
    SmallNetwork model = new SmallNetwork(graph, kind, 2, 2, 4);
    assertEquals(graph, found(ATTACK.run(labels(model), nodes(n), 0.5), n));
  }

  /**
   * Two triangles that share a node, and an isolated node: three colors and a path of length two.
   */
  @Test
  void aNodeSharedByTwoTrianglesIsDetected() {
    Graph graph =
        Graph.builder(6)
            .addEdge(0, 1)
            .addEdge(1, 2)
            .addEdge(0, 2)
            .addEdge(2, 3)
            .addEdge(3, 4)
            .addEdge(2, 4)
            .build();
    assertEquals(graph, found(ATTACK.run(withinHops(graph, 2), nodes(6), 0.4), 6));
  }

  @Test
  void isolatedTargetsNeedNoSeparateQueries() {
    Graph graph = Graph.builder(400).addEdge(3, 300).build();
    LinkPrediction prediction = ATTACK.run(withinHops(graph, 2), nodes(400), 1e-4);
    assertEquals(graph, found(prediction, 400));
    assertTrue(prediction.queries() < 150, prediction.queries() + " queries");
  }

  /**
   * The attack depends on neither chance nor time, so a different number means a different attack.
   */
  @ParameterizedTest
  @CsvSource({
    "FIRST_ORDER, 12, 0.1, 165",
    "FIRST_ORDER, 60, 0.1, 349",
    "AUGMENTED, 60, 0.1, 341",
    "ATTENTION, 60, 0.1, 342",
    "SUM, 60, 0.1, 364"
  })
  void theNumberOfQueriesIsAsMeasured(SmallNetwork.Kind kind, int n, double density, int queries) {
    Graph graph = RandomGraphs.uniform(n, density, 5);
    SmallNetwork model = new SmallNetwork(graph, kind, 2, 3, 4);
    LinkPrediction prediction = ATTACK.run(labels(model), nodes(n), density);
    assertEquals(graph, found(prediction, n));
    assertEquals(queries, prediction.queries());
  }

  @Test
  void targetsAreIdentifiedByTheirIds() {
    Graph graph = RandomGraphs.uniform(30, 0.15, 2);
    InferenceNodes some = nodes(30).targeting(29, 4, 17, 8, 11, 2, 23, 5, 6, 7, 1, 0);
    LinkPrediction prediction = ATTACK.run(withinHops(graph, 2), some, 0.2);
    assertEquals(graph.inducedSubgraph(some.targets()), found(prediction, some.targets().size()));
  }

  @Test
  void everyQueryIsCountedAndTheResultDoesNotDependOnThreads() {
    Graph graph = RandomGraphs.uniform(50, 0.1, 3);
    InferenceApi model = labels(new SmallNetwork(graph, SmallNetwork.Kind.AUGMENTED, 2, 2, 4));
    Counting counting = new Counting(model);
    LinkPrediction one = ATTACK.run(counting, nodes(50), 0.1);
    assertEquals(counting.count(), one.queries() + one.verificationQueries());
    LinkPrediction four = labels().parallelism(4).attack("labels").run(model, nodes(50), 0.1);
    assertEquals(one.edges(), four.edges());
    assertEquals(one.queries(), four.queries());
  }

  @Test
  void aRecordedAttackSendsNoQueryAgain(@TempDir Path directory) {
    Graph graph = RandomGraphs.uniform(20, 0.2, 3);
    LinkAttack attack = labels().journal(directory.resolve("answers")).attack("labels");
    LinkPrediction first = attack.run(withinHops(graph, 2), nodes(20), 0.2);
    LinkPrediction second =
        attack.run(
            query -> {
              throw new AssertionError("asked again");
            },
            nodes(20),
            0.2);
    assertEquals(first.edges(), second.edges());
    assertEquals(first.queries(), second.queries());
  }

  /** Features stay within the range of the data if nodes with equal features are equal. */
  @Test
  void featuresStayWithinThoseOfTargetsIfRowsSumToOne() {
    Graph graph = RandomGraphs.uniform(40, 0.1, 3);
    InferenceApi model = withinHops(graph, 2);
    InferenceApi watched =
        query -> {
          for (int v = 0; v < query.nodes().size(); v++) {
            for (double x : query.features().row(v)) {
              assertTrue(x >= 0 && x <= 1, "feature " + x);
            }
          }
          return model.predict(query);
        };
    assertEquals(graph, found(ATTACK.run(watched, nodes(40), 0.1), 40));
  }

  /** Row sums differ, and a node's own features bypass them. */
  @ParameterizedTest
  @EnumSource(names = "RESIDUAL")
  void aModelWithoutACommonBoundaryIsRefused(SmallNetwork.Kind kind) {
    Graph graph = RandomGraphs.uniform(60, 0.07, 5);
    SmallNetwork model = new SmallNetwork(graph, kind, 2, 3, 4);
    assertThrows(UnsuitableModelException.class, () -> ATTACK.run(labels(model), nodes(60), 0.07));
  }

  @Test
  void aModelWithOneLabelIsRefused() {
    InferenceApi constant = query -> new DMatrixRMaj(query.nodes().size(), 2);
    assertRefused(
        UnsuitableModelException.class, "boundary", () -> ATTACK.run(constant, nodes(10), 0.1));
  }

  @Test
  void aBeliefOutOfRangeIsRefused() {
    Counting counting = new Counting(query -> new DMatrixRMaj(query.nodes().size(), 2));
    assertRefused(() -> ATTACK.run(counting, nodes(10), 0));
    assertRefused(() -> ATTACK.run(counting, nodes(10).targeting(3), 0.5));
    assertEquals(0, counting.count());
  }
}
