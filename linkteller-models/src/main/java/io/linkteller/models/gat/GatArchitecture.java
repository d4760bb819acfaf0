package io.linkteller.models.gat;

import io.linkteller.graph.Graph;
import io.linkteller.matrix.CsrMatrix;
import io.linkteller.models.architecture.Architecture;
import io.linkteller.models.architecture.GnnModel;
import io.linkteller.models.architecture.Settings;
import io.linkteller.models.network.Activation;
import io.linkteller.models.network.Stage;
import io.linkteller.models.parameter.ParameterSpec;
import io.linkteller.models.parameter.Parameters;
import java.util.List;
import java.util.Optional;

/** The architecture of {@link Gat}: a sequence of attention layers. */
public final class GatArchitecture implements Architecture {

  static final String NAME = "gat";

  /** Creates the architecture. */
  public GatArchitecture() {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<ParameterSpec> parameters(Settings settings) {
    return GatPlan.of(settings).parameters();
  }

  @Override
  public List<Stage> stages(Settings settings, Parameters parameters, Graph graph) {
    GatPlan plan = GatPlan.of(settings);
    CsrMatrix pattern = Neighborhoods.of(graph);
    int depth = plan.layers().depth();
    return plan.layers()
        .stages(
            l ->
                new GatLayer(
                    pattern,
                    plan.heads().getInt(l - 1),
                    l < depth,
                    plan.slope(),
                    plan.attentionDropout(),
                    tensors(parameters, l, plan.skip())),
            Activation.ELU);
  }

  private static GatTensors tensors(Parameters parameters, int l, boolean skip) {
    return new GatTensors(
        parameters.tensor("W" + l),
        parameters.tensor("aSrc" + l),
        parameters.tensor("aDst" + l),
        parameters.tensor("b" + l),
        skip ? Optional.of(parameters.tensor("S" + l)) : Optional.empty());
  }

  @Override
  public GnnModel<?> model(Settings settings, Parameters parameters) {
    return new Gat(settings, parameters);
  }
}
