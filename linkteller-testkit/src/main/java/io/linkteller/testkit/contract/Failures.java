package io.linkteller.testkit.contract;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;

/** Rethrows failures of other threads. */
final class Failures {

  private Failures() {}

  /** Waits for a task and rethrows its failure, an {@link Error} without the wrapper. */
  static void get(Future<?> task) throws Exception {
    try {
      task.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw e;
    }
  }
}
