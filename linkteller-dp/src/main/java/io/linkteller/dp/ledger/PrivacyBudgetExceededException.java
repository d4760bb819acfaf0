package io.linkteller.dp.ledger;

/**
 * Thrown in the place of a perturbation or an answer that the privacy budget does not cover, by a
 * {@link PrivacyLedger} for example.
 */
public final class PrivacyBudgetExceededException extends RuntimeException {

  private static final long serialVersionUID = 1;

  /**
   * Creates an exception.
   *
   * @param message what was asked for, and what is left
   */
  public PrivacyBudgetExceededException(String message) {
    super(message);
  }
}
