package io.linkteller.models.architecture;

import static io.linkteller.models.architecture.StateDictNames.LINEAR;

import io.linkteller.models.architecture.StateDictNames.Kind;
import io.linkteller.models.operator.BatchNormalization;
import io.linkteller.models.operator.BinaryFunction;
import io.linkteller.models.parameter.ParameterSpec;
import io.linkteller.models.program.ProgramBuilder;
import io.linkteller.models.program.Value;
import java.util.List;
import java.util.stream.Stream;

/** The normalization of the output of a convolution. */
public enum Norm {
  /** No normalization. */
  NONE,
  /**
   * {@link BatchNormalization}, which normalizes columns, with the parameters {@code gamma}l,
   * {@code beta}l, {@code mean}l and {@code var}l.
   */
  BATCH,
  /**
   * Layer normalization (Ba, Kiros, Hinton 2016), which normalizes rows, with {@code gamma}l and
   * {@code beta}l.
   */
  LAYER;

  /**
   * Returns the parameter names of a {@link DeepGcn} in PyTorch Geometric for each normalization,
   * with and without concatenation.
   */
  static List<StateDictNames> namesOfDeepGcn() {
    StateDictNames layer = Gcn.TORCH_GEOMETRIC.after(LINEAR).before(LINEAR);
    StateDictNames norm =
        StateDictNames.layer().entry(Kind.VECTOR, "gamma", "weight").bias("beta", "bias");
    StateDictNames averages =
        StateDictNames.layer()
            .entry(Kind.VECTOR, "mean", "running_mean")
            .entry(Kind.VECTOR, "var", "running_var")
            .entry(Kind.VECTOR, "gamma", "weight")
            .bias("beta", "bias");
    return Stream.of(
            layer.with(DeepGcn.NORM, NONE),
            layer.with(norm).with(DeepGcn.NORM, LAYER),
            layer.with(averages).with(DeepGcn.NORM, BATCH))
        .flatMap(
            names -> Stream.of(Jump.LAST, Jump.CONCAT).map(jump -> names.with(DeepGcn.JUMP, jump)))
        .toList();
  }

  /** Composes the normalization of the output of layer l. */
  Value apply(Composition c, Value h, int l) {
    if (this == NONE) {
      return h;
    }
    Value gamma = c.parameter(ParameterSpec.constant("gamma" + l, h.cols(), 1));
    Value beta = c.parameter(ParameterSpec.constant("beta" + l, h.cols(), 0));
    if (this == LAYER) {
      return ofRows(c.program(), h, gamma, beta);
    }
    Value mean = c.state(ParameterSpec.constant("mean" + l, h.cols(), 0));
    Value variance = c.state(ParameterSpec.constant("var" + l, h.cols(), 1).nonNegative());
    return c.program().apply(new BatchNormalization(), h, gamma, beta, mean, variance);
  }

  /** Composes γ (H - mean) / sqrt(variance + ε) + β with the mean and variance of each row. */
  private static Value ofRows(ProgramBuilder p, Value h, Value gamma, Value beta) {
    Value centered = p.combine(BinaryFunction.SUBTRACT, h, mean(p, h));
    Value variance = mean(p, p.combine(BinaryFunction.POWER, centered, p.constant(2)));
    Value positive = p.add(variance, p.constant(BatchNormalization.EPSILON));
    Value deviation = p.combine(BinaryFunction.POWER, positive, p.constant(0.5));
    return p.add(p.multiply(p.combine(BinaryFunction.DIVIDE, centered, deviation), gamma), beta);
  }

  private static Value mean(ProgramBuilder p, Value h) {
    Value sum = p.sumColumns(h, new int[h.cols()], 1);
    return p.combine(BinaryFunction.DIVIDE, sum, p.constant(h.cols()));
  }
}
