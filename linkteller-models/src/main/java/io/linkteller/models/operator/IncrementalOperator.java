package io.linkteller.models.operator;

/**
 * An operator that computes which rows of its output change, and how, when some rows of its inputs
 * do. Changes are relative to the last forward pass without dropout.
 */
public interface IncrementalOperator extends Operator {

  /**
   * Computes the change of the output, or its directional derivative, the limit of the change for
   * small changes. An operator that is affine in the inputs that change computes both in the same
   * way; all others check {@link Changes#isDerivative}.
   *
   * @param in the changes of the inputs; at least one has a changed row
   * @param out receives the changes of rows; empty, unless the operator {@linkplain #worksInPlace
   *     works in place} and {@code out} is {@code in.of(0)}
   */
  void change(Changes in, RowChanges out);
}
