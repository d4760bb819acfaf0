package io.linkteller.remote;

import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceQuery;
import io.linkteller.inference.QueryBudgetException;
import java.util.concurrent.atomic.AtomicLong;
import org.ejml.data.DMatrixRMaj;

/** Counts calls, and refuses those beyond a number. */
final class BudgetedApi implements InferenceApi {

  private final InferenceApi inner;
  private final long budget;
  private final AtomicLong left;

  BudgetedApi(InferenceApi inner, long budget) {
    this.inner = inner;
    this.budget = budget;
    this.left = new AtomicLong(budget);
  }

  @Override
  public DMatrixRMaj predict(InferenceQuery query) throws Exception {
    if (left.getAndUpdate(calls -> Math.max(0, calls - 1)) == 0) {
      throw new QueryBudgetException(budget);
    }
    return inner.predict(query);
  }
}
