package io.linkteller.onnx;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.LinkTeller;
import io.linkteller.attack.LinkAttack;
import io.linkteller.attack.choice.AutoAttack;
import io.linkteller.attack.compressed.CompressedProbing;
import io.linkteller.attack.reading.PairScore;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.graph.NodePairs;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.models.numpy.NumpyArray;
import io.linkteller.models.numpy.NumpyFile;
import io.linkteller.testkit.fixture.RealData;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Models in which every node influences every other, so that no graph explains the answers. */
@Tag("thorough")
final class CoupledModelsTest {

  private static final long[] SAMPLES = {42, 2, 82};

  private static final int TARGETS = 300;

  private final Path directory = RealData.reference("coupled");

  private final FeatureMatrix features;
  private final Graph graph;

  CoupledModelsTest() {
    NumpyArray x = NumpyFile.readArray(directory.resolve("x.npy"));
    features = FeatureMatrix.dense(x.toMatrix());
    graph = graph(x.shape().get(0), NumpyFile.readArray(directory.resolve("edge_index.npy")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"transformer", "graphnorm", "pairnorm", "virtual"})
  void theChoiceIsNeverWorseThanTheScoresOfThePaper(String name) throws Exception {
    List<LinkAttack> attacks = new ArrayList<>();
    attacks.add(AutoAttack.builder().build());
    for (PairScore score :
        List.of(PairScore.PAPER, PairScore.SELF_NORMALIZED, PairScore.GEOMETRIC)) {
      attacks.add(LinkTeller.builder().score(score).build());
    }
    double[] precision = new double[attacks.size()];
    try (OnnxModel model = OnnxModel.open(directory.resolve(name + ".onnx"), graph)) {
      for (long seed : SAMPLES) {
        InferenceNodes nodes = InferenceNodes.of(features).targeting(drawn(graph, seed));
        for (int i = 0; i < attacks.size(); i++) {
          precision[i] += precision(attacks.get(i), model, nodes, graph) / SAMPLES.length;
        }
      }
    }
    for (int i = 1; i < precision.length; i++) {
      String found = precision[0] + " is below " + precision[i];
      assertTrue(precision[0] >= precision[i] - 0.02, found);
    }
  }

  /** Answers are bent along rays and under small moves of equal features. */
  @ParameterizedTest
  @ValueSource(strings = {"transformer", "graphnorm", "pairnorm", "virtual"})
  void oddPartsAreReadWithFewerQueriesThanTargets(String name) throws Exception {
    InferenceNodes nodes = InferenceNodes.of(features).targeting(drawn(graph, SAMPLES[0]));
    try (OnnxModel model = OnnxModel.open(directory.resolve(name + ".onnx"), graph)) {
      LinkAttack attack = CompressedProbing.builder().queries(200).build();
      double precision = precision(attack, model, nodes, graph);
      assertTrue(precision >= 0.95, () -> name + ": " + precision);
    }
  }

  private static double precision(
      LinkAttack attack, InferenceApi model, InferenceNodes nodes, Graph graph) {
    Graph truth = graph.inducedSubgraph(nodes.targets());
    long[] best = attack.run(model, nodes, truth.density()).scores().best(truth.edgeCount());
    int right = 0;
    for (long pair : best) {
      right += truth.hasEdge(NodePairs.first(pair), NodePairs.second(pair)) ? 1 : 0;
    }
    return (double) right / best.length;
  }

  private static IntList drawn(Graph graph, long seed) {
    IntArrayList nodes = new IntArrayList(graph.nodes());
    Collections.shuffle(nodes, new Random(seed));
    nodes.size(TARGETS);
    return nodes;
  }

  private static Graph graph(int nodes, NumpyArray ends) {
    int arcs = ends.shape().get(1);
    Graph.Builder graph = Graph.builder(nodes);
    for (int arc = 0; arc < arcs; arc++) {
      int u = (int) ends.get(arc);
      int v = (int) ends.get(arcs + arc);
      if (u < v) {
        graph.addEdge(u, v);
      }
    }
    return graph.build();
  }
}
