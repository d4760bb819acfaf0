package io.linkteller.remote;

import io.linkteller.inference.QueryBudgetException;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;

/** Limits the total number of queries. */
final class QueryBudget implements Measure {

  private final long budget;
  private final AtomicLong left;

  QueryBudget(long budget) {
    this.budget = budget;
    this.left = new AtomicLong(budget);
  }

  @Override
  public <T> T around(Callable<T> call, int queries) throws Exception {
    if (left.getAndUpdate(unspent -> unspent < queries ? unspent : unspent - queries) < queries) {
      throw new QueryBudgetException(budget);
    }
    return call.call();
  }
}
