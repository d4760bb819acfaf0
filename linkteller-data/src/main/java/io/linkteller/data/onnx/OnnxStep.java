package io.linkteller.data.onnx;

import io.linkteller.models.operator.Operator;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.ejml.data.DMatrixRMaj;
import org.jspecify.annotations.Nullable;

/**
 * A step of the program that is being built: the features, a constant matrix, or an operator with
 * the steps that it reads. Operators are created only when the program is built, because steps that
 * a fused operator replaces are omitted.
 */
final class OnnxStep {

  /** The kinds of steps that are recognized in sequences of steps. */
  enum Kind {
    FEATURES,
    CONSTANT,
    LINEAR,
    PROPAGATION,
    OTHER
  }

  private final Kind kind;
  private final @Nullable Supplier<Operator> operator;
  private final List<OnnxStep> inputs;
  private final @Nullable DMatrixRMaj constant;

  /** The size of the matrix according to the shape of its tensor; -1 if it has no tensor. */
  private int rows = -1;

  private int cols = -1;

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

  /** Returns the step of the same operator with one more input. */
  OnnxStep with(OnnxStep more) {
    List<OnnxStep> all = new ArrayList<>(inputs);
    all.add(more);
    return new OnnxStep(kind, operator, all, constant);
  }

  /** Sets the size of the matrix. */
  void settle(int rows, int cols) {
    if (this.rows >= 0 && (this.rows != rows || this.cols != cols)) {
      throw mismatch(rows, cols);
    }
    this.rows = rows;
    this.cols = cols;
  }

  /**
   * Checks the size of a result, because an operator must read only inputs of the shape for which
   * it was built.
   */
  void requireSize(int computedRows, int computedCols) {
    if (rows >= 0 && (rows != computedRows || cols != computedCols)) {
      throw mismatch(computedRows, computedCols);
    }
  }

  private IllegalArgumentException mismatch(int otherRows, int otherCols) {
    return new IllegalArgumentException(
        "a value has "
            + Tensor.text(new int[] {rows, cols})
            + " numbers according to its shape, but "
            + Tensor.text(new int[] {otherRows, otherCols})
            + " are computed");
  }

  Kind kind() {
    return kind;
  }

  List<OnnxStep> inputs() {
    return inputs;
  }

  /** Creates the operator. */
  Operator operator() {
    return Objects.requireNonNull(operator, "a step without an operator").get();
  }

  /** {@return the numbers of a constant} */
  DMatrixRMaj constant() {
    return Objects.requireNonNull(constant, "not a constant");
  }
}
