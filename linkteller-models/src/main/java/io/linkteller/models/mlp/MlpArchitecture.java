package io.linkteller.models.mlp;

import io.linkteller.graph.Graph;
import io.linkteller.models.architecture.Architecture;
import io.linkteller.models.architecture.GnnModel;
import io.linkteller.models.architecture.LayerPlan;
import io.linkteller.models.architecture.Settings;
import io.linkteller.models.layer.LinearLayer;
import io.linkteller.models.network.Activation;
import io.linkteller.models.network.Stage;
import io.linkteller.models.parameter.Initialization;
import io.linkteller.models.parameter.ParameterSpec;
import io.linkteller.models.parameter.Parameters;
import io.linkteller.models.parameter.WeightsAndBiases;
import java.util.List;

/** The architecture of {@link Mlp}: a sequence of linear layers. */
public final class MlpArchitecture implements Architecture {

  static final String NAME = "mlp";

  /** Creates the architecture. */
  public MlpArchitecture() {}

  static Settings settings(LayerPlan plan) {
    return plan.withDropout(plan.withLayers(Settings.of(NAME)));
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Initialization initialization() {
    return Initialization.UNIFORM;
  }

  @Override
  public List<ParameterSpec> parameters(Settings settings) {
    settings.requireOnly(LayerPlan.LAYERS, LayerPlan.INPUT_DROPOUT, LayerPlan.DROPOUT);
    return WeightsAndBiases.of(LayerPlan.of(settings).widths());
  }

  @Override
  public List<Stage> stages(Settings settings, Parameters parameters, Graph graph) {
    return LayerPlan.of(settings)
        .stages(
            l -> new LinearLayer(parameters.tensor("W" + l), parameters.tensor("b" + l)),
            Activation.RELU);
  }

  @Override
  public GnnModel<?> model(Settings settings, Parameters parameters) {
    return new Mlp(settings, parameters);
  }
}
