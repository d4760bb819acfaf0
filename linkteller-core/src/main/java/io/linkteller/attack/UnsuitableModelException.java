package io.linkteller.attack;

import io.linkteller.inference.InferenceException;

/**
 * Thrown if an attack cannot use the answers: an attack with chosen features if the model does not
 * consist of relu layers with a fixed, non-negative aggregation, or an attack that scales the
 * nodes' own features if the answers are labels. {@code LinkTeller} accepts numeric answers of any
 * model.
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
   * @param cause the failure that showed it
   */
  public UnsuitableModelException(String message, Throwable cause) {
    super(message, cause);
  }
}
