package io.linkteller.models.program;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.models.parameter.Parameters;
import io.linkteller.models.parameter.Tensor;
import io.linkteller.models.train.Loss;
import io.linkteller.models.train.Trainer;
import io.linkteller.models.train.TrainingRun;
import io.linkteller.parallel.Workers;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compares with the golden results of PyTorch, to 1e-9 relative to the largest element of an array.
 */
class GoldenTest {

  private static final double TOLERANCE = 1e-9;
  private static final Graph GRAPH = ModelGoldens.graph();
  private static final FeatureMatrix FEATURES = ModelGoldens.features();

  @ParameterizedTest
  @MethodSource("io.linkteller.models.program.ModelGoldens#all")
  void logitsEqualThoseOfPyTorch(ModelGoldens.Case golden) {
    DMatrixRMaj logits = golden.model().on(GRAPH, Workers.sequential()).predict(FEATURES);
    assertClose("logits", ModelGoldens.matrix(golden.json().get("logits")), logits);
  }

  @ParameterizedTest
  @MethodSource("io.linkteller.models.program.ModelGoldens#all")
  void lossAndGradientsEqualThoseOfPyTorch(ModelGoldens.Case golden) {
    Program network = golden.model().on(GRAPH, Workers.sequential());
    DMatrixRMaj gradient = new DMatrixRMaj(0, 0);
    double loss =
        Loss.evaluate(
            network.predictForTraining(FEATURES, 1, 0), golden.labels(), GRAPH.nodes(), gradient);
    assertEquals(golden.json().get("loss").asDouble(), loss, TOLERANCE);
    network.backward(gradient);
    Parameters expected = golden.parametersAt("grads");
    for (Tensor tensor : network.parameters()) {
      assertClose(tensor.name(), expected.get(tensor.name()), tensor.gradient());
    }
  }

  @ParameterizedTest
  @MethodSource("io.linkteller.models.program.ModelGoldens#all")
  void parametersAfterThreeAdamStepsEqualThoseOfPyTorch(ModelGoldens.Case golden) {
    TrainingRun run =
        Trainer.builder()
            .epochs(3)
            .learningRate(0.01)
            .weightDecay(5e-4)
            .build()
            .train(golden.model(), GRAPH, FEATURES, golden.labels());
    JsonNode losses = golden.json().get("adam_losses");
    for (int i = 0; i < 3; i++) {
      assertEquals(losses.get(i).asDouble(), run.losses().getDouble(i), TOLERANCE);
    }
    Parameters expected = golden.parametersAt("params_after_3_adam_steps");
    for (String name : expected.names()) {
      assertClose(name, expected.get(name), run.model().parameters().get(name));
    }
  }

  private static void assertClose(String what, DMatrixRMaj expected, DMatrixRMaj actual) {
    assertEquals(expected.numRows, actual.numRows, what + " rows");
    assertEquals(expected.numCols, actual.numCols, what + " columns");
    double largest = 0;
    for (int i = 0; i < expected.getNumElements(); i++) {
      largest = Math.max(largest, Math.abs(expected.data[i]));
    }
    for (int i = 0; i < expected.getNumElements(); i++) {
      assertEquals(expected.data[i], actual.data[i], TOLERANCE * largest, what + " at " + i);
    }
  }
}
