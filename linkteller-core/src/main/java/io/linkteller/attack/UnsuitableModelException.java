package io.linkteller.attack;

import io.linkteller.inference.InferenceException;

/**
 * Thrown if an attack cannot use the answers of a model: for example, by an attack with chosen
 * features if the model does not consist of relu layers with a fixed, non-negative aggregation, or
 * by an attack that queries subsets of the nodes if the answers depend on more than the neighbors
 * of a node. {@code LinkTeller} accepts numeric answers from any model.
 */
public final class UnsuitableModelException extends InferenceException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception.
   *
   * @param message what the answers are, and what the attack needs
   */
  public UnsuitableModelException(String message) {
    super(message);
  }

  /**
   * Creates an exception with a cause.
   *
   * @param message what the answers are, and what the attack needs
   * @param cause the failure that showed that the model is unsuitable
   */
  public UnsuitableModelException(String message, Throwable cause) {
    super(message, cause);
  }
}
