package io.linkteller.models.statedict;

/**
 * A state dict is not that of a model of the architecture asked for. The message names the entry.
 */
public final class StateDictFormatException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception.
   *
   * @param message which entry, and what was expected
   */
  public StateDictFormatException(String message) {
    super(message);
  }

  StateDictFormatException(String message, Throwable cause) {
    super(message, cause);
  }
}
