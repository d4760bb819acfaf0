package io.linkteller.models.layer;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.matrix.DenseOperand;
import io.linkteller.models.gcn.DeepGcn;
import io.linkteller.models.network.Pass;
import io.linkteller.models.parameter.Parameters;
import io.linkteller.models.parameter.Tensor;
import io.linkteller.models.train.Labels;
import io.linkteller.models.train.Trainer;
import io.linkteller.parallel.Workers;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.api.Test;

class BatchNormalizationTest {

  private static final DMatrixRMaj INPUT = new DMatrixRMaj(4, 1, true, 1, 2, 3, 6);

  private static Tensor row(double value) {
    return Tensor.startingAt("row", new DMatrixRMaj(1, 1, true, value));
  }

  private static Tensor state(double value) {
    return Tensor.state("state", new DMatrixRMaj(1, 1, true, value));
  }

  /**
   * Mean 3, biased variance 3.5 and unbiased variance 14/3, as torch.nn.BatchNorm1d(1) computes
   * them.
   */
  @Test
  void trainingUsesBatchStatisticsAndUpdatesRunningStatistics() {
    Tensor mean = state(0);
    Tensor variance = state(1);
    BatchNormalization layer = new BatchNormalization(row(2), row(0.5), mean, variance);
    DMatrixRMaj out = new DMatrixRMaj(0, 0);
    layer.forward(DenseOperand.view(INPUT), out, Pass.training(Workers.sequential(), 0, 0));
    double scale = 2 / Math.sqrt(3.5 + 1e-5);
    assertArrayEquals(
        new double[] {0.5 - 2 * scale, 0.5 - scale, 0.5, 0.5 + 3 * scale}, out.data, 1e-14);
    assertEquals(0.3, mean.value().data[0], 1e-15);
    assertEquals(0.9 + 0.1 * 14 / 3, variance.value().data[0], 1e-15);
  }

  @Test
  void predictionUsesRunningStatistics() {
    BatchNormalization layer = new BatchNormalization(row(2), row(0.5), state(1), state(4));
    DMatrixRMaj out = new DMatrixRMaj(0, 0);
    layer.forward(DenseOperand.view(INPUT), out, Pass.predicting(Workers.sequential()));
    double scale = 2 / Math.sqrt(4 + 1e-5);
    assertArrayEquals(
        new double[] {0.5, 0.5 + scale, 0.5 + 2 * scale, 0.5 + 5 * scale}, out.data, 1e-14);
  }

  @Test
  void optimizersDoNotChangeRunningStatistics() {
    DeepGcn untrained = DeepGcn.builder().layers(2, 3, 3, 2).norm(DeepGcn.Norm.BATCH).build();
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
    DeepGcn model = DeepGcn.builder().layers(2, 1, 1, 2).norm(DeepGcn.Norm.BATCH).build();
    Map<String, DMatrixRMaj> values = new LinkedHashMap<>();
    model.parameters().names().forEach(name -> values.put(name, model.parameters().get(name)));
    values.put("var2", new DMatrixRMaj(1, 1, true, -1));
    DeepGcn broken = model.withParameters(Parameters.of(values));
    assertThrows(
        IllegalArgumentException.class,
        () -> broken.on(Graph.builder(1).build(), Workers.sequential()));
  }
}
