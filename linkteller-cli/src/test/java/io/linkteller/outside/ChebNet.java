package io.linkteller.outside;

import io.linkteller.matrix.CsrMatrix;
import io.linkteller.models.architecture.Architecture;
import io.linkteller.models.architecture.Composition;
import io.linkteller.models.architecture.LayerPlan;
import io.linkteller.models.architecture.Normalization;
import io.linkteller.models.operator.Activation;
import io.linkteller.models.operator.BinaryFunction;
import io.linkteller.models.operator.NeighborSums;
import io.linkteller.models.operator.Propagation;
import io.linkteller.models.program.ProgramBuilder;
import io.linkteller.models.program.Value;
import java.util.Arrays;

/**
 * ChebNet (Defferrard, Bresson, Vandergheynst, NIPS 2016) with three polynomials: Z = H W_0 + L H
 * W_1 + T_2(L) H W_2 + b, where T_2(L) = 2 L² - I, by Clenshaw's recurrence. L is minus the
 * adjacency matrix normalized with self-loops.
 */
final class ChebNet implements Architecture {

  @Override
  public String name() {
    return "chebnet";
  }

  @Override
  public Value compose(Composition c) {
    LayerPlan plan = c.layers();
    ProgramBuilder p = c.program();
    CsrMatrix adjacency = Normalization.AUG_NORM_ADJ.of(c.graph());
    double[] signs = new double[adjacency.cols()];
    Arrays.fill(signs, -1);
    NeighborSums laplacian = NeighborSums.of(adjacency.withColumnsScaled(signs));
    return plan.chain(
        c,
        Activation.RELU,
        (h, l) -> {
          int width = plan.width(l);
          Value z = c.linear(h, "W" + l, "b" + l, width);
          Value first = p.linear(h, c.weight("X" + l, h.cols(), width));
          Value second = p.linear(h, c.weight("Y" + l, h.cols(), width));
          Value moved = p.apply(new Propagation(laplacian), second);
          Value inner = p.add(first, p.multiply(moved, p.constant(2)));
          Value outer = p.add(z, p.apply(new Propagation(laplacian), inner));
          return p.combine(BinaryFunction.SUBTRACT, outer, second);
        });
  }
}
