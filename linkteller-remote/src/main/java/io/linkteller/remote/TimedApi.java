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
 * Gives up calls that take too long. They run on threads of their own, since nothing can make a
 * thread return from a call that is deaf to interrupts; Failsafe's time limits wait for such a call
 * to return, so this one is not Failsafe's.
 */
final class TimedApi implements InferenceApi {

  /** How many calls run at once, those that were given up and go on regardless included. */
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

  // Answers are copied by the thread that called: the black box may use the matrix again for its
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
          MOST_RUNNING + " calls, among them those that were given up, still run after " + limit);
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

  /** Runs a call that is perhaps given up before it began. */
  private void untilItEnds(FutureTask<?> call) {
    try {
      call.run();
    } finally {
      free.release();
    }
  }
}
