package io.linkteller.onnx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.attack.Access;
import io.linkteller.attack.AttackRequest;
import io.linkteller.data.onnx.OnnxProgram;
import io.linkteller.feature.FeatureEdit;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.graph.NodePairs;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.InferenceQuery;
import io.linkteller.models.numpy.NumpyArray;
import io.linkteller.models.numpy.NumpyFile;
import io.linkteller.models.serve.GraphOwner;
import io.linkteller.testing.fixture.RealData;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs files written by PyTorch in ONNX Runtime. */
final class ReferenceFilesTest {

  private static FeatureMatrix features(Path folder) {
    return FeatureMatrix.dense(NumpyFile.readArray(folder.resolve("x.npy")).toMatrix());
  }

  private static Graph graph(Path folder, String edges, int nodes) {
    NumpyArray ends = NumpyFile.readArray(folder.resolve(edges));
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

  /** Up to the rounding of sums in another order. */
  private static void assertClose(DMatrixRMaj expected, DMatrixRMaj actual) {
    double error = 1e-5 * CommonOps_DDRM.elementMaxAbs(expected);
    assertEquals(expected.getNumElements(), actual.getNumElements());
    for (int i = 0; i < expected.getNumElements(); i++) {
      assertEquals(expected.data[i], actual.data[i], error);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"gcn.ts", "gatv2.dyn", "sagemax.dyn", "pna.dyn", "logsm.ts", "int32"})
  void exportsGiveTheLogitsOfPytorch(String name) throws Exception {
    Path folder = RealData.reference("exports");
    DMatrixRMaj expected =
        NumpyFile.readArray(folder.resolve(name.split("\\.", 2)[0] + ".ref.npy")).toMatrix();
    Graph graph = graph(folder, "ei.npy", expected.numRows);
    try (OnnxModel model = OnnxModel.open(folder.resolve(name + ".onnx"), graph)) {
      assertClose(expected, model.predict(InferenceNodes.of(features(folder)).query()));
    }
  }

  /** Every node influences every other. */
  @ParameterizedTest
  @ValueSource(strings = {"transformer", "graphnorm", "pairnorm", "virtual"})
  void coupledModelsAnswerLikeTheirPrograms(String name) throws Exception {
    Path folder = RealData.reference("coupled");
    Path file = folder.resolve(name + ".onnx");
    InferenceNodes nodes = InferenceNodes.of(features(folder));
    Graph graph = graph(folder, "edge_index.npy", nodes.features().rows());
    InferenceApi program = GraphOwner.of(graph).serve(OnnxProgram.read(file));
    try (OnnxModel model = OnnxModel.open(file, graph)) {
      DMatrixRMaj base = model.predict(nodes.query());
      assertClose(base, program.predict(nodes.query()));
      InferenceQuery edited = nodes.queryWith(FeatureEdit.scaling(7, 3));
      DMatrixRMaj moved = model.predict(edited);
      assertClose(moved, program.predict(edited));
      for (int row : List.of(0, 7, graph.nodeCount() - 1)) {
        assertNotEquals(base.get(row, 0), moved.get(row, 0));
      }
    }
  }

  /** Answers are nonlinear in small changes of equal features. */
  @Tag("thorough")
  @ParameterizedTest
  @ValueSource(strings = {"transformer", "graphnorm", "pairnorm", "virtual"})
  void compressedFindsTheEdgesOfCoupledModelsWith200Queries(String name) throws Exception {
    Path folder = RealData.reference("coupled");
    FeatureMatrix x = features(folder);
    Graph graph = graph(folder, "edge_index.npy", x.rows());
    IntArrayList targets = new IntArrayList(graph.nodes());
    Collections.shuffle(targets, new Random(42));
    targets.size(150);
    Graph truth = graph.inducedSubgraph(targets);
    try (OnnxModel model = OnnxModel.open(folder.resolve(name + ".onnx"), graph)) {
      long[] best =
          AttackRequest.builder()
              .access(Access.builder().queryLimit(200).build())
              .attack("compressed")
              .run(model, InferenceNodes.of(x).targeting(targets), truth.density())
              .scores()
              .best(truth.edgeCount());
      int right = 0;
      for (long pair : best) {
        right += truth.hasEdge(NodePairs.first(pair), NodePairs.second(pair)) ? 1 : 0;
      }
      assertTrue(right >= 0.95 * best.length, name + ": " + right + " of " + best.length);
    }
  }
}
