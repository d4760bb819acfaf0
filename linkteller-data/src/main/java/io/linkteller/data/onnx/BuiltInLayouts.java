package io.linkteller.data.onnx;

import io.linkteller.data.onnx.OnnxGraph.Attribute;
import io.linkteller.models.architecture.LayerPlan;
import io.linkteller.models.architecture.Settings;
import io.linkteller.models.gcn.DeepGcn;
import io.linkteller.models.gcn.Normalization;
import io.linkteller.models.layer.BatchNormalization;
import io.linkteller.models.layer.LayerNormalization;
import io.linkteller.models.parameter.Parameters;
import io.linkteller.models.sage.GraphSage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ejml.data.DMatrixRMaj;

/** The layouts of this library's own architectures. */
enum BuiltInLayouts implements OnnxLayout {
  MLP("mlp") {
    @Override
    public String write(OnnxMessages on, Settings settings, Parameters parameters) {
      return perceptron(on, settings, parameters);
    }
  },
  GCN("gcn") {
    @Override
    public String write(OnnxMessages on, Settings settings, Parameters parameters) {
      Normalization normalization = settings.constant("normalization", Normalization.class);
      return on.layers(
          LayerPlan.of(settings).widths(),
          (h, l) ->
              on.apply(
                  "Add",
                  on.propagate(
                      on.linear(h, parameters.get("W" + l), Optional.empty()), normalization),
                  on.matrix("b", parameters.get("b" + l))),
          h -> on.apply("Relu", h));
    }
  },
  APPNP("appnp") {
    @Override
    public String write(OnnxMessages on, Settings settings, Parameters parameters) {
      Normalization normalization = settings.constant("normalization", Normalization.class);
      double teleport = settings.number("teleport");
      String start = perceptron(on, settings, parameters);
      String returned = on.apply("Mul", start, on.numbers("teleport", teleport));
      String h = start;
      for (int step = 0; step < settings.integers("steps")[0]; step++) {
        String moved =
            on.apply("Mul", on.propagate(h, normalization), on.numbers("walk", 1 - teleport));
        h = on.apply("Add", moved, returned);
      }
      return h;
    }
  },
  SAGE("sage") {
    @Override
    public String write(OnnxMessages on, Settings settings, Parameters parameters) {
      boolean mean =
          settings.constant("aggregator", GraphSage.Aggregator.class) == GraphSage.Aggregator.MEAN;
      return on.layers(
          LayerPlan.of(settings).widths(),
          (h, l) -> {
            int width = parameters.get("N" + l).numRows;
            String near = mean ? mean(on, h, width) : max(on, h, width);
            return on.apply(
                "Add",
                on.linear(h, parameters.get("W" + l), Optional.of(parameters.get("b" + l))),
                on.linear(near, parameters.get("N" + l), Optional.empty()));
          },
          h -> on.apply("Relu", h));
    }
  },
  GIN("gin") {
    @Override
    public String write(OnnxMessages on, Settings settings, Parameters parameters) {
      int depth = LayerPlan.of(settings).depth();
      return on.layers(
          LayerPlan.of(settings).widths(),
          (h, l) -> {
            if (l == depth) {
              return linear(on, h, parameters, "W" + l, "b" + l);
            }
            String own =
                on.apply("Mul", h, on.numbers("own", 1 + parameters.get("eps" + l).data[0]));
            String inner = linear(on, on.sum(own, on.sent(h)), parameters, "W" + l, "b" + l);
            return linear(on, on.apply("Relu", inner), parameters, "V" + l, "c" + l);
          },
          h -> on.apply("Relu", h));
    }
  },
  GAT("gat") {
    @Override
    public String write(OnnxMessages on, Settings settings, Parameters parameters) {
      int[] heads = settings.integers("heads");
      LayerPlan plan = LayerPlan.of(settings);
      return on.layers(
          plan.widths(),
          (h, l) ->
              attention(
                  on,
                  h,
                  l,
                  parameters,
                  heads[l - 1],
                  settings.number("negativeSlope"),
                  settings.flag("skip"),
                  l < plan.depth()),
          on::elu);
    }
  },
  DEEP_GCN("deep-gcn") {
    @Override
    public String write(OnnxMessages on, Settings settings, Parameters parameters) {
      Normalization normalization = settings.constant("normalization", Normalization.class);
      int depth = LayerPlan.of(settings).depth();
      String h = on.apply("Relu", linear(on, on.features(), parameters, "W1", "b1"));
      List<String> outputs = new ArrayList<>();
      for (int l = 2; l < depth; l++) {
        String z =
            on.apply(
                "Add",
                on.propagate(
                    on.linear(h, parameters.get("W" + l), Optional.empty()), normalization),
                on.matrix("b", parameters.get("b" + l)));
        z =
            switch (settings.constant("norm", DeepGcn.Norm.class)) {
              case NONE -> z;
              case BATCH -> batchNormalized(on, z, parameters, l);
              case LAYER -> layerNormalized(on, z, parameters, l);
            };
        String activated = on.apply("Relu", z);
        h = settings.flag("residual") ? on.apply("Add", activated, h) : activated;
        outputs.add(h);
      }
      String joined =
          switch (settings.constant("jump", DeepGcn.Jump.class)) {
            case LAST -> h;
            case CONCAT -> on.graph().apply("Concat", outputs, Attribute.of("axis", 1));
            case MAX -> on.graph().apply("Max", outputs);
          };
      return linear(on, joined, parameters, "W" + depth, "b" + depth);
    }
  };

