package io.linkteller.models.gcn;

import io.linkteller.graph.Graph;
import io.linkteller.models.architecture.Architecture;
import io.linkteller.models.architecture.GnnModel;
import io.linkteller.models.architecture.LayerPlan;
import io.linkteller.models.architecture.Settings;
import io.linkteller.models.network.Activation;
import io.linkteller.models.network.Stage;
import io.linkteller.models.parameter.Initialization;
import io.linkteller.models.parameter.ParameterSpec;
import io.linkteller.models.parameter.Parameters;
import io.linkteller.models.parameter.WeightsAndBiases;
import java.util.List;

/** The architecture of {@link Gcn}: a sequence of graph convolutions. */
public final class GcnArchitecture implements Architecture {

  static final String NAME = "gcn";
  static final String NORMALIZATION = "normalization";

  /** Creates the architecture. */
  public GcnArchitecture() {}

  static Settings settings(LayerPlan plan, Normalization normalization) {
    return plan.withDropout(
        plan.withLayers(Settings.of(NAME)).with(NORMALIZATION, normalization.name()));
  }

  static Normalization normalization(Settings settings) {
    return settings.constant(NORMALIZATION, Normalization.class);
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
    settings.requireOnly(
        LayerPlan.LAYERS, NORMALIZATION, LayerPlan.INPUT_DROPOUT, LayerPlan.DROPOUT);
    normalization(settings);
    return WeightsAndBiases.of(LayerPlan.of(settings).widths());
  }

  @Override
  public List<Stage> stages(Settings settings, Parameters parameters, Graph graph) {
    Propagation propagation = Propagation.of(graph, normalization(settings));
    return LayerPlan.of(settings)
        .stages(
            l -> new GcnLayer(propagation, parameters.tensor("W" + l), parameters.tensor("b" + l)),
            Activation.RELU);
  }

  @Override
  public GnnModel<?> model(Settings settings, Parameters parameters) {
    return new Gcn(settings, parameters);
  }
}
