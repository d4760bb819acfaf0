package io.linkteller.models.statedict;

/**
 * Thrown if a state dict is damaged or does not belong to a model of the requested architecture.
 * The message states the problem and, where possible, the entry.
 */
public final class StateDictFormatException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception.
   *
   * @param message the entry and what was expected
   */
  public StateDictFormatException(String message) {
    super(message);
  }

  StateDictFormatException(String message, Throwable cause) {
    super(message, cause);
  }
}
