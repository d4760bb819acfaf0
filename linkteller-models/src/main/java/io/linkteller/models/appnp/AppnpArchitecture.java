package io.linkteller.models.appnp;

import io.linkteller.graph.Graph;
import io.linkteller.models.architecture.Architecture;
import io.linkteller.models.architecture.GnnModel;
import io.linkteller.models.architecture.LayerPlan;
import io.linkteller.models.architecture.Settings;
import io.linkteller.models.gcn.Normalization;
import io.linkteller.models.layer.LinearLayer;
import io.linkteller.models.network.Activation;
import io.linkteller.models.network.Stage;
import io.linkteller.models.parameter.ParameterSpec;
import io.linkteller.models.parameter.Parameters;
import io.linkteller.models.parameter.WeightsAndBiases;
import java.util.ArrayList;
import java.util.List;

/** The architecture of {@link Appnp}: a perceptron followed by personalized propagation. */
public final class AppnpArchitecture implements Architecture {

  static final String NAME = "appnp";
  static final String STEPS = "steps";
  static final String TELEPORT = "teleport";
  static final String NORMALIZATION = "normalization";

  /** Creates the architecture. */
  public AppnpArchitecture() {}

  static Settings settings(
      LayerPlan plan, int steps, double teleport, Normalization normalization) {
    return plan.withDropout(
        plan.withLayers(Settings.of(NAME))
            .with(STEPS, new int[] {steps})
            .with(TELEPORT, teleport)
            .with(NORMALIZATION, normalization.name()));
  }

  static int steps(Settings settings) {
    int[] steps = settings.integers(STEPS);
    if (steps.length != 1) {
      throw new IllegalArgumentException(
          "setting " + STEPS + " = " + settings.text(STEPS) + " is not a single integer");
    }
    return checkSteps(steps[0]);
  }

  static int checkSteps(int steps) {
    if (steps < 1) {
      throw new IllegalArgumentException("steps = " + steps + " is below 1");
    }
    return steps;
  }

  static double teleport(Settings settings) {
    return checkTeleport(settings.number(TELEPORT));
  }

  static double checkTeleport(double teleport) {
    if (!(teleport >= 0 && teleport <= 1)) {
      throw new IllegalArgumentException("teleport = " + teleport + " is outside [0, 1]");
    }
    return teleport;
  }

  static Normalization normalization(Settings settings) {
    return settings.constant(NORMALIZATION, Normalization.class);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<ParameterSpec> parameters(Settings settings) {
    settings.requireOnly(
        LayerPlan.LAYERS,
        STEPS,
        TELEPORT,
        NORMALIZATION,
        LayerPlan.INPUT_DROPOUT,
        LayerPlan.DROPOUT);
    steps(settings);
    teleport(settings);
    normalization(settings);
    return WeightsAndBiases.of(LayerPlan.of(settings).widths());
  }

  @Override
  public List<Stage> stages(Settings settings, Parameters parameters, Graph graph) {
    LayerPlan plan = LayerPlan.of(settings);
    List<Stage> stages =
        new ArrayList<>(
            plan.stages(
                l -> new LinearLayer(parameters.tensor("W" + l), parameters.tensor("b" + l)),
                Activation.RELU));
    stages.add(
        new Stage(
            0,
            new PersonalizedPropagation(
                normalization(settings).of(graph),
                steps(settings),
                teleport(settings),
                plan.outputWidth()),
            Activation.IDENTITY));
    return stages;
  }

  @Override
  public GnnModel<?> model(Settings settings, Parameters parameters) {
    return new Appnp(settings, parameters);
  }
}
