package io.linkteller.inference.remote;

import io.linkteller.inference.InferenceApi;
import io.linkteller.inference.InferenceException;
import io.linkteller.inference.InferenceQuery;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.ejml.data.DMatrixRMaj;

/**
 * Gives up calls that take too long. They run on threads of their own, since nothing can make a
 * thread return from a call that is deaf to interrupts; Failsafe's time limits wait for such a call
 * to return, so this one is not Failsafe's.
 */
record TimedApi(InferenceApi inner, Duration limit) implements InferenceApi {

  private static final ExecutorService CALLERS =
      Executors.newCachedThreadPool(
          task -> {
            Thread thread = new Thread(task, "linkteller-call");
            thread.setDaemon(true);
            return thread;
          });

  @Override
  public DMatrixRMaj predict(InferenceQuery query) throws Exception {
    // Copied by the thread that called: the black box may use the matrix again for its next caller.
    Future<DMatrixRMaj> call = CALLERS.submit(() -> inner.predict(query).copy());
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
}
