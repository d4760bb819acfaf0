package io.linkteller.remote;

import dev.failsafe.RateLimiter;
import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceQuery;
import java.time.Duration;
import org.ejml.data.DMatrixRMaj;

/** Lets calls begin at even intervals. */
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
}
