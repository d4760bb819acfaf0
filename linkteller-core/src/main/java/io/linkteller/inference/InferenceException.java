package io.linkteller.inference;

/**
 * Thrown when a black box fails: it threw an exception or returned an invalid answer. The message
 * says which query failed and what the black box returned.
 */
public class InferenceException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception for an invalid answer.
   *
   * @param message the query and what the black box returned
   */
  public InferenceException(String message) {
    super(message);
  }

  /**
   * Creates an exception for a query that ended in an exception.
   *
   * @param message the query that failed
   * @param cause the exception of the black box
   */
  public InferenceException(String message, Throwable cause) {
    super(message, cause);
  }
}
