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
import io.linkteller.models.architecture.Architecture;
import io.linkteller.models.architecture.GnnModel;
import io.linkteller.models.architecture.LayerPlan;
import io.linkteller.models.architecture.LayeredModel;
import io.linkteller.models.architecture.Settings;
import io.linkteller.models.gat.Gat;
import io.linkteller.models.gcn.DeepGcn;
import io.linkteller.models.gcn.Gcn;
import io.linkteller.models.gcn.Normalization;
import io.linkteller.models.gin.Gin;
import io.linkteller.models.layer.LinearLayer;
import io.linkteller.models.mlp.Mlp;
import io.linkteller.models.network.Activation;
import io.linkteller.models.network.Stage;
import io.linkteller.models.parameter.ParameterSpec;
import io.linkteller.models.parameter.Parameters;
import io.linkteller.models.parameter.WeightsAndBiases;
import io.linkteller.models.sage.GraphSage;
import io.linkteller.models.serve.GraphOwner;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
            Appnp.builder().layers(D, 6, 3).build(),
            DeepGcn.builder().layers(D, 6, 6, 6, 3).norm(DeepGcn.Norm.LAYER).build(),
            DeepGcn.builder()
                .layers(D, 6, 6, 6, 3)
                .normalization(Normalization.FIRST_ORDER_GCN)
                .residual(false)
                .jump(DeepGcn.Jump.CONCAT)
                .build(),
            DeepGcn.builder().layers(D, 6, 6, 6, 3).jump(DeepGcn.Jump.MAX).build(),
            trained(DeepGcn.builder().layers(D, 6, 6, 3).norm(DeepGcn.Norm.BATCH).build())));
  }

  /** With parameters, means and variances that are not those of the start. */
  private static DeepGcn trained(DeepGcn model) {
    Random random = new Random(13);
    Map<String, DMatrixRMaj> moved = new LinkedHashMap<>();
    for (String name : model.parameters().names()) {
      DMatrixRMaj values = model.parameters().get(name).copy();
      for (int i = 0; i < values.getNumElements(); i++) {
        values.data[i] += 0.5 * random.nextDouble();
      }
      moved.put(name, values);
    }
    return model.withParameters(Parameters.of(moved));
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

  /** An architecture that nobody wrote a layout for: a perceptron with tanh. */
  private static final class Plain implements Architecture {

    @Override
    public String name() {
      return "plain";
    }

    @Override
    public List<ParameterSpec> parameters(Settings settings) {
      return WeightsAndBiases.of(LayerPlan.of(settings).widths());
    }

    @Override
    public List<Stage> stages(Settings settings, Parameters parameters, Graph graph) {
      return LayerPlan.of(settings)
          .stages(
              l -> new LinearLayer(parameters.tensor("W" + l), parameters.tensor("b" + l)),
              Activation.TANH);
    }
  }

  @Test
  void anArchitectureWithoutALayoutIsNamed() {
    GnnModel<?> plain =
        LayeredModel.untrained(
            new Plain(),
            Settings.of("plain").with("layers", D, 3).with("inputDropout", 0).with("dropout", 0),
            1);
    assertEquals(
        "architecture plain can't be exported; there are layouts for"
            + " [appnp, deep-gcn, gat, gcn, gin, mlp, sage]",
        assertThrows(IllegalArgumentException.class, () -> OnnxExport.of(plain).toBytes())
            .getMessage());
  }
}
