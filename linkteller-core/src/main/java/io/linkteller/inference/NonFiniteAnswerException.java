package io.linkteller.inference;

/**
 * Thrown if a black box returns NaN or an infinity, for example because its arithmetic overflows.
 */
public final class NonFiniteAnswerException extends InferenceException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception.
   *
   * @param message the query, the number that it returned, and the node
   */
  public NonFiniteAnswerException(String message) {
    super(message);
  }
}
