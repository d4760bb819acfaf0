package io.linkteller.models.architecture;

import io.linkteller.models.operator.Activation;
import io.linkteller.models.operator.Propagation;
import io.linkteller.models.program.ProgramBuilder;
import io.linkteller.models.program.Value;
import java.util.ArrayList;
import java.util.List;

/**
 * A deep graph convolutional network: graph convolutions between two linear layers. The first layer
 * computes H_1 = relu(X W_1 + b_1). Hidden layer l computes relu(norm(Â H_(l-1) W_l + b_l)) and,
 * with residual connections, adds H_(l-1) (Li, Müller, Thabet, Ghanem, ICCV 2019). The last layer
 * is linear; its input is the last H or, with jumping knowledge (Xu et al., ICML 2018), the
 * concatenation or elementwise maximum of the outputs of all convolutions. Parameters are named
 * {@code W1}, {@code b1}, {@code W2}, ...; {@link Norm} lists the parameters of normalizations.
 */
public final class DeepGcn extends DeclaredArchitecture {

  /** Whether the input of each convolution is added to its output. */
  public static final Setting<Boolean> RESIDUAL = Setting.flag("residual", true);

  /** The normalization of the output of each convolution. */
  public static final Setting<Norm> NORM = Setting.constant("norm", Norm.NONE);

  /** The input of the last layer. */
  public static final Setting<Jump> JUMP = Setting.constant("jump", Jump.LAST);

  /** Creates the architecture. */
  public DeepGcn() {
    super("deep-gcn", List.of(Normalization.SETTING, RESIDUAL, NORM, JUMP), Norm.namesOfDeepGcn());
  }

  /** {@return a builder} */
  public static ModelBuilder builder() {
    return ModelBuilder.of(new DeepGcn());
  }

  @Override
  public Value compose(Composition c) {
    LayerPlan plan = c.layers();
    ProgramBuilder p = c.program();
    if (plan.depth() < 3) {
      throw new IllegalArgumentException(
          "layers = " + plan.widths() + " must have at least 4 widths, for three layers");
    }
    Propagation sums = c.get(Normalization.SETTING).sums(c.graph());
    Value h = p.activate(Activation.RELU, c.linear(p.features(), "W1", "b1", plan.width(1)));
    List<Value> outputs = new ArrayList<>();
    for (int l = 2; l < plan.depth(); l++) {
      Value z = c.get(NORM).apply(c, Gcn.convolve(c, sums, h, l, plan.width(l)), l);
      // After the last convolution, dropout is applied below, to the result of the jump.
      z = p.activate(Activation.RELU, z, l < plan.depth() - 1 ? plan.dropout() : 0);
      h = c.get(RESIDUAL) ? p.add(z, h) : z;
      outputs.add(h);
    }
    Value joined = c.get(JUMP).of(p, outputs);
    Value dropped = p.activate(Activation.IDENTITY, joined, plan.dropout());
    return c.linear(dropped, "W" + plan.depth(), "b" + plan.depth(), plan.width(plan.depth()));
  }
}
