package io.linkteller.models.gat;

import io.linkteller.graph.Graph;
import io.linkteller.matrix.CsrMatrix;
import io.linkteller.models.architecture.Composition;
import io.linkteller.models.architecture.DeclaredArchitecture;
import io.linkteller.models.architecture.LayerPlan;
import io.linkteller.models.architecture.ModelBuilder;
import io.linkteller.models.architecture.Setting;
import io.linkteller.models.gcn.Normalization;
import io.linkteller.models.operator.Activation;
import io.linkteller.models.operator.Attention;
import io.linkteller.models.operator.ReduceColumns;
import io.linkteller.models.operator.Reduction;
import io.linkteller.models.program.ProgramBuilder;
import io.linkteller.models.program.Value;
import it.unimi.dsi.fastutil.ints.IntList;
import java.util.List;

/**
 * A graph attention network (Veličković, Cucurull, Casanova, Romero, Liò, Bengio, ICLR 2018). A
 * node attends to itself and its neighbors. Hidden layers concatenate their heads and apply ELU,
 * the last takes their mean; widths are those of a head. Layer l has the parameters {@code W}l (the
 * heads side by side), {@code aSrc}l, {@code aDst}l (heads x width), {@code b}l and, with skip
 * connections, {@code S}l: a linear map of the input that is added to each head. With {@code
 * edgeWeights} the weights of edges take part in attention, by {@code aEdge}l (heads x width) and
 * {@code wEdge}l (1 x (heads times width)), and a node attends to itself with the mean of the
 * weights of its edges, or of the arcs to it; otherwise a weighted graph is refused.
 */
public final class Gat extends DeclaredArchitecture {

  /** The number of heads of each layer, or one number for all. */
  public static final Setting<IntList> HEADS = Setting.positiveIntegers("heads", 1);

  /** Whether each head adds a linear map of the input of its layer. */
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
    Graph graph =
        c.get(EDGE_WEIGHTS)
            ? c.graph()
            : c.graph().requireUnweighted("GAT without the setting edgeWeights");
    CsrMatrix selfAndNeighbors = selfAndNeighbors(graph);
    return plan.chain(c, Activation.ELU, (h, l) -> layer(c, plan, selfAndNeighbors, h, l));
  }

  /**
   * Returns the weights of edges, with the mean of each row, 0 if there is none, in the diagonal.
   */
  private static CsrMatrix selfAndNeighbors(Graph graph) {
    CsrMatrix pattern = Normalization.AUG_NORM_ADJ.of(graph);
    double[] weights = new double[pattern.entryCount()];
    for (int u = 0; u < pattern.rows(); u++) {
      int own = pattern.firstFrom(u, u);
      double total = 0;
      for (int e = pattern.offset(u), i = 0; e < pattern.offset(u + 1); e++) {
        if (e != own) {
          weights[e] = graph.weight(u, i++);
          total += weights[e];
        }
      }
      weights[own] = total / Math.max(1, graph.degree(u));
    }
    return CsrMatrix.of(pattern.cols(), pattern.copyOffsets(), pattern.copyColumns(), weights);
  }

  private static Value layer(Composition c, LayerPlan plan, CsrMatrix pattern, Value h, int l) {
    ProgramBuilder p = c.program();
    int width = plan.width(l);
    int heads = c.get(HEADS, l, plan);
    boolean mean = l == plan.depth() && heads > 1;
    double slope = c.get(NEGATIVE_SLOPE);
    Value t = p.linear(h, c.weights("W" + l, h.cols(), width, heads));
    Value source = c.vectors("aSrc" + l, heads, width);
    Value destination = c.vectors("aDst" + l, heads, width);
    Value bias = c.bias("b" + l, mean ? width : heads * width);
    Attention attention = new Attention(pattern, heads, slope, c.get(ATTENTION_DROPOUT));
    Value z =
        c.get(EDGE_WEIGHTS)
            ? p.apply(
                attention,
                t,
                source,
                destination,
                c.vectors("aEdge" + l, heads, width),
                c.weights("wEdge" + l, 1, width, heads))
            : p.apply(attention, t, source, destination);
    z = c.get(SKIP) ? p.add(z, p.linear(h, c.weights("S" + l, h.cols(), width, heads))) : z;
    return p.add(
        mean ? p.apply(ReduceColumns.interleaved(heads, width, Reduction.MEAN), z) : z, bias);
  }
}
