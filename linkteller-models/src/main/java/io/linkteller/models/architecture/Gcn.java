package io.linkteller.models.architecture;

import io.linkteller.models.operator.Activation;
import io.linkteller.models.operator.Propagation;
import io.linkteller.models.parameter.Initialization;
import io.linkteller.models.parameter.Parameters;
import io.linkteller.models.program.Value;
import java.util.List;
import java.util.stream.Stream;

/**
 * A graph convolutional network of any depth (Kipf and Welling, ICLR 2017): layer l computes H_l =
 * relu(Â H_(l-1) W_l + b_l); the last layer omits relu. Parameters are named {@code W1}, {@code
 * b1}, {@code W2}, ...
 */
public final class Gcn extends DeclaredArchitecture {

  static final StateDictNames TORCH_GEOMETRIC =
      StateDictNames.layer().weight("W", "lin.weight").bias("b", "bias");

  private static final StateDictNames DGL =
      StateDictNames.layer().entry(StateDictNames.Kind.MATRIX, "W", "weight").bias("b", "bias");

  /** Creates the architecture. */
  public Gcn() {
    super(
        "gcn",
        List.of(Normalization.SETTING.startingAt(Normalization.FIRST_ORDER_GCN)),
        Stream.of(TORCH_GEOMETRIC, DGL, StateDictNames.LINEAR)
            .map(names -> names.with(Normalization.SETTING, Normalization.AUG_NORM_ADJ))
            .toList());
  }

  /** {@return a builder} */
  public static ModelBuilder builder() {
    return ModelBuilder.of(new Gcn());
  }

  /**
   * Returns a model with given trained parameters, which determine its depth and widths.
   *
   * @param parameters {@code W1}, {@code b1}, {@code W2}, ..., numbered without gaps
   * @param normalization the normalization
   * @return the model
   * @throws IllegalArgumentException if parameters are missing or superfluous, or do not match
   */
  public static GnnModel ofParameters(Parameters parameters, Normalization normalization) {
    return builder()
        .layersOf(parameters)
        .with(Normalization.SETTING, normalization)
        .build(parameters);
  }

  @Override
  public Initialization initialization() {
    return Initialization.UNIFORM;
  }

  @Override
  public Value compose(Composition c) {
    LayerPlan plan = c.layers();
    Propagation sums = c.get(Normalization.SETTING).sums(c.graph());
    return plan.chain(c, Activation.RELU, (h, l) -> convolve(c, sums, h, l, plan.width(l)));
  }

  /** Composes Â H W_l + b_l. */
  static Value convolve(Composition c, Propagation sums, Value h, int l, int width) {
    // Products are nearly always narrower than H, so multiplying before propagating is cheaper.
    Value product = c.program().linear(h, c.weight("W" + l, h.cols(), width));
    return c.program().apply(sums, product, c.bias("b" + l, width));
  }
}
