package io.linkteller.dp.ledger;

/** Thrown by {@link PrivacyLedger} instead of a perturbation that exceeds the budget. */
public final class PrivacyBudgetExceededException extends RuntimeException {

  private static final long serialVersionUID = 1;

  PrivacyBudgetExceededException(String message) {
    super(message);
  }
}