  private final String architecture;

  BuiltInLayouts(String architecture) {
    this.architecture = architecture;
  }

  @Override
  public String architecture() {
    return architecture;
  }

  private static String perceptron(OnnxMessages on, Settings settings, Parameters parameters) {
    return on.layers(
        LayerPlan.of(settings).widths(),
        (h, l) -> linear(on, h, parameters, "W" + l, "b" + l),
        h -> on.apply("Relu", h));
  }

  private static String linear(
      OnnxMessages on, String h, Parameters parameters, String weight, String bias) {
    return on.linear(h, parameters.get(weight), Optional.of(parameters.get(bias)));
  }

  /** With running averages, the normalization is one factor and one addend per column. */
  private static String batchNormalized(
      OnnxMessages on, String z, Parameters parameters, int layer) {
    DMatrixRMaj factor = parameters.get("gamma" + layer).copy();
    DMatrixRMaj addend = parameters.get("beta" + layer).copy();
    DMatrixRMaj mean = parameters.get("mean" + layer);
    DMatrixRMaj variance = parameters.get("var" + layer);
    for (int c = 0; c < factor.getNumElements(); c++) {
      factor.data[c] /= Math.sqrt(variance.data[c] + BatchNormalization.EPSILON);
      addend.data[c] -= mean.data[c] * factor.data[c];
    }
    return on.apply(
        "Add", on.apply("Mul", z, on.matrix("factor", factor)), on.matrix("addend", addend));
  }

  private static String layerNormalized(
      OnnxMessages on, String z, Parameters parameters, int layer) {
    String centered = on.apply("Sub", z, rowMean(on, z));
    String variance = rowMean(on, on.apply("Mul", centered, centered));
    String deviation =
        on.apply(
            "Sqrt", on.apply("Add", variance, on.numbers("epsilon", LayerNormalization.EPSILON)));
    String scaled =
        on.apply(
            "Mul",
            on.apply("Div", centered, deviation),
            on.matrix("gamma", parameters.get("gamma" + layer)));
    return on.apply("Add", scaled, on.matrix("beta", parameters.get("beta" + layer)));
  }

  private static String rowMean(OnnxMessages on, String z) {
    return on.graph()
        .apply("ReduceMean", List.of(z, on.graph().integers(1)), Attribute.of("keepdims", 1));
  }

