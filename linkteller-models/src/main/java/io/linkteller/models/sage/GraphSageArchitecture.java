package io.linkteller.models.sage;

import io.linkteller.graph.Graph;
import io.linkteller.matrix.CsrMatrix;
import io.linkteller.models.architecture.Architecture;
import io.linkteller.models.architecture.GnnModel;
import io.linkteller.models.architecture.LayerPlan;
import io.linkteller.models.architecture.Settings;
import io.linkteller.models.network.Activation;
import io.linkteller.models.network.Layer;
import io.linkteller.models.network.Stage;
import io.linkteller.models.parameter.ParameterSpec;
import io.linkteller.models.parameter.Parameters;
import io.linkteller.models.parameter.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The architecture of {@link GraphSage}: a sequence of GraphSAGE layers. */
public final class GraphSageArchitecture implements Architecture {

  static final String NAME = "sage";
  static final String AGGREGATOR = "aggregator";

  /** Creates the architecture. */
  public GraphSageArchitecture() {}

  static Settings settings(LayerPlan plan, GraphSage.Aggregator aggregator) {
    return plan.withDropout(plan.withLayers(Settings.of(NAME)).with(AGGREGATOR, aggregator.name()));
  }

  static GraphSage.Aggregator aggregator(Settings settings) {
    return settings.constant(AGGREGATOR, GraphSage.Aggregator.class);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<ParameterSpec> parameters(Settings settings) {
    settings.requireOnly(LayerPlan.LAYERS, AGGREGATOR, LayerPlan.INPUT_DROPOUT, LayerPlan.DROPOUT);
    aggregator(settings);
    LayerPlan plan = LayerPlan.of(settings);
    List<ParameterSpec> specs = new ArrayList<>();
    for (int l = 1; l <= plan.depth(); l++) {
      int in = plan.widths().getInt(l - 1);
      int out = plan.widths().getInt(l);
      specs.add(ParameterSpec.weight("W" + l, in, out));
      specs.add(ParameterSpec.weight("N" + l, in, out));
      specs.add(ParameterSpec.bias("b" + l, out));
    }
    return specs;
  }

  @Override
  public List<Stage> stages(Settings settings, Parameters parameters, Graph graph) {
    boolean mean = aggregator(settings) == GraphSage.Aggregator.MEAN;
    CsrMatrix means =
        mean ? meanOver(graph) : CsrMatrix.of(0, new int[1], new int[0], new double[0]);
    return LayerPlan.of(settings)
        .stages(
            l -> {
              Tensor self = parameters.tensor("W" + l);
              Tensor near = parameters.tensor("N" + l);
              Tensor bias = parameters.tensor("b" + l);
              Layer layer =
                  mean
                      ? new MeanAggregation(means, self, near, bias)
                      : new MaxAggregation(graph, self, near, bias);
              return layer;
            },
            Activation.RELU);
  }

  /** Returns D^(-1) A, with empty rows for nodes without neighbors. */
  private static CsrMatrix meanOver(Graph graph) {
    int[] offsets = graph.copyOffsets();
    double[] shares = new double[2 * graph.edgeCount()];
    for (int u = 0; u < graph.nodeCount(); u++) {
      Arrays.fill(shares, offsets[u], offsets[u + 1], 1.0 / Math.max(1, graph.degree(u)));
    }
    return CsrMatrix.of(graph.nodeCount(), offsets, graph.copyNeighbors(), shares);
  }

  @Override
  public GnnModel<?> model(Settings settings, Parameters parameters) {
    return new GraphSage(settings, parameters);
  }
}
