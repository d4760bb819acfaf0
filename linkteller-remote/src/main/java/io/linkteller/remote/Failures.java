package io.linkteller.remote;

import dev.failsafe.FailsafeException;
import java.util.concurrent.ExecutionException;

/** Gets at what a black box threw. */
final class Failures {

  private Failures() {}

  /** Returns what was thrown, without the wrapping of what carried it here. */
  static Exception unwrapped(Throwable failure) {
    Throwable inside = failure;
    while (inside instanceof FailsafeException || inside instanceof ExecutionException) {
      Throwable cause = inside.getCause();
      if (cause == null) {
        break;
      }
      inside = cause;
    }
    if (inside instanceof Error error) {
      throw error;
    }
    return (Exception) inside;
  }
}
