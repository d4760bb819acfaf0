package io.linkteller.dp.session;

/** Thrown for a line of a ledger that has a valid code but cannot be interpreted. */
final class MalformedLineException extends RuntimeException {

  private static final long serialVersionUID = 1;

  private static final int SHOWN = 200;

  MalformedLineException(String message) {
    super(message);
  }

  MalformedLineException(RuntimeException cause) {
    super(shortened(String.valueOf(cause.getMessage())), cause);
  }

  /** Shortens text that may contain a whole line. */
  static String shortened(String text) {
    return text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "...";
  }
}
