package io.linkteller.models.outside;

import io.linkteller.graph.Graph;
import io.linkteller.models.architecture.Architecture;
import io.linkteller.models.architecture.Composition;
import io.linkteller.models.architecture.GnnModel;
import io.linkteller.models.architecture.LayerPlan;
import io.linkteller.models.architecture.ModelBuilder;
import io.linkteller.models.architecture.StateDictNames;
import io.linkteller.models.operator.Activation;
import io.linkteller.models.operator.Gradients;
import io.linkteller.models.operator.Operands;
import io.linkteller.models.operator.Pass;
import io.linkteller.models.operator.Shape;
import io.linkteller.models.operator.TrainableOperator;
import io.linkteller.models.program.ProgramBuilder;
import io.linkteller.models.program.Value;
import java.util.List;
import org.ejml.data.DMatrixRMaj;

/**
 * GraphSAGE's mean aggregator (Hamilton, Ying, Leskovec, NIPS 2017) as an architecture outside the
 * library, registered in the resources of these tests.
 */
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

  /** Means over neighbors with a forward and a backward pass only. */
  record Means(Graph graph) implements TrainableOperator {

    @Override
    public Shape shape(List<Shape> inputs) {
      return inputs.get(0);
    }

    @Override
    public void forward(Operands in, DMatrixRMaj out, Pass pass) {
      out.zero();
      add(in.dense(0), false, out);
    }

    @Override
    public void backward(Operands in, DMatrixRMaj gradOut, Gradients gradIn, Pass pass) {
      DMatrixRMaj wanted = gradIn.of(0).orElseThrow();
      wanted.zero();
      add(gradOut, true, wanted);
    }

    private void add(DMatrixRMaj from, boolean transposed, DMatrixRMaj to) {
      for (int u = 0; u < graph.nodeCount(); u++) {
        for (int v : graph.neighbors(u)) {
          for (int c = 0; c < to.numCols; c++) {
            double share = from.get(transposed ? u : v, c) / graph.degree(u);
            to.add(transposed ? v : u, c, share);
          }
        }
      }
    }
  }

  public static GnnModel of(int[] widths, double dropout) {
    return ModelBuilder.of(new PlainSage())
        .layers(widths)
        .inputDropout(dropout)
        .dropout(dropout)
        .build();
  }

  @Override
  public String name() {
    return "plain-sage";
  }

  @Override
  public List<StateDictNames> stateDicts() {
    return List.of(
        StateDictNames.layer()
            .weight("W", "own.weight")
            .weight("N", "near.weight")
            .bias("b", "bias"));
  }

  @Override
  public Value compose(Composition c) {
    LayerPlan plan = c.layers();
    ProgramBuilder p = c.program();
    return plan.chain(
        c,
        new Softsign(),
        (h, l) -> {
          Value self = p.linear(h, c.weight("W" + l, h.cols(), plan.width(l)));
          Value near = p.linear(h, c.weight("N" + l, h.cols(), plan.width(l)));
          Value means = p.apply(new Means(c.graph()), near);
          return p.add(p.add(self, means), c.bias("b" + l, plan.width(l)));
        });
  }
}
