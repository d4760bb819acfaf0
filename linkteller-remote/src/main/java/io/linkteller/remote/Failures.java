package io.linkteller.remote;

import dev.failsafe.FailsafeException;
import java.util.concurrent.ExecutionException;

/** Finds the exception that a black box threw. */
final class Failures {

  private Failures() {}

  /** Returns the original exception without wrapping exceptions; throws it if it is an error. */
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