  private static String mean(OnnxMessages on, String h, int width) {
    String sum = on.sum(on.filled(width, 0), on.sent(h));
    return on.apply("Div", sum, on.apply("Max", on.degrees(), on.numbers("one", 1)));
  }

  /** 0 for a node without neighbors. */
  private static String max(OnnxMessages on, String h, int width) {
    String largest = on.max(on.filled(width, Double.NEGATIVE_INFINITY), on.sent(h));
    String zero = on.numbers("zero", 0);
    return on.apply("Where", on.apply("Greater", on.degrees(), zero), largest, zero);
  }

  /**
   * The softmax over a node and its neighbors, less the largest score, so that no exponential
   * overflows. The node itself is not among the entries of the graph and is added to both sums.
   */
  private static String attention(
      OnnxMessages on,
      String h,
      int l,
      Parameters parameters,
      int heads,
      double slope,
      boolean skip,
      boolean concatenated) {
    DMatrixRMaj source = parameters.get("aSrc" + l);
    int width = source.numCols;
    String transformed = on.linear(h, parameters.get("W" + l), Optional.empty());
    String sends = score(on, transformed, source);
    String receives = score(on, transformed, parameters.get("aDst" + l));
    String own = leaky(on, on.apply("Add", receives, sends), slope);
    String scores = leaky(on, on.apply("Add", on.received(receives), on.sent(sends)), slope);
    String largest = on.max(own, scores);
    String ownShare = on.apply("Exp", on.apply("Sub", own, largest));
    String shares = on.apply("Exp", on.apply("Sub", scores, on.received(largest)));
    String total = on.sum(ownShare, shares);
    String attended =
        on.sum(
            weighted(on, transformed, ownShare, heads, width),
            weighted(on, on.sent(transformed), shares, heads, width));
    String each =
        on.apply(
            "Div", split(on, attended, heads, width), on.apply("Unsqueeze", total, axis(on, 2)));
    if (skip) {
      String skipped = on.linear(h, parameters.get("S" + l), Optional.empty());
      each = on.apply("Add", each, split(on, skipped, heads, width));
    }
    String joined =
        concatenated
            ? joined(on, each, heads, width)
            : on.graph()
                .apply("ReduceMean", List.of(each, axis(on, 1)), Attribute.of("keepdims", 0));
    return on.apply("Add", joined, on.matrix("b", parameters.get("b" + l)));
  }

  private static String axis(OnnxMessages on, int axis) {
    return on.graph().integers(axis);
  }

  /** n x (heads width) as n x heads x width. */
  private static String split(OnnxMessages on, String rows, int heads, int width) {
    return on.apply("Reshape", rows, on.graph().integers(-1, heads, width));
  }

  private static String joined(OnnxMessages on, String parts, int heads, int width) {
    return on.apply("Reshape", parts, on.graph().integers(-1, (long) heads * width));
  }

  /** The product of each head's part of a row with the head's vector: n x heads. */
  private static String score(OnnxMessages on, String transformed, DMatrixRMaj vectors) {
    String products =
        on.apply(
            "Mul",
            split(on, transformed, vectors.numRows, vectors.numCols),
            on.matrix("a", vectors));
    return on.graph()
        .apply("ReduceSum", List.of(products, axis(on, 2)), Attribute.of("keepdims", 0));
  }

  private static String leaky(OnnxMessages on, String z, double slope) {
    return on.apply("Max", z, on.apply("Mul", z, on.numbers("slope", slope)));
  }

  /** Each head's part of a row times its attention. */
  private static String weighted(
      OnnxMessages on, String rows, String shares, int heads, int width) {
    String products =
        on.apply("Mul", split(on, rows, heads, width), on.apply("Unsqueeze", shares, axis(on, 2)));
    return joined(on, products, heads, width);
  }
}
