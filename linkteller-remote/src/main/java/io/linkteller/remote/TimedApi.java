package io.linkteller.remote;

import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceException;
import io.linkteller.inference.InferenceQuery;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.ejml.data.DMatrixRMaj;

/**
 * Limits the time of calls. Calls run on separate threads, because a thread cannot be forced to
 * return from a call that ignores interrupts. Failsafe's timeouts wait for such a call to return
 * and are therefore not used.
 */
final class TimedApi implements InferenceApi {

  /** The maximum number of concurrent calls, including those that timed out but still run. */
  static final int MOST_RUNNING = 128;

  private static final ExecutorService CALLERS =
      Executors.newCachedThreadPool(
          task -> {
            Thread thread = new Thread(task, "linkteller-call");
            thread.setDaemon(true);
            return thread;
          });

  private final InferenceApi inner;
  private final Duration limit;
  private final Semaphore free = new Semaphore(MOST_RUNNING);

  TimedApi(InferenceApi inner, Duration limit) {
    this.inner = inner;
    this.limit = limit;
  }

  // Answers are copied on the calling thread, because the black box may reuse the matrix for its
  // next caller.

  @Override
  public DMatrixRMaj predict(InferenceQuery query) throws Exception {
    return answer(new FutureTask<>(() -> inner.predict(query).copy()));
  }

  @Override
  public List<DMatrixRMaj> predictAll(List<InferenceQuery> queries) throws Exception {
    return answer(
        new FutureTask<>(
            () -> inner.predictAll(queries).stream().map(answer -> answer.copy()).toList()));
  }

  @Override
  public int batchSize() {
    return inner.batchSize();
  }

  private <T> T answer(FutureTask<T> call) throws Exception {
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
      throw Failures.unwrapped(e);
    }
  }

  private void start(FutureTask<?> call) throws InterruptedException {
    if (!free.tryAcquire(limit.toNanos(), TimeUnit.NANOSECONDS)) {
      throw new InferenceException(
          MOST_RUNNING
              + " calls, including those that timed out, are still running after "
              + limit);
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
