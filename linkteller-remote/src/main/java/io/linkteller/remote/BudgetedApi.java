package io.linkteller.remote;

import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceQuery;
import io.linkteller.inference.QueryBudgetException;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.ejml.data.DMatrixRMaj;

/** Limits the total number of queries. */
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
    spend(1);
    return inner.predict(query);
  }

  @Override
  public List<DMatrixRMaj> predictAll(List<InferenceQuery> queries) throws Exception {
    spend(queries.size());
    return inner.predictAll(queries);
  }

  @Override
  public int batchSize() {
    return inner.batchSize();
  }

  private void spend(int queries) {
    if (left.getAndUpdate(unspent -> unspent < queries ? unspent : unspent - queries) < queries) {
      throw new QueryBudgetException(budget);
    }
  }
}
