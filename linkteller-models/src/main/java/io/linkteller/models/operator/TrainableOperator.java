package io.linkteller.models.operator;

import org.ejml.data.DMatrixRMaj;

/** An operator with a backward pass. */
public interface TrainableOperator extends Operator {

  /**
   * Computes derivatives of the loss L after {@link #forward} with the same inputs and pass.
   *
   * @param in the inputs
   * @param gradOut dL/d output; its contents may be destroyed
   * @param gradIn receives dL/d input for each input that needs it
   * @param pass the pass given to {@link #forward}
   */
  void backward(Operands in, DMatrixRMaj gradOut, Gradients gradIn, Pass pass);
}
