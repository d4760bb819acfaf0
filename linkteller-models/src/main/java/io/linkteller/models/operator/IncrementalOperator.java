package io.linkteller.models.operator;

/**
 * An operator that computes which rows of its output change, and how, when some rows of its inputs
 * do. Changes are relative to the last forward pass without dropout.
 */
public interface IncrementalOperator extends Operator {

  /**
   * Computes the change of the output.
   *
   * @param in the changes of the inputs, at least one of which has a changed row
   * @param out receives the changes of rows; empty, unless the operator {@linkplain #worksInPlace
   *     works in place} and {@code out} is {@code in.of(0)}
   */
  void change(Changes in, RowChanges out);

  /**
   * Computes the directional derivative of the output, the limit of {@link #change} for small
   * changes. The default implementation calls {@link #change}, which is correct for operators that
   * are affine in the inputs that change; all others must override it.
   *
   * @param in the derivatives of rows of the inputs; a missing row has derivative 0
   * @param out receives the derivatives of rows, as in {@link #change}
   */
  default void derivative(Changes in, RowChanges out) {
    change(in, out);
  }
}
