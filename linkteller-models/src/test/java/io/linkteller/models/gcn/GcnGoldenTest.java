package io.linkteller.models.gcn;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import io.linkteller.attack.InfluenceMatrix;
import io.linkteller.attack.LinkTeller;
import io.linkteller.feature.FeatureMatrix;
import io.linkteller.graph.Graph;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceNodes;
import io.linkteller.models.network.ModelGoldens;
import io.linkteller.models.network.Network;
import io.linkteller.models.network.Parameters;
import io.linkteller.models.network.Tensor;
import io.linkteller.models.serve.GraphOwner;
import io.linkteller.models.serve.Recompute;
import io.linkteller.models.train.Loss;
import io.linkteller.models.train.Trainer;
import io.linkteller.models.train.TrainingRun;
import io.linkteller.parallel.Workers;
import java.util.Arrays;
import java.util.List;
import org.ejml.data.DMatrixRMaj;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every GCN case of the PyTorch goldens, to 1e-9 relative to the largest number of its array. */
class GcnGoldenTest {

  private static final double TOLERANCE = 1e-9;
  private static final Graph GRAPH = ModelGoldens.graph();
  private static final FeatureMatrix FEATURES = ModelGoldens.features();

  static List<ModelGoldens.Case> cases() {
    return ModelGoldens.cases("gcn");
  }

  private static Gcn model(ModelGoldens.Case golden) {
    Normalization normalization =
        switch (golden.json().get("normalization").asText()) {
          case "FirstOrderGCN" -> Normalization.FIRST_ORDER_GCN;
          case "AugNormAdj" -> Normalization.AUG_NORM_ADJ;
          case "BingGeNormAdj" -> Normalization.BING_GE_NORM_ADJ;
          case "AugRWalk" -> Normalization.AUG_RWALK;
          default -> throw new AssertionError(golden.json().get("normalization"));
        };
    return Gcn.builder()
        .layers(golden.widths())
        .normalization(normalization)
        .build()
        .withParameters(golden.parameters());
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
    TrainingRun<Gcn> run =
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
   * The goldens are derivatives, the attack takes differences. A network of relus is piecewise
   * linear, so while no unit switches the two agree up to rounding / Δ; Δ = 2^-13 keeps 1 + Δ and
   * the division exact.
   */
  @ParameterizedTest
  @MethodSource("cases")
  void influenceOfTheServedModelIsTheDerivativeOfPyTorch(ModelGoldens.Case golden) {
    for (Recompute recompute : Recompute.values()) {
      InferenceApi api = GraphOwner.of(GRAPH).serve(model(golden), recompute);
      InfluenceMatrix influence =
          LinkTeller.builder().delta(0x1p-13).build().influences(api, InferenceNodes.of(FEATURES));
      golden
          .json()
          .get("influence")
          .properties()
          .forEach(
              entry -> {
                int v = Integer.parseInt(entry.getKey());
                double[] expected = ModelGoldens.doubles(entry.getValue());
                double largest = Arrays.stream(expected).max().orElseThrow();
                for (int u = 0; u < expected.length; u++) {
                  assertEquals(
                      expected[u],
                      influence.influence(v, u),
                      TOLERANCE * largest,
                      recompute + " influence of " + v + " on " + u);
                }
              });
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
