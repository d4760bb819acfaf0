package io.linkteller.dp.ledger;

/** Signals a line of a ledger that has a right code but no meaning. */
final class MalformedLineException extends RuntimeException {

  private static final long serialVersionUID = 1;

  MalformedLineException(String message) {
    super(message);
  }

  MalformedLineException(RuntimeException cause) {
    super(String.valueOf(cause.getMessage()), cause);
  }
}
