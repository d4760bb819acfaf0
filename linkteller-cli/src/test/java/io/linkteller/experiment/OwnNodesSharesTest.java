package io.linkteller.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.attack.UnsuitableModelException;
import io.linkteller.attack.own.OwnNodesAttack;
import io.linkteller.attack.own.OwnNodesReading;
import io.linkteller.data.Dataset;
import io.linkteller.data.planetoid.PlanetoidDataset;
import io.linkteller.data.twitch.TwitchDataset;
import io.linkteller.eval.sample.DegreeClass;
import io.linkteller.eval.sample.DegreeThresholds;
import io.linkteller.eval.sample.NodeSample;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.feature.SparseFeatures;
import io.linkteller.graph.Graph;
import io.linkteller.graph.NodePairs;
import io.linkteller.inference.JoinableApi;
import io.linkteller.inference.JoinableGraph;
import io.linkteller.inference.JoiningLimits;
import io.linkteller.inference.output.ShownOutputs;
import io.linkteller.models.architecture.GnnModel;
import io.linkteller.models.architecture.ModelBuilder;
import io.linkteller.models.gat.Gat;
import io.linkteller.models.gcn.Gcn;
import io.linkteller.models.gcn.Normalization;
import io.linkteller.models.gin.Gin;
import io.linkteller.models.sage.GraphSage;
import io.linkteller.models.serve.GraphOwner;
import io.linkteller.models.serve.ServedModel;
import io.linkteller.models.train.Trainer;
import io.linkteller.models.weights.ModelWeights;
import io.linkteller.testkit.fixture.RealData;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Own nodes on twitch graphs: a part of what {@code docs/own-answers.md} lists. */
@Tag("thorough")
class OwnNodesSharesTest {

  private static ModelWeights weights() {
    Path file = RealData.directory().resolve("../reference/gcn3-twitch-es.npz").normalize();
    Assumptions.assumeTrue(
        Files.isRegularFile(file), () -> "skipped: no reference weights at " + file);
    return ModelWeights.read(file);
  }

  private static NodeSample sample(String country, Graph graph, int seed) {
    return NodeSample.draw(
        graph,
        DegreeClass.UNCONSTRAINED,
        DegreeThresholds.forTwitch(country),
        NodeSample.PAPER_SIZE,
        seed);
  }

  /** In each query a share of the edges is not that of the true graph, half of them missing. */
  private static JoinableApi changing(
      Graph truth, FeatureMatrix x, double share, JoinableGraph.Serving serving) {
    LongArrayList edges = new LongArrayList();
    truth.forEachEdge((u, v) -> edges.add(NodePairs.pack(u, v)));
    SplittableRandom random = new SplittableRandom(7);
    int changed = (int) (edges.size() * share / 2);
    return JoinableGraph.changing(
        () -> {
          LongOpenHashSet missing = new LongOpenHashSet();
          while (missing.size() < changed) {
            missing.add(edges.getLong(random.nextInt(edges.size())));
          }
          Graph.Builder graph = Graph.builder(truth.nodeCount()).mergingDuplicates();
          truth.forEachEdge(
              (u, v) -> {
                if (!missing.contains(NodePairs.pack(u, v))) {
                  graph.addEdge(u, v);
                }
              });
          for (int edge = 0; edge < changed; edge++) {
            int u = random.nextInt(truth.nodeCount() - 1);
            graph.addEdge(u, random.nextInt(u + 1, truth.nodeCount()));
          }
          return new JoinableGraph.State(graph.build(), x);
        },
        JoiningLimits.NONE,
        serving);
  }

  private static int right(OwnNodesReading found, Graph truth) {
    int right = 0;
    for (int i = 0; i < found.targets().size(); i++) {
      for (int j = 0; j < i; j++) {
        boolean edge = truth.hasEdge(found.targets().getInt(i), found.targets().getInt(j));
        right += edge && found.pair(i, j) == OwnNodesReading.Pair.EDGE ? 1 : 0;
      }
    }
    return right;
  }

  private static double f1(OwnNodesReading found, Graph truth) {
    int edges = truth.inducedSubgraph(found.targets()).edgeCount();
    return 2.0 * right(found, truth) / (edges + found.edgeCount());
  }

  private static void assertExact(OwnNodesReading found, Graph truth) {
    int edges = truth.inducedSubgraph(found.targets()).edgeCount();
    assertEquals(edges, found.edgeCount());
    assertEquals(edges, right(found, truth));
    assertEquals(0, found.openCount());
    assertEquals(0, found.evidence().contradictions());
  }

  private static int asked(OwnNodesReading found) {
    return found.price().queries() - found.price().forTheModel();
  }

  @Test
  void sumsOfAGraphThatChangesShowNearlyEveryEdge() {
    ModelWeights weights = weights();
    Dataset data = TwitchDataset.load(RealData.directory(), "RU");
    JoinableApi service =
        changing(
            data.graph(),
            weights.scaler().orElseThrow().transform((SparseFeatures) data.features()),
            0.01,
            graph ->
                GraphOwner.of(graph)
                    .serve(Gcn.ofParameters(weights.parameters(), Normalization.AUG_NORM_ADJ)));
    NodeSample sample = sample("RU", data.graph(), 42);
    OwnNodesReading found = OwnNodesAttack.builder().build().read(service, sample.nodes());
    assertEquals(OwnNodesReading.Method.SUBSET_SUMS, found.evidence().method());
    double f1 = f1(found, data.graph());
    assertTrue(f1 >= 0.98, "F1 = " + f1);
    assertTrue(found.price().queries() <= 20, found.price() + " queries");
  }

