package io.linkteller.inference;

/** Thrown when the attacker's budget of calls is exhausted; the black box was not called. */
public final class QueryBudgetException extends InferenceException {

  private static final long serialVersionUID = 1L;

  /** The number of calls that were allowed. */
  private final long budget;

  /**
   * Creates an exception for an exhausted budget.
   *
   * @param budget the number of calls that were allowed
   */
  public QueryBudgetException(long budget) {
    super("the budget of " + budget + " calls is exhausted");
    this.budget = budget;
  }

  /** {@return the number of calls that were allowed} */
  public long budget() {
    return budget;
  }
}
