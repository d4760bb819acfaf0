package io.linkteller.outside;

import io.linkteller.matrix.CsrMatrix;
import io.linkteller.models.architecture.Architecture;
import io.linkteller.models.architecture.Composition;
import io.linkteller.models.architecture.LayerPlan;
import io.linkteller.models.architecture.Normalization;
import io.linkteller.models.operator.Activation;
import io.linkteller.models.operator.Columns;
import io.linkteller.models.operator.Gather;
import io.linkteller.models.operator.GroupSoftmax;
import io.linkteller.models.operator.Reduction;
import io.linkteller.models.operator.RowGroups;
import io.linkteller.models.operator.Scatter;
import io.linkteller.models.program.ProgramBuilder;
import io.linkteller.models.program.Value;
import java.util.stream.IntStream;

/** GATv2 (Brody, Alon, Yahav, ICLR 2022): hidden layers have eight heads, the last has one. */
final class Gatv2 implements Architecture {

  @Override
  public String name() {
    return "gatv2";
  }

  @Override
  public Value compose(Composition c) {
    LayerPlan plan = c.layers();
    CsrMatrix arcs = Normalization.AUG_NORM_ADJ.of(c.graph());
    RowGroups sources = RowGroups.sources(arcs);
    RowGroups targets = RowGroups.targets(arcs);
    ProgramBuilder p = c.program();
    return plan.chain(
        c,
        Activation.ELU,
        (h, l) -> {
          int heads = l < plan.depth() ? 8 : 1;
          int all = plan.width(l);
          int[] headOf = IntStream.range(0, all).map(i -> i * heads / all).toArray();
          Value sent = p.apply(new Gather(sources), c.linear(h, "W" + l, "b" + l, all));
          Value received = p.linear(h, c.weight("R" + l, h.cols(), all));
          Value sum = p.add(sent, p.apply(new Gather(targets), received));
          Value bent = p.activate(Activation.leakyRelu(0.2), sum);
          Value products = p.multiply(bent, c.weight("a" + l, 1, all));
          Value scores = p.sumColumns(products, headOf, heads);
          Value shares = p.apply(new GroupSoftmax(targets), scores);
          Value weighted = p.multiply(p.apply(new Columns(headOf), shares), sent);
          return p.apply(Scatter.of(targets, Reduction.SUM), weighted);
        });
  }
}
