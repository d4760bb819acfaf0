package io.linkteller.inference;

/** The calls that Bob was ready to pay for are used up; the black box was not called. */
public final class QueryBudgetException extends InferenceException {

  private static final long serialVersionUID = 1L;

  /** How many calls were allowed. */
  private final long budget;

  /**
   * Says how many calls there were.
   *
   * @param budget how many calls were allowed
   */
  public QueryBudgetException(long budget) {
    super("the budget of " + budget + " calls is used up");
    this.budget = budget;
  }

  /**
   * Returns how many calls were allowed.
   *
   * @return the budget
   */
  public long budget() {
    return budget;
  }
}
