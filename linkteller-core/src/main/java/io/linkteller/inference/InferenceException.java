package io.linkteller.inference;

/**
 * A black box failed: it threw, or what it returned is not an answer to the query. The message says
 * which query and what came back.
 */
public class InferenceException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /**
   * Describes an answer that is none.
   *
   * @param message which query, and what came back
   */
  public InferenceException(String message) {
    super(message);
  }

  /**
   * Describes a query that ended in an exception.
   *
   * @param message which query
   * @param cause what the black box threw
   */
  public InferenceException(String message, Throwable cause) {
    super(message, cause);
  }
}
