package io.linkteller.models.architecture;

import io.linkteller.matrix.CsrMatrix;
import io.linkteller.models.operator.Activation;
import io.linkteller.models.operator.Propagation;
import io.linkteller.models.program.ProgramBuilder;
import io.linkteller.models.program.Value;
import java.util.Arrays;
import java.util.List;

/**
 * APPNP (Gasteiger, Bojchevski, Günnemann, "Predict then Propagate", ICLR 2019): a perceptron with
 * output H, followed by K steps of personalized PageRank, Z_0 = H and Z_(k+1) = (1 - α) Â Z_k + α
 * H. A node influences only nodes within K hops. Parameters are named {@code W1}, {@code b1},
 * {@code W2}, ...
 */
public final class Appnp extends DeclaredArchitecture {

  /** K, the number of PageRank steps. */
  public static final Setting<Integer> STEPS = Setting.from(1, "steps", 10);

  /** The teleport probability α, the weight of the perceptron's output in each step. */
  public static final Setting<Double> TELEPORT = Setting.number("teleport", 0.1, 0, 1);

  /** Creates the architecture. */
  public Appnp() {
    super("appnp", List.of(STEPS, TELEPORT, Normalization.SETTING), List.of(StateDictNames.LINEAR));
  }

  /** {@return a builder} */
  public static ModelBuilder builder() {
    return ModelBuilder.of(new Appnp());
  }

  @Override
  public Value compose(Composition c) {
    LayerPlan plan = c.layers();
    ProgramBuilder p = c.program();
    double teleport = c.get(TELEPORT);
    CsrMatrix adjacency = c.get(Normalization.SETTING).of(c.graph());
    double[] factors = new double[adjacency.cols()];
    Arrays.fill(factors, 1 - teleport);
    Propagation walk = Propagation.of(adjacency.withColumnsScaled(factors));
    Value start =
        plan.chain(c, Activation.RELU, (h, l) -> c.linear(h, "W" + l, "b" + l, plan.width(l)));
    Value returned = p.multiply(start, p.constant(teleport));
    Value z = start;
    for (int step = c.get(STEPS); step > 0; step--) {
      z = p.add(p.apply(walk, z), returned);
    }
    return z;
  }
}
