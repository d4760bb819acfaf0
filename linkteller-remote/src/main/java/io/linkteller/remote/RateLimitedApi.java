package io.linkteller.remote;

import dev.failsafe.RateLimiter;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceQuery;
import java.time.Duration;
import java.util.List;
import org.ejml.data.DMatrixRMaj;

/** Starts queries at regular intervals. A batch counts as many times as it has queries. */
final class RateLimitedApi implements InferenceApi {

  private final InferenceApi inner;
  private final RateLimiter<DMatrixRMaj> limiter;

  RateLimitedApi(InferenceApi inner, int calls, Duration period) {
    this.inner = inner;
    this.limiter = RateLimiter.<DMatrixRMaj>smoothBuilder(calls, period).build();
  }

  @Override
  public DMatrixRMaj predict(InferenceQuery query) throws Exception {
    limiter.acquirePermit();
    return inner.predict(query);
  }

  @Override
  public List<DMatrixRMaj> predictAll(List<InferenceQuery> queries) throws Exception {
    limiter.acquirePermits(Math.max(1, queries.size()));
    return inner.predictAll(queries);
  }

  @Override
  public int batchSize() {
    return inner.batchSize();
  }
}
