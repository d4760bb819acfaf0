package io.linkteller.models.architecture;

import io.linkteller.models.operator.Activation;
import io.linkteller.models.parameter.Initialization;
import io.linkteller.models.program.Value;
import java.util.List;

/**
 * A multilayer perceptron: layer l computes H_l = relu(H_(l-1) W_l + b_l); the last layer omits
 * relu. It ignores all edges, so no node influences any other. The paper uses it as the baseline
 * with perfect edge privacy. Parameters are named {@code W1}, {@code b1}, {@code W2}, ...
 */
public final class Mlp extends DeclaredArchitecture {

  /** Creates the architecture. */
  public Mlp() {
    super("mlp", List.of(), List.of(StateDictNames.LINEAR));
  }

  /** {@return a builder} */
  public static ModelBuilder builder() {
    return ModelBuilder.of(new Mlp());
  }

  @Override
  public Initialization initialization() {
    return Initialization.UNIFORM;
  }

  @Override
  public Value compose(Composition c) {
    LayerPlan plan = c.layers();
    return plan.chain(c, Activation.RELU, (h, l) -> c.linear(h, "W" + l, "b" + l, plan.width(l)));
  }
}
