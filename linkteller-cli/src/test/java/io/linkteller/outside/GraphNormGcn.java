package io.linkteller.outside;

import io.linkteller.models.architecture.Architecture;
import io.linkteller.models.architecture.Composition;
import io.linkteller.models.architecture.LayerPlan;
import io.linkteller.models.architecture.Normalization;
import io.linkteller.models.operator.Activation;
import io.linkteller.models.operator.BinaryFunction;
import io.linkteller.models.operator.Propagation;
import io.linkteller.models.operator.Reduction;
import io.linkteller.models.operator.Scatter;
import io.linkteller.models.parameter.ParameterSpec;
import io.linkteller.models.program.ProgramBuilder;
import io.linkteller.models.program.Value;

/** A GCN with GraphNorm (Cai et al., ICML 2021) after hidden layers, which couples all nodes. */
final class GraphNormGcn implements Architecture {

  @Override
  public String name() {
    return "graph-norm-gcn";
  }

  @Override
  public Value compose(Composition c) {
    LayerPlan plan = c.layers();
    Propagation sums = Normalization.AUG_NORM_ADJ.sums(c.graph());
    return plan.chain(
        c,
        Activation.RELU,
        (h, l) -> {
          Value weight = c.weight("W" + l, h.cols(), plan.width(l));
          Value bias = c.bias("b" + l, plan.width(l));
          Value z = c.program().apply(sums, c.program().linear(h, weight), bias);
          return l < plan.depth() ? normalized(c, z, l) : z;
        });
  }

  private static Value normalized(Composition c, Value h, int l) {
    ProgramBuilder p = c.program();
    Value shift = c.parameter(ParameterSpec.constant("alpha" + l, h.cols(), 1));
    Value mean = p.multiply(p.apply(Scatter.ofAllRows(h.rows(), Reduction.MEAN), h), shift);
    Value centered = p.combine(BinaryFunction.SUBTRACT, h, mean);
    Value variance =
        p.apply(Scatter.ofAllRows(h.rows(), Reduction.MEAN), p.multiply(centered, centered));
    Value deviation =
        p.combine(BinaryFunction.POWER, p.add(variance, p.constant(1e-5)), p.constant(0.5));
    Value scale = c.parameter(ParameterSpec.constant("gamma" + l, h.cols(), 1));
    Value scaled = p.multiply(p.combine(BinaryFunction.DIVIDE, centered, deviation), scale);
    return p.add(scaled, c.parameter(ParameterSpec.constant("beta" + l, h.cols(), 0)));
  }
}
