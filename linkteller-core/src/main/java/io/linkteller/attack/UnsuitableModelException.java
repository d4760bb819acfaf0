package io.linkteller.attack;

import io.linkteller.inference.InferenceException;

/**
 * Thrown if the answers are not those of relu layers with a fixed, non-negative aggregation, so
 * that an attack with chosen features cannot read them. {@code LinkTeller} has no such requirement.
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
