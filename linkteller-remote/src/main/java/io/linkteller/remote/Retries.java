package io.linkteller.remote;

import dev.failsafe.Failsafe;
import dev.failsafe.FailsafeException;
import dev.failsafe.FailsafeExecutor;
import dev.failsafe.RetryPolicy;
import io.linkteller.inference.InferenceException;
import io.linkteller.inference.QueryBudgetException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/** Retries failed calls with exponential backoff. */
final class Retries implements Measure {

  /** The maximum delay, as a multiple of the first. */
  static final int MAX_WAIT = 100;

  /** The maximum random change of a delay, as a share of the delay. */
  private static final double SPREAD = 0.25;

  private final FailsafeExecutor<Object> retrying;

  Retries(int times, Duration backoff, Predicate<? super Exception> passing) {
    this.retrying =
        Failsafe.with(
            RetryPolicy.builder()
                .withMaxRetries(times)
                .withBackoff(backoff, backoff.multipliedBy(MAX_WAIT))
                .withJitter(SPREAD)
                .abortOn(InterruptedException.class, QueryBudgetException.class, Error.class)
                .abortOn(failure -> failure instanceof Exception e && !passing.test(e))
                .abortOn(failure -> Thread.currentThread().isInterrupted())
                .build());
  }

  /** Adds the number of attempts to the message of an {@link InferenceException}. */
  private static Exception counted(Exception failure, int calls) {
    return failure.getClass() == InferenceException.class && calls > 1
        ? new InferenceException(failure.getMessage() + " (tried " + calls + " times)", failure)
        : failure;
  }

  @Override
  public <T> T around(Callable<T> call, int queries) throws Exception {
    AtomicInteger calls = new AtomicInteger();
    try {
      return retrying.get(
          () -> {
            calls.incrementAndGet();
            return call.call();
          });
    } catch (FailsafeException e) {
      throw counted(e.getCause() instanceof Exception cause ? cause : e, calls.get());
    } catch (InferenceException e) {
      throw counted(e, calls.get());
    }
  }
}
