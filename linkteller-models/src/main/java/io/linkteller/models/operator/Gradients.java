package io.linkteller.models.operator;

import java.util.Optional;
import org.ejml.data.DMatrixRMaj;

/** Receives the derivatives of a loss with respect to the inputs of an operator. */
public interface Gradients {

  /**
   * Returns the matrix for the derivative with respect to an input.
   *
   * @param input the position of the input, from 0
   * @return a matrix with the shape of the input, to be overwritten; empty if the derivative is not
   *     needed
   */
  Optional<DMatrixRMaj> of(int input);
}
