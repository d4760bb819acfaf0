package io.linkteller.models.operator;

import static io.linkteller.testing.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.models.architecture.DeepGcn;
import io.linkteller.models.architecture.GnnModel;
import io.linkteller.models.architecture.Norm;
import io.linkteller.models.parameter.Parameters;
import io.linkteller.models.parameter.Tensor;
import io.linkteller.models.program.Program;
import io.linkteller.models.program.ProgramBuilder;
import io.linkteller.models.train.Labels;
import io.linkteller.models.train.Trainer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.Test;

class BatchNormalizationTest {

  private static final FeatureMatrix INPUT =
      FeatureMatrix.dense(new DMatrixRMaj(4, 1, true, 1, 2, 3, 6));

  private static Tensor row(double value) {
    return Tensor.of("row", new DMatrixRMaj(1, 1, true, value), true);
  }

  private static Tensor state(double value) {
    return Tensor.of("state", new DMatrixRMaj(1, 1, true, value), false);
  }

  private static Program normalization(Tensor mean, Tensor variance) {
    ProgramBuilder p = Program.builder(4, 1);
    return p.build(
        p.apply(
            new BatchNormalization(),
            p.features(),
            p.parameter(row(2)),
            p.parameter(row(0.5)),
            p.parameter(mean),
            p.parameter(variance)));
  }

  /**
   * Mean 3, biased variance 3.5 and unbiased variance 14/3, as torch.nn.BatchNorm1d(1) computes
   * them.
   */
  @Test
  void trainingUsesBatchStatisticsAndUpdatesRunningStatistics() {
    Tensor mean = state(0);
    Tensor variance = state(1);
    DMatrixRMaj out = normalization(mean, variance).predictForTraining(INPUT, 0, 0);
    double scale = 2 / Math.sqrt(3.5 + 1e-5);
    assertArrayEquals(
        new double[] {0.5 - 2 * scale, 0.5 - scale, 0.5, 0.5 + 3 * scale}, out.data, 1e-14);
    assertEquals(0.3, mean.value().data[0], 1e-15);
    assertEquals(0.9 + 0.1 * 14 / 3, variance.value().data[0], 1e-15);
  }

  @Test
  void predictionUsesRunningStatistics() {
    DMatrixRMaj out = normalization(state(1), state(4)).predict(INPUT);
    double scale = 2 / Math.sqrt(4 + 1e-5);
    assertArrayEquals(
        new double[] {0.5, 0.5 + scale, 0.5 + 2 * scale, 0.5 + 5 * scale}, out.data, 1e-14);
  }

  @Test
  void optimizersDoNotChangeRunningStatistics() {
    GnnModel untrained =
        DeepGcn.builder().layers(2, 3, 3, 2).with(DeepGcn.NORM, Norm.BATCH).build();
    Graph graph = Graph.builder(3).addEdge(0, 1).build();
    FeatureMatrix x = FeatureMatrix.dense(new double[][] {{1, 0}, {0, 1}, {1, 1}});
    Parameters trained =
        Trainer.builder()
            .epochs(1)
            .learningRate(1e-9)
            .weightDecay(1000)
            .build()
            .train(untrained, graph, x, Labels.single(new int[] {0, 1, 0}, 2))
            .model()
            .parameters();
    for (double variance : trained.get("var2").data) {
      // A tenth of the way from 1 to the variance of three numbers, independent of weight decay.
      assertEquals(0.9, variance, 0.1);
    }
    assertEquals(List.copyOf(untrained.parameters().names()), List.copyOf(trained.names()));
  }

  @Test
  void aNegativeVarianceIsRejected() {
    GnnModel model = DeepGcn.builder().layers(2, 1, 1, 2).with(DeepGcn.NORM, Norm.BATCH).build();
    Map<String, DMatrixRMaj> values = new LinkedHashMap<>();
    model.parameters().names().forEach(name -> values.put(name, model.parameters().get(name)));
    values.put("var2", new DMatrixRMaj(1, 1, true, -1));
    Parameters broken = Parameters.of(values);
    assertRefused(() -> model.withParameters(broken));
  }
}
