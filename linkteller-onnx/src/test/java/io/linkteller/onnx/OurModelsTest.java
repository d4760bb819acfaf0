package io.linkteller.onnx;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.linkteller.data.onnx.OnnxProgram;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.InferenceQuery;
import io.linkteller.models.architecture.Appnp;
import io.linkteller.models.architecture.DeepGcn;
import io.linkteller.models.architecture.Gat;
import io.linkteller.models.architecture.Gcn;
import io.linkteller.models.architecture.Gin;
import io.linkteller.models.architecture.GnnModel;
import io.linkteller.models.architecture.GraphSage;
import io.linkteller.models.architecture.Jump;
import io.linkteller.models.serve.GraphOwner;
import it.unimi.dsi.fastutil.ints.IntList;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Models of this library exported to ONNX answer like the models themselves. */
final class OurModelsTest {

  private static final int N = 30;
  private static final int D = 5;

  static Stream<Arguments> models() {
    return Stream.of(
        Arguments.of("gcn", Gcn.builder().layers(D, 8, 6, 3).build()),
        Arguments.of(
            "gat",
            Gat.builder()
                .layers(D, 4, 3)
                .with(Gat.HEADS, IntList.of(3))
                .with(Gat.SKIP, true)
                .build()),
        Arguments.of("sage", GraphSage.builder().layers(D, 6, 3).build()),
        Arguments.of("gin", Gin.builder().layers(D, 6, 6, 3).build()),
        Arguments.of("appnp", Appnp.builder().layers(D, 6, 3).build()),
        Arguments.of(
            "deep-gcn",
            DeepGcn.builder().layers(D, 6, 6, 6, 3).with(DeepGcn.JUMP, Jump.MAX).build()));
  }

  @ParameterizedTest
  @MethodSource("models")
  void theFileAnswersLikeTheModel(String name, GnnModel model) throws Exception {
    Random random = new Random(11);
    // The last node is isolated.
    Graph.Builder edges = Graph.builder(N).mergingDuplicates();
    for (int e = 0; e < 2 * N; e++) {
      int u = random.nextInt(N - 1);
      edges.addEdge(u, (u + 1 + random.nextInt(N - 2)) % (N - 1));
    }
    Graph graph = edges.build();
    double[][] x = new double[N][D];
    for (double[] row : x) {
      Arrays.setAll(row, col -> random.nextGaussian());
    }
    InferenceQuery query = InferenceNodes.of(FeatureMatrix.dense(x)).query();
    DMatrixRMaj own = GraphOwner.of(graph).serve(model).predict(query);
    double error = 1e-12 * CommonOps_DDRM.elementMaxAbs(own);
    Path file = Path.of(OurModelsTest.class.getResource(name + ".onnx").toURI());
    DMatrixRMaj read = GraphOwner.of(graph).serve(OnnxProgram.read(file)).predict(query);
    try (OnnxModel runtime = OnnxModel.open(file, graph)) {
      DMatrixRMaj answer = runtime.predict(query);
      for (int i = 0; i < own.getNumElements(); i++) {
        assertEquals(own.data[i], answer.data[i], error);
        assertEquals(own.data[i], read.data[i], error);
      }
    }
  }
}
