package io.linkteller.dp.session;

/**
 * Thrown if the privacy budget does not cover a release. Whether it is thrown depends only on
 * charges, not on the private graph.
 */
public final class PrivacyBudgetExceededException extends RuntimeException {

  private static final long serialVersionUID = 1;

  PrivacyBudgetExceededException(String message) {
    super(message);
  }
}
