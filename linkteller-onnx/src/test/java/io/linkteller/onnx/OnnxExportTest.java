package io.linkteller.onnx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.data.onnx.OnnxExport;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.InferenceQuery;
import io.linkteller.models.appnp.Appnp;
import io.linkteller.models.architecture.GnnModel;
import io.linkteller.models.gat.Gat;
import io.linkteller.models.gcn.DeepGcn;
import io.linkteller.models.gcn.Gcn;
import io.linkteller.models.gcn.Normalization;
import io.linkteller.models.gin.Gin;
import io.linkteller.models.mlp.Mlp;
import io.linkteller.models.sage.GraphSage;
import io.linkteller.models.serve.GraphOwner;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What ONNX Runtime makes of an exported model is what the model itself answers. */
final class OnnxExportTest {

  private static final int N = 30;
  private static final int D = 5;

  /** Random edges among all nodes but the last, which is alone. */
  private static final Graph GRAPH = graph();

  private static final FeatureMatrix X = features();

  private static Graph graph() {
    Random random = new Random(11);
    Graph.Builder builder = Graph.builder(N).mergingDuplicates();
    for (int e = 0; e < 2 * N; e++) {
      int u = random.nextInt(N - 1);
      int v = random.nextInt(N - 1);
      if (u != v) {
        builder.addEdge(u, v);
      }
    }
    return builder.build();
  }

  private static FeatureMatrix features() {
    Random random = new Random(12);
    double[][] x = new double[N][D];
    for (double[] row : x) {
      Arrays.setAll(row, col -> random.nextGaussian());
    }
    return FeatureMatrix.dense(x);
  }

  static Stream<GnnModel<?>> models() {
    return Stream.concat(
        Arrays.stream(Normalization.values())
            .map(
                normalization ->
                    Gcn.builder().layers(D, 8, 6, 3).normalization(normalization).build()),
        Stream.of(
            Mlp.builder().layers(D, 7, 3).build(),
            Gat.builder().layers(D, 4, 4, 3).heads(2).build(),
            Gat.builder().layers(D, 4, 3).heads(3).skip(true).build(),
            GraphSage.builder().layers(D, 6, 3).build(),
            GraphSage.builder().layers(D, 6, 3).aggregator(GraphSage.Aggregator.MAX).build(),
            Gin.builder().layers(D, 6, 6, 3).build(),
            Appnp.builder().layers(D, 6, 3).build()));
  }

  @ParameterizedTest
  @MethodSource("models")
  void anExportedModelAnswersAsTheModelItself(GnnModel<?> model, @TempDir Path directory)
      throws Exception {
    InferenceQuery query = InferenceNodes.of(X).query();
    DMatrixRMaj own = GraphOwner.of(GRAPH).serve(model).predict(query);
    double largest = 0;
    for (double value : own.data) {
      largest = Math.max(largest, Math.abs(value));
    }
    assertTrue(largest > 0.01);
    Path doubles = directory.resolve("double.onnx");
    OnnxExport.of(model).write(doubles);
    Path floats = directory.resolve("float.onnx");
    OnnxExport.of(model).singlePrecision().write(floats);
    try (OnnxModel exact = open(model, doubles);
        OnnxModel single = open(model, floats)) {
      DMatrixRMaj exported = exact.predict(query);
      DMatrixRMaj rounded = single.predict(query);
      for (int i = 0; i < own.data.length; i++) {
        assertEquals(own.data[i], exported.data[i], 1e-12 * largest);
        assertEquals(own.data[i], rounded.data[i], 1e-5 * largest);
      }
    }
  }

  private static OnnxModel open(GnnModel<?> model, Path file) {
    return model instanceof Mlp ? OnnxModel.open(file) : OnnxModel.open(file, GRAPH);
  }

  @Test
  void anArchitectureWithoutALayoutIsNamed() {
    DeepGcn deep = DeepGcn.builder().layers(D, 4, 4, 3).build();
    assertEquals(
        "architecture deep-gcn can't be exported; there are layouts for"
            + " [appnp, gat, gcn, gin, mlp, sage]",
        assertThrows(IllegalArgumentException.class, () -> OnnxExport.of(deep).toBytes())
            .getMessage());
  }
}
