package io.linkteller.models.parameter;

import org.ejml.data.DMatrixRMaj;

/**
 * A parameter of a network together with the derivative of the loss with respect to it. Both
 * matrices are live: a backward pass writes the gradient, and an optimizer writes the value.
 *
 * @param name the name of the parameter, such as {@code W1}
 * @param value the current value
 * @param gradient dL/d value; has the shape of the value after the first backward pass
 * @param trained whether optimizers change it; otherwise it has no gradient and the layer updates
 *     it itself, like the running statistics of a normalization
 */
public record Tensor(String name, DMatrixRMaj value, DMatrixRMaj gradient, boolean trained) {

  /**
   * Returns a tensor initialized with a copy of a matrix.
   *
   * @param name the name of the parameter
   * @param initial the initial value
   * @param trained whether optimizers change it
   * @return the tensor
   */
  public static Tensor of(String name, DMatrixRMaj initial, boolean trained) {
    return new Tensor(name, initial.copy(), new DMatrixRMaj(0, 0), trained);
  }
}
