package io.linkteller.models.operator;

import io.linkteller.matrix.LeftOperand;
import org.ejml.data.DMatrixRMaj;

/** The values that an operator reads in a pass. */
public interface Operands {

  /** {@return the number of inputs} */
  int count();

  /**
   * Returns an input as the left operand of a product, which does not require a dense copy of
   * sparse features.
   *
   * @param input the position of the input, from 0
   * @return the input
   */
  LeftOperand operand(int input);

  /**
   * Returns an input as a dense matrix. For sparse features, the first call in a pass creates a
   * dense copy, which takes O(n d) memory.
   *
   * @param input the position of the input, from 0
   * @return the live matrix; it may be modified only in training, and only if it belongs to a
   *     {@linkplain io.linkteller.models.parameter.Tensor tensor} that is not trained, such as a
   *     running mean
   */
  DMatrixRMaj dense(int input);

  /** {@return the live output of the last forward pass, for backward passes and changes} */
  DMatrixRMaj output();
}
