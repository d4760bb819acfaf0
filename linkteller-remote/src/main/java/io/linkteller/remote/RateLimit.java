package io.linkteller.remote;

import dev.failsafe.RateLimiter;
import java.time.Duration;
import java.util.concurrent.Callable;

/** Starts queries at regular intervals. A batch counts once for each of its queries. */
final class RateLimit implements Measure {

  private final RateLimiter<Object> limiter;

  RateLimit(int calls, Duration period) {
    this.limiter = RateLimiter.smoothBuilder(calls, period).build();
  }

  @Override
  public <T> T around(Callable<T> call, int queries) throws Exception {
    limiter.acquirePermits(Math.max(1, queries));
    return call.call();
  }
}