  /** Models of three layers that are trained here on Cora, and then while 1 % of edges change. */
  @ParameterizedTest(name = "{0}")
  @CsvSource({"sage, 12, 1", "gin, 12, 1", "gat, 503, 0.95"})
  void modelsTrainedOnCoraAreRead(String kind, int queries, double least) {
    Dataset data = PlanetoidDataset.load(RealData.directory(), "cora");
    int classes = data.labels().classCount();
    ModelBuilder untrained =
        switch (kind) {
          case "sage" -> GraphSage.builder().layers(data.features().cols(), 32, 32, classes);
          case "gin" -> Gin.builder().layers(data.features().cols(), 32, 32, 32, classes);
          default -> Gat.builder().layers(data.features().cols(), 32, 32, classes);
        };
    GnnModel model =
        Trainer.builder()
            .epochs(30)
            .build()
            .train(untrained.build(), data.graph(), data.features(), data.labels())
            .model();
    NodeSample sample =
        NodeSample.draw(
            data.graph(),
            DegreeClass.UNCONSTRAINED,
            DegreeThresholds.forTwitch("RU"),
            NodeSample.PAPER_SIZE,
            4);
    OwnNodesReading found =
        OwnNodesAttack.builder()
            .build()
            .read(
                GraphOwner.of(data.graph())
                    .serve(model)
                    .joinable(data.features(), JoiningLimits.NONE),
                sample.nodes());
    double f1 = f1(found, data.graph());
    assertTrue(f1 >= least, "F1 = " + f1);
    assertTrue(asked(found) <= queries, asked(found) + " queries");
    JoinableApi service =
        changing(data.graph(), data.features(), 0.01, graph -> GraphOwner.of(graph).serve(model));
    OwnNodesAttack inTurn = OwnNodesAttack.builder().oneAtATime().build();
    if (kind.equals("gat")) {
      // Large moves do not pass attention, and small ones are as large as what changes.
      assertThrows(UnsuitableModelException.class, () -> inTurn.read(service, sample.nodes()));
      return;
    }
    OwnNodesReading changed = inTurn.read(service, sample.nodes());
    double f1Changed = f1(changed, data.graph());
    assertTrue(f1Changed >= 0.96, "F1 = " + f1Changed);
  }

  @ParameterizedTest(name = "{0}, {1}, {2}, {3}")
  @CsvSource({
    "RU, 7, AUG_NORM_ADJ, false",
    "RU, 42, FIRST_ORDER_GCN, false",
    "RU, 42, AUG_NORM_ADJ, true"
  })
  void twoLayersAreReadByFurtherLeaves(
      String country, int seed, Normalization normalization, boolean single) {
    Path file = RealData.directory().resolve("../reference/gcn-twitch-es.npz").normalize();
    Assumptions.assumeTrue(Files.isRegularFile(file), () -> "skipped: no weights at " + file);
    ModelWeights weights = ModelWeights.read(file);
    Dataset data = TwitchDataset.load(RealData.directory(), country);
    NodeSample sample = sample(country, data.graph(), seed);
    ServedModel model =
        GraphOwner.of(data.graph()).serve(Gcn.ofParameters(weights.parameters(), normalization));
    FeatureMatrix x = weights.scaler().orElseThrow().transform((SparseFeatures) data.features());
    JoinableApi exact = model.joinable(x, JoiningLimits.NONE);
    OwnNodesReading found =
        OwnNodesAttack.builder()
            .build()
            .read(
                single ? exact.answering(model, ShownOutputs::singlePrecision) : exact,
                sample.nodes());
    assertEquals(OwnNodesReading.Method.FURTHER_LEAF, found.evidence().method());
    assertEquals(1, f1(found, data.graph()));
    assertEquals(501, asked(found));
  }

  @ParameterizedTest(name = "{0}, {1}, {2}")
  @CsvSource({
    "RU, 42, AUG_NORM_ADJ, 3, 563",
    "FR, 82, FIRST_ORDER_GCN, 3, 898",
    "PTBR, 2, AUG_NORM_ADJ, 12, 2123"
  })
  void ownAnswersShowEveryEdgeOfThreeLayers(
      String country, int seed, Normalization normalization, int queries, int edges) {
    ModelWeights weights = weights();
    Dataset data = TwitchDataset.load(RealData.directory(), country);
    NodeSample sample = sample(country, data.graph(), seed);
    OwnNodesReading found =
        OwnNodesAttack.builder()
            .build()
            .read(
                GraphOwner.of(data.graph())
                    .serve(Gcn.ofParameters(weights.parameters(), normalization))
                    .joinable(
                        weights.scaler().orElseThrow().transform((SparseFeatures) data.features()),
                        JoiningLimits.NONE),
                sample.nodes());
    assertEquals(edges, found.edgeCount());
    assertExact(found, data.graph());
    assertTrue(asked(found) <= queries, asked(found) + " queries");
  }
}
