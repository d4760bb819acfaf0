package io.linkteller.remote;

import io.linkteller.inference.InferenceException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Limits the time of calls. Calls run on separate threads, because a thread cannot be forced to
 * return from a call that ignores interrupts. Failsafe's timeouts wait for such a call to return
 * and are therefore not used.
 */
final class TimeLimit implements Measure {

  /** The maximum number of concurrent calls, including those that timed out but still run. */
  static final int MAX_RUNNING = 128;

  private static final ExecutorService CALLERS =
      Executors.newCachedThreadPool(
          task -> {
            Thread thread = new Thread(task, "linkteller-call");
            thread.setDaemon(true);
            return thread;
          });

  private final Duration limit;
  private final Semaphore free = new Semaphore(MAX_RUNNING);

  TimeLimit(Duration limit) {
    this.limit = limit;
  }

  @Override
  public <T> T around(Callable<T> untimed, int queries) throws Exception {
    FutureTask<T> call = new FutureTask<>(untimed);
    start(call);
    try {
      return call.get(limit.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      call.cancel(true);
      throw e;
    } catch (TimeoutException e) {
      call.cancel(true);
      throw new InferenceException("no answer within " + limit, e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw e.getCause() instanceof Exception cause ? cause : e;
    }
  }

  private void start(FutureTask<?> call) throws InterruptedException {
    if (!free.tryAcquire(limit.toNanos(), TimeUnit.NANOSECONDS)) {
      throw new InferenceException(
          MAX_RUNNING + " calls, including those that timed out, are still running after " + limit);
    }
    boolean started = false;
    try {
      CALLERS.execute(() -> untilItEnds(call));
      started = true;
    } finally {
      if (!started) {
        free.release();
      }
    }
  }

  /** Runs a call, which may have been cancelled already. */
  private void untilItEnds(FutureTask<?> call) {
    try {
      call.run();
    } finally {
      free.release();
    }
  }
}
