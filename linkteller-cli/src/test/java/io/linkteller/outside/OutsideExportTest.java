package io.linkteller.outside;

import static io.linkteller.testing.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.models.architecture.Architecture;
import io.linkteller.models.architecture.GnnModel;
import io.linkteller.models.architecture.ModelBuilder;
import io.linkteller.models.serve.GraphOwner;
import io.linkteller.onnx.OnnxModel;
import io.linkteller.testing.export.OnnxExport;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Architectures from outside are exported without a line of their own about ONNX. */
class OutsideExportTest {

  private static final Graph GRAPH = graph();

  private static Graph graph() {
    SplittableRandom random = new SplittableRandom(5);
    Graph.Builder builder = Graph.builder(25).mergingDuplicates();
    for (int e = 0; e < 50; e++) {
      int u = random.nextInt(24);
      builder.addEdge(u, (u + 1 + random.nextInt(23)) % 24);
    }
    return builder.build();
  }

  static Stream<Architecture> traced() {
    return Stream.of(new Gatv2(), new ChebNet(), new GraphNormGcn());
  }

  @ParameterizedTest
  @MethodSource("traced")
  void anExportedModelAnswersOnAnyGraph(Architecture architecture, @TempDir Path directory)
      throws Exception {
    Path file = directory.resolve("model.onnx");
    GnnModel model = ModelBuilder.of(architecture).layers(4, 8, 3).seed(3).build();
    OnnxExport.of(model).write(file);
    try (OnnxModel exported = OnnxModel.open(file, GRAPH)) {
      assertSameAnswers(model, exported);
    }
  }

  /** The logarithms of degrees are constants of the graph. */
  @Test
  void anArchitectureWithConstantsOfTheGraphIsExportedForOneGraph(@TempDir Path directory)
      throws Exception {
    Path file = directory.resolve("pna.onnx");
    GnnModel model = ModelBuilder.of(new Pna()).layers(4, 8, 3).seed(3).build();
    assertRefused(
        UnsupportedOperationException.class, "on(graph)", () -> OnnxExport.of(model).toBytes());
    OnnxExport.of(model).on(GRAPH).write(file);
    try (OnnxModel exported = OnnxModel.open(file)) {
      assertSameAnswers(model, exported);
    }
  }

  private static void assertSameAnswers(GnnModel model, InferenceApi exported) throws Exception {
    SplittableRandom random = new SplittableRandom(6);
    double[][] x = new double[GRAPH.nodeCount()][4];
    for (double[] row : x) {
      Arrays.setAll(row, c -> random.nextDouble() - 0.5);
    }
    var query = InferenceNodes.of(FeatureMatrix.dense(x)).query();
    DMatrixRMaj own = GraphOwner.of(GRAPH).serve(model).predict(query);
    DMatrixRMaj answer = exported.predict(query);
    double largest = CommonOps_DDRM.elementMaxAbs(own);
    assertTrue(largest > 0.01);
    for (int i = 0; i < own.getNumElements(); i++) {
      assertEquals(own.data[i], answer.data[i], 1e-11 * largest);
    }
  }
}
