package io.linkteller.models.architecture;

import io.linkteller.matrix.CsrMatrix;
import io.linkteller.models.operator.Activation;
import io.linkteller.models.operator.Attention;
import io.linkteller.models.operator.BinaryFunction;
import io.linkteller.models.program.ProgramBuilder;
import io.linkteller.models.program.Value;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A graph attention network (Veličković et al., ICLR 2018). Hidden layers concatenate their heads
 * and apply ELU; the last layer averages its heads. Layer l has the parameters {@code W}l, {@code
 * aSrc}l, {@code aDst}l and {@code b}l. Skip connections add {@code S}l; edge weights add {@code
 * aEdge}l and {@code wEdge}l.
 */
public final class Gat extends DeclaredArchitecture {

  /** The number of heads of each layer, or a single number for all layers. */
  public static final Setting<IntList> HEADS = Setting.positiveIntegers("heads", 1);

  /** Whether each head adds a linear map of its layer's input to its output. */
  public static final Setting<Boolean> SKIP = Setting.flag("skip", false);

  /** Whether attention depends on the weights of edges. */
  public static final Setting<Boolean> EDGE_WEIGHTS = Setting.flag("edgeWeights", false);

  /** The slope of LeakyReLU for negative arguments. */
  public static final Setting<Double> NEGATIVE_SLOPE = Setting.number("negativeSlope", 0.2, 0, 1);

  /** The dropout rate of attention coefficients in training. */
  public static final Setting<Double> ATTENTION_DROPOUT =
      Setting.number("attentionDropout", 0, 0, Math.nextDown(1.0));

  /** Creates the architecture. */
  public Gat() {
    super(
        "gat", List.of(HEADS, SKIP, EDGE_WEIGHTS, NEGATIVE_SLOPE, ATTENTION_DROPOUT), GatNames.ALL);
  }

  /** {@return a builder} */
  public static ModelBuilder builder() {
    return ModelBuilder.of(new Gat());
  }

  @Override
  public Value compose(Composition c) {
    LayerPlan plan = c.layers();
    CsrMatrix neighborhoods = Neighborhoods.of(c.graph(), c.get(EDGE_WEIGHTS));
    return plan.chain(c, Activation.ELU, (h, l) -> layer(c, plan, neighborhoods, h, l));
  }

  private static Value layer(Composition c, LayerPlan plan, CsrMatrix pattern, Value h, int l) {
    ProgramBuilder p = c.program();
    int width = plan.width(l);
    int heads = c.get(HEADS, l, plan);
    boolean mean = l == plan.depth() && heads > 1;
    List<Value> inputs = new ArrayList<>();
    inputs.add(p.linear(h, c.weights("W" + l, h.cols(), width, heads)));
    inputs.add(c.vectors("aSrc" + l, heads, width));
    inputs.add(c.vectors("aDst" + l, heads, width));
    Value bias = c.bias("b" + l, mean ? width : heads * width);
    if (c.get(EDGE_WEIGHTS)) {
      inputs.add(c.vectors("aEdge" + l, heads, width));
      inputs.add(c.weights("wEdge" + l, 1, width, heads));
    }
    Attention by = new Attention(pattern, heads, c.get(NEGATIVE_SLOPE), c.get(ATTENTION_DROPOUT));
    Value z = p.apply(by, inputs.toArray(new Value[0]));
    z = c.get(SKIP) ? p.add(z, p.linear(h, c.weights("S" + l, h.cols(), width, heads))) : z;
    if (mean) {
      int[] columnOfHead = IntStream.range(0, heads * width).map(i -> i % width).toArray();
      Value sum = p.sumColumns(z, columnOfHead, width);
      z = p.combine(BinaryFunction.DIVIDE, sum, p.constant(heads));
    }
    return p.add(z, bias);
  }
}
