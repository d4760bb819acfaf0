package io.linkteller.models.architecture;

import io.linkteller.models.operator.Activation;
import io.linkteller.models.operator.Propagation;
import io.linkteller.models.operator.Reduction;
import io.linkteller.models.operator.Scatter;
import io.linkteller.models.program.ProgramBuilder;
import io.linkteller.models.program.Value;
import java.util.List;

/**
 * GraphSAGE (Hamilton, Ying, Leskovec, NIPS 2017): layer l computes H_l = relu(H_(l-1) W_l +
 * aggregate(H_(l-1)) N_l + b_l); the last layer omits relu. The aggregate of a node is the mean,
 * sum, maximum or minimum of its neighbors' rows, or 0 if it has no neighbors. In a directed graph,
 * the neighbors of a node are the sources of its incoming arcs. Means are weighted if edges have
 * weights. Equivalent to {@code SAGEConv} of PyTorch Geometric. Parameters are named {@code W1},
 * {@code N1}, {@code b1}, {@code W2}, ...
 */
public final class GraphSage extends DeclaredArchitecture {

  /** How the rows of the neighbors are aggregated. */
  public static final Setting<Reduction> AGGREGATOR =
      Setting.constant("aggregator", Reduction.MEAN);

  /** Creates the architecture. */
  public GraphSage() {
    super("sage", List.of(AGGREGATOR), SageNames.ALL);
  }

  /** {@return a builder} */
  public static ModelBuilder builder() {
    return ModelBuilder.of(new GraphSage());
  }

  @Override
  public Value compose(Composition c) {
    LayerPlan plan = c.layers();
    ProgramBuilder p = c.program();
    Reduction aggregator = c.get(AGGREGATOR);
    Propagation means = Propagation.meansOver(c.graph());
    return plan.chain(
        c,
        Activation.RELU,
        (h, l) -> {
          Value self = c.weight("W" + l, h.cols(), plan.width(l));
          Value near = c.weight("N" + l, h.cols(), plan.width(l));
          Value bias = c.bias("b" + l, plan.width(l));
          if (aggregator == Reduction.MEAN) {
            // Products are nearly always narrower than H, so averaging them is cheaper than
            // averaging H.
            Value products = p.apply(means, p.linear(h, near), bias);
            return p.add(p.linear(h, self), products);
          }
          Value aggregate = p.apply(Scatter.ofNeighbors(c.graph(), aggregator), h);
          return p.add(p.linear(h, self), p.linear(aggregate, near, bias));
        });
  }
}
