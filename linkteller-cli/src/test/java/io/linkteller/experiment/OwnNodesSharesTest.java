package io.linkteller.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.attack.own.OwnNodesAttack;
import io.linkteller.attack.own.OwnNodesReading;
import io.linkteller.data.Dataset;
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
import io.linkteller.models.gcn.Gcn;
import io.linkteller.models.gcn.Normalization;
import io.linkteller.models.serve.GraphOwner;
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
@Tag("slow")
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

  /** 1 % of the edges of each query are not those of the true graph, half of them missing. */
  @Test
  void sumsOfAGraphThatChangesShowNearlyEveryEdge() {
    ModelWeights weights = weights();
    Dataset data = TwitchDataset.load(RealData.directory(), "RU");
    Graph truth = data.graph();
    FeatureMatrix x = weights.scaler().orElseThrow().transform((SparseFeatures) data.features());
    LongArrayList edges = new LongArrayList();
    truth.forEachEdge((u, v) -> edges.add(NodePairs.pack(u, v)));
    SplittableRandom random = new SplittableRandom(7);
    int changed = edges.size() / 200;
    JoinableApi service =
        JoinableGraph.changing(
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
            graph ->
                GraphOwner.of(graph)
                    .serve(Gcn.ofParameters(weights.parameters(), Normalization.AUG_NORM_ADJ)));
    NodeSample sample = sample("RU", truth, 42);
    OwnNodesReading found = OwnNodesAttack.builder().build().read(service, sample.nodes());
    assertEquals(OwnNodesReading.Method.SUBSET_SUMS, found.evidence().method());
    int right = 0;
    for (int i = 0; i < sample.nodes().size(); i++) {
      for (int j = 0; j < i; j++) {
        boolean edge = truth.hasEdge(sample.nodes().getInt(i), sample.nodes().getInt(j));
        right += edge && found.pair(i, j) == OwnNodesReading.Pair.EDGE ? 1 : 0;
      }
    }
    double f1 = 2.0 * right / (563 + found.edgeCount());
    assertTrue(f1 >= 0.98, "F1 = " + f1);
    assertTrue(found.price().queries() <= 20, found.price() + " queries");
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
    assertEquals(data.graph().inducedSubgraph(sample.nodes()).edgeCount(), found.edgeCount());
    assertEquals(edges, found.edgeCount());
    for (int i = 0; i < sample.nodes().size(); i++) {
      for (int j = 0; j < i; j++) {
        boolean edge = data.graph().hasEdge(sample.nodes().getInt(i), sample.nodes().getInt(j));
        assertEquals(edge, found.pair(i, j) == OwnNodesReading.Pair.EDGE);
      }
    }
    assertEquals(0, found.openTargets().size());
    assertEquals(0, found.evidence().contradictions());
    int asked = found.price().queries() - found.price().forTheModel();
    assertTrue(asked <= queries, asked + " queries");
  }
}
