package io.linkteller.dp.audit;

/** An exception as the outcome of a run, identified by its type and message. */
record Failure(String type, String message) {

  static Failure of(Throwable failure) {
    return new Failure(failure.getClass().getSimpleName(), String.valueOf(failure.getMessage()));
  }

  @Override
  public String toString() {
    return type + ": " + message;
  }
}
