package io.linkteller.attack;

import io.linkteller.inference.InferenceException;

/**
 * Thrown if an attack cannot read the answers: one with chosen features, if they are not those of
 * relu layers with a fixed, non-negative aggregation; one that scales the nodes' own features, if
 * they are labels. {@code LinkTeller} reads those of any model that are numbers.
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
