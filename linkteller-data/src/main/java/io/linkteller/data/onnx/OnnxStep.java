package io.linkteller.data.onnx;

import io.linkteller.models.operator.Operator;
import java.util.List;
import java.util.function.Supplier;
import org.ejml.data.DMatrixRMaj;
import org.jspecify.annotations.Nullable;

/**
 * A step of the program that is being built: the features, a constant matrix, or an operator with
 * the steps that it reads. Operators are created when the program is, which leaves out the steps
 * that a fused operator replaced.
 */
final class OnnxStep {

  /** The kinds of steps that are recognized in sequences. */
  enum Kind {
    FEATURES,
    CONSTANT,
    LINEAR,
    CONVOLUTION,
    OTHER
  }

  private final Kind kind;
  private final @Nullable Supplier<Operator> operator;
  private final List<OnnxStep> inputs;
  private final @Nullable DMatrixRMaj constant;

  private OnnxStep(
      Kind kind,
      @Nullable Supplier<Operator> operator,
      List<OnnxStep> inputs,
      @Nullable DMatrixRMaj constant) {
    this.kind = kind;
    this.operator = operator;
    this.inputs = inputs;
    this.constant = constant;
  }

  static OnnxStep features() {
    return new OnnxStep(Kind.FEATURES, null, List.of(), null);
  }

  static OnnxStep of(DMatrixRMaj constant) {
    return new OnnxStep(Kind.CONSTANT, null, List.of(), constant);
  }

  static OnnxStep of(Supplier<Operator> operator, OnnxStep... inputs) {
    return of(Kind.OTHER, operator, inputs);
  }

  static OnnxStep of(Kind kind, Supplier<Operator> operator, OnnxStep... inputs) {
    return new OnnxStep(kind, operator, List.of(inputs), null);
  }

  Kind kind() {
    return kind;
  }

  List<OnnxStep> inputs() {
    return inputs;
  }

  /** Creates the operator. */
  Operator operator() {
    Supplier<Operator> known = operator;
    if (known == null) {
      throw new IllegalStateException("a step without an operator");
    }
    return known.get();
  }

  /** {@return the numbers of a constant} */
  DMatrixRMaj constant() {
    DMatrixRMaj known = constant;
    if (known == null) {
      throw new IllegalStateException("not a constant");
    }
    return known;
  }
}
