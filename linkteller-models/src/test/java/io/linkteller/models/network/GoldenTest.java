package io.linkteller.models.network;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.fasterxml.jackson.databind.JsonNode;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.inference.Answers;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.inference.InferenceQuery;
import io.linkteller.models.serve.GraphOwner;
import io.linkteller.models.serve.Recompute;
import io.linkteller.models.train.Loss;
import io.linkteller.models.train.Trainer;
import io.linkteller.models.train.TrainingRun;
import io.linkteller.parallel.Workers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every case of the PyTorch goldens, to 1e-9 relative to the largest number of its array. */
class GoldenTest {

  private static final double TOLERANCE = 1e-9;
  private static final Graph GRAPH = ModelGoldens.graph();
  private static final FeatureMatrix FEATURES = ModelGoldens.features();

  static List<ModelGoldens.Case> cases() {
    List<ModelGoldens.Case> all = new ArrayList<>();
    for (String model : List.of("gcn", "mlp", "gat")) {
      List<ModelGoldens.Case> cases = ModelGoldens.cases(model);
      assertFalse(cases.isEmpty(), model);
      all.addAll(cases);
    }
    return all;
  }

  private static GnnModel<?> model(ModelGoldens.Case golden) {
    return golden.model().withParameters(golden.parameters());
  }

  @ParameterizedTest
  @MethodSource("cases")
  void logitsAreThoseOfPyTorch(ModelGoldens.Case golden) {
    DMatrixRMaj logits = model(golden).on(GRAPH, Workers.sequential()).predict(FEATURES);
    assertClose("logits", ModelGoldens.matrix(golden.json().get("logits")), logits);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void lossAndGradientsAreThoseOfPyTorch(ModelGoldens.Case golden) {
    Network network = model(golden).on(GRAPH, Workers.sequential());
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
  @MethodSource("cases")
  void threeAdamStepsEndWherePyTorchEnds(ModelGoldens.Case golden) {
    TrainingRun<?> run =
        Trainer.builder()
            .epochs(3)
            .learningRate(0.01)
            .weightDecay(5e-4)
            .build()
            .train(model(golden), GRAPH, FEATURES, golden.labels());
    JsonNode losses = golden.json().get("adam_losses");
    for (int i = 0; i < 3; i++) {
      assertEquals(losses.get(i).asDouble(), run.losses().getDouble(i), TOLERANCE);
    }
    Parameters expected = golden.parametersAt("params_after_3_adam_steps");
    for (String name : expected.names()) {
      assertClose(name, expected.get(name), run.model().parameters().get(name));
    }
  }

  /**
   * The goldens are derivatives, queries give differences. Central differences with two steps,
   * extrapolated, are exact up to rounding / Δ for what is linear while no unit switches, and up to
   * Δ⁴ for attention; powers of two keep 1 + Δ and the division exact.
   */
  @ParameterizedTest
  @MethodSource("cases")
  void influenceOfTheServedModelIsTheDerivativeOfPyTorch(ModelGoldens.Case golden) {
    for (Recompute recompute : Recompute.values()) {
      InferenceApi api = GraphOwner.of(GRAPH).serve(model(golden), recompute);
      golden
          .json()
          .get("influence")
          .properties()
          .forEach(
              entry -> {
                int v = Integer.parseInt(entry.getKey());
                double[] expected = ModelGoldens.doubles(entry.getValue());
                double largest = Arrays.stream(expected).max().orElseThrow();
                DMatrixRMaj coarse = derivative(api, v, 0x1p-15);
                DMatrixRMaj fine = derivative(api, v, 0x1p-16);
                for (int u = 0; u < expected.length; u++) {
                  double squares = 0;
                  for (int c = 0; c < fine.numCols; c++) {
                    double extrapolated = (4 * fine.get(u, c) - coarse.get(u, c)) / 3;
                    squares += extrapolated * extrapolated;
                  }
                  assertEquals(
                      expected[u],
                      Math.sqrt(squares),
                      TOLERANCE * largest,
                      recompute + " influence of " + v + " on " + u);
                }
              });
    }
  }

  private static DMatrixRMaj derivative(InferenceApi api, int v, double delta) {
    InferenceNodes nodes = InferenceNodes.of(FEATURES);
    DMatrixRMaj more = ask(api, nodes.queryWith(FEATURES.withRowScaled(v, 1 + delta))).copy();
    DMatrixRMaj less = ask(api, nodes.queryWith(FEATURES.withRowScaled(v, 1 - delta)));
    CommonOps_DDRM.subtractEquals(more, less);
    CommonOps_DDRM.divide(more, 2 * delta);
    return more;
  }

  private static DMatrixRMaj ask(InferenceApi api, InferenceQuery query) {
    return Answers.ask(api, query, "a probe");
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
