package io.linkteller.models.gin;

import io.linkteller.graph.Graph;
import io.linkteller.matrix.CsrMatrix;
import io.linkteller.models.architecture.Architecture;
import io.linkteller.models.architecture.GnnModel;
import io.linkteller.models.architecture.LayerPlan;
import io.linkteller.models.architecture.Settings;
import io.linkteller.models.layer.LinearLayer;
import io.linkteller.models.network.Activation;
import io.linkteller.models.network.Stage;
import io.linkteller.models.parameter.ParameterSpec;
import io.linkteller.models.parameter.Parameters;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The architecture of {@link Gin}: sums over neighbors, each followed by a perceptron. */
public final class GinArchitecture implements Architecture {

  static final String NAME = "gin";
  static final String TRAINED_EPSILON = "trainedEpsilon";

  /** Creates the architecture. */
  public GinArchitecture() {}

  static Settings settings(LayerPlan plan, boolean trainedEpsilon) {
    return plan.withDropout(
        plan.withLayers(Settings.of(NAME)).with(TRAINED_EPSILON, Boolean.toString(trainedEpsilon)));
  }

  static boolean trainedEpsilon(Settings settings) {
    return settings.flag(TRAINED_EPSILON);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<ParameterSpec> parameters(Settings settings) {
    settings.requireOnly(
        LayerPlan.LAYERS, TRAINED_EPSILON, LayerPlan.INPUT_DROPOUT, LayerPlan.DROPOUT);
    trainedEpsilon(settings);
    LayerPlan plan = LayerPlan.of(settings);
    List<ParameterSpec> specs = new ArrayList<>();
    for (int l = 1; l <= plan.depth(); l++) {
      int out = plan.widths().getInt(l);
      if (l < plan.depth()) {
        specs.add(ParameterSpec.constant("eps" + l, 1, 0));
      }
      specs.add(ParameterSpec.weight("W" + l, plan.widths().getInt(l - 1), out));
      specs.add(ParameterSpec.bias("b" + l, out));
      if (l < plan.depth()) {
        specs.add(ParameterSpec.weight("V" + l, out, out));
        specs.add(ParameterSpec.bias("c" + l, out));
      }
    }
    return specs;
  }

  @Override
  public List<Stage> stages(Settings settings, Parameters parameters, Graph graph) {
    LayerPlan plan = LayerPlan.of(settings);
    boolean trained = trainedEpsilon(settings);
    double[] ones = new double[2 * graph.edgeCount()];
    Arrays.fill(ones, 1.0);
    CsrMatrix adjacency =
        CsrMatrix.of(graph.nodeCount(), graph.copyOffsets(), graph.copyNeighbors(), ones);
    List<Stage> stages = new ArrayList<>();
    for (int l = 1; l < plan.depth(); l++) {
      stages.add(
          new Stage(
              l == 1 ? plan.inputDropout() : plan.dropout(),
              new GinConvolution(
                  adjacency,
                  trained ? parameters.tensor("eps" + l) : parameters.state("eps" + l),
                  parameters.tensor("W" + l),
                  parameters.tensor("b" + l)),
              Activation.RELU));
      stages.add(
          new Stage(
              0,
              new LinearLayer(parameters.tensor("V" + l), parameters.tensor("c" + l)),
              Activation.RELU));
    }
    int last = plan.depth();
    stages.add(
        new Stage(
            last == 1 ? plan.inputDropout() : plan.dropout(),
            new LinearLayer(parameters.tensor("W" + last), parameters.tensor("b" + last)),
            Activation.IDENTITY));
    return stages;
  }

  @Override
  public GnnModel<?> model(Settings settings, Parameters parameters) {
    return new Gin(settings, parameters);
  }
}
