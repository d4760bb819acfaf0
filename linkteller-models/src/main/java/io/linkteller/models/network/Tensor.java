package io.linkteller.models.network;

import org.ejml.data.DMatrixRMaj;

/**
 * A parameter of a model on a graph, beside the derivative of the loss with respect to it. Both
 * matrices are live: a backward pass writes one, an optimizer the other.
 *
 * @param name the parameter's name, such as {@code W1}
 * @param value its numbers
 * @param gradient dL/d value, of the same shape once a backward pass has run
 * @param trained whether an optimizer changes it; if not, as for the running statistics of a
 *     normalization, it has no gradient and the layer itself keeps it up to date
 */
public record Tensor(String name, DMatrixRMaj value, DMatrixRMaj gradient, boolean trained) {

  /**
   * Returns a trained tensor that starts from a copy of given numbers.
   *
   * @param name the parameter's name
   * @param initial its numbers
   * @return the tensor
   */
  public static Tensor startingAt(String name, DMatrixRMaj initial) {
    return new Tensor(name, initial.copy(), new DMatrixRMaj(0, 0), true);
  }

  /**
   * Returns a tensor that no optimizer changes, starting from a copy of given numbers.
   *
   * @param name the parameter's name
   * @param initial its numbers
   * @return the tensor
   */
  public static Tensor state(String name, DMatrixRMaj initial) {
    return new Tensor(name, initial.copy(), new DMatrixRMaj(0, 0), false);
  }
}
