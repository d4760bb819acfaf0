package io.linkteller.models.architecture;

import io.linkteller.models.operator.Activation;
import io.linkteller.models.operator.Propagation;
import io.linkteller.models.parameter.ParameterSpec;
import io.linkteller.models.program.ProgramBuilder;
import io.linkteller.models.program.Value;
import java.util.List;

/**
 * A graph isomorphism network (Xu, Hu, Leskovec, Jegelka, ICLR 2019). Every layer except the last
 * computes relu(relu((A + (1 + ε) I) H W + b) V + c); the last is linear. Parameters of layer l are
 * named {@code eps}l, {@code W}l, {@code b}l, {@code V}l, {@code c}l.
 */
public final class Gin extends DeclaredArchitecture {

  /** Whether ε is trained; otherwise it stays 0. */
  public static final Setting<Boolean> TRAINED_EPSILON = Setting.flag("trainedEpsilon", false);

  private static final StateDictNames NAMES =
      StateDictNames.layer()
          .weight("W", "nn.0.weight")
          .bias("b", "nn.0.bias")
          .bias("eps", "eps")
          .weight("V", "nn.2.weight")
          .bias("c", "nn.2.bias")
          .before(StateDictNames.LINEAR)
          .with(TRAINED_EPSILON, true);

  /** Creates the architecture. */
  public Gin() {
    super("gin", List.of(TRAINED_EPSILON), List.of(NAMES));
  }

  /** {@return a builder} */
  public static ModelBuilder builder() {
    return ModelBuilder.of(new Gin());
  }

  @Override
  public Value compose(Composition c) {
    LayerPlan plan = c.layers();
    ProgramBuilder p = c.program();
    boolean trained = c.get(TRAINED_EPSILON);
    Propagation sums = Propagation.over(c.graph().requireUnweighted("GIN"));
    return plan.chain(
        c,
        Activation.RELU,
        (h, l) -> {
          int width = plan.width(l);
          if (l == plan.depth()) {
            return c.linear(h, "W" + l, "b" + l, width);
          }
          ParameterSpec spec = ParameterSpec.constant("eps" + l, 1, 0);
          Value own = p.add(trained ? c.parameter(spec) : c.state(spec), p.constant(1));
          // Multiplying first makes the sums over neighbors as narrow as the product.
          Value product = p.linear(h, c.weight("W" + l, h.cols(), width));
          Value near = p.apply(sums, product, c.bias("b" + l, width));
          Value inner = p.activate(Activation.RELU, p.add(near, p.multiply(product, own)));
          return c.linear(inner, "V" + l, "c" + l, width);
        });
  }
}
