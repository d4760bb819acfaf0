package io.linkteller.inference;

/** Thrown if a black box answers NaN or an infinity, as models do whose arithmetic overflows. */
public final class NonFiniteAnswerException extends InferenceException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception.
   *
   * @param message which query returned what, for which node
   */
  public NonFiniteAnswerException(String message) {
    super(message);
  }
}
