package io.linkteller.outside;

import io.linkteller.models.architecture.Architecture;
import io.linkteller.models.architecture.Composition;
import io.linkteller.models.architecture.LayerPlan;
import io.linkteller.models.operator.Activation;
import io.linkteller.models.operator.BinaryFunction;
import io.linkteller.models.operator.NeighborSums;
import io.linkteller.models.operator.Propagation;
import io.linkteller.models.operator.Reduction;
import io.linkteller.models.operator.RowGroups;
import io.linkteller.models.operator.Scatter;
import io.linkteller.models.program.ProgramBuilder;
import io.linkteller.models.program.Value;
import java.util.List;
import org.ejml.data.DMatrixRMaj;

/**
 * Principal neighbourhood aggregation (Corso et al., NeurIPS 2020): mean, maximum, minimum and
 * standard deviation of neighbors, each also multiplied by a function of the degree.
 */
final class Pna implements Architecture {

  @Override
  public String name() {
    return "pna";
  }

  @Override
  public Value compose(Composition c) {
    LayerPlan plan = c.layers();
    ProgramBuilder p = c.program();
    NeighborSums means = NeighborSums.meansOver(c.graph());
    RowGroups sources = RowGroups.sources(means.matrix());
    RowGroups targets = RowGroups.targets(means.matrix());
    DMatrixRMaj logDegrees = new DMatrixRMaj(c.graph().nodeCount(), 1);
    c.graph().nodes().forEach(u -> logDegrees.set(u, 0, Math.log1p(c.graph().degree(u)) / 1.6));
    return plan.chain(
        c,
        Activation.RELU,
        (h, l) -> {
          Value sent = c.linear(h, "M" + l, "m" + l, plan.width(l));
          Value mean = p.apply(new Propagation(means), sent);
          Value squares = p.apply(new Propagation(means), p.multiply(sent, sent));
          Value spread = p.combine(BinaryFunction.SUBTRACT, squares, p.multiply(mean, mean));
          Value variance = p.add(p.activate(Activation.RELU, spread), p.constant(1e-3));
          Value deviation = p.combine(BinaryFunction.POWER, variance, p.constant(0.5));
          Value largest = p.apply(Scatter.along(sources, targets, Reduction.MAX), sent);
          Value least = p.apply(Scatter.along(sources, targets, Reduction.MIN), sent);
          Value all = p.concatenate(List.of(mean, largest, least, deviation));
          Value scaled = p.multiply(all, p.constant(logDegrees));
          return c.linear(
              p.concatenate(List.of(sent, all, scaled)), "W" + l, "b" + l, plan.width(l));
        });
  }
}
