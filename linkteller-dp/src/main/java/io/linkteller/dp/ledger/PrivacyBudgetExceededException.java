package io.linkteller.dp.ledger;

/**
 * Thrown by {@link PrivacyLedger} in the place of a perturbation that the budget does not cover.
 */
public final class PrivacyBudgetExceededException extends RuntimeException {

  private static final long serialVersionUID = 1;

  PrivacyBudgetExceededException(String message) {
    super(message);
  }
}
