package io.linkteller.onnx;

import static io.linkteller.testing.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.linkteller.data.onnx.OnnxProgram;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.InferenceQuery;
import io.linkteller.models.architecture.Appnp;
import io.linkteller.models.architecture.Architecture;
import io.linkteller.models.architecture.Composition;
import io.linkteller.models.architecture.DeepGcn;
import io.linkteller.models.architecture.Gat;
import io.linkteller.models.architecture.Gcn;
import io.linkteller.models.architecture.Gin;
import io.linkteller.models.architecture.GnnModel;
import io.linkteller.models.architecture.GraphSage;
import io.linkteller.models.architecture.Jump;
import io.linkteller.models.architecture.LayerPlan;
import io.linkteller.models.architecture.Mlp;
import io.linkteller.models.architecture.ModelBuilder;
import io.linkteller.models.architecture.Norm;
import io.linkteller.models.architecture.Normalization;
import io.linkteller.models.operator.Activation;
import io.linkteller.models.operator.Reduction;
import io.linkteller.models.parameter.Parameters;
import io.linkteller.models.program.Value;
import io.linkteller.models.serve.GraphOwner;
import io.linkteller.testing.export.OnnxExport;
import it.unimi.dsi.fastutil.ints.IntList;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
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

  static Stream<GnnModel> models() {
    return Stream.concat(
        Arrays.stream(Normalization.values())
            .map(
                normalization ->
                    Gcn.builder()
                        .layers(D, 8, 6, 3)
                        .with(Normalization.SETTING, normalization)
                        .build()),
        Stream.of(
            Mlp.builder().layers(D, 7, 3).build(),
            Gat.builder().layers(D, 4, 4, 3).with(Gat.HEADS, IntList.of(2)).build(),
            Gat.builder()
                .layers(D, 4, 3)
                .with(Gat.HEADS, IntList.of(3))
                .with(Gat.SKIP, true)
                .build(),
            GraphSage.builder().layers(D, 6, 3).build(),
            GraphSage.builder().layers(D, 6, 3).with(GraphSage.AGGREGATOR, Reduction.MAX).build(),
            Gin.builder().layers(D, 6, 6, 3).build(),
            Appnp.builder().layers(D, 6, 3).build(),
            DeepGcn.builder().layers(D, 6, 6, 6, 3).with(DeepGcn.NORM, Norm.LAYER).build(),
            DeepGcn.builder()
                .layers(D, 6, 6, 6, 3)
                .with(Normalization.SETTING, Normalization.FIRST_ORDER_GCN)
                .with(DeepGcn.RESIDUAL, false)
                .with(DeepGcn.JUMP, Jump.CONCAT)
                .build(),
            DeepGcn.builder().layers(D, 6, 6, 6, 3).with(DeepGcn.JUMP, Jump.MAX).build(),
            trained(DeepGcn.builder().layers(D, 6, 6, 3).with(DeepGcn.NORM, Norm.BATCH).build())));
  }

  /** With parameters, means and variances that are not those of the start. */
  private static GnnModel trained(GnnModel model) {
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
  void anExportedModelAnswersAsTheModelItself(GnnModel model, @TempDir Path directory)
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
      OnnxProgram read = OnnxProgram.read(doubles);
      DMatrixRMaj again = GraphOwner.of(GRAPH).serve(read).predict(query);
      DMatrixRMaj exported = exact.predict(query);
      DMatrixRMaj rounded = single.predict(query);
      for (int i = 0; i < own.data.length; i++) {
        assertEquals(own.data[i], exported.data[i], 1e-12 * largest);
        assertEquals(own.data[i], again.data[i], 1e-12 * largest);
        assertEquals(own.data[i], rounded.data[i], 1e-5 * largest);
      }
    }
  }

  private static OnnxModel open(GnnModel model, Path file) {
    return model.architecture() instanceof Mlp ? OnnxModel.open(file) : OnnxModel.open(file, GRAPH);
  }

  /** A perceptron with a function that has no form in ONNX, or with a constant of the graph. */
  private record Perceptron(boolean readsDegrees) implements Architecture {

    @Override
    public String name() {
      return "perceptron";
    }

    @Override
    public Value compose(Composition c) {
      LayerPlan plan = c.layers();
      Value z = plan.chain(c, new Cube(), (h, l) -> c.linear(h, "W" + l, "b" + l, plan.width(l)));
      DMatrixRMaj degrees = new DMatrixRMaj(c.graph().nodeCount(), 1);
      c.graph().nodes().forEach(u -> degrees.set(u, 0, c.graph().degree(u)));
      return readsDegrees ? c.program().multiply(z, c.program().constant(degrees)) : z;
    }
  }

  private record Cube() implements Activation {

    @Override
    public double value(double z) {
      return z * z * z;
    }

    @Override
    public double slope(double z) {
      return 3 * z * z;
    }
  }

  private static GnnModel perceptron(boolean readsDegrees, int... widths) {
    return ModelBuilder.of(new Perceptron(readsDegrees)).layers(widths).build();
  }

  @Test
  void aFunctionWithoutAFormInOnnxIsNamed() {
    assertRejects("Cube", perceptron(false, D, 4, 3));
  }

  @Test
  void aModelThatDependsOnTheGraphOtherwiseIsExportedForOneGraph(@TempDir Path directory)
      throws Exception {
    assertExportedForOneGraph("constant", perceptron(true, D, 3), directory.resolve("one.onnx"));
    // A node without neighbors attends to itself with the weight 0, others with 1.
    GnnModel weighted =
        Gat.builder()
            .layers(D, 4, 3)
            .with(Gat.HEADS, IntList.of(2))
            .with(Gat.EDGE_WEIGHTS, true)
            .build();
    assertExportedForOneGraph("entries", weighted, directory.resolve("weighted.onnx"));
  }

  private static void assertExportedForOneGraph(String named, GnnModel model, Path file)
      throws Exception {
    assertRejects(named, model);
    OnnxExport.of(model).on(GRAPH).write(file);
    InferenceQuery query = InferenceNodes.of(X).query();
    DMatrixRMaj own = GraphOwner.of(GRAPH).serve(model).predict(query);
    try (OnnxModel exported = OnnxModel.open(file)) {
      DMatrixRMaj answer = exported.predict(query);
      for (int i = 0; i < own.data.length; i++) {
        assertEquals(own.data[i], answer.data[i], 1e-12 * CommonOps_DDRM.elementMaxAbs(own));
      }
    }
  }

  private static void assertRejects(String named, GnnModel model) {
    assertRefused(UnsupportedOperationException.class, named, () -> OnnxExport.of(model).toBytes());
  }
}
