package io.linkteller.models.operator;

/**
 * An operator that computes the changes of its output's rows when some rows of its inputs change.
 * Changes are relative to the last forward pass without dropout.
 */
public interface IncrementalOperator extends Operator {

  /**
   * Computes the change of the output or its directional derivative. For an operator that is affine
   * in the changing inputs, both computations are the same; all other operators must check {@link
   * Changes#isDerivative}.
   *
   * @param in the changes of the inputs; at least one has a changed row
   * @param out receives the changes of rows; initially empty, unless the operator {@linkplain
   *     #worksInPlace works in place} and {@code out} is {@code in.of(0)}
   */
  void change(Changes in, RowChanges out);
}
