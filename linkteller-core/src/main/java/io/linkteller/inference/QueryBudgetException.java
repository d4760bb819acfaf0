package io.linkteller.inference;

import java.util.Optional;

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
    this(budget, "the budget of " + budget + " calls is exhausted");
  }

  /**
   * Creates an exception for a budget that will not suffice.
   *
   * @param budget the number of calls that were allowed
   * @param message how many calls are needed, and what to do about it
   */
  public QueryBudgetException(long budget, String message) {
    super(message);
    this.budget = budget;
  }

  /** {@return the number of calls that were allowed} */
  public long queryLimit() {
    return budget;
  }

  /**
   * Returns whether a failure is due to an exhausted budget, after which no more queries are
   * answered.
   *
   * @param failure any exception
   * @return true if it or one of its causes is a {@code QueryBudgetException}
   */
  public static boolean isCauseOf(Throwable failure) {
    for (Optional<Throwable> at = Optional.of(failure);
        at.isPresent();
        at = Optional.ofNullable(at.get().getCause())) {
      if (at.get() instanceof QueryBudgetException) {
        return true;
      }
    }
    return false;
  }
}
