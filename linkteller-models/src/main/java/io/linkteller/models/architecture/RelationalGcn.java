package io.linkteller.models.architecture;

import io.linkteller.models.architecture.StateDictNames.Kind;
import io.linkteller.models.operator.Activation;
import io.linkteller.models.operator.Columns;
import io.linkteller.models.operator.Propagation;
import io.linkteller.models.program.ProgramBuilder;
import io.linkteller.models.program.Value;
import java.util.List;

/**
 * R-GCN (Schlichtkrull et al., ESWC 2018): layer l computes H_l = relu(H_(l-1) R_l + b_l + Σ_r M_r
 * H_(l-1) W_lr), where M_r averages over the neighbors connected by relation r; the last layer
 * omits relu. With B bases, W_lr is the linear combination of V_l1, ..., V_lB with coefficients
 * A_lr. Equivalent to {@code RGCNConv} of PyTorch Geometric. Parameter {@code W1} contains the
 * matrices W_1r, or V_1b if there are bases, side by side.
 */
public final class RelationalGcn extends DeclaredArchitecture {

  /** The number of relations. */
  public static final Setting<Integer> RELATIONS = Setting.from(1, "relations", 1);

  /** B, the number of bases; 0 if every relation has its own weight. */
  public static final Setting<Integer> BASES = Setting.from(0, "bases", 0);

  /** Creates the architecture. */
  public RelationalGcn() {
    super(
        "rgcn",
        List.of(RELATIONS, BASES),
        List.of(names(RELATIONS), names(BASES).entry(Kind.ROWS, RELATIONS, "A", "comp")));
  }

  private static StateDictNames names(Setting<Integer> stacked) {
    StateDictNames root = StateDictNames.layer().entry(Kind.STACK, stacked, "W", "weight");
    return root.entry(Kind.MATRIX, "R", "root").bias("b", "bias");
  }

  /** {@return a builder} */
  public static ModelBuilder builder() {
    return ModelBuilder.of(new RelationalGcn());
  }

  @Override
  public Value compose(Composition c) {
    LayerPlan plan = c.layers();
    ProgramBuilder p = c.program();
    int bases = c.get(BASES);
    var means = c.relations(c.get(RELATIONS)).stream().map(Propagation::meansOver).toList();
    return plan.chain(
        c,
        Activation.RELU,
        (h, l) -> {
          int width = plan.width(l);
          Value stack = c.weights("W" + l, h.cols(), width, bases == 0 ? means.size() : bases);
          Value factors = bases == 0 ? stack : c.weight("A" + l, 1, means.size() * bases);
          Value sum = p.linear(h, c.weight("R" + l, h.cols(), width), c.bias("b" + l, width));
          for (int r = 0; r < means.size(); r++) {
            Value weight = part(p, stack, bases == 0 ? r : 0, width);
            for (int b = 0; b < bases; b++) {
              Value basis = b == 0 ? weight : part(p, stack, b, width);
              Value term = p.multiply(basis, part(p, factors, r * bases + b, 1));
              weight = b == 0 ? term : p.add(weight, term);
            }
            sum = p.add(sum, p.apply(means.get(r), p.linear(h, weight)));
          }
          return sum;
        });
  }

  private static Value part(ProgramBuilder p, Value of, int index, int width) {
    return p.apply(Columns.range(index * width, width), of);
  }
}
