package io.linkteller.models.outside;

import io.linkteller.graph.Graph;
import io.linkteller.matrix.CsrMatrix;
import io.linkteller.models.architecture.Architecture;
import io.linkteller.models.architecture.LayerPlan;
import io.linkteller.models.architecture.LayeredModel;
import io.linkteller.models.architecture.Settings;
import io.linkteller.models.network.Activation;
import io.linkteller.models.network.Stage;
import io.linkteller.models.parameter.ParameterSpec;
import io.linkteller.models.parameter.Parameters;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** An architecture outside the library, registered in the resources of these tests. */
public final class PlainSage implements Architecture {

  /** An activation outside the library, z / (1 + |z|), which implements value and slope only. */
  record Softsign() implements Activation {

    @Override
    public double value(double z) {
      return z / (1 + Math.abs(z));
    }

    @Override
    public double slope(double z) {
      return 1 / ((1 + Math.abs(z)) * (1 + Math.abs(z)));
    }
  }

  public static LayeredModel<?> of(int[] widths, double dropout) {
    LayerPlan plan = new LayerPlan(IntList.of(widths), dropout, dropout);
    Settings settings = plan.withDropout(plan.withLayers(Settings.of("plain-sage")));
    return LayeredModel.untrained(new PlainSage(), settings, 0);
  }

  @Override
  public String name() {
    return "plain-sage";
  }

  @Override
  public List<ParameterSpec> parameters(Settings settings) {
    settings.requireOnly(LayerPlan.LAYERS, LayerPlan.INPUT_DROPOUT, LayerPlan.DROPOUT);
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
    int[] offsets = graph.copyOffsets();
    double[] shares = new double[2 * graph.edgeCount()];
    for (int u = 0; u < graph.nodeCount(); u++) {
      Arrays.fill(shares, offsets[u], offsets[u + 1], 1.0 / Math.max(1, graph.degree(u)));
    }
    CsrMatrix mean = CsrMatrix.of(graph.nodeCount(), offsets, graph.copyNeighbors(), shares);
    return LayerPlan.of(settings)
        .stages(
            l ->
                new PlainSageLayer(
                    mean,
                    parameters.tensor("W" + l),
                    parameters.tensor("N" + l),
                    parameters.tensor("b" + l)),
            new Softsign());
  }
}
